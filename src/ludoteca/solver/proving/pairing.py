"""Pairing strategies: check that answering in the other cell of a pair stops every line of the opponent."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.games import SIDES, Game
from ludoteca.kernel import Snapshot

Pairs = Sequence[tuple[int, int]]


def winning_lines(game: Game, side: int) -> list[tuple[int, ...]]:
    """The lines with which a side wins a line game, as sets of cells."""
    data, lines = game.compiled.data, list[tuple[int, ...]]()
    for end in data.ends:
        if end.owners >> side & 1:
            row = data.windows[end.windows]
            size, cells = row.size, row.cells
            sets = (cells[i * size : (i + 1) * size] for i in range(row.count))
            lines.extend(tuple(cell for cell in one if cell < data.cells) for one in sets)
    return lines


class PairingStrategy:
    """Checks pairings of one side against the opponent's winning lines."""

    def __init__(self, game: Game, side: str) -> None:
        self._applies = game.traits.line_game
        self._own = 1 + SIDES.index(side)
        self._who = game.compiled.kinds.who
        self._lines = winning_lines(game, 1 - SIDES.index(side)) if self._applies else []

    def holds(self, at: Snapshot, stones: Sequence[int], pairs: Pairs) -> bool:
        """Whether a stone (only if the side is to move) and these pairs stop every line.

        All cells must be empty and distinct.
        """
        board = at.cells
        cells = [*stones, *(cell for pair in pairs for cell in pair)]
        if not self._applies or len(stones) > (at.mover == self._own - 1) or len(set(cells)) != len(cells):
            return False
        if any(not 0 <= cell < len(board) or board[cell] for cell in cells):
            return False
        partner = dict(pairs) | {second: first for first, second in pairs}
        other = 3 - self._own
        for line in self._lines:
            blocked = any(
                cell in stones or (board[cell] and self._who[board[cell]] != other) for cell in line
            )
            if not blocked and not any(partner.get(cell) in line for cell in line):
                return False
        return True
