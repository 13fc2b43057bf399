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
)
EVALUATORS: Mapping[str, Evaluator] = {one.name: one for one in _ALL}
