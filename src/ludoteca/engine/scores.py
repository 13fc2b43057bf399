"""What a search says of a position, in the mover's eyes: a proof where it has one, else an opinion."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Any

WIN = 30_000
PROVED = 28_000
SCALE = 250.0
"""Units that turn an even game into a lead of about three to one."""


@dataclass(frozen=True)
class Win:
    """The mover wins in so many moves, whatever the other side does."""

    plies: int


@dataclass(frozen=True)
class Loss:
    """The mover loses, at the latest in so many moves."""

    plies: int


@dataclass(frozen=True)
class Draw:
    """Neither side can win: the search has seen every game from here."""

    plies: int


@dataclass(frozen=True)
class Estimate:
    """An opinion."""

    win_chance: float
    """From 0 to 1, a draw counting half."""
    units: int
    """The evaluation, in hundredths of a plain piece."""


Score = Win | Loss | Draw | Estimate


def score_of(units: int, exhausted: bool, plies: int) -> Score:
    """The score behind the kernel's number."""
    if units > PROVED:
        return Win(WIN - units)
    if units < -PROVED:
        return Loss(WIN + units)
    if exhausted and units == 0:
        return Draw(plies)
    return Estimate(round(1 / (1 + exp(-units / SCALE)), 4), units)


def as_json(score: Score) -> dict[str, Any]:
    if isinstance(score, Estimate):
        return {"kind": "estimate", "win_chance": score.win_chance, "units": score.units}
    return {"kind": type(score).__name__.lower(), "plies": score.plies}
