"""Source positions in a TOML file: the line of every key and the span of every value.

Neither `tomllib` nor `tomlkit` reports positions. The text must be valid TOML.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Path = tuple[str | int, ...]
"""Keys and array indices (from 0) that lead to a value."""

_BLANK = re.compile(r"[ \t]*")
_BLANKS = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRINGS = (
    re.compile(r'"""(?:[^\\]|\\.)*?"{3,5}', re.DOTALL),
    re.compile(r"'''.*?'{3,5}", re.DOTALL),
    re.compile(r'"(?:[^"\\]|\\.)*"'),
    re.compile(r"'[^']*'"),
)
_PLAIN = re.compile(r"[^,\]}\n#]*")


@dataclass(frozen=True)
class SourceRange:
    """The position of a value or a table."""

    kind: str
    """`value`, `header` (a table with a header), `dotted` (a table given by dotted keys) or `implied`."""
    line: int
    """From 1."""
    start: int
    end: int
    """The span of the value, or of the header."""
    whole: tuple[int, int]
    """The span of the whole statement, key included."""


@dataclass
class SourceMap:
    """The ranges of all values and tables of a text, by path."""

    text: str
    ranges: dict[Path, SourceRange] = field(default_factory=dict)
    sections: list[Path] = field(default_factory=list)
    """The tables with a header in file order, after the root table `()`."""

    def line(self, path: Path) -> int:
        """The line of a value, or of the nearest enclosing table that has one."""
        while path and path not in self.ranges:
            path = path[:-1]
        return self.ranges[path].line if path else 1

    def within(self, path: Path) -> list[Path]:
        """All paths that begin with a path, itself included."""
        return [one for one in self.ranges if one[: len(path)] == path]

    def section(self, path: Path) -> Path:
        """The table with a header that a path is written in."""
        while path not in self.sections:
            path = path[:-1]
        return path

    def statements(self, table: Path) -> list[SourceRange]:
        """The key-value statements written under the header of a table, in file order."""
        return [
            found
            for path, found in self.ranges.items()
            if found.kind == "value" and self.section(path) == table and not self._is_nested(path)
        ]

    def _is_nested(self, path: Path) -> bool:
        """Whether a value is part of an array or of an inline table."""
        outer = (self.ranges.get(path[:n]) for n in range(1, len(path)))
        return any(found is not None and found.kind == "value" for found in outer)


def scan(text: str) -> SourceMap:
    """The source positions of a TOML text."""
    return _Scanner(text).scan()


def resolve_path(raw: Any, where: str) -> Path:
    """The path for `end[1].when.align`, the form that messages use, as far as it exists in the tables."""
    path: Path = ()
    value, rest = raw, where
    while rest:
        if isinstance(value, Mapping):
            key = max((k for k in value if _begins_with(rest, k)), key=len, default=None)
            if key is None:
                break
            path, value, rest = (*path, key), value[key], rest[len(key) :].removeprefix(".")
        else:
            index = re.match(r"\[(\d{1,6})\]\.?", rest)
            if not index or not isinstance(value, list) or not 1 <= int(index[1]) <= len(value):
                break
            number = int(index[1]) - 1
            path, value, rest = (*path, number), value[number], rest[index.end() :]
    return path


def _begins_with(rest: str, key: str) -> bool:
    return rest.startswith(key) and rest[len(key) : len(key) + 1] in ("", ".", "[")


def format_path(path: Path) -> str:
    """A path in the form that messages use: `end[1].when.align`."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


class _Scanner:
    """A single pass over the text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found = SourceMap(text)
        self.lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self.counts: dict[Path, int] = {}
        """The number of tables in each array of tables so far."""

    def scan(self) -> SourceMap:
        table: Path = ()
        self.found.sections.append(())
        self._skip(_BLANKS)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._statement(table)
            self._skip(_BLANKS)
        return self.found

    def _skip(self, pattern: re.Pattern[str]) -> None:
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def _line(self, at: int) -> int:
        return bisect_right(self.lines, at)

    # -- headers --------------------------------------------------------------------------------------

    def _header(self) -> Path:
        begun, is_list = self.at, self.text.startswith("[[", self.at)
        self.at += 2 if is_list else 1
        keys = self._keys()
        self.at = self.text.index("]", self.at) + (2 if is_list else 1)
        path: Path = ()
        for key in keys[:-1]:
            path = self._last((*path, key))
            self._imply(path, begun)
        path = (*path, keys[-1])
        if is_list:
            self.counts[path] = self.counts.get(path, 0) + 1
            self._imply(path, begun)
            path = (*path, self.counts[path] - 1)
        span = (begun, self.at)
        self.found.ranges[path] = SourceRange("header", self._line(begun), *span, span)
        self.found.sections.append(path)
        return path

    def _last(self, path: Path) -> Path:
        """The table that a header key refers to: in an array of tables, the last one so far."""
        return (*path, self.counts[path] - 1) if path in self.counts else path

    def _imply(self, path: Path, at: int, kind: str = "implied") -> None:
        self.found.ranges.setdefault(path, SourceRange(kind, self._line(at), at, at, (at, at)))

    # -- keys and values ------------------------------------------------------------------------------

    def _keys(self) -> list[str]:
        keys = []
        while True:
            self._skip(_BLANK)
            keys.append(self._key())
            self._skip(_BLANK)
            if not self.text.startswith(".", self.at):
                return keys
            self.at += 1

    def _key(self) -> str:
        begun = self.at
        self._skip(_BARE)
        if self.at > begun:
            return self.text[begun : self.at]
        self._string()
        quoted = self.text[begun : self.at]
        value = tomllib.loads(f"k = {quoted}")["k"]
        return str(value)

    def _string(self) -> bool:
        for pattern in _STRINGS:
            found = pattern.match(self.text, self.at)
            if found:
                self.at = found.end()
                return True
        return False

    def _statement(self, table: Path) -> None:
        """A key and its value, in a table or in an inline table."""
        begun = self.at
        keys = self._keys()
        for n in range(1, len(keys)):
            self._imply((*table, *keys[:n]), begun, "dotted")
        self.at += 1  # the equals sign
        self._skip(_BLANK)
        path = (*table, *keys)
        self.found.ranges[path] = SourceRange(
            "value", 0, 0, 0, (0, 0)
        )  # keeps file order: the parent comes before its items
        start = self.at
        self._value(path)
        self.found.ranges[path] = SourceRange("value", self._line(begun), start, self.at, (begun, self.at))

    def _value(self, path: Path) -> None:
        if self.text[self.at] == "[":
            self._list(path)
        elif self.text[self.at] == "{":
            self._inline(path)
        elif not self._string():
            begun = self.at
            self._skip(_PLAIN)
            self.at = begun + len(self.text[begun : self.at].rstrip())

    def _list(self, path: Path) -> None:
        self.at += 1
        number = 0
        self._skip(_BLANKS)
        while self.text[self.at] != "]":
            start, item = self.at, (*path, number)
            self.found.ranges[item] = SourceRange("value", 0, 0, 0, (0, 0))
            self._value(item)
            span = (start, self.at)
            self.found.ranges[item] = SourceRange("value", self._line(start), *span, span)
            self._comma()
            number += 1
        self.at += 1

    def _inline(self, path: Path) -> None:
        self.at += 1
        self._skip(_BLANKS)
        while self.text[self.at] != "}":
            self._statement(path)
            self._comma()
        self.at += 1

    def _comma(self) -> None:
        self._skip(_BLANKS)
        if self.text[self.at] == ",":
            self.at += 1
            self._skip(_BLANKS)
