"""Edits to the text of a TOML file that keep its comments and layout.

`tomlkit` formats values and edits arrays. Where a new statement goes, and which comments leave with a removed
one, is decided here by source position: tomlkit appends a new key behind the comments that introduce the
next table, appends new tables at the end of the file, and keeps the comments above what it removes.

Every edit is verified: the new text must parse to the wanted tables.
"""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, cast

import tomlkit
from tomlkit.items import Array

from ludoteca.errors import LudotecaError
from ludoteca.workshop.toml_positions import Path, SourceMap, SourceRange, format_path, scan

TEXTS_COMMENT = "# What players read."
"""The comment in a game file above its texts; new tables go before it."""
_MOST_EDITS = 400


class EditError(LudotecaError):
    """The text cannot be edited there automatically."""


@dataclass(frozen=True)
class Edit:
    """A value to set at a path, or to remove from there."""

    path: Path
    value: Any = None
    is_removed: bool = False


# -- public functions ---------------------------------------------------------------------------------


def set_value(text: str, path: Path, value: Any) -> str:
    """The text with a value at a path, replaced or added."""
    wanted = deepcopy(tomllib.loads(text))
    _set_in(wanted, path, value)
    return rewrite(text, wanted)


def remove(text: str, path: Path) -> str:
    """The text without the value or table at a path."""
    wanted = deepcopy(tomllib.loads(text))
    try:
        parent = _at(wanted, path[:-1])
        del parent[path[-1]]
    except (KeyError, IndexError, TypeError):
        raise EditError("edit.nothing-to-remove", key=format_path(path)) from None
    if parent == [] and len(path) > 1:
        return remove(text, path[:-1])
    return rewrite(text, wanted)


def rewrite(text: str, wanted: dict[str, Any]) -> str:
    """The text edited, one difference at a time, until it parses to the wanted tables."""
    for _ in range(_MOST_EDITS):
        edit = _difference(tomllib.loads(text), wanted, ())
        if edit is None:
            return text
        edited = _apply(text, edit)
        if _difference(_parsed(edited, edit.path), wanted, ()) == edit:
            raise _only_by_hand(edit.path)
        text = edited
    raise EditError("edit.too-many")


def format_value(value: Any) -> str:
    """A value as TOML on one line."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(format_value(item) for item in value)}]"
    if isinstance(value, dict):
        items = ", ".join(_format_statement((key,), item) for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    return str(tomlkit.item(value).as_string())


def format_key(key: str | int) -> str:
    return tomlkit.key(str(key)).as_string()


# -- tables -------------------------------------------------------------------------------------------


def _only_by_hand(path: Path) -> EditError:
    return EditError("edit.text-only", key=format_path(path))


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        text.encode()  # a lone surrogate is no text
        return tomllib.loads(text)
    except (ValueError, RecursionError):  # no TOML or no text, a huge number, deep nesting
        raise _only_by_hand(path) from None


def _at(raw: Any, path: Path) -> Any:
    for part in path:
        raw = raw[part]
    return raw


def _set_in(raw: Any, path: Path, value: Any) -> None:
    for part, after in pairwise(path):
        if isinstance(raw, dict) and not isinstance(raw.get(part), dict | list):
            raw[part] = [] if isinstance(after, int) else {}
        try:
            raw = raw[part]
        except (IndexError, KeyError, TypeError):  # a value where the path expects a table, or another one
            raise _only_by_hand(path) from None
    last = path[-1]
    if isinstance(raw, list) and isinstance(last, int) and last == len(raw):
        raw.append(value)
        return
    try:
        raw[last] = value
    except (IndexError, TypeError):
        raise EditError("edit.no-such-place", key=format_path(path)) from None


def _difference(old: Any, wanted: Any, path: Path) -> Edit | None:
    """The edit for the first place where two values differ."""
    if isinstance(old, dict) and isinstance(wanted, dict):
        return _table_difference(old, wanted, path)
    extra = _extra_item(old, wanted)
    if extra is not None:
        return Edit((*path, extra), is_removed=True)
    if _are_arrays_of_tables(old, wanted):
        return _array_difference(old, wanted, path)
    if isinstance(old, list) and isinstance(wanted, list) and len(old) == len(wanted):
        return _array_difference(old, wanted, path)
    return None if type(old) is type(wanted) and old == wanted else Edit(path, wanted)


def _table_difference(old: dict[str, Any], wanted: dict[str, Any], path: Path) -> Edit | None:
    for key in old:
        if key not in wanted:
            return Edit((*path, key), is_removed=True)
    for key, value in wanted.items():
        if key not in old:
            return Edit((*path, key), value)
        found = _difference(old[key], value, (*path, key))
        if found:
            return found
    return None


def _array_difference(old: list[Any], wanted: list[Any], path: Path) -> Edit | None:
    for number, (one, other) in enumerate(zip(old, wanted, strict=False)):
        found = _difference(one, other, (*path, number))
        if found:
            return found
    if len(old) > len(wanted):
        return Edit((*path, len(old) - 1), is_removed=True)
    return Edit((*path, len(old)), wanted[len(old)]) if len(wanted) > len(old) else None


def _extra_item(old: Any, wanted: Any) -> int | None:
    """The index of the one item by which an array is longer than the wanted one, all others being equal."""
    if not isinstance(old, list) or not isinstance(wanted, list) or len(old) != len(wanted) + 1:
        return None
    at = next((n for n, item in enumerate(wanted) if old[n] != item), len(wanted))
    return at if old[at + 1 :] == wanted[at:] else None


def _are_arrays_of_tables(old: Any, wanted: Any) -> bool:
    both = isinstance(old, list) and isinstance(wanted, list) and bool(old) and bool(wanted)
    return both and all(isinstance(item, dict) for item in [*old, *wanted])


# -- text ---------------------------------------------------------------------------------------------


def _apply(text: str, edit: Edit) -> str:
    source = scan(text)
    found, parent = source.ranges.get(edit.path), source.ranges.get(edit.path[:-1])
    if parent is not None and parent.kind == "value" and (found is None or edit.is_removed):
        return _edit_inside(text, parent, edit)
    if edit.is_removed:
        return _remove_statements(source, edit.path)
    if found is None:
        return _add(source, edit.path, edit.value)
    if found.kind != "value":  # a table that becomes something else
        return _remove_statements(source, edit.path)
    return text[: found.start] + format_value(edit.value) + text[found.end :]


def _edit_inside(text: str, parent: SourceRange, edit: Edit) -> str:
    """Add or remove an item of an array or of an inline table."""
    old, last = text[parent.start : parent.end], edit.path[-1]
    if isinstance(last, int):
        new = _edited_array(old, last, edit)
    else:
        table = tomllib.loads(f"k = {old}")["k"]
        table[last] = edit.value
        if edit.is_removed:
            del table[last]
        new = format_value(table)
    return text[: parent.start] + new + text[parent.end :]


def _edited_array(text: str, number: int, edit: Edit) -> str:
    array = cast(Array, tomlkit.value(text))
    if edit.is_removed:
        del array[number]
    else:
        array.append(tomlkit.value(format_value(edit.value)))
    return array.as_string()


def _remove_statements(source: SourceMap, path: Path) -> str:
    """Remove the lines of a key or table and of all that is in it, with the comments right above them."""
    text, spans = source.text, []
    for one in source.within(path):
        inner, outer = source.ranges[one], source.ranges.get(one[:-1])
        if inner.kind in ("value", "header") and not (outer and outer.kind == "value"):
            start, end = _lines(text, *inner.whole)
            spans.append((_comments_above(text, start), end))
    for start, end in sorted(set(spans), reverse=True):
        text = text[:start] + text[end:]
    return re.sub(r"\n{3,}", "\n\n", text)


def _lines(text: str, start: int, end: int) -> tuple[int, int]:
    """The span of the whole lines that a statement is on."""
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, len(text) if last < 0 else last + 1


def _comments_above(text: str, start: int) -> int:
    """The start of the comment lines directly above a line."""
    while start:
        above = text.rfind("\n", 0, start - 1) + 1
        line = text[above : start - 1]
        if not line.startswith("#") or line == TEXTS_COMMENT:
            break
        start = above
    return start


def _add(source: SourceMap, path: Path, value: Any) -> str:
    """Add a key or a table that has a line of its own."""
    table, last = path[:-1], path[-1]
    if isinstance(last, int):
        return _append_to_array_of_tables(source, path, value)
    parent = source.ranges.get(table)
    if parent is not None and parent.kind == "dotted":
        section = source.section(table)
        return _append_line(source, section, _format_statement(path[len(section) :], value))
    if not table and isinstance(value, dict):
        return _insert_table(source, f"[{format_key(last)}]", value)
    if not table and _is_array_of_tables(value):
        for number, item in enumerate(value):
            source = scan(_insert_table(source, f"[[{format_key(last)}]]", item, is_first=not number))
        return source.text
    if table in source.sections:
        return _append_line(source, table, _format_statement((last,), value))
    return _insert_table(source, f"[{_header(table)}]", {str(last): value})


def _is_array_of_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and item for item in value)


def _format_statement(keys: tuple[str | int, ...], value: Any) -> str:
    return f"{'.'.join(map(format_key, keys))} = {format_value(value)}"


def _format_table(header: str, value: dict[str, Any]) -> str:
    return "\n".join([header, *(_format_statement((key,), item) for key, item in value.items())]) + "\n"


def _header(table: Path) -> str:
    return ".".join(format_key(part) for part in table if isinstance(part, str))


def _append_line(source: SourceMap, table: Path, statement: str) -> str:
    """A new line after the last statement of a table."""
    text, own = source.text, source.statements(table)
    if own:
        at = _lines(text, *own[-1].whole)[1]
    elif table == ():
        at = 0
        statement += "\n" if text.strip() else ""
    else:
        at = _lines(text, *source.ranges[table].whole)[1]
    newline = "" if at == 0 or text[at - 1] == "\n" else "\n"
    return text[:at] + newline + statement + "\n" + text[at:]


def _append_to_array_of_tables(source: SourceMap, path: Path, value: Any) -> str:
    before = [source.ranges[one] for one in source.within((*path[:-1], int(path[-1]) - 1))]
    at = max(_lines(source.text, *found.whole)[1] for found in before)
    return source.text[:at] + _format_table(f"[[{_header(path[:-1])}]]", value) + source.text[at:]


def _insert_table(source: SourceMap, header: str, value: dict[str, Any], is_first: bool = True) -> str:
    """A new table, before the texts of the game if there are any."""
    text = source.text
    comment = text.find(TEXTS_COMMENT)
    texts = [source.ranges[one].start for one in source.sections if one[:1] in (("text",), ("checks",))]
    at = comment if comment >= 0 else min(texts, default=len(text))
    before, after = text[:at].rstrip("\n"), text[at:]
    gap = "\n\n" if is_first else "\n"
    return (before + gap if before else "") + _format_table(header, value) + ("\n" + after if after else "")
