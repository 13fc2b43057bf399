"""How even a position is, in the eyes of a short search."""

from __future__ import annotations

from ludoteca.engine import Engine, Limits
from ludoteca.engine.chances import chance
from ludoteca.games import Game, Position

EVEN = 0.1
"""A position is even if the mover's chance is no further than this from one half."""
_NODES = 20_000
"""A search counts nodes, never seconds, so that all machines think the same."""


class Scales:
    """Weighs positions of one game. What it says of one does not depend on those before it."""

    def __init__(self, game: Game) -> None:
        self._engine = Engine(game, megabytes=1)

    def tilt(self, position: Position) -> float:
        """How far the mover's chance is from one half: 0 where a draw is proved, 0.5 where a win or a loss
        is. The game must not be over."""
        self._engine.forget()
        (line,) = self._engine.lines(position, Limits(nodes=_NODES), count=1)
        return abs(chance(line.score) - 0.5)
