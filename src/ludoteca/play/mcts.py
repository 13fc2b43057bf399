"""The MCTS player."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.engine import Limits, MctsEngine, SearchResult
from ludoteca.games import Move, Position
from ludoteca.play.players import decimal, register, whole
from ludoteca.play.thinking import Thinking, Watch, from_search, shorter, watcher


@register(
    "mcts", seconds=decimal(0.0, 3600.0), playouts=whole(1, 10**12), seed=whole(0, 2**63 - 1),
    megabytes=whole(1, 65536),
)  # fmt: skip
class MctsPlayer:
    """Grows a tree of random games and plays the move that does best in them."""

    def __init__(
        self,
        seconds: float | None = None,
        playouts: int | None = None,
        seed: int | None = None,
        megabytes: int = 64,
    ) -> None:
        # A playout limit by default: the same strength on every machine.
        self.limits = Limits(seconds, playouts if seconds is not None or playouts else 5_000)
        self.seed = seed or 0
        self.megabytes = megabytes
        self._engine: MctsEngine | None = None

    def choose(self, position: Position) -> Move:
        """With a playout limit only, the same move in the same position."""
        return self.think(position).move

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        if self._engine is None or self._engine.game is not position.game:
            self._engine = MctsEngine(position.game, self.megabytes, seed=self.seed)
        steps: list[SearchResult] = []
        limits = replace(self.limits, seconds=shorter(self.limits.seconds, seconds))
        found = self._engine.best(position, limits, watcher(steps, watch) if watch else None)
        return from_search(found, tuple(steps), is_mcts=True)
