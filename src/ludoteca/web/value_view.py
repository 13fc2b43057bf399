"""Exact values on a game page: a mark for each move, and the value history of a game as a picture."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from ludoteca.messages import catalogue

MESSAGES = catalogue("web")
KINDS = ("win", "draw", "loss")
_WIDTH, _HALF, _EDGE, _STEP = 320, 70, 18, 14
"""Sizes of the history, in units of its own: half its height, its margin, and the least width of a ply."""


@dataclass(frozen=True)
class ValuedMove:
    """A move with its exact value for the mover."""

    move: str
    kind: str
    mark: str
    """A letter and the distance: `W5`, `D`, `L4`."""
    text: str


def valued_moves(lang: str, values: Sequence[dict[str, Any]]) -> list[ValuedMove]:
    """The moves, the best ones first."""
    order = sorted(values, key=lambda one: _rank(one["value"], one["plies"]), reverse=True)
    return [
        ValuedMove(
            one["move"],
            one["value"],
            mark(lang, one["value"], one["plies"]),
            text(lang, one["value"], one["plies"]),
        )
        for one in order
    ]


def _rank(kind: str, plies: int | None) -> tuple[int, int]:
    return -KINDS.index(kind), (plies or 0) * (1 if kind == "loss" else -1)


def mark(lang: str, kind: str, plies: int | None) -> str:
    return MESSAGES.text(lang, f"values.letter-{kind}") + ("" if plies is None else str(plies))


def text(lang: str, kind: str, plies: int | None) -> str:
    key = f"values.{kind}" + ("" if plies is None or kind == "draw" else "-in")
    return MESSAGES.text(lang, key, n=plies)


def marks_json(moves: Sequence[ValuedMove]) -> str:
    """For the page: the kind, the mark and the rank of each move."""
    return json.dumps({one.move: [one.kind, one.mark, place] for place, one in enumerate(moves)})


def summary(lang: str, found: dict[str, Any]) -> str:
    """The value of the position; for a draw, how many moves keep it."""
    if found["value"] != "draw":
        return text(lang, found["value"], found["plies"])
    keep = sum(one["value"] == "draw" for one in found["values"])
    return MESSAGES.text(lang, "values.keep-draw", n=keep, most=len(found["values"]))


# -- history ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HistoryPoint:
    """The value of the position after a number of moves."""

    ply: int
    kind: str
    """`first`, `second` or `draw`: who wins with best play."""
    x: float
    y: float
    text: str


@dataclass(frozen=True)
class History:
    """The value history: the upper half is won for the first side, the lower half for the second; the nearer
    to the edge, the nearer the win."""

    points: tuple[HistoryPoint, ...]
    width: float
    most: int
    """The largest distance."""

    height = 2 * (_HALF + _EDGE)
    middle = _HALF + _EDGE
    edge = _EDGE

    @property
    def line(self) -> Markup:
        """The points as the attribute of a polyline."""
        return escape(" ".join(f"{point.x:g},{point.y:g}" for point in self.points))


def history(lang: str, names: dict[str, str], values: Sequence[dict[str, Any]]) -> History:
    """The history of a game; positions without a known value are left out."""
    width = max(_WIDTH, 2 * _EDGE + _STEP * (len(values) - 1))
    step = (width - 2 * _EDGE) / max(len(values) - 1, 1)
    most = max([1, *(one["plies"] or 0 for one in values)])
    points = []
    for ply, one in enumerate(values):
        if one["value"] is None:
            continue
        kind = {"win": "first", "loss": "second", "draw": "draw"}[one["value"]]
        share = (one["plies"] or 0) / most
        side = {"first": -1, "second": 1, "draw": 0}[kind]
        y = _EDGE + _HALF + side * _HALF * (1 - 0.9 * share)
        key = "values.point-draw" if kind == "draw" else "values.point"
        said = MESSAGES.text(lang, key, n=one["plies"] or 0, ply=ply, who=names.get(kind, ""))
        points.append(HistoryPoint(ply, kind, round(_EDGE + step * ply, 1), round(y, 1), said))
    return History(tuple(points), width, most)
