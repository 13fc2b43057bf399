"""Options, utilities and evaluators, combined into a plan for the kernel's `FixedDepthSearch`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludoteca.classics.alignment import longest_run
from ludoteca.classics.evaluators import AUTO, EVALUATORS, NONE, default_evaluator
from ludoteca.classics.focus import places
from ludoteca.classics.kernel_codes import Kind, Order, Unfit, Utility
from ludoteca.games import Game
from ludoteca.kernel.fixed_rows import FixedConfig, FixedEvaluation
from ludoteca.messages import Message

UTILITIES = ("ternary", "weighted", "graded", "delayed")
ORDERS = tuple(order.name.lower() for order in Order)

GAINS = ("large", "small")
TABLE_BITS = 20

WIN_BONUS = 1e9
"""The bonus of a win with an evaluator: larger than any evaluation."""


@dataclass(frozen=True)
class Settings:
    """The settings of a search."""

    depth: int = 2
    utility: str = ""
    """The utility of finished games, see `UTILITIES`; empty if the evaluator scores them."""
    evaluator: str = ""
    """Empty if only finished games are scored."""
    order: str = "canonical"
    window: int = 0
    """The side of the window around the last move; 0 for the whole board."""
    focus: str = "last"
    """Where the window is: around the `last` move, or where the most `threats` are."""
    merge: bool = False
    """Whether moves that lead to the same position are searched once."""
    parity: bool = False
    """Whether the last ply is always the opponent's."""
    gain: str = "large"
    """Whether the largest or the smallest positive score is chosen."""
    table: bool = False
    """Whether a transposition table is used."""


def settings_of(**options: Any) -> Settings:
    """The given options, completed by the evaluator's defaults and the general ones."""
    given = {name: value for name, value in options.items() if value is not None}
    if given.get("evaluator") in (AUTO, NONE):
        del given["evaluator"]
    evaluator = EVALUATORS.get(given.get("evaluator", ""))
    if evaluator and given.get("utility") == "graded":
        raise Unfit("evaluator.graded-alone")
    settings = replace(Settings(), **{**(evaluator.defaults if evaluator else {}), **given})
    if not settings.utility and not (evaluator and evaluator.win is not None):
        settings = replace(settings, utility="weighted")
    return replace(settings, depth=by_parity(settings.depth)) if settings.parity else settings


def settings_for(game: Game, **options: Any) -> Settings:
    """The same with the evaluator that fits the game, unless one is named, or `none`. The depth stays what it
    would be without an evaluator."""
    named = options.get("evaluator") or AUTO
    if named != AUTO or options.get("utility") == "graded":
        return settings_of(**options)
    depth = options.get("depth") or Settings.depth
    return settings_of(**{**options, "evaluator": default_evaluator(game), "depth": depth})


def by_parity(depth: int) -> int:
    """The parity rule: an even number of plies ends with a move of the opponent.

    The thesis counts plies from the start of the game, with the same effect: no loss is hidden directly
    behind the last own move (horizon effect)."""
    return depth + depth % 2


def plan_for(game: Game, settings: Settings, **flags: Any) -> FixedConfig:
    """The configuration of a search; `flags` are `prune`, `negamax`, `chance`, `guarded`…"""
    evaluation, utility, base, unit = _evaluation(game, settings)
    config = FixedConfig(
        evaluation, utility, base, unit, settings.merge, Order[settings.order.upper()], places(game)
    )
    return config._replace(table=TABLE_BITS if settings.table else 0, **flags)


def _evaluation(game: Game, settings: Settings) -> tuple[FixedEvaluation, Utility, float, float]:
    """The evaluator's tables, the utility of finished games, the bonus of a win, and the unit of scores."""
    if settings.utility == "graded":
        tables, length = _fitting(game, Message("errors", "evaluator.utility-graded"), longest_run)
        return tables, Utility.WEIGHTED, 0.0, float(length)
    if not settings.evaluator:
        return FixedEvaluation(kind=Kind.NOTHING), Utility[settings.utility.upper()], 0.0, 1.0
    evaluator = EVALUATORS[settings.evaluator]
    named = Message("errors", "evaluator.name", {"name": evaluator.name})
    tables = _fitting(game, named, evaluator.tables)
    if not settings.utility:
        return tables, Utility.GRADED, evaluator.win or 0.0, 1.0
    return tables, Utility[settings.utility.upper()], WIN_BONUS, 1.0


def _fitting(game: Game, who: Message, make: Any) -> Any:
    try:
        return make(game)
    except Unfit as error:
        raise Unfit("evaluator.unfit", who=who, needs=error.message, game=game.name) from None
