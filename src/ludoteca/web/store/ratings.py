"""Elo ratings of players in one game, on the scale of its measured levels: random play is 0."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from ludoteca.web.store.schema import ResultRow

START = 0.0
FAST, USUAL = 64.0, 32.0
"""K factors: larger for the first games."""
PROVISIONAL = 5
"""Ratings from fewer games are provisional."""
_POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Rating:
    player: str
    called: str
    elo: int
    games: int

    @property
    def is_provisional(self) -> bool:
        return self.games < PROVISIONAL


def rate(games: Iterable[tuple[float, float]]) -> tuple[float, int]:
    """The rating after some games in order, each as points and the opponent's rating; and their number."""
    rating, number = START, 0
    for points, opponent in games:
        expected = 1 / (1 + 10 ** ((opponent - rating) / 400))
        rating += (FAST if number < PROVISIONAL else USUAL) * (points - expected)
        number += 1
    return rating, number


def ratings(session: Session, visitor: str, elo_of: Callable[[str, str], float | None]) -> list[Rating]:
    """The ratings of the people at one browser, the best first. `elo_of` gives the rating of an opponent in a
    game; games against unrated opponents do not count."""
    rows = session.scalars(select(ResultRow).where(ResultRow.visitor == visitor).order_by(ResultRow.day))
    played: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for row in rows:
        worth = elo_of(row.called, row.opponent)
        if worth is not None:
            played.setdefault((row.player, row.called), []).append((_POINTS[row.result], worth))
    found = []
    for (player, called), games in played.items():
        elo, number = rate(games)
        found.append(Rating(player, called, round(elo), number))
    return sorted(found, key=lambda one: -one.elo)
