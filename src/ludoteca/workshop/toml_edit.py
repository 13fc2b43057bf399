"""Values as TOML writes them.

One statement more or one less in the text of a file; all other lines stay as they are.

Small changes to the text of a file: one value, one table, and nothing else moves.

Every change is checked: the new text must say what was meant, or it is not made.
"""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.workshop.toml_positions import Path, SourceMap, SourceRange, format_path, scan


def write(value: Any) -> str:
    """A value as it stands in a file, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(write(item) for item in value)}]"
    if isinstance(value, dict):
        items = ", ".join(f"{key_of(str(key))} = {write(item)}" for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    return str(value.isoformat())


_SIGNS = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def quoted(text: str) -> str:
    signs = (_SIGNS.get(c) or (c if c.isprintable() else f"\\U{ord(c):08x}") for c in text)
    return f'"{"".join(signs)}"'


def key_of(key: str | int) -> str:
    return str(key) if re.fullmatch(r"[A-Za-z0-9_-]+", str(key)) else quoted(str(key))


READ_BY_PLAYERS = "# What players read."
"""The line of a file after which there are only texts."""

# -- removing -----------------------------------------------------------------------------------------


def removed(source: SourceMap, path: Path) -> str:
    text, spot = source.text, source.ranges[path]
    around = source.ranges.get(path[:-1])
    if spot.kind == "value" and around is not None and around.kind == "value":
        return _without_item(text, spot, around)
    spans = []
    for one in source.within(path):
        inner = source.ranges[one]
        outside = source.ranges.get(one[:-1])
        if inner.kind in ("value", "header") and not (outside and outside.kind == "value"):
            start, end = _lines(text, *inner.whole)
            spans.append((_remarked(text, start), end))
    for start, end in sorted(set(spans), reverse=True):
        text = text[:start] + text[end:]
    return re.sub(r"\n{3,}", "\n\n", text)


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole lines of a statement, with what is remarked behind it."""
    begun = text.rfind("\n", 0, start) + 1
    ended = text.find("\n", end)
    return begun, len(text) if ended < 0 else ended + 1


def _remarked(text: str, start: int) -> int:
    """The beginning of the remarks that stand right above a line; they speak of it."""
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        line = text[above : start - 1]
        if not line.startswith("#") or line == READ_BY_PLAYERS:
            break
        start = above
    return start


def _without_item(text: str, spot: SourceRange, around: SourceRange) -> str:
    """An item of a list or of an inline table goes with one comma."""
    start, end = spot.whole
    after = re.compile(r"[ \t]*,[ \t]*").match(text, end)
    if after:
        return text[:start] + text[after.end() :]
    before = re.search(r"[ \t\n]*,?[ \t\n]*$", text[around.start + 1 : start])
    begun = around.start + 1 + before.start() if before else start
    blank = " " if text[around.start] == "{" and text[begun - 1] != "{" else ""
    return text[:begun] + blank + text[end:].lstrip(" ")


# -- adding -------------------------------------------------------------------------------------------


def added(source: SourceMap, path: Path, value: Any) -> str:
    text, around, last = source.text, source.ranges.get(path[:-1]), path[-1]
    if around is not None and around.kind == "value":
        return _with_item(text, around, write(value) if isinstance(last, int) else _said((last,), value))
    if isinstance(last, int):
        return _with_table(source, path, value)
    if around is not None and around.kind == "dotted":
        return _with_dotted(source, path, value)
    if len(path) == 1 and isinstance(value, dict):
        return _with_block(source, f"[{key_of(last)}]", value)
    if len(path) == 1 and _is_tables(value):
        blocks = source
        for n, item in enumerate(value):
            blocks = scan(_with_block(blocks, f"[[{key_of(last)}]]", item, n))
        return blocks.text
    if path[:-1] in source.sections:
        return _with_line(source, path[:-1], _said((last,), value))
    header = ".".join(key_of(part) for part in path[:-1] if isinstance(part, str))
    return _with_block(source, f"[{header}]", {str(last): value})


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and item for item in value)


def _said(keys: tuple[str | int, ...], value: Any) -> str:
    return f"{'.'.join(key_of(str(key)) for key in keys)} = {write(value)}"


def _with_item(text: str, around: SourceRange, said: str) -> str:
    """A new last item of a list or of an inline table."""
    inside = text[around.start + 1 : around.end - 1]
    bare = re.sub(r"#[^\n]*", "", inside).rstrip()
    if not bare:
        blank = " " if text[around.start] == "{" else ""
        return text[: around.start + 1] + blank + said + blank + text[around.end - 1 :]
    end = around.start + 1 + len(inside.rstrip())
    comma = "" if bare.endswith(",") else ","
    many = "\n" in inside
    between = "\n  " if many else " "
    return text[:end] + comma + between + said + ("," if many else "") + text[end:]


def _with_line(source: SourceMap, table: Path, said: str) -> str:
    """A new last line of a table with a header (or of the nameless one at the top)."""
    text = source.text
    own = [
        spot
        for path, spot in source.ranges.items()
        if spot.kind == "value" and _section(source, path) == table and _is_statement(source, path)
    ]
    if own:
        at = _lines(text, *own[-1].whole)[1]
    elif table == ():
        at = 0
        said += "\n" if text.strip() else ""
    else:
        at = _lines(text, *source.ranges[table].whole)[1]
    newline = "" if at == 0 or text[at - 1] == "\n" else "\n"
    return text[:at] + newline + said + "\n" + text[at:]


def _section(source: SourceMap, path: Path) -> Path:
    """The table with a header in which something is said."""
    while path not in source.sections:
        path = path[:-1]
    return path


def _is_statement(source: SourceMap, path: Path) -> bool:
    """Whether it has a line of its own, and is no part of another value."""
    return not any(
        source.ranges[path[:n]].kind == "value" for n in range(1, len(path)) if path[:n] in source.ranges
    )


def _with_dotted(source: SourceMap, path: Path, value: Any) -> str:
    """Beside other keys with dots."""
    section = _section(source, path[:-1])
    return _with_line(source, section, _said(path[len(section) :], value))


def _with_table(source: SourceMap, path: Path, value: Any) -> str:
    """A new last table of a list of tables."""
    name = ".".join(key_of(part) for part in path[:-1] if isinstance(part, str))
    before = [source.ranges[one] for one in source.within((*path[:-1], int(path[-1]) - 1))]
    at = max(_lines(source.text, *spot.whole)[1] for spot in before)
    return source.text[:at] + _block(f"[[{name}]]", value) + source.text[at:]


def _block(header: str, value: dict[str, Any]) -> str:
    lines = [f"{key_of(key)} = {write(item)}" for key, item in value.items()]
    return "\n".join([header, *lines]) + "\n"


def _with_block(source: SourceMap, header: str, value: dict[str, Any], number: int = 0) -> str:
    """A new table, before the texts if there are any."""
    text = source.text
    mark = text.find(READ_BY_PLAYERS)
    texts = [source.ranges[one].start for one in source.sections if one[:1] in (("text",), ("checks",))]
    at = mark if mark >= 0 else min(texts, default=len(text))
    before, after = text[:at].rstrip("\n"), text[at:]
    gap = "\n" if number else "\n\n"
    return (before + gap if before else "") + _block(header, value) + ("\n" + after if after else "")


class EditError(LudotecaError):
    """The text cannot be changed there by itself; a person can."""


@dataclass(frozen=True)
class Edit:
    """A value to set at a path, or to remove from there."""

    path: Path
    value: Any = None
    is_removed: bool = False


# -- the changes --------------------------------------------------------------------------------------


def put(text: str, path: Path, value: Any) -> str:
    """The text with a value said at a path: in place of another, or as a new one."""
    wanted = deepcopy(tomllib.loads(text))
    _put_in(wanted, path, value)
    return become(text, wanted)


def drop(text: str, path: Path) -> str:
    """The text without what stands at a path."""
    wanted = deepcopy(tomllib.loads(text))
    try:
        around = _at(wanted, path[:-1])
        del around[path[-1]]
    except (KeyError, IndexError, TypeError):
        raise EditError(f"{format_path(path)}: there is nothing to remove.") from None
    if around == [] and len(path) > 1:  # an empty list says nothing
        return drop(text, path[:-1])
    return become(text, wanted)


def become(text: str, wanted: dict[str, Any]) -> str:
    """The text changed, as little as can be, until it says what is wanted."""
    for _ in range(400):
        told = tomllib.loads(text)
        edit = _difference(told, wanted, ())
        if edit is None:
            return text
        changed = _apply(text, edit)
        if _difference(_loaded(changed, edit.path), wanted, ()) == edit:
            raise EditError(f"{format_path(edit.path)}: this can be changed in the text only.")
        text = changed
    raise EditError("too many changes at once.")


def _loaded(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise EditError(f"{format_path(path)}: this can be changed in the text only.") from None


def _difference(told: Any, wanted: Any, path: Path) -> Edit | None:
    """The first place where two values differ, and what is wanted there."""
    if isinstance(told, dict) and isinstance(wanted, dict):
        for key in told:
            if key not in wanted:
                return Edit((*path, key), is_removed=True)
        for key in wanted:
            if key not in told:
                return Edit((*path, key), wanted[key])
            found = _difference(told[key], wanted[key], (*path, key))
            if found:
                return found
        return None
    missing = _missing(told, wanted)
    if missing is not None:
        return Edit((*path, missing), is_removed=True)
    if _are_lists_of_tables(told, wanted):
        for n in range(min(len(told), len(wanted))):
            found = _difference(told[n], wanted[n], (*path, n))
            if found:
                return found
        if len(told) > len(wanted):
            return Edit((*path, len(told) - 1), is_removed=True)
        return Edit((*path, len(told)), wanted[len(told)]) if len(wanted) > len(told) else None
    if isinstance(told, list) and isinstance(wanted, list) and len(told) == len(wanted):
        found_all = (_difference(a, b, (*path, n)) for n, (a, b) in enumerate(zip(told, wanted, strict=True)))
        return next((one for one in found_all if one), None)
    return None if type(told) is type(wanted) and told == wanted else Edit(path, wanted)


def _missing(told: Any, wanted: Any) -> int | None:
    """The place of the one item that a list has too many, if all others are as they should be."""
    if not isinstance(told, list) or not isinstance(wanted, list) or len(told) != len(wanted) + 1:
        return None
    at = next((n for n, item in enumerate(wanted) if told[n] != item), len(wanted))
    return at if told[at + 1 :] == wanted[at:] else None


def _are_lists_of_tables(told: Any, wanted: Any) -> bool:
    both = isinstance(told, list) and isinstance(wanted, list) and bool(told) and bool(wanted)
    return both and all(isinstance(item, dict) for item in [*told, *wanted])


def _at(raw: Any, path: Path) -> Any:
    for part in path:
        raw = raw[part]
    return raw


def _put_in(raw: Any, path: Path, value: Any) -> None:
    for n, part in enumerate(path[:-1]):
        after = path[n + 1]
        if isinstance(raw, dict) and not isinstance(raw.get(part), dict | list):
            raw[part] = [] if isinstance(after, int) else {}
        if not isinstance(raw, dict | list):
            raise EditError(f"{format_path(path)}: this can be changed in the text only.")
        raw = raw[part]  # type: ignore[index]
    last = path[-1]
    if isinstance(raw, list) and isinstance(last, int) and last == len(raw):
        raw.append(value)
        return
    try:
        raw[last] = value
    except (IndexError, TypeError):
        raise EditError(f"{format_path(path)}: there is no such place.") from None


def _apply(text: str, edit: Edit) -> str:
    source = scan(text)
    found = source.ranges.get(edit.path)
    if edit.is_removed:
        return removed(source, edit.path)
    if found is not None and found.kind == "value":
        return text[: found.start] + write(edit.value) + text[found.end :]
    if found is not None:  # a table or an array of tables that becomes something else
        return removed(source, edit.path)
    return added(source, edit.path, edit.value)
