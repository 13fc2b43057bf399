"""Tidy tree layout after Reingold and Tilford (1981): parents centred over their children, no overlap.

Each subtree is laid out on its own and moved as near to the one before it as their contours allow.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

Outline = list[tuple[float, float]]
"""The contour of a subtree: its least and greatest coordinate on each level, relative to its root."""


def layout_tree(
    root: T, children: Callable[[T], Sequence[T]], room: Callable[[T], float]
) -> dict[int, float]:
    """The coordinate of each node across its level, by its `id`; the least edge is 0. `room` is the width of
    a node with the space to its neighbours."""
    shifts: dict[int, float] = {}
    outline = _lay_out(root, children, room, shifts)
    places: dict[int, float] = {}
    _assign(root, children, -min(left for left, _ in outline), shifts, places)
    return places


def _lay_out(
    node: T, children: Callable[[T], Sequence[T]], room: Callable[[T], float], shifts: dict[int, float]
) -> Outline:
    """Set the offset of each child from its parent; returns the contour of the subtree."""
    half = room(node) / 2
    below: Outline = []
    places: list[float] = []
    for child in children(node):
        outline = _lay_out(child, children, room, shifts)
        # Far enough to the right to clear the contour before it on every common level.
        place = max(
            (right - left for (_, right), (left, _) in zip(below, outline, strict=False)), default=0.0
        )
        places.append(place)
        below = _joined(below, [(left + place, right + place) for left, right in outline])
    middle = (places[0] + places[-1]) / 2 if places else 0.0
    for child, place in zip(children(node), places, strict=True):
        shifts[id(child)] = place - middle
    return [(-half, half), *((left - middle, right - middle) for left, right in below)]


def _joined(one: Outline, other: Outline) -> Outline:
    longer = one if len(one) > len(other) else other
    shared = [(a[0], b[1]) for a, b in zip(one, other, strict=False)]
    return shared + longer[len(shared) :]


def _assign(
    node: T,
    children: Callable[[T], Sequence[T]],
    place: float,
    shifts: dict[int, float],
    places: dict[int, float],
) -> None:
    places[id(node)] = place
    for child in children(node):
        _assign(child, children, place + shifts[id(child)], shifts, places)
