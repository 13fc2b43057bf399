"""Lattice coordinates, shared by square and hexagonal grids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ludoteca.geometry.board import Cell, Line

Place = tuple[int, int]
"""Row and column on the lattice."""
Outline = tuple[tuple[float, float], ...]
"""The corners of a polygon."""


def letters(column: int) -> str:
    """The name of a column, from 0: a, b, … z, aa, ab, …"""
    name = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        name = chr(ord("a") + letter) + name
    return name


def straight_runs(
    places: Mapping[Place, int], step: Place, is_drawn: Callable[[Place], bool] = lambda _: True
) -> list[Line]:
    """The maximal lines of at least two places in one direction, broken by holes.

    `is_drawn` tells whether the line through a place is drawn; it is the same for all places of a line.
    """
    runs = []
    for place in places:
        if (place[0] - step[0], place[1] - step[1]) in places or not is_drawn(place):
            continue
        run = _run_from(places, place, step)
        if len(run) > 1:
            runs.append(Line(run))
    return runs


def _run_from(places: Mapping[Place, int], place: Place, step: Place) -> tuple[int, ...]:
    run = []
    while place in places:
        run.append(places[place])
        place = (place[0] + step[0], place[1] + step[1])
    return tuple(run)


def extremes(cells: Iterable[tuple[int, Cell]]) -> dict[str, tuple[int, ...]]:
    """The cells of the top, bottom, left and right edge, from the left or from the bottom."""
    numbered = list(cells)
    xs = [round(cell.x, 6) for _, cell in numbered]
    ys = [round(cell.y, 6) for _, cell in numbered]
    by_x = sorted(range(len(numbered)), key=lambda i: (xs[i], ys[i]))
    by_y = sorted(range(len(numbered)), key=lambda i: (ys[i], xs[i]))
    return {
        "top": tuple(numbered[i][0] for i in by_x if ys[i] == max(ys)),
        "bottom": tuple(numbered[i][0] for i in by_x if ys[i] == min(ys)),
        "left": tuple(numbered[i][0] for i in by_y if xs[i] == min(xs)),
        "right": tuple(numbered[i][0] for i in by_y if xs[i] == max(xs)),
    }


def rectangle(x: float, y: float, width: float = 1.0, height: float = 1.0) -> Outline:
    """The corners of a rectangle around a centre, counter-clockwise from the bottom left."""
    half_width, half_height = width / 2, height / 2
    return (
        (x - half_width, y - half_height),
        (x + half_width, y - half_height),
        (x + half_width, y + half_height),
        (x - half_width, y + half_height),
    )
