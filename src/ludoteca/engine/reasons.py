"""Reasons for and against a move: facts proved by the rules or the search, each with the line that shows it.

Reasons are data; `play.reason_text` turns them into sentences.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ludoteca.engine.limits import Limits
from ludoteca.engine.move_effects import MoveEffects, effects_of
from ludoteca.engine.scores import Draw, Loss, Score, Win, is_proved, sort_key, win_chance
from ludoteca.engine.search import Engine, Line
from ludoteca.engine.threats import stopped_threat
from ludoteca.games import Move, Position

KINDS = (
    "wins-now", "forces-win", "stops-win", "only-move", "keeps-draw", "loses-anyway", "only-legal",
    "closes-line", "captures", "turns-over", "stores", "promotes", "moves-again", "leaves-no-moves",
    "best-by", "choose-any", "misses-win", "allows-win", "worse-by",
)  # fmt: skip
"""By importance."""
NEAR = 0.02
"""Moves whose win chances differ by no more than this are equal."""
MOST = 3
"""The largest number of reasons for one move."""


class ScoredLine(Protocol):
    """A move with its score and principal variation: a `SearchResult` or a `Line`."""

    @property
    def move(self) -> Move: ...
    @property
    def score(self) -> Score: ...
    @property
    def continuation(self) -> tuple[Move, ...]: ...


@dataclass(frozen=True)
class Reason:
    """A fact about a move."""

    kind: str
    """One of `KINDS`."""
    line: tuple[Move, ...] = ()
    """The line that shows it, from the position in question."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """Parameters: `plies`, `pieces`, `beaten`, `tried`, `moves`, `percent`…"""
    ending: str = ""
    """The outcome's reason, if the move ends the game."""


def explain(engine: Engine, position: Position, best: ScoredLine, limits: Limits) -> tuple[Reason, ...]:
    """The reasons for a move. A comparison with other moves takes up to a quarter of the limits again."""
    needs_no_search = isinstance(best.score, Win | Loss) or len(position.legal_moves) == 1
    lines = () if needs_no_search else engine.lines(position, _quarter(limits), 3)
    return reasons(position, best, lines)


def _quarter(limits: Limits) -> Limits:
    if limits.seconds is None and limits.nodes is None:
        return Limits(seconds=0.25, depth=limits.depth)
    return Limits(
        seconds=None if limits.seconds is None else min(limits.seconds / 4, 1.0),
        nodes=None if limits.nodes is None else max(limits.nodes // 4, 1),
        depth=limits.depth,
    )


def reasons(position: Position, best: ScoredLine, lines: Sequence[Line] = ()) -> tuple[Reason, ...]:
    """The reasons for a move, most important first. `lines` are the multi-PV lines of one search, best
    first; without them the move is compared with others only by what the rules show."""
    after = position.play(best.move)
    if after.outcome and after.outcome.winner == position.mover:
        return (Reason("wins-now", (best.move,), ending=after.outcome.reason),)
    found = [*_proofs(position, best), *_threats(position, best), *_compared(position, best, lines)]
    if any(one.kind == "stops-win" and one.numbers["beaten"] == one.numbers["tried"] for one in found):
        found = [one for one in found if one.kind != "only-move"]  # implied by "stops-win"
    found += _effects(effects_of(position, after))
    return tuple(sorted(found, key=lambda one: KINDS.index(one.kind))[:MOST])


# -- proved by the search -----------------------------------------------------------------------------


def _proofs(position: Position, best: ScoredLine) -> list[Reason]:
    found = []
    if len(position.legal_moves) == 1:
        found.append(Reason("only-legal", (best.move,)))
    if isinstance(best.score, Win):
        found.append(Reason("forces-win", best.continuation, {"plies": best.score.plies}))
    elif isinstance(best.score, Loss):
        found.append(Reason("loses-anyway", best.continuation, {"plies": best.score.plies}))
    elif isinstance(best.score, Draw):
        found.append(Reason("keeps-draw", best.continuation))
    return found


def _threats(position: Position, best: ScoredLine) -> list[Reason]:
    """A win of the opponent that the move prevents; irrelevant if the game is lost anyway."""
    if isinstance(best.score, Loss):
        return []
    threat = stopped_threat(position, best.move)
    if threat is None:
        return []
    return [Reason("stops-win", threat.line, {"beaten": threat.beaten, "tried": threat.tried})]


# -- comparison with other moves ----------------------------------------------------------------------


def _compared(position: Position, best: ScoredLine, lines: Sequence[Line]) -> list[Reason]:
    rest = (one for one in lines if one.move != best.move)
    others = sorted(rest, key=lambda one: sort_key(one.score))[::-1]
    if not others or isinstance(best.score, Loss):
        return []
    second = others[0]
    if isinstance(second.score, Loss):
        # The best alternative loses, so all of them do.
        numbers = {"moves": len(position.legal_moves) - 1, "plies": second.score.plies}
        return [Reason("only-move", second.continuation, numbers)]
    own = next((one for one in lines if one.move == best.move), None)
    if own is None or is_proved(best.score):
        return []
    return _margin(own, [one for one in others if _can_compare(own, one)])


def _margin(own: Line, others: Sequence[Line]) -> list[Reason]:
    """The move's lead over the others (best first), or that several moves are equal."""
    if not others:
        return []
    lead = _lead(own, others[0])
    if lead > NEAR:
        return [Reason("best-by", others[0].continuation, {"percent": round(100 * lead)})]
    top = max(own, others[0], key=lambda one: win_chance(one.score))
    if _lead(top, own) > NEAR:  # the shorter comparison search prefers another move: inconclusive
        return []
    equal = [one for one in others if _lead(top, one) <= NEAR]
    numbers = {"moves": 1 + len(equal), "percent": round(100 * NEAR)}
    return [Reason("choose-any", (own.move, *(one.move for one in equal)), numbers)] if equal else []


def _can_compare(one: Line, other: Line) -> bool:
    """Whether both are estimates of the same depth, at least two plies."""
    return one.depth == other.depth >= 2 and not is_proved(one.score) and not is_proved(other.score)


def _lead(one: Line, other: Line) -> float:
    return round(win_chance(one.score) - win_chance(other.score), 4)


# -- effects of the move ------------------------------------------------------------------------------


def _effects(effects: MoveEffects) -> list[Reason]:
    """What the move does by the rules."""
    found = []
    line = (effects.move,)
    if effects.closes_line:
        found.append(Reason("closes-line", line, {"pieces": effects.captured}))
    elif effects.captured:
        found.append(Reason("captures", line, {"pieces": effects.captured}))
    if effects.flipped:
        found.append(Reason("turns-over", line, {"pieces": effects.flipped}))
    if effects.stored:
        found.append(Reason("stores", line, {"seeds": effects.stored}))
    if effects.promoted:
        found.append(Reason("promotes", line, {"pieces": effects.promoted}))
    if effects.leaves_no_moves:
        found.append(Reason("leaves-no-moves", line))
    if effects.moves_again:
        found.append(Reason("moves-again", line))
    return found


# -- faults of a move ---------------------------------------------------------------------------------


def faults(best: ScoredLine, played: ScoredLine) -> tuple[Reason, ...]:
    """What a move gives away against the best one; both were searched from the same position."""
    found = []
    if isinstance(best.score, Win) and not isinstance(played.score, Win):
        found.append(Reason("misses-win", best.continuation, {"plies": best.score.plies}))
    if isinstance(played.score, Loss) and not isinstance(best.score, Loss):
        found.append(Reason("allows-win", played.continuation, {"plies": played.score.plies - 1}))
    drop = win_chance(best.score) - win_chance(played.score)
    if not found and drop > NEAR:
        found.append(Reason("worse-by", played.continuation, {"percent": round(100 * drop)}))
    return tuple(found)
