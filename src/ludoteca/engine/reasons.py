"""Why a move is good or bad: facts that the rules or the search have shown, each with the line that shows it.

Nothing here is worded: `play` says it in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ludoteca.engine.chances import chance, is_proved, merit
from ludoteca.engine.limits import Limits
from ludoteca.engine.move_effects import Deeds, deeds_of
from ludoteca.engine.scores import Draw, Loss, Score, Win
from ludoteca.engine.search import Engine, Line
from ludoteca.engine.threats import stopped_threat
from ludoteca.games import Move, Position

KINDS = (
    "wins-now", "forces-win", "stops-win", "only-move", "keeps-draw", "loses-anyway", "only-legal",
    "closes-line", "captures", "turns-over", "stores", "promotes", "moves-again", "leaves-no-moves",
    "best-by", "choose-any", "misses-win", "allows-win", "worse-by",
)  # fmt: skip
"""What counts most comes first."""
NEAR = 0.02
"""Moves whose chances differ by no more than this are as good as each other."""
MOST = 3
"""More reasons than these only hide the one that counts."""


class Seen(Protocol):
    """What a search says of a move: a `Best` or a `Line`."""

    @property
    def move(self) -> Move: ...
    @property
    def score(self) -> Score: ...
    @property
    def continuation(self) -> tuple[Move, ...]: ...


@dataclass(frozen=True)
class Reason:
    """One fact about a move."""

    kind: str
    """One of `KINDS`."""
    line: tuple[Move, ...] = ()
    """The play that shows it, from the position in question."""
    numbers: Mapping[str, int] = field(default_factory=dict)
    """What there is to count: `plies`, `pieces`, `beaten`, `tried`, `moves`, `percent`…"""
    ending: str = ""
    """The rule that ends the game, as an outcome gives it."""


def why(engine: Engine, position: Position, best: Seen, limits: Limits) -> tuple[Reason, ...]:
    """Why the engine plays a move. To compare it with others takes up to a quarter of the limits again."""
    is_plain = isinstance(best.score, Win | Loss) or len(position.legal_moves) == 1
    lines = () if is_plain else engine.lines(position, _quarter(limits), 3)
    return reasons(position, best, lines)


def _quarter(limits: Limits) -> Limits:
    if limits.seconds is None and limits.nodes is None:
        return Limits(seconds=0.25, depth=limits.depth)
    return Limits(
        seconds=None if limits.seconds is None else min(limits.seconds / 4, 1.0),
        nodes=None if limits.nodes is None else max(limits.nodes // 4, 1),
        depth=limits.depth,
    )


def reasons(position: Position, best: Seen, lines: Sequence[Line] = ()) -> tuple[Reason, ...]:
    """Why a move was chosen, what counts most first. `lines` are the best moves as one search sees them, the
    best first; without them nothing is said of other moves but what the rules show."""
    after = position.play(best.move)
    if after.outcome and after.outcome.winner == position.mover:
        return (Reason("wins-now", (best.move,), ending=after.outcome.reason),)
    found = [*_proofs(position, best), *_threats(position, best), *_compared(position, best, lines)]
    if any(one.kind == "stops-win" and one.numbers["beaten"] == one.numbers["tried"] for one in found):
        found = [one for one in found if one.kind != "only-move"]  # that says it already
    found += _done(deeds_of(position, after))
    return tuple(sorted(found, key=lambda one: KINDS.index(one.kind))[:MOST])


# -- what the search has proved -----------------------------------------------------------------------


def _proofs(position: Position, best: Seen) -> list[Reason]:
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


def _threats(position: Position, best: Seen) -> list[Reason]:
    """A win of the opponent's that the move prevents. Pointless to say where the game is lost anyway."""
    if isinstance(best.score, Loss):
        return []
    threat = stopped_threat(position, best.move)
    if threat is None:
        return []
    return [Reason("stops-win", threat.line, {"beaten": threat.beaten, "tried": threat.tried})]


# -- compared with other moves ------------------------------------------------------------------------


def _compared(position: Position, best: Seen, lines: Sequence[Line]) -> list[Reason]:
    others = sorted((one for one in lines if one.move != best.move), key=lambda one: merit(one.score))[::-1]
    if not others or isinstance(best.score, Loss):
        return []
    second = others[0]
    if isinstance(second.score, Loss):
        # It is the best of the rest: all of them lose.
        numbers = {"moves": len(position.legal_moves) - 1, "plies": second.score.plies}
        return [Reason("only-move", second.continuation, numbers)]
    own = next((one for one in lines if one.move == best.move), None)
    if own is None or is_proved(best.score):
        return []
    return _measured(own, [one for one in others if _can_compare(own, one)])


def _measured(own: Line, others: Sequence[Line]) -> list[Reason]:
    """By how much a move is better than the others, which come best first; or that it is not."""
    if not others:
        return []
    lead = _lead(own, others[0])
    if lead > NEAR:
        return [Reason("best-by", others[0].continuation, {"percent": round(100 * lead)})]
    top = max(own, others[0], key=lambda one: chance(one.score))
    if _lead(top, own) > NEAR:  # a shorter look prefers another move: it shows nothing
        return []
    level = [one for one in others if _lead(top, one) <= NEAR]
    numbers = {"moves": 1 + len(level), "percent": round(100 * NEAR)}
    return [Reason("choose-any", (own.move, *(one.move for one in level)), numbers)] if level else []


def _can_compare(one: Line, other: Line) -> bool:
    """Whether two moves and the replies to them were looked at equally deep; an opinion and a proof say
    different things."""
    return one.depth == other.depth >= 2 and not is_proved(one.score) and not is_proved(other.score)


def _lead(one: Line, other: Line) -> float:
    return round(chance(one.score) - chance(other.score), 4)


# -- what the move itself does ------------------------------------------------------------------------


def _done(deeds: Deeds) -> list[Reason]:
    """What the rules show of the move, whatever comes of it."""
    found = []
    line = (deeds.move,)
    if deeds.closes_line:
        found.append(Reason("closes-line", line, {"pieces": deeds.captured}))
    elif deeds.captured:
        found.append(Reason("captures", line, {"pieces": deeds.captured}))
    if deeds.turned_over:
        found.append(Reason("turns-over", line, {"pieces": deeds.turned_over}))
    if deeds.stored:
        found.append(Reason("stores", line, {"seeds": deeds.stored}))
    if deeds.promoted:
        found.append(Reason("promotes", line, {"pieces": deeds.promoted}))
    if deeds.leaves_no_moves:
        found.append(Reason("leaves-no-moves", line))
    if deeds.moves_again:
        found.append(Reason("moves-again", line))
    return found


# -- what was wrong with a move -----------------------------------------------------------------------


def faults(best: Seen, played: Seen) -> tuple[Reason, ...]:
    """What a move lost that another would have kept; both were searched from the same position."""
    found = []
    if isinstance(best.score, Win) and not isinstance(played.score, Win):
        found.append(Reason("misses-win", best.continuation, {"plies": best.score.plies}))
    if isinstance(played.score, Loss) and not isinstance(best.score, Loss):
        found.append(Reason("allows-win", played.continuation, {"plies": played.score.plies - 1}))
    drop = chance(best.score) - chance(played.score)
    if not found and drop > NEAR:
        found.append(Reason("worse-by", played.continuation, {"percent": round(100 * drop)}))
    return tuple(found)
