"""How balanced a position is, by a short search."""

from __future__ import annotations

from ludoteca.engine import Engine, Limits
from ludoteca.engine.scores import win_chance
from ludoteca.games import Game, Position

BALANCED = 0.1
"""The largest imbalance of a balanced position."""
_NODES = 20_000
"""A node limit, not a time limit: the same result on every machine."""


class BalanceMeter:
    """Measures the balance of positions of one game. Each result is independent of earlier ones."""

    def __init__(self, game: Game) -> None:
        self._engine = Engine(game, megabytes=1)

    def imbalance(self, position: Position) -> float:
        """The distance of the mover's win chance from one half: 0 for a proved draw, 0.5 for a proved win or
        loss. The game must not be over."""
        self._engine.clear_hash()
        (line,) = self._engine.lines(position, Limits(nodes=_NODES), count=1)
        return abs(win_chance(line.score) - 0.5)
