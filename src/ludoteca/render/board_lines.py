"""The lines of a board to draw, for SVG and text."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from ludoteca.geometry import Board, Line

_LOOP_STEPS = 36


def drawn_lines(board: Board) -> tuple[Line, ...]:
    """The lines to draw between points.

    Where every diagonal is a line, only rows and columns are drawn, as on printed boards.
    """
    if board.shape != "grid" or board.lines != board.wide_lines:
        return board.lines
    straight = tuple(line for line in board.lines if not is_slanted(board, line))
    return straight or board.lines


def is_slanted(board: Board, line: Line) -> bool:
    start, end = board.cells[line.cells[0]], board.cells[line.cells[-1]]
    return abs(start.x - end.x) > 1e-9 and abs(start.y - end.y) > 1e-9


def circle_of(board: Board, line: Line) -> tuple[float, float, float] | None:
    """Centre and radius of a ring to draw as a circle: its points are equally far from their centre, and
    there are at least five of them, or a point in the centre."""
    if not line.closed:
        return None
    cells = [board.cells[n] for n in line.cells]
    x = sum(cell.x for cell in cells) / len(cells)
    y = sum(cell.y for cell in cells) / len(cells)
    if len(cells) < 5 and not any(hypot(cell.x - x, cell.y - y) < 1e-6 for cell in board.cells):
        return None
    radii = [hypot(cell.x - x, cell.y - y) for cell in cells]
    return (x, y, radii[0]) if max(radii) - min(radii) < 1e-6 else None


def loop_path(board: Board, start: int, end: int) -> list[tuple[float, float]]:
    """A loop from one edge of the board to another: three quarters of a circle around a corner."""
    a, b = board.cells[start], board.cells[end]
    middle_x = (min(c.x for c in board.cells) + max(c.x for c in board.cells)) / 2
    middle_y = (min(c.y for c in board.cells) + max(c.y for c in board.cells)) / 2
    # The outer corner of the bounding box of both ends.
    x, y = max(((b.x, a.y), (a.x, b.y)), key=lambda point: hypot(point[0] - middle_x, point[1] - middle_y))
    radius = hypot(a.x - x, a.y - y)
    begin = atan2(a.y - y, a.x - x)
    turn = (atan2(b.y - y, b.x - x) - begin) % (2 * pi)
    turn = turn if turn > pi else turn - 2 * pi
    steps = [begin + turn * n / _LOOP_STEPS for n in range(_LOOP_STEPS + 1)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in steps]


def one_colour(board: Board) -> bool:
    """Whether only one colour of a chequered board is used."""
    parities = {round(cell.x + cell.y) % 2 for cell in board.cells}
    return board.shape == "grid" and len(board.cells) > 1 and len(parities) == 1


def columns(board: Board) -> list[tuple[str, float]]:
    """The letter and x coordinate of each column, for boards with column and row names."""
    return list({cell.name.rstrip("0123456789"): cell.x for cell in board.cells}.items())


def ranks(board: Board) -> list[tuple[str, float]]:
    """The number and y coordinate of each row, likewise."""
    return list({cell.name.lstrip("abcdefghijklmnopqrstuvwxyz"): cell.y for cell in board.cells}.items())
