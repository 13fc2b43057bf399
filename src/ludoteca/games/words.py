"""How a value in a game file is read: small readers that check, explain and describe themselves.

Each reader turns a TOML value into a Python value, adds to a list of problems what a person should mend,
and knows its own JSON Schema, so that reading, checking, completion and reference come from one place.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Protocol

Schema = dict[str, Any]


class Problems:
    """The mistakes found in one file, in the order in which they were found."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[str] = []

    def add(self, where: str, what: str) -> None:
        text = f"{self.file}: {where}: {what}" if where else f"{self.file}: {what}"
        if text not in self.found:
            self.found.append(text)


class Reader(Protocol):
    """Reads one kind of value."""

    def read(self, value: object, where: str, problems: Problems) -> Any: ...

    def schema(self) -> Schema: ...

    def says(self) -> str: ...


def listed(words: Iterable[str]) -> str:
    return ", ".join(f'"{word}"' for word in words)


def nearest(word: str, known: Iterable[str]) -> str:
    """`Did you mean …?` for a word that is almost known, with a space before it; else nothing."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f' Did you mean "{close[0]}"?' if close else ""


def shown(value: object) -> str:
    """A value as it looks in the file, cut short."""
    text = {True: "true", False: "false"}.get(value) if isinstance(value, bool) else None
    text = text or (f'"{value}"' if isinstance(value, str) else str(value))
    return text if len(text) <= 40 else text[:37] + "…"


@dataclass(frozen=True)
class Int:
    """A whole number within limits."""

    low: int
    high: int

    def read(self, value: object, where: str, problems: Problems) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            problems.add(where, f"{shown(value)} is not a whole number. {self.says().capitalize()} is wanted.")
            return None
        if not self.low <= value <= self.high:
            problems.add(where, f"{shown(value)} is out of range. Allowed: {self.low} to {self.high}.")
            return None
        return value

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.low, "maximum": self.high}

    def says(self) -> str:
        return f"a whole number from {self.low} to {self.high}"


@dataclass(frozen=True)
class Flag:
    """true or false."""

    def read(self, value: object, where: str, problems: Problems) -> bool | None:
        if not isinstance(value, bool):
            problems.add(where, f"{shown(value)} is neither true nor false.")
            return None
        return value

    def schema(self) -> Schema:
        return {"type": "boolean"}

    def says(self) -> str:
        return "true or false"


@dataclass(frozen=True)
class Text:
    """Any text."""

    about: str = "a text"
    longest: int = 4000

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        if not isinstance(value, str):
            problems.add(where, f"{shown(value)} is not a text. {self.about.capitalize()} is wanted.")
            return None
        if len(value) > self.longest:
            problems.add(where, f"the text is longer than {self.longest} characters.")
            return None
        return value

    def schema(self) -> Schema:
        return {"type": "string", "maxLength": self.longest}

    def says(self) -> str:
        return self.about


@dataclass(frozen=True)
class Year:
    """A year, or words about one."""

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
        return Text("a year", 60).read(value, where, problems)

    def schema(self) -> Schema:
        return {"type": ["integer", "string"]}

    def says(self) -> str:
        return "a year, or words about one"


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    words: tuple[str, ...]

    def read(self, value: object, where: str, problems: Problems) -> str | None:
        if isinstance(value, str) and value in self.words:
            return value
        hint = nearest(value, self.words) if isinstance(value, str) else ""
        problems.add(where, f"{shown(value)} is not known here.{hint} Allowed: {listed(self.words)}.")
        return None

    def schema(self) -> Schema:
        return {"enum": list(self.words)}

    def says(self) -> str:
        return "one of " + listed(self.words)


@dataclass(frozen=True)
class Many:
    """A list of values, or one value that stands for a list of one."""

    inner: Reader
    longest: int = 400
    fewest: int = 0

    def read(self, value: object, where: str, problems: Problems) -> tuple[Any, ...] | None:
        if not isinstance(value, list):
            one = self.inner.read(value, where, problems)
            return None if one is None else (one,)
        if not self.fewest <= len(value) <= self.longest:
            problems.add(where, f"a list of {self.fewest} to {self.longest} values is wanted, not {len(value)}.")
            return None
        read = [self.inner.read(item, f"{where}[{i + 1}]", problems) for i, item in enumerate(value)]
        return None if any(item is None for item in read) else tuple(read)

    def schema(self) -> Schema:
        inner = self.inner.schema()
        return {"anyOf": [inner, {"type": "array", "items": inner, "maxItems": self.longest}]}

    def says(self) -> str:
        return f"{self.inner.says()}, or a list of them"


@dataclass(frozen=True)
class Sided:
    """One value for both sides, or `{ first = …, second = … }`. Read as a pair."""

    inner: Reader

    def read(self, value: object, where: str, problems: Problems) -> tuple[Any, Any] | None:
        if isinstance(value, dict) and value and set(value) <= {"first", "second"}:
            pair = [
                self.inner.read(value[side], f"{where}.{side}", problems) if side in value else None
                for side in ("first", "second")
            ]
            return pair[0], pair[1]
        one = self.inner.read(value, where, problems)
        return None if one is None else (one, one)

    def schema(self) -> Schema:
        inner = self.inner.schema()
        sides = {
            "type": "object",
            "properties": {"first": inner, "second": inner},
            "additionalProperties": False,
        }
        return {"anyOf": [inner, sides]}

    def says(self) -> str:
        return f"{self.inner.says()}; or one for each side, {{ first = …, second = … }}"


@dataclass(frozen=True)
class Named:
    """A table whose keys are names of the author's own."""

    inner: Reader
    longest: int = 400

    def read(self, value: object, where: str, problems: Problems) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            problems.add(where, f"{shown(value)} is not a table of names.")
            return None
        if len(value) > self.longest:
            problems.add(where, f"more than {self.longest} names.")
            return None
        read = {key: self.inner.read(item, f"{where}.{key}", problems) for key, item in value.items()}
        return {key: item for key, item in read.items() if item is not None}

    def schema(self) -> Schema:
        return {"type": "object", "additionalProperties": self.inner.schema()}

    def says(self) -> str:
        return f"a table of names, each with {self.inner.says()}"


@dataclass(frozen=True)
class Table:
    """A table with known keys: the fields of a dataclass made with `word`."""

    of: type

    def read(self, value: object, where: str, problems: Problems) -> Any:
        if not isinstance(value, dict):
            problems.add(where, f"{shown(value)} is not a table. {self.says().capitalize()} is wanted.")
            return None
        known = keys_of(self.of)
        read: dict[str, Any] = {"where": where}
        for key, item in value.items():
            spot = f"{where}.{key}" if where else key
            if key not in known:
                problems.add(spot, f"no such key.{nearest(key, known)} Known keys: {listed(known)}.")
                continue
            result = known[key].metadata["reader"].read(item, spot, problems)
            if result is not None:
                read[known[key].name] = result
        for key, known_field in known.items():
            needed = known_field.default is MISSING and known_field.default_factory is MISSING
            if needed and known_field.name not in read:
                if key not in value:
                    problems.add(where, f'the key "{key}" is missing: {known_field.metadata["doc"]}')
                return None
        return self.of(**read)

    def schema(self) -> Schema:
        known = keys_of(self.of)
        properties = {
            key: {**f.metadata["reader"].schema(), "description": f.metadata["doc"]} for key, f in known.items()
        }
        return {"type": "object", "properties": properties, "additionalProperties": False}

    def says(self) -> str:
        return "a table with the keys " + listed(keys_of(self.of))


def word(reader: Reader, doc: str, example: str = "", **options: Any) -> Any:
    """A key of a table in the language: how it is read, what it means, how it looks."""
    options.setdefault("default", MISSING)
    default = options.pop("default")
    metadata = {"reader": reader, "doc": doc, "example": example, **options}
    return field(default=default, metadata=metadata)


def keys_of(table: type) -> Mapping[str, Any]:
    """The keys of a table of the language, as they are written in a file."""
    return {
        f.metadata.get("key") or f.name.rstrip("_").replace("_", "-"): f
        for f in fields(table)
        if "reader" in f.metadata
    }
