"""Damaged versions of valid files: every entry replaced by values of other types, left out, and more."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

WRONG: dict[str, Any] = {
    "true": True, "zero": 0, "negative": -1, "huge": 10**30, "fraction": 1.5, "infinite": float("inf"),
    "text": "x", "empty-text": "", "list": [], "list-of-lists": [[1]], "table": {}, "nested": {"x": {"x": 1}},
}  # fmt: skip
"""Values for an entry, at least one of them of a wrong type or beyond its limits."""


def entries(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every entry of nested tables and lists, up to the first two items of a list."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from entries(value[key], (*path, key))
    elif isinstance(value, list):
        for number in range(min(2, len(value))):
            yield from entries(value[number], (*path, number))


def damaged(value: Any, *, null: bool) -> Iterator[tuple[str, Any]]:
    """Names and values: each entry left out, and replaced by each wrong value; by null where that exists."""
    wrong = WRONG | ({"null": None} if null else {})
    for path in entries(value):
        name = ".".join(map(str, path))
        without = copy.deepcopy(value)
        del _parent(without, path)[path[-1]]
        yield f"{name} left out", without
        for kind, other in wrong.items():
            changed = copy.deepcopy(value)
            _parent(changed, path)[path[-1]] = other
            yield f"{name} = {kind}", changed


def _parent(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path[:-1]:
        value = value[key]
    return value


def spoilt(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Names and contents: a file cut short in several places, empty, binary, and of the wrong encoding."""
    yield "empty", b""
    for share in (0.01, 0.1, 0.5, 0.9, 0.99):
        yield f"cut at {share}", content[: int(len(content) * share)]
    yield "without its last byte", content[:-1]
    yield "binary", bytes(range(256)) * 40
    yield "zeros", bytes(10_000)
    yield "Latin-1", content + "ã".encode("latin-1")
    yield "UTF-16", b"\xff\xfe" + content
    yield "twice", content + content
    yield "newlines", b"\n" * 1000
    middle = len(content) // 2
    yield "one byte changed", content[:middle] + bytes([content[middle] ^ 0x55]) + content[middle + 1 :]
