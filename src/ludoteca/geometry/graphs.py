"""Boards given as graphs: arbitrary points and lines, and wheels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from ludoteca.geometry.board import Board, BoardError, Cell, Line
from ludoteca.geometry.lattice import extremes, letters, rectangle
from ludoteca.messages.quoting import cut

_LONGEST_LINE = 80
"""Longer lists of points are cut in messages."""
_DIGITS = 6
"""Decimals to which the heights of points in one row agree."""


def graph(
    points: Mapping[str, tuple[float, float]],
    lines: Sequence[Sequence[str]],
    rings: Sequence[Sequence[str]] = (),
) -> Board:
    """The board with these points, joined along these lines and closed rings.

    Lines are explicit: whether a bend counts as straight depends on the game.
    """
    if not points:
        raise BoardError("board.no-points")
    cells = tuple(Cell(name, float(x), float(y)) for name, (x, y) in points.items())
    number = {cell.name: n for n, cell in enumerate(cells)}
    drawn = (
        *(_line(line, number, closed=False) for line in lines),
        *(_line(ring, number, closed=True) for ring in rings),
    )
    room = _room(cells)
    return Board(
        shape="graph",
        style="points",
        cells=cells,
        lines=drawn,
        wide_lines=drawn,
        rows=_rows(cells),
        outlines=tuple(rectangle(cell.x, cell.y, room, room) for cell in cells),
        sides=extremes(enumerate(cells)),
    )


def wheel(points: int = 8, rings: int = 1, centre: bool = True) -> Board:
    """Rings of points crossed by spokes. `c` is the centre; `a1` the top of the innermost ring, clockwise.

    With a centre and an even number of points each straight line runs through the centre.
    """
    if points < 3 or rings < 1:
        raise BoardError("board.wheel-size", points=points, rings=rings)
    places: dict[str, tuple[float, float]] = {"c": (0.0, 0.0)} if centre else {}
    circles = [[f"{letters(ring)}{n + 1}" for n in range(points)] for ring in range(rings)]
    for radius, circle in enumerate(circles, start=1):
        for n, name in enumerate(circle):
            angle = 2 * pi * n / points
            places[name] = (radius * sin(angle), radius * cos(angle))
    rays = [[circle[n] for circle in circles] for n in range(points)]
    return graph(places, _spokes(rays, centre), circles)


def _spokes(rays: list[list[str]], centre: bool) -> list[list[str]]:
    if not centre:
        return [ray for ray in rays if len(ray) > 1]
    if len(rays) % 2:
        return [["c", *ray] for ray in rays]
    half = len(rays) // 2
    return [[*reversed(near), "c", *far] for near, far in zip(rays[:half], rays[half:], strict=True)]


def _line(names: Sequence[str], number: Mapping[str, int], closed: bool) -> Line:
    fewest = 3 if closed else 2
    line = cut(" ".join(names), _LONGEST_LINE)
    unknown = tuple(name for name in names if name not in number)
    if unknown:
        raise BoardError("board.ring-point" if closed else "board.line-point", line=line, points=unknown[:8])
    if len(set(names)) != len(names) or len(names) < fewest:
        raise BoardError("board.ring-short" if closed else "board.line-short", line=line, fewest=fewest)
    return Line(tuple(number[name] for name in names), closed)


def _rows(cells: tuple[Cell, ...]) -> tuple[tuple[int, ...], ...]:
    heights = sorted({round(cell.y, _DIGITS) for cell in cells}, reverse=True)
    rows = ([n for n, cell in enumerate(cells) if round(cell.y, _DIGITS) == height] for height in heights)
    return tuple(tuple(sorted(row, key=lambda n: cells[n].x)) for row in rows)


def _room(cells: tuple[Cell, ...]) -> float:
    """The side of the largest square, at most 1, that fits around every point without overlap."""
    room = 1.0
    for n, cell in enumerate(cells):
        for other in cells[:n]:
            gap = max(abs(cell.x - other.x), abs(cell.y - other.y))
            if gap < 1e-9:
                raise BoardError("board.same-place", first=other.name, second=cell.name)
            room = min(room, gap)
    return room
