"""Hexagonal boards: rhombus, hexagon and triangle."""

from __future__ import annotations

from math import sqrt

from ludoteca.geometry.board import Board, BoardError, Cell, Line
from ludoteca.geometry.lattice import Place, letters, straight_runs

_ROW_HEIGHT = sqrt(3) / 2
"""The distance between rows when neighbours are one unit apart."""
_AXES = ((0, 1), (1, 0), (1, -1))
_CORNERS = tuple((x / 2, y / (2 * sqrt(3))) for x, y in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)))


def rhombus(width: int, height: int) -> Board:
    """A rhombus of hexagons, numbered row by row from `a1` at the top left.

    Each row is half a cell further right than the one above it.
    """
    if width < 1 or height < 1:
        raise BoardError("board.rhombus-size", width=width, height=height)
    places = {(row, column): row * width + column for row in range(height) for column in range(width)}
    names = [f"{letters(column)}{row + 1}" for row, column in places]
    sides = {
        "top": tuple(places[0, column] for column in range(width)),
        "bottom": tuple(places[height - 1, column] for column in range(width)),
        "left": tuple(places[row, 0] for row in reversed(range(height))),
        "right": tuple(places[row, width - 1] for row in reversed(range(height))),
    }
    return _board(places, names, sides)


def hexagon(side: int) -> Board:
    """A hexagon of hexagons, `side` cells to a side, numbered row by row from the top.

    A cell is named by its index in its row and by its row: `a1` is the first of the top row.
    """
    if side < 1:
        raise BoardError("board.hexagon-size", side=side)
    reach = side - 1
    ring = range(-reach, reach + 1)
    lattice = [(row, column) for row in ring for column in ring if abs(row + column) <= reach]
    places = {place: number for number, place in enumerate(lattice)}
    names = [f"{letters(column - max(-reach, -reach - row))}{row + side}" for row, column in lattice]
    return _board(places, names, _hexagon_sides(places, reach))


def triangle(side: int) -> Board:
    """A triangle of hexagons, `side` cells to a side, numbered row by row from the top.

    A cell is named by its index in its row and by its row: `a1` is the top corner.
    """
    if side < 1:
        raise BoardError("board.triangle-size", side=side)
    lattice = [(row, column) for row in range(side) for column in range(-row, 1)]
    places = {place: number for number, place in enumerate(lattice)}
    names = [f"{letters(row + column)}{row + 1}" for row, column in lattice]
    sides = {
        "left": tuple(places[row, -row] for row in reversed(range(side))),
        "right": tuple(places[row, 0] for row in reversed(range(side))),
        "bottom": tuple(places[side - 1, column] for column in range(1 - side, 1)),
    }
    return _board(places, names, sides)


def hex_rings(board: Board) -> list[int | None]:
    """The six neighbours of each cell of a hexagonal board in the order of rotation; None off the board."""
    at = {(round(2 * cell.x), round(cell.y / _ROW_HEIGHT)): number for number, cell in enumerate(board.cells)}
    ways = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
    places = ((round(2 * cell.x), round(cell.y / _ROW_HEIGHT)) for cell in board.cells)
    return [at.get((x + dx, y + dy)) for x, y in places for dx, dy in ways]


def _hexagon_sides(places: dict[Place, int], reach: int) -> dict[str, tuple[int, ...]]:
    """The six sides; adjacent ones share a corner cell."""
    return {
        "top": tuple(n for (row, _), n in places.items() if row == -reach),
        "top-right": tuple(n for (_, column), n in places.items() if column == reach),
        "bottom-right": tuple(n for (row, column), n in places.items() if row + column == reach),
        "bottom": tuple(n for (row, _), n in places.items() if row == reach),
        "bottom-left": tuple(n for (_, column), n in places.items() if column == -reach),
        "top-left": tuple(n for (row, column), n in places.items() if row + column == -reach),
    }


def _board(places: dict[Place, int], names: list[str], sides: dict[str, tuple[int, ...]]) -> Board:
    lowest = max(row for row, _ in places)
    cells = tuple(
        Cell(name, column + row / 2, (lowest - row) * _ROW_HEIGHT)
        for name, (row, column) in zip(names, places, strict=True)
    )
    lines: list[Line] = [line for axis in _AXES for line in straight_runs(places, axis)]
    first, last = min(places)[0], lowest
    return Board(
        shape="hex",
        style="cells",
        cells=cells,
        lines=tuple(lines),
        wide_lines=tuple(lines),
        rows=tuple(tuple(n for (r, _), n in places.items() if r == row) for row in range(first, last + 1)),
        outlines=tuple(tuple((cell.x + x, cell.y + y) for x, y in _CORNERS) for cell in cells),
        sides=sides,
    )
