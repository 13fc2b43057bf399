"""One statement more or one less in the text of a file; all other lines stay as they are."""

from __future__ import annotations

import re
from typing import Any

from ludoteca.workshop.places import Path, Places, Spot, find_places
from ludoteca.workshop.toml_values import key_of, write

READ_BY_PLAYERS = "# What players read."
"""The line of a file after which there are only texts."""

# -- removing -----------------------------------------------------------------------------------------


def removed(places: Places, path: Path) -> str:
    text, spot = places.text, places.spots[path]
    around = places.spots.get(path[:-1])
    if spot.kind == "value" and around is not None and around.kind == "value":
        return _without_item(text, spot, around)
    spans = []
    for one in places.within(path):
        inner = places.spots[one]
        outside = places.spots.get(one[:-1])
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


def _without_item(text: str, spot: Spot, around: Spot) -> str:
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


def added(places: Places, path: Path, value: Any) -> str:
    text, around, last = places.text, places.spots.get(path[:-1]), path[-1]
    if around is not None and around.kind == "value":
        return _with_item(text, around, write(value) if isinstance(last, int) else _said((last,), value))
    if isinstance(last, int):
        return _with_table(places, path, value)
    if around is not None and around.kind == "dotted":
        return _with_dotted(places, path, value)
    if len(path) == 1 and isinstance(value, dict):
        return _with_block(places, f"[{key_of(last)}]", value)
    if len(path) == 1 and _is_tables(value):
        blocks = places
        for n, item in enumerate(value):
            blocks = find_places(_with_block(blocks, f"[[{key_of(last)}]]", item, n))
        return blocks.text
    if path[:-1] in places.sections:
        return _with_line(places, path[:-1], _said((last,), value))
    header = ".".join(key_of(part) for part in path[:-1] if isinstance(part, str))
    return _with_block(places, f"[{header}]", {str(last): value})


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and item for item in value)


def _said(keys: tuple[str | int, ...], value: Any) -> str:
    return f"{'.'.join(key_of(str(key)) for key in keys)} = {write(value)}"


def _with_item(text: str, around: Spot, said: str) -> str:
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


def _with_line(places: Places, table: Path, said: str) -> str:
    """A new last line of a table with a header (or of the nameless one at the top)."""
    text = places.text
    own = [
        spot
        for path, spot in places.spots.items()
        if spot.kind == "value" and _section(places, path) == table and _is_statement(places, path)
    ]
    if own:
        at = _lines(text, *own[-1].whole)[1]
    elif table == ():
        at = 0
        said += "\n" if text.strip() else ""
    else:
        at = _lines(text, *places.spots[table].whole)[1]
    newline = "" if at == 0 or text[at - 1] == "\n" else "\n"
    return text[:at] + newline + said + "\n" + text[at:]


def _section(places: Places, path: Path) -> Path:
    """The table with a header in which something is said."""
    while path not in places.sections:
        path = path[:-1]
    return path


def _is_statement(places: Places, path: Path) -> bool:
    """Whether it has a line of its own, and is no part of another value."""
    return not any(
        places.spots[path[:n]].kind == "value" for n in range(1, len(path)) if path[:n] in places.spots
    )


def _with_dotted(places: Places, path: Path, value: Any) -> str:
    """Beside other keys with dots."""
    section = _section(places, path[:-1])
    return _with_line(places, section, _said(path[len(section) :], value))


def _with_table(places: Places, path: Path, value: Any) -> str:
    """A new last table of a list of tables."""
    name = ".".join(key_of(part) for part in path[:-1] if isinstance(part, str))
    before = [places.spots[one] for one in places.within((*path[:-1], int(path[-1]) - 1))]
    at = max(_lines(places.text, *spot.whole)[1] for spot in before)
    return places.text[:at] + _block(f"[[{name}]]", value) + places.text[at:]


def _block(header: str, value: dict[str, Any]) -> str:
    lines = [f"{key_of(key)} = {write(item)}" for key, item in value.items()]
    return "\n".join([header, *lines]) + "\n"


def _with_block(places: Places, header: str, value: dict[str, Any], number: int = 0) -> str:
    """A new table, before the texts if there are any."""
    text = places.text
    mark = text.find(READ_BY_PLAYERS)
    texts = [places.spots[one].start for one in places.sections if one[:1] in (("text",), ("checks",))]
    at = mark if mark >= 0 else min(texts, default=len(text))
    before, after = text[:at].rstrip("\n"), text[at:]
    gap = "\n" if number else "\n\n"
    return (before + gap if before else "") + _block(header, value) + ("\n" + after if after else "")
