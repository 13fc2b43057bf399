"""Who won what, kept for each person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import case, delete, func, select
from sqlalchemy.orm import Session

from ludoteca.web.store.schema import ResultRow

if TYPE_CHECKING:
    from ludoteca.web.games.stored_game import StoredGame


@dataclass(frozen=True)
class Tally:
    """What a player has done in a game with one side."""

    player: str
    called: str
    side: str
    wins: int
    draws: int
    losses: int


def write_results(session: Session, stored: StoredGame, at: float) -> None:
    """Count a finished game for each person who played it. A game that ends again is counted anew."""
    row = stored.row
    forget_results(session, row.id)
    if not row.plies and row.reason not in ("resignation", "agreement", "time"):
        return
    for side in stored.people:
        rival = "second" if side == "first" else "first"
        word = "draw" if row.result == "draw" else "win" if row.result == side else "loss"
        session.add(ResultRow(
            game=row.id, side=side, visitor=stored.owner(side) or "", player=getattr(row, f"{side}_name"),
            opponent=getattr(row, f"{rival}_name") or stored.player(rival), called=row.called, result=word,
            reason=row.reason, plies=row.plies, day=datetime.fromtimestamp(at, UTC),
        ))  # fmt: skip


def forget_results(session: Session, game_id: str) -> None:
    """A game that goes on again counts for nobody."""
    session.execute(delete(ResultRow).where(ResultRow.game == game_id))


def tallies(session: Session, visitor: str) -> list[Tally]:
    """What the people at one browser have done, by player, game and side."""

    def count(word: str) -> object:
        return func.sum(case((ResultRow.result == word, 1), else_=0))

    key = (ResultRow.player, ResultRow.called, ResultRow.side)
    query = (
        select(*key, count("win"), count("draw"), count("loss"))  # type: ignore[call-overload]
        .where(ResultRow.visitor == visitor)
        .group_by(*key)
        .order_by(*key)
    )
    return [Tally(*row) for row in session.execute(query)]
