"""Options, utilities and judges, put together into a plan for the kernel's `FixedDepthSearch`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ludoteca.classics.alignment import longest_run
from ludoteca.classics.evaluators import EVALUATORS
from ludoteca.classics.focus import places
from ludoteca.classics.kernel_codes import Judging, Kind, Order, Unfit, Utility
from ludoteca.games import Game

UTILITIES = ("ternary", "weighted", "graded")
ORDERS = tuple(order.name.lower() for order in Order)

FAR_ABOVE = 1e9
"""What a win is worth besides, where an evaluator speaks of the rest: more than any evaluator says."""


@dataclass(frozen=True)
class Settings:
    """How a player looks ahead."""

    depth: int = 2
    utility: str = ""
    """What a finished game is worth: `ternary`, `weighted`, `graded`; empty if the evaluator says so."""
    evaluator: str = ""
    order: str = "canonical"
    window: int = 0
    """The side of the window around the last move; 0 for the whole board."""
    merge: bool = False
    """Moves that lead to the same position are looked at once."""
    parity: bool = False
    """The last move looked at is the opponent's."""


def settle(**said: Any) -> Settings:
    """The settings that were said; for the rest the evaluator's habits, and for the rest what is usual."""
    spoken = {name: value for name, value in said.items() if value is not None}
    judge = EVALUATORS.get(spoken.get("evaluator", ""))
    if judge and spoken.get("utility") == "graded":
        raise Unfit("the utility graded is an opinion of its own: give it or an evaluator, not both.")
    settings = replace(Settings(), **{**(judge.habits if judge else {}), **spoken})
    if not settings.utility and not (judge and judge.win is not None):
        settings = replace(settings, utility="weighted")
    return replace(settings, depth=by_parity(settings.depth)) if settings.parity else settings


def by_parity(depth: int) -> int:
    """The parity rule: whoever looks ahead moves first, so an even number of moves ends with the opponent's.

    The thesis counts from the beginning of the game (even if one began, odd if the opponent did) and means
    the same: no defeat hides just behind the last own move."""
    return depth + depth % 2


def plan_for(game: Game, settings: Settings, **how: int) -> dict[str, Any]:
    """What the kernel is to do: `how` says in which way (`prune`, `by_sign`, `chance`, `guarded`…)."""
    judging, utility, base, unit = _judge(game, settings)
    plan: dict[str, Any] = {"by_sign": 0, "prune": 0, "chance": 0, "guarded": 0, "threshold": 0, "slack": 1}
    return {
        **plan,
        **how,
        "judging": judging,
        "utility": utility,
        "base": base,
        "unit": unit,
        "merge": int(settings.merge),
        "order": Order[settings.order.upper()],
        "places": places(game),
    }


def _judge(game: Game, settings: Settings) -> tuple[Judging, Utility, float, float]:
    """The judge, the utility of finished games, what a win is worth besides, and the unit of scores."""
    if settings.utility == "graded":
        judging, length = _fitting(game, "the utility graded", longest_run)
        return judging, Utility.WEIGHTED, 0.0, float(length)
    if not settings.evaluator:
        return {"kind": Kind.NOTHING}, Utility[settings.utility.upper()], 0.0, 1.0
    judge = EVALUATORS[settings.evaluator]
    judging = _fitting(game, f"the evaluator {judge.name}", judge.judging)
    if not settings.utility:
        return judging, Utility.GRADED, judge.win or 0.0, 1.0
    return judging, Utility[settings.utility.upper()], FAR_ABOVE, 1.0


def _fitting(game: Game, who: str, make: Any) -> Any:
    try:
        return make(game)
    except Unfit as wanted:
        raise Unfit(f"{who} {wanted}; {game.name} is another kind of game.") from None
