"""Scores of positions, from the mover's point of view: a proved result, or an estimate."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Any

from ludoteca.games import Position
from ludoteca.kernel.constants import PROVED as PROVED
from ludoteca.kernel.constants import WIN as WIN

UNITS_PER_LOGIT = 250.0
"""Evaluation units per logit: this lead is worth odds of about three to one."""


@dataclass(frozen=True)
class Win:
    """The mover wins in this many plies against any defence."""

    plies: int


@dataclass(frozen=True)
class Loss:
    """The mover loses in at most this many plies."""

    plies: int


@dataclass(frozen=True)
class Draw:
    """A proved draw: no line that the search left out could change it."""

    plies: int


@dataclass(frozen=True)
class Estimate:
    """A heuristic score."""

    win_chance: float
    """From 0 to 1; a draw counts as half."""
    units: int
    """The evaluation, in hundredths of a plain piece."""


Score = Win | Loss | Draw | Estimate


def units_to_chance(units: int) -> float:
    """The expected score (0 to 1) for an evaluation; 0 or 1 for proved results."""
    if abs(units) > PROVED:
        return float(units > 0)
    return 1 / (1 + exp(-units / UNITS_PER_LOGIT))


def score_of(units: int, exhausted: bool, plies: int) -> Score:
    """Convert the kernel's number to a score."""
    if units > PROVED:
        return Win(WIN - units)
    if units < -PROVED:
        return Loss(WIN + units)
    if exhausted and units == 0:
        return Draw(plies)
    return Estimate(round(units_to_chance(units), 4), units)


def win_chance(score: Score) -> float:
    """From 0 to 1; a draw counts as half, and proved results are certain."""
    if isinstance(score, Estimate):
        return score.win_chance
    return 1.0 if isinstance(score, Win) else 0.0 if isinstance(score, Loss) else 0.5


def sort_key(score: Score) -> tuple[float, int]:
    """Orders scores by win chance; then faster wins and slower losses are better."""
    if isinstance(score, Estimate):
        return score.win_chance, score.units
    distance = -score.plies if isinstance(score, Win) else score.plies if isinstance(score, Loss) else 0
    return win_chance(score), distance


def is_proved(score: Score) -> bool:
    return not isinstance(score, Estimate)


def negated(score: Score) -> Score:
    """The same score from the opponent's point of view."""
    if isinstance(score, Estimate):
        return Estimate(round(1 - score.win_chance, 4), -score.units)
    if isinstance(score, Draw):
        return score
    return Loss(score.plies) if isinstance(score, Win) else Win(score.plies)


def score_before(score: Score, before: Position, after: Position) -> Score:
    """Back up a score by one move: the score of that move for the mover of the position before it."""
    own = score if after.mover == before.mover else negated(score)
    return own if isinstance(own, Estimate) else type(own)(own.plies + 1)


def final_score(position: Position) -> Score:
    """The score of a finished game, for the side that would be to move."""
    ended = position.outcome
    assert ended is not None
    if ended.winner is None:
        return Draw(0)
    return Win(0) if ended.winner == position.mover else Loss(0)


def as_json(score: Score) -> dict[str, Any]:
    if isinstance(score, Estimate):
        return {"kind": "estimate", "win_chance": score.win_chance, "units": score.units}
    return {"kind": type(score).__name__.lower(), "plies": score.plies}
