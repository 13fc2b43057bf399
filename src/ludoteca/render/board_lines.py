"""Which lines of a board are worth drawing, and how: shared by pictures and text."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from ludoteca.geometry import Board, Line

_LOOP_STEPS = 36


def drawn_lines(board: Board) -> tuple[Line, ...]:
    """The lines to draw between points.

    Where every diagonal is a line, drawing them all would only darken the board: players of such
    games draw the rows and columns.
    """
    if board.shape != "grid" or board.lines != board.wide_lines:
        return board.lines
    straight = tuple(line for line in board.lines if not is_slanted(board, line))
    return straight or board.lines


def is_slanted(board: Board, line: Line) -> bool:
    start, end = board.cells[line.cells[0]], board.cells[line.cells[-1]]
    return abs(start.x - end.x) > 1e-9 and abs(start.y - end.y) > 1e-9


def circle_of(board: Board, line: Line) -> tuple[float, float, float] | None:
    """Middle and radius of a ring that is round: its points are equally far from their middle, and there are
    five or more of them, or a point in the middle."""
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
    """A loop from one edge of the board to another: the long way round the corner between them."""
    a, b = board.cells[start], board.cells[end]
    middle_x = (min(c.x for c in board.cells) + max(c.x for c in board.cells)) / 2
    middle_y = (min(c.y for c in board.cells) + max(c.y for c in board.cells)) / 2
    # Of the two corners of the box around both ends, the outer one.
    x, y = max(((b.x, a.y), (a.x, b.y)), key=lambda spot: hypot(spot[0] - middle_x, spot[1] - middle_y))
    radius = hypot(a.x - x, a.y - y)
    begin = atan2(a.y - y, a.x - x)
    turn = (atan2(b.y - y, b.x - x) - begin) % (2 * pi)
    turn = turn if turn > pi else turn - 2 * pi
    steps = [begin + turn * n / _LOOP_STEPS for n in range(_LOOP_STEPS + 1)]
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in steps]


def one_colour(board: Board) -> bool:
    """Whether the board is a chequered one of which only one colour is played on."""
    parities = {round(cell.x + cell.y) % 2 for cell in board.cells}
    return board.shape == "grid" and len(board.cells) > 1 and len(parities) == 1


def columns(board: Board) -> list[tuple[str, float]]:
    """The letter of each column and where it stands, for boards whose cells are named by column and row."""
    return list({cell.name.rstrip("0123456789"): cell.x for cell in board.cells}.items())


def ranks(board: Board) -> list[tuple[str, float]]:
    """The number of each row and where it stands, likewise."""
    return list({cell.name.lstrip("abcdefghijklmnopqrstuvwxyz"): cell.y for cell in board.cells}.items())
