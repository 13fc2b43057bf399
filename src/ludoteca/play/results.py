"""Results of finished games: one model and one summary for every store that keeps them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from ludoteca.games import Outcome
from ludoteca.play.record import OFF_BOARD
from ludoteca.play.session import GameSession, other

RESULTS = ("win", "draw", "loss")


@dataclass(frozen=True)
class GameResult:
    """One finished game, as one of its players sees it."""

    player: str
    side: str
    opponent: str
    game: str
    """The name of the game, as `load` takes it."""
    rules: str
    outcome: Outcome
    plies: int

    @property
    def result(self) -> str:
        if self.outcome.winner is None:
            return "draw"
        return "win" if self.outcome.winner == self.side else "loss"


def results_of(session: GameSession, game: str, rules: str) -> list[GameResult]:
    """A result for each person who played; none if the game ended before anybody did anything."""
    ended = session.outcome
    if ended is None or not (session.plies or ended.reason in OFF_BOARD):
        return []
    seats = session.seats
    return [
        GameResult(
            seats[side].name, side, seats[other(side)].name or seats[other(side)].player, game, rules, ended,
            session.plies,
        )
        for side in session.people
    ]  # fmt: skip


@dataclass(frozen=True)
class Tally:
    """Wins, draws and losses of a player in a game."""

    player: str
    game: str
    side: str
    """`first`, `second`, or `both`."""
    wins: int
    draws: int
    losses: int


Count = tuple[str, str, str, str, int]
"""Player, game, side, result, and how often."""


class ResultStore(Protocol):
    """Where results are kept."""

    def counts(self, player: str | None = None, game: str | None = None) -> Iterable[Count]:
        """The number of results of each kind; of one player or game, if given."""


def tallies(store: ResultStore, player: str | None = None, game: str | None = None) -> list[Tally]:
    """The results by player, game and side."""
    found: dict[tuple[str, str, str], dict[str, int]] = {}
    for who, what, side, result, number in store.counts(player, game):
        found.setdefault((who, what, side), dict.fromkeys(RESULTS, 0))[result] += number
    return [Tally(*key, *found[key].values()) for key in sorted(found)]


def tally(store: ResultStore, player: str, game: str) -> Tally:
    """The results of one player in one game, with both sides."""
    lines = tallies(store, player, game)
    wins, draws, losses = (sum(getattr(one, what) for one in lines) for what in ("wins", "draws", "losses"))
    return Tally(player, game, "both", wins, draws, losses)
