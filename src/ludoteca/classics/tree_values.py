"""The utilities and evaluators of the reports as values of a displayed search tree."""

from __future__ import annotations

from math import inf

from ludoteca.classics.evaluators import EVALUATORS
from ludoteca.classics.kernel_codes import Unfit, Utility
from ludoteca.classics.plans import UTILITIES, WIN_BONUS, plan_for, settings_of
from ludoteca.games import Game
from ludoteca.kernel import FixedDepthSearch, Snapshot
from ludoteca.kernel.fixed_rows import FixedConfig
from ludoteca.messages import Alternatives

ENGINE = "engine"
"""The name of the engine's own values."""
VALUES = (ENGINE, *UTILITIES, *EVALUATORS)


class ReportScorer:
    """Values as the players of the reports compute them: a utility, or an evaluator with its defaults."""

    infinity: float = inf

    def __init__(self, game: Game, name: str) -> None:
        options = {"utility": name} if name in UTILITIES else {"evaluator": name}
        self._config: FixedConfig = plan_for(game, settings_of(**options))
        self._search = FixedDepthSearch(game.rules, self._config)

    def value(self, snapshot: Snapshot, side: int, ply: int, depth: int) -> float:
        if not snapshot.outcome:
            return self._evaluation(snapshot, side)
        config = self._config
        if config.utility == Utility.GRADED:
            return self._evaluation(snapshot, side)  # with the bonus of the winner
        worth = config.base / config.unit + (1 if config.utility == Utility.TERNARY else depth - ply + 1)
        winner = {1: 0, 2: 1}.get(snapshot.outcome)
        if winner is None:
            return float(ply - depth) if config.utility == Utility.DELAYED else 0.0
        return worth if winner == side else -worth

    def _evaluation(self, snapshot: Snapshot, side: int) -> float:
        found = self._search.evaluate(snapshot)
        return found if snapshot.mover == side else -found


def scorer_for(game: Game, name: str) -> ReportScorer | None:
    """The values of a report by name; None for the engine's own. Raises `Unfit` if they fit no such game."""
    if name not in VALUES:
        raise Unfit("evaluator.unknown", name=name, known=Alternatives(VALUES))
    return None if name == ENGINE else ReportScorer(game, name)


def fitting(game: Game) -> list[str]:
    """The names of the values that fit a game."""
    return [name for name in VALUES if name == ENGINE or _fits(game, name)]


def _fits(game: Game, name: str) -> bool:
    try:
        ReportScorer(game, name)
    except Unfit:
        return False
    return True


def is_proved(value: float) -> bool:
    """Whether a value with an evaluator is that of a won or lost game."""
    return abs(value) >= WIN_BONUS / 2
