"""The names of points on graph boards, each placed in the widest gap between its lines."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, sqrt

from ludoteca.render.frame import UNIT, Frame
from ludoteca.render.markup import Point, label, tag
from ludoteca.render.palette import Paint

_CLEAR = UNIT * 0.46
"""The radius around a point that its name leaves free: pieces, their ears and rings."""
_SIZE = 20.0
_DIRECTIONS = [pi / 4 + pi * turn / 8 for turn in range(16)]
"""The candidate directions, in order, from the lower right."""
_APART = UNIT * 0.25
"""How much nearer a name has to be to its own point than to any other."""


def point_names(frame: Frame, paint: Paint) -> list[str]:
    """All names, on top of lines and marks."""
    if frame.board.shape != "graph":
        return []
    texts = [label(cell.name, _beside(frame, number)) for number, cell in enumerate(frame.board.cells)]
    # An outline in the board colour separates the letters from lines.
    halo = tag("g", *texts, stroke=paint("board"), stroke_width=6, stroke_linejoin="round")
    return [tag("g", halo, *texts, class_="coordinates", fill=paint("coordinate"), font_size=_SIZE)]


def _beside(frame: Frame, number: int) -> Point:
    """Away from the lines of the point, and clearly nearer to it than to any other point."""
    x, y = frame.cell(number)
    others = [frame.cell(other) for other in range(len(frame.board.cells)) if other != number]
    lines = [atan2(to_y - y, to_x - x) for to_x, to_y in map(frame.cell, frame.board.neighbours[number])]
    away = {angle: _distance(frame.board.cells[number].name, angle) for angle in _DIRECTIONS}
    places = {angle: (x + away[angle] * cos(angle), y + away[angle] * sin(angle)) for angle in _DIRECTIONS}

    def apart(angle: float) -> float:
        nearest = min(
            (hypot(ox - places[angle][0], oy - places[angle][1]) for ox, oy in others), default=UNIT
        )
        return min(_APART, nearest - away[angle])

    return places[max(_DIRECTIONS, key=lambda angle: (round(apart(angle), 3), _clearance(angle, lines)))]


def _distance(name: str, angle: float) -> float:
    """How far from its point the middle of a name has to be so that no corner is in the free circle."""
    wide, tall = 0.31 * _SIZE * len(name), 0.38 * _SIZE
    along, up = abs(cos(angle)), abs(sin(angle))
    # The nearest part of the box is a side if the circle's axis passes through it, else a corner.
    beside, above = (_CLEAR + wide) / max(along, 1e-9), (_CLEAR + tall) / max(up, 1e-9)
    if beside * up <= tall:
        return beside
    if above * along <= wide:
        return above
    middle = wide * along + tall * up
    return middle + sqrt(middle**2 - wide**2 - tall**2 + _CLEAR**2)


def _clearance(angle: float, lines: list[float]) -> float:
    """The angle to the nearest line, rounded so that equal gaps tie and the first direction wins."""
    gaps = [abs((line - angle + pi) % (2 * pi) - pi) for line in lines]
    return round(min(gaps, default=pi), 3)
