"""Holding by pairs, checked with the rules' lines alone: a stone on one cell is answered on the other."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.games import SIDES, Game
from ludoteca.kernel import Snapshot
from ludoteca.solver.proving.convergence import lines_decide

Pairs = Sequence[tuple[int, int]]


class Holding:
    """The lines that one side must not let the other complete."""

    def __init__(self, game: Game, side: str) -> None:
        data = game.compiled.data
        self._plain = lines_decide(game)
        self._own = 1 + SIDES.index(side)
        self._who: list[int] = data["who"]
        self._lines: list[tuple[int, ...]] = []
        for end in data["ends"] if self._plain else ():
            if end["owners"] >> (2 - self._own) & 1:
                row = data["windows"][end["windows"]]
                size, cells = row["size"], row["cells"]
                sets = (cells[i * size : (i + 1) * size] for i in range(row["count"]))
                self._lines.extend(tuple(cell for cell in one if cell < data["cells"]) for one in sets)

    def by(self, at: Snapshot, stones: Sequence[int], pairs: Pairs) -> bool:
        """Whether a stone, if the side is to move, and these pairs leave no line to be completed.

        No cell of them is taken, or in two of them.
        """
        standing = at.cells
        cells = [*stones, *(cell for pair in pairs for cell in pair)]
        if not self._plain or len(stones) > (at.mover == self._own - 1) or len(set(cells)) != len(cells):
            return False
        if any(not 0 <= cell < len(standing) or standing[cell] for cell in cells):
            return False
        partner = dict(pairs) | {second: first for first, second in pairs}
        other = 3 - self._own
        for line in self._lines:
            spoilt = any(
                cell in stones or (standing[cell] and self._who[standing[cell]] != other) for cell in line
            )
            if not spoilt and not any(partner.get(cell) in line for cell in line):
                return False
        return True
