"""Exact values for puzzles: tables and forward proofs, and where they are out of reach, proved searches."""

from __future__ import annotations

from functools import cached_property

from ludoteca.engine import Draw, Engine, Limits, Loss, Win
from ludoteca.games import Game, Position
from ludoteca.solver import ExactSource, Value, tables_folder

MOST_INDICES, MOST_ENDGAME_INDICES = 16_000_000, 400_000
"""The largest tables of a game and of an endgame that are made."""
PROOF_SECONDS = 0.02
"""The largest estimate of a forward proof."""
_SEARCH = Limits(nodes=12_000)
"""The search that must prove a position."""
_NOT_FOR_PROOFS = (
    "futility", "razoring", "probcut", "singular", "internal-reduction", "history-reductions", "continuation",
    "verified-null-move", "scaled-window", "vct", "finishes",
)  # fmt: skip
"""Steps of the search that choose what to look at by the evaluation."""
_MOST_KEPT = 200_000


class PuzzleSource(ExactSource):
    """An `ExactSource` that falls back on the engine: a score of the search counts if it is proved."""

    def __init__(
        self, game: Game, patience: float = 10.0, wanted: str = "", most: int = MOST_INDICES,
        most_endgame: int = MOST_ENDGAME_INDICES,
    ) -> None:  # fmt: skip
        """With `wanted`, the method is given and does not depend on estimates. `most` and `most_endgame` are
        the sizes of the largest tables that are made."""
        super().__init__(game, most, most_endgame, PROOF_SECONDS, patience, tables_folder())
        self.wanted = wanted
        self._kept: dict[str, Value | None] = {}

    def covers(self, position: Position) -> bool:
        self.wanted = ""
        return super().covers(position) or self._find(position, exact=False) is not None

    def method(self, position: Position) -> str:
        """`retrograde`, `lines`, `alpha-beta` or `search`."""
        return "search" if self._uses_search(position) else super().method(position)

    def _uses_search(self, position: Position) -> bool:
        if self.wanted and not position.is_over:
            return self.wanted == "search" and self._table(position) is None
        return not super().covers(position)

    def has_value(self, position: Position, value: Value) -> bool:
        if self._uses_search(position):
            return self.value(position) == value
        return super().has_value(position, value)

    def _find(self, position: Position, exact: bool) -> Value | None:
        if not self._uses_search(position):
            return super()._find(position, exact)
        if position.text not in self._kept:
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            self._kept[position.text] = self._searched(position)
        return self._kept[position.text]

    @cached_property
    def _engine(self) -> Engine:
        # A plain search with the tuned evaluation: a proof does not depend on training or search constants.
        return Engine(self.game, megabytes=4, evaluation="tuned", disabled=_NOT_FOR_PROOFS)

    def _searched(self, position: Position) -> Value | None:
        self._engine.clear_hash()
        score = self._engine.best(position, _SEARCH).score
        if isinstance(score, Draw):
            return Value("draw", None)
        if isinstance(score, Win | Loss):
            return Value("win" if isinstance(score, Win) else "loss", score.plies)
        return None
