"""The names of points on graph boards, each placed in the widest gap between its lines."""

from __future__ import annotations

from math import atan2, cos, pi, sin

from ludoteca.render.frame import UNIT, Frame
from ludoteca.render.markup import Point, label, tag
from ludoteca.render.palette import Paint

_AWAY = UNIT * 0.58
_DIRECTIONS = [pi / 4 + pi * turn / 8 for turn in range(16)]
"""The candidate directions, in order, from the lower right."""


def point_names(frame: Frame, paint: Paint) -> list[str]:
    """All names, on top of lines and marks."""
    if frame.board.shape != "graph":
        return []
    texts = [label(cell.name, _beside(frame, number)) for number, cell in enumerate(frame.board.cells)]
    # An outline in the board colour separates the letters from lines.
    halo = tag("g", *texts, stroke=paint("board"), stroke_width=6, stroke_linejoin="round")
    return [tag("g", halo, *texts, class_="coordinates", fill=paint("coordinate"), font_size=20)]


def _beside(frame: Frame, number: int) -> Point:
    x, y = frame.cell(number)
    neighbours = [frame.cell(other) for other in frame.board.neighbours[number]]
    lines = [atan2(to_y - y, to_x - x) for to_x, to_y in neighbours]
    best = max(_DIRECTIONS, key=lambda angle: _clearance(angle, lines))
    return x + _AWAY * cos(best), y + _AWAY * sin(best)


def _clearance(angle: float, lines: list[float]) -> float:
    """The angle to the nearest line, rounded so that equal gaps tie and the first direction wins."""
    gaps = [abs((line - angle + pi) % (2 * pi) - pi) for line in lines]
    return round(min(gaps, default=pi), 3)
