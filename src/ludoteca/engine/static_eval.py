"""The static evaluation of positions, without any search."""

from __future__ import annotations

from ludoteca.games import SIDES, Game, Position
from ludoteca.kernel import Searcher, Snapshot


class StaticEvaluator:
    """Evaluates positions of one game in hundredths of a plain piece."""

    def __init__(self, game: Game) -> None:
        self._searcher = Searcher(game.rules, 1)

    def units(self, position: Position, side: str) -> int:
        """The evaluation of a position that is not over, for a side."""
        return self.snapshot_units(position.snapshot, SIDES.index(side))

    def snapshot_units(self, snapshot: Snapshot, side: int) -> int:
        """The same for a snapshot and the number of a side."""
        units = self._searcher.evaluate(snapshot)
        return units if snapshot.mover == side else -units
