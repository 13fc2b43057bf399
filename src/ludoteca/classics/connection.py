"""Evaluators of connection: rows and columns occupied, bridges, and the board as a resistor network."""

from __future__ import annotations

from itertools import combinations

from ludoteca.classics.kernel_codes import Kind, Unfit
from ludoteca.games import Game
from ludoteca.games.compiler.codes import END
from ludoteca.kernel.fixed_rows import FixedEvaluation
from ludoteca.kernel.rows import EndRow


def _connection(game: Game) -> EndRow:
    """The end condition that connects two edges of a hexagonal board."""
    rows = [row for row in game.compiled.data.ends if row.type == END["connect"] and row.owners == 3]
    if game.board.shape != "hex" or not rows:
        raise Unfit("evaluator.needs-connection")
    return rows[0]


def bands(game: Game) -> FixedEvaluation:
    """Rows (columns for the side that connects left and right) that a side occupies."""
    end = _connection(game)
    numbers = [
        _rows(game) if _joins(game, end, side, "top", "bottom") else _columns(game) for side in range(2)
    ]
    return FixedEvaluation(
        kind=Kind.BANDS,
        band_of=numbers,
        bands=[len(set(of_cell)) for of_cell in numbers],
        bridges=[],
    )


def bands_and_bridges(game: Game) -> FixedEvaluation:
    """The same, with the two empty cells of a bridge counted as occupied."""
    return bands(game)._replace(bridges=bridges(game))


def _joins(game: Game, end: EndRow, side: int, near: str, far: str) -> bool:
    regions, sides = game.compiled.layout.regions, game.board.sides
    wanted = {sum(1 << cell for cell in sides.get(edge, ())) for edge in (near, far)}
    return {regions[end.region[side]], regions[end.far[side]]} == wanted


def _rows(game: Game) -> list[int]:
    numbers = {cell: number for number, row in enumerate(game.board.rows) for cell in row if cell is not None}
    return [numbers[cell] for cell in range(len(game.board.cells))]


def _columns(game: Game) -> list[int]:
    numbers = {cell: number for row in game.board.rows for number, cell in enumerate(row) if cell is not None}
    return [numbers[cell] for cell in range(len(game.board.cells))]


def bridges(game: Game) -> list[tuple[int, int, int, int]]:
    """Pairs of cells with two common neighbours that are not neighbours themselves, and those two cells."""
    near = game.board.neighbours
    found = []
    for a, b in combinations(range(len(near)), 2):
        between = sorted(near[a] & near[b])
        if b not in near[a] and len(between) == 2:
            found.append((a, b, between[0], between[1]))
    return found


def circuit(game: Game) -> FixedEvaluation:
    """The board as a resistor network: 0 ohm on own cells, 1 ohm on empty ones, enemy cells are open.

    Cells are eliminated in the order of their numbers, which keeps the matrix banded."""
    end, near = _connection(game), game.board.neighbours
    return FixedEvaluation(
        kind=Kind.CURRENT,
        near_edge=end.region,
        far_edge=end.far,
        after=[sorted(other for other in near[cell] if other > cell) for cell in range(len(near))],
        lowest=[min({cell, *near[cell]}) for cell in range(len(near))],
        width=max(abs(cell - other) for cell in range(len(near)) for other in near[cell]),
    )
