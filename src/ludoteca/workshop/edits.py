"""Small changes to the text of a file: one value, one table, and nothing else moves.

Every change is checked: the new text must say what was meant, or it is not made.
"""

from __future__ import annotations

import tomllib
from copy import deepcopy
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.workshop.places import Path, find_places, where_of
from ludoteca.workshop.rewriting import added, removed
from ludoteca.workshop.toml_values import write


class CannotEdit(LudotecaError):
    """The text cannot be changed there by itself; a person can."""


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
        raise CannotEdit(f"{where_of(path)}: there is nothing to remove.") from None
    if around == [] and len(path) > 1:  # an empty list says nothing
        return drop(text, path[:-1])
    return become(text, wanted)


def become(text: str, wanted: dict[str, Any]) -> str:
    """The text changed, as little as can be, until it says what is wanted."""
    for _ in range(400):
        told = tomllib.loads(text)
        change = _difference(told, wanted, ())
        if change is None:
            return text
        changed = _make(text, *change)
        if _difference(_loaded(changed, change[0]), wanted, ()) == change:
            raise CannotEdit(f"{where_of(change[0])}: this can be changed in the text only.")
        text = changed
    raise CannotEdit("too many changes at once.")


def _loaded(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise CannotEdit(f"{where_of(path)}: this can be changed in the text only.") from None


_GONE = object()
Change = tuple[Path, Any]


def _difference(told: Any, wanted: Any, path: Path) -> Change | None:
    """The first place where two values differ, and what is wanted there."""
    if isinstance(told, dict) and isinstance(wanted, dict):
        for key in told:
            if key not in wanted:
                return (*path, key), _GONE
        for key in wanted:
            if key not in told:
                return (*path, key), wanted[key]
            found = _difference(told[key], wanted[key], (*path, key))
            if found:
                return found
        return None
    missing = _missing(told, wanted)
    if missing is not None:
        return (*path, missing), _GONE
    if _are_lists_of_tables(told, wanted):
        for n in range(min(len(told), len(wanted))):
            found = _difference(told[n], wanted[n], (*path, n))
            if found:
                return found
        if len(told) > len(wanted):
            return (*path, len(told) - 1), _GONE
        return ((*path, len(told)), wanted[len(told)]) if len(wanted) > len(told) else None
    if isinstance(told, list) and isinstance(wanted, list) and len(told) == len(wanted):
        found_all = (_difference(a, b, (*path, n)) for n, (a, b) in enumerate(zip(told, wanted, strict=True)))
        return next((one for one in found_all if one), None)
    return None if type(told) is type(wanted) and told == wanted else (path, wanted)


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
            raise CannotEdit(f"{where_of(path)}: this can be changed in the text only.")
        raw = raw[part]  # type: ignore[index]
    last = path[-1]
    if isinstance(raw, list) and isinstance(last, int) and last == len(raw):
        raw.append(value)
        return
    try:
        raw[last] = value
    except (IndexError, TypeError):
        raise CannotEdit(f"{where_of(path)}: there is no such place.") from None


def _make(text: str, path: Path, value: Any) -> str:
    """One change made in the text."""
    places = find_places(text)
    spot = places.spots.get(path)
    if value is _GONE:
        return removed(places, path)
    if spot is not None and spot.kind == "value":
        return text[: spot.start] + write(value) + text[spot.end :]
    if spot is not None:  # a table or a list of tables that becomes something else
        return removed(places, path)
    return added(places, path, value)
