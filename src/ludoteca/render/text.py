"""A position as a text drawing."""

from __future__ import annotations

from collections.abc import Callable
from math import isqrt, sqrt

from ludoteca.geometry import Board, is_store, line_steps
from ludoteca.render.board_lines import columns, drawn_lines, ranks
from ludoteca.render.canvas import Canvas
from ludoteca.render.scene import SIDES, PieceStyle, Scene

_LETTERS = {"first": "x", "second": "o", "shared": "*", "neutral": "#"}
_EMPTY, _SPECIAL, _TARGET = "·", "□", "+"
_WIDEST_NETWORK = 11
"""Wider grids are drawn without their lines, to fit a terminal."""

Spot = tuple[int, int]
"""Column and row on the canvas."""
Placer = Callable[[float, float], Spot]
"""From the board's coordinates to the canvas."""


def text(scene: Scene, colour: bool = False) -> str:
    """The scene as text: `x` first, `o` second, `·` empty, `□` empty and special, `+` target, brackets around
    the last move."""
    canvas = Canvas()
    if scene.board.style == "pits":
        _draw_pits(scene, canvas)
    elif scene.board.shape == "graph":
        _draw_graph(scene, canvas)
    elif scene.board.shape == "hex":
        _draw_hexes(scene, canvas)
    else:
        _draw_grid(scene, canvas)
    hands = [
        f"{_LETTERS[side]}: {hand}" if hand else "" for side, hand in zip(SIDES, scene.hands, strict=False)
    ]
    above, below = hands if scene.flipped else reversed(hands)
    return "\n".join([*([above] if above else []), *canvas.lines(colour), *([below] if below else [])])


def letter(style: PieceStyle) -> str:
    """The letter of a piece."""
    if style.label:
        return style.label[0]
    usual = _LETTERS[style.side]
    return usual if style.shape == "disc" else usual.upper()


def _draw_grid(scene: Scene, canvas: Canvas) -> None:
    board = scene.board
    has_lines = board.style == "points" and len(board.rows[0]) <= _WIDEST_NETWORK
    place = _placer(scene, 4, 2) if has_lines else _placer(scene, 2, 1)
    points = _cell_points(board, place)
    if has_lines:
        _draw_lines(board, points, canvas)
    _draw_grooves(scene, canvas, place)
    _draw_cells(scene, canvas, points)
    left, bottom = min(column for column, _ in points) - 2, max(row for _, row in points) + 1
    for name, y in ranks(board):
        canvas.put(left - len(name), place(0, y)[1], name)
    for name, x in columns(board):
        canvas.put(place(x, 0)[0], bottom, name)


def _draw_grooves(scene: Scene, canvas: Canvas, place: Placer) -> None:
    """Lines between rotating blocks."""
    board = scene.board
    if not board.blocks:
        return
    side = isqrt(len(board.blocks[0]))
    width, height = round(board.width), round(board.height)
    # The groove is half a cell before a block's first cell.
    for x in range(side, width + 1, side):
        column = (place(x - 1, 0)[0] + place(x, 0)[0]) // 2
        canvas.stroke_down(column, *sorted((place(0, 0)[1], place(0, height)[1])))
    for y in range(side, height + 1, side):
        row = (place(0, y - 1)[1] + place(0, y)[1]) // 2
        canvas.stroke_across(row, *sorted((place(0, 0)[0], place(width, 0)[0])))


def _draw_hexes(scene: Scene, canvas: Canvas) -> None:
    """Rows shifted by half a cell; column letters above the first row."""
    board = scene.board
    points = _cell_points(board, _placer(scene, 2, 2 / sqrt(3)))
    _draw_cells(scene, canvas, points)
    for name, row in zip((name for name, _ in ranks(board)), board.rows, strict=True):
        column, line = min(points[cell] for cell in row if cell is not None)
        canvas.put(column - 2 - len(name), line, name)
    if len({len(row) for row in board.rows}) == 1:
        for cell in board.sides["bottom" if scene.flipped else "top"]:
            column, line = points[cell]
            canvas.put(column - 1, line - 1, board.cells[cell].name.rstrip("0123456789"))


def _draw_graph(scene: Scene, canvas: Canvas) -> None:
    """Points and lines to scale, with the names of the points at the right of each row."""
    board = scene.board
    points = _graph_points(scene)
    _draw_lines(board, points, canvas)
    _draw_cells(scene, canvas, points)
    right = max(column for column, _ in points) + 4
    for row in {row for _, row in points}:
        here = sorted((column, number) for number, (column, at) in enumerate(points) if at == row)
        canvas.put(right, row, " ".join(board.cells[number].name for _, number in here))


def _draw_pits(scene: Scene, canvas: Canvas) -> None:
    board, counts = scene.board, scene.counts or {}
    heights = sorted({cell.y for cell in board.cells}, reverse=not scene.flipped)
    for number, cell in enumerate(board.cells):
        column = 5 * round(-cell.x if scene.flipped else cell.x)
        row = heights.index(cell.y)
        canvas.put(column, row, f"({counts.get(number, 0):2})")
        if number in scene.last:
            canvas.bracket(column + 1, row, width=2)
        if not is_store(cell):
            outside = -1 if row == 0 else len(heights)
            canvas.put(column + 2, outside, cell.name.rstrip("'"))


def _draw_lines(board: Board, points: list[Spot], canvas: Canvas) -> None:
    for line in drawn_lines(board):
        for a, b in line_steps(line):
            canvas.stroke(points[a], points[b])


def _draw_cells(scene: Scene, canvas: Canvas, points: list[Spot]) -> None:
    for number, (column, row) in enumerate(points):
        style = scene.pieces.get(number)
        if style:
            canvas.put(column, row, letter(style), style.side)
        elif number in scene.targets:
            canvas.put(column, row, _TARGET, "target")
        else:
            canvas.put(column, row, _SPECIAL if number in scene.special else _EMPTY)
    for number in sorted(set(scene.last)):
        canvas.bracket(*points[number])


def _cell_points(board: Board, place: Placer) -> list[Spot]:
    return [place(cell.x, cell.y) for cell in board.cells]


def _placer(scene: Scene, across: float, down: float) -> Placer:
    """A mapping with this many characters per unit, and an extra unit between blocks."""
    sign = -1 if scene.flipped else 1
    side = isqrt(len(scene.board.blocks[0])) if scene.board.blocks else 0

    def place(x: float, y: float) -> Spot:
        if side:
            x, y = x + x // side, y + y // side
        # Rounded twice, so that rounding errors do not separate points of one row.
        return round(round(sign * x * across, 6)), round(round(-sign * y * down, 6))

    return place


def _graph_points(scene: Scene) -> list[Spot]:
    """The smallest scale at which no two points touch."""
    has_rings = any(line.closed for line in scene.board.lines)
    # Diagonal lines need more space than rows and columns.
    for size in (1.5, 2.0, 2.5, 3.0) if has_rings else (1.0, 1.25, 1.5, 2.0, 3.0):
        unit = size / scene.board.spacing
        points = _cell_points(scene.board, _placer(scene, 4 * unit, 2 * unit))
        taken = {(column + shift, row) for column, row in points for shift in (0, 1)}
        if len(taken) == 2 * len(points):
            break
    return points
