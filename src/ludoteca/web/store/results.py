"""The results of finished games in the database: a `ResultStore` for the players of one browser."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from ludoteca.play.results import Count, GameResult
from ludoteca.web.store.schema import ResultRow, SeatRow


def write_results(
    session: Session, game_id: str, seats: Mapping[str, SeatRow], results: Iterable[GameResult], at: float
) -> None:
    """Store the results of a game, in place of earlier ones."""
    delete_results(session, game_id)
    day = datetime.fromtimestamp(at, UTC)
    for one in results:
        session.add(ResultRow(
            game=game_id, side=one.side, visitor=seats[one.side].owner or "", player=one.player,
            opponent=one.opponent, called=one.game, result=one.result, reason=one.outcome.reason,
            plies=one.plies, day=day,
        ))  # fmt: skip


def delete_results(session: Session, game_id: str) -> None:
    """For a game that continues."""
    session.execute(delete(ResultRow).where(ResultRow.game == game_id))


@dataclass(frozen=True)
class VisitorResults:
    """The results of the people at one browser."""

    session: Session
    visitor: str

    def counts(self, player: str | None = None, game: str | None = None) -> list[Count]:
        """The number of results of each kind, as `ResultStore` has it."""
        key = (ResultRow.player, ResultRow.called, ResultRow.side, ResultRow.result)
        query = select(*key, func.count()).where(ResultRow.visitor == self.visitor).group_by(*key)
        if player is not None:
            query = query.where(ResultRow.player == player)
        if game is not None:
            query = query.where(ResultRow.called == game)
        return [(who, what, side, result, n) for who, what, side, result, n in self.session.execute(query)]
