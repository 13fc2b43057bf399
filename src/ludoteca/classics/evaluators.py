"""The evaluators of the reports by name, with their requirements and default settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ludoteca.classics import alignment, connection
from ludoteca.classics.kernel_codes import Kind, Unfit
from ludoteca.games import Game
from ludoteca.kernel.fixed_rows import FixedEvaluation


@dataclass(frozen=True)
class Evaluator:
    """An evaluator of a report."""

    name: str
    report: str
    tables: Callable[[Game], FixedEvaluation]
    """The tables for a game. Raises `Unfit` if the evaluator does not fit it."""
    defaults: Mapping[str, object] = field(default_factory=dict)
    """The search settings of its authors; explicit options override them."""
    win: float | None = None
    """The bonus of the winner, if the evaluator scores finished games too."""


def stores(game: Game) -> FixedEvaluation:
    """Seeds in the own store minus those in the other."""
    if game.board.shape != "pits":
        raise Unfit("evaluator.needs-pits")
    return FixedEvaluation(kind=Kind.STORES)


def terms(game: Game) -> FixedEvaluation:
    """The engine's evaluation without what it has learnt: pieces, lines, races, mobility, by the rules."""
    return FixedEvaluation(kind=Kind.TERMS, weights=game.eval_weights(evaluation="tuned"))


_ALL = (
    Evaluator(
        "gomoku-2015",
        "Santos (2015)",
        alignment.tactical_runs,
        {"depth": 4, "window": 6, "order": "nearest", "utility": "delayed"},
    ),
    Evaluator(
        "gomoku-local",
        "Santos (2015), the first version",
        alignment.local_runs,
        {"depth": 1, "window": 6, "order": "nearest", "utility": "delayed"},
    ),
    Evaluator(
        "pentago-2016",
        "Pinto, Martins and Silva (2016)",
        alignment.pattern_lines,
        {"depth": 3, "order": "shuffled", "merge": True},
        win=0.0,
    ),
    Evaluator("kalah-2017", "Costa and Moutinho (2017)", stores, {"depth": 6}, win=100.0),
    Evaluator(
        "hex-rows",
        "Pedrini, Slomp and Morandi (2004), their first function",
        connection.bands,
        {"depth": 3},
        win=0.0,
    ),
    Evaluator(
        "hex-2004",
        "Pedrini, Slomp and Morandi (2004)",
        connection.bands_and_bridges,
        {"depth": 3},
        win=0.0,
    ),
    Evaluator(
        "hex-resistance",
        "Pedrini, Slomp and Morandi (2004), what they could not finish",
        connection.circuit,
        {"depth": 2},
        win=0.0,
    ),
    Evaluator("terms", "", terms, {"utility": "weighted"}),
)
EVALUATORS: Mapping[str, Evaluator] = {one.name: one for one in _ALL}
"""By name. Those without a report fit every game."""
AUTO, NONE = "auto", "none"
"""The evaluator that fits the game best, and none: only finished games are scored."""
CHOICES = (AUTO, NONE, *EVALUATORS)
_PREFERRED = ("pentago-2016", "gomoku-2015", "hex-2004", "kalah-2017", "terms")


def fits(name: str, game: Game) -> bool:
    """Whether an evaluator fits a game, by the board and the ends of its rules."""
    try:
        EVALUATORS[name].tables(game)
    except Unfit:
        return False
    return True


def fitting(game: Game) -> tuple[str, ...]:
    """The evaluators that fit a game, the default one first."""
    known = dict.fromkeys((*_PREFERRED, *EVALUATORS))
    return tuple(name for name in known if fits(name, game))


def default_evaluator(game: Game) -> str:
    """The evaluator for those who choose none: that of a report if the rules fit it, else `terms`."""
    return next(name for name in _PREFERRED if fits(name, game))
