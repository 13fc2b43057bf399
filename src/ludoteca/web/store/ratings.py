"""Ratings of players in one game, on the scale of its measured levels, by Glicko (Glickman 1999).

A rating is an estimate with a deviation: few games say little, and the interval says so. A newcomer starts at
the weakest level of the game, with a deviation so large that the first results count most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import log, pi, sqrt

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludoteca.web.store.schema import ResultRow

NEW, LEAST = 350.0, 60.0
"""The deviation of a newcomer, and the least one, so that a rating can always change."""
PROVISIONAL = 110.0
"""Ratings with a larger deviation are provisional."""
Z95 = 1.96
"""Half the width of a 95 % interval, in deviations."""
_Q = log(10) / 400
_POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Opponent:
    """A rated level."""

    elo: float
    deviation: float
    start: float
    """The rating of the game's weakest level."""


@dataclass(frozen=True)
class Rating:
    player: str
    called: str
    elo: float
    deviation: float
    games: int

    @property
    def low(self) -> float:
        return self.elo - Z95 * self.deviation

    @property
    def high(self) -> float:
        return self.elo + Z95 * self.deviation

    @property
    def is_provisional(self) -> bool:
        return self.deviation > PROVISIONAL


def rate(games: Iterable[tuple[float, Opponent]]) -> tuple[float, float]:
    """The rating and its deviation after some games in order, each as points and the opponent."""
    elo, deviation = None, NEW
    for points, opponent in games:
        elo = opponent.start if elo is None else elo
        # What the result says is weakened by the uncertainty about the opponent.
        weight = 1 / sqrt(1 + 3 * (_Q * opponent.deviation / pi) ** 2)
        expected = 1 / (1 + 10 ** (weight * (opponent.elo - elo) / 400))
        information = (_Q * weight) ** 2 * expected * (1 - expected)
        variance = 1 / (1 / deviation**2 + information)
        elo += _Q * variance * weight * (points - expected)
        deviation = max(sqrt(variance), LEAST)
    return (0.0 if elo is None else elo), deviation


def ratings(
    session: Session, visitor: str, opponent_of: Callable[[str, str], Opponent | None]
) -> list[Rating]:
    """The ratings of the people at one browser, the best first. `opponent_of` gives the opponent with a name
    in a game; games against unrated opponents do not count."""
    rows = session.scalars(select(ResultRow).where(ResultRow.visitor == visitor).order_by(ResultRow.day))
    played: dict[tuple[str, str], list[tuple[float, Opponent]]] = {}
    for row in rows:
        opponent = opponent_of(row.called, row.opponent)
        if opponent is not None:
            played.setdefault((row.player, row.called), []).append((_POINTS[row.result], opponent))
    found = [Rating(*key, *rate(games), len(games)) for key, games in played.items()]
    return sorted(found, key=lambda one: -one.elo)
