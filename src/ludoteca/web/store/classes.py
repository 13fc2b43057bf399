"""Classes in the database: who is in one, what the pupils have done, and the deletion of all of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session, aliased

from ludoteca.web.store.schema import (
    ClassRow,
    ClassTournamentRow,
    DraftRow,
    EntrantRow,
    ExerciseRow,
    GameRow,
    MemberRow,
    PuzzleRow,
    ResultRow,
    SeatRow,
    SharedAnalysisRow,
    TournamentGameRow,
    TournamentRow,
    VisitorRow,
)

TEACHER, PUPIL = "teacher", "pupil"


def as_utc(moment: datetime) -> datetime:
    """A stored time; SQLite drops the time zone."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def is_open(moment: datetime) -> ColumnElement[bool]:
    """Whether a class has not expired."""
    return ClassRow.expires > moment


# -- activity -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LastGame:
    """A game of a pupil."""

    id: str
    called: str
    file: str | None
    kind: str
    side: str
    plies: int
    result: str | None
    changed: datetime
    version: int


@dataclass(frozen=True)
class PairGame:
    """A game that two pupils play on two screens."""

    id: str
    called: str
    file: str | None
    first: str
    """The visitor."""
    second: str
    result: str | None


@dataclass
class Work:
    """What one pupil has done in the class."""

    game: LastGame | None = None
    """The game that changed last."""
    wins: dict[tuple[str, str], int] = field(default_factory=dict)
    """By game and opponent."""
    games: dict[str, int] = field(default_factory=dict)
    """Finished games, by game."""
    puzzles: dict[str, int] = field(default_factory=dict)
    """Solved puzzles, by game."""
    exercises: dict[tuple[str, str], int] = field(default_factory=dict)
    """Finished exercises, by game and kind."""
    last: datetime | None = None
    """When the pupil did anything last."""
    doing: str = ""
    """`game`, `puzzles` or `exercise`: what that was."""

    def _touch(self, moment: datetime, doing: str) -> None:
        if self.last is None or as_utc(moment) > self.last:
            self.last, self.doing = as_utc(moment), doing


def work_of(session: Session, visitors: Collection[str]) -> dict[str, Work]:
    """What some pupils have done, by visitor: four queries, however many pupils there are."""
    found = {one: Work() for one in visitors}
    if not found:
        return found
    for owner, game in _last_games(session, visitors):
        found[owner].game = game
        found[owner]._touch(game.changed, "game")
    counted = (
        select(ResultRow.visitor, ResultRow.called, ResultRow.opponent, ResultRow.result, func.count())
        .where(ResultRow.visitor.in_(visitors))
        .group_by(ResultRow.visitor, ResultRow.called, ResultRow.opponent, ResultRow.result)
    )
    for visitor, called, opponent, result, number in session.execute(counted):
        one = found[visitor]
        one.games[called] = one.games.get(called, 0) + number
        if result == "win":
            one.wins[called, opponent] = number
    solved = (
        select(PuzzleRow.visitor, PuzzleRow.game, func.count(), func.max(PuzzleRow.changed))
        .where(PuzzleRow.visitor.in_(visitors), PuzzleRow.solved)
        .group_by(PuzzleRow.visitor, PuzzleRow.game)
    )
    for visitor, game_id, number, changed in session.execute(solved):
        found[visitor].puzzles[game_id] = number
        found[visitor]._touch(changed, "puzzles")
    exercised = (
        select(
            ExerciseRow.visitor, ExerciseRow.game, ExerciseRow.kind, func.count(),
            func.max(ExerciseRow.changed),
        )
        .where(ExerciseRow.visitor.in_(visitors))
        .group_by(ExerciseRow.visitor, ExerciseRow.game, ExerciseRow.kind)
    )  # fmt: skip
    for visitor, game_id, kind, number, changed in session.execute(exercised):
        found[visitor].exercises[game_id, kind] = number
        found[visitor]._touch(changed, "exercise")
    return found


def _last_games(session: Session, visitors: Collection[str]) -> Iterable[tuple[str, LastGame]]:
    rank = func.row_number().over(
        partition_by=SeatRow.owner, order_by=(GameRow.changed.desc(), GameRow.id, SeatRow.side)
    )
    columns = (
        GameRow.id, GameRow.called, GameRow.file, GameRow.kind, SeatRow.side, GameRow.plies, GameRow.result,
        GameRow.changed, GameRow.version,
    )  # fmt: skip
    ranked = (
        select(SeatRow.owner.label("owner"), *columns, rank.label("place"))
        .join(GameRow, GameRow.id == SeatRow.game)
        .where(SeatRow.owner.in_(visitors))
        .subquery()
    )
    for owner, *values, _ in session.execute(select(ranked).where(ranked.c.place == 1)):
        yield owner, LastGame(*values)


def games_between(session: Session, visitors: Collection[str]) -> list[PairGame]:
    """The games that two of some visitors play on two screens, the oldest first."""
    first, second = aliased(SeatRow), aliased(SeatRow)
    query = (
        select(GameRow.id, GameRow.called, GameRow.file, first.owner, second.owner, GameRow.result)
        .join(first, (first.game == GameRow.id) & (first.side == "first"))
        .join(second, (second.game == GameRow.id) & (second.side == "second"))
        .outerjoin(TournamentGameRow, TournamentGameRow.game == GameRow.id)
        .where(
            GameRow.kind == "link", first.owner.in_(visitors), second.owner.in_(visitors),
            # A teacher may have decided a game of a championship: nobody has to play on.
            TournamentGameRow.points.is_(None) | GameRow.result.is_not(None),
        )
        .order_by(GameRow.created, GameRow.id)
    )  # fmt: skip
    return [
        PairGame(game, called, file, a or "", b or "", result)
        for game, called, file, a, b, result in session.execute(query)
    ]


def other_seats(session: Session, games: Collection[str]) -> dict[str, dict[str, tuple[str, str | None]]]:
    """The players of some games and their owners, by game and side."""
    found: dict[str, dict[str, tuple[str, str | None]]] = {}
    query = select(SeatRow.game, SeatRow.side, SeatRow.player, SeatRow.owner).where(SeatRow.game.in_(games))
    for game, side, player, owner in session.execute(query):
        found.setdefault(game, {})[side] = player, owner
    return found


# -- deletion -----------------------------------------------------------------------------------------


def delete_part(session: Session, classroom: str, most: int) -> int:
    """Delete one part of a class: its championships and some games. 0 once only the rest is left."""
    pupils = _pupils(session, classroom)
    cups = list(
        session.scalars(
            select(ClassTournamentRow.tournament).where(ClassTournamentRow.classroom == classroom)
        )
    )
    session.execute(delete(TournamentRow).where(TournamentRow.id.in_(cups)))
    session.execute(delete(TournamentRow).where(TournamentRow.owner.in_(pupils)))
    games = list(
        session.scalars(select(SeatRow.game).where(SeatRow.owner.in_(pupils)).distinct().limit(most))
    )
    delete_with_results(session, games)
    return len(games)


def delete_with_results(session: Session, games: list[str]) -> None:
    session.execute(delete(ResultRow).where(ResultRow.game.in_(games)))
    session.execute(delete(GameRow).where(GameRow.id.in_(games)))


def delete_rest(session: Session, classroom: str) -> None:
    """Delete a class after its games."""
    for number in session.scalars(select(MemberRow.number).where(MemberRow.classroom == classroom)).all():
        delete_pupil(session, classroom, number)
    session.execute(delete(ClassRow).where(ClassRow.id == classroom))


def delete_pupil(session: Session, classroom: str, number: int) -> None:
    """Delete a member, and what a pupil has done, except games: `games_of` finds those."""
    row = session.get(MemberRow, (classroom, number))
    if row is None:
        return
    if row.role == PUPIL:
        mine: tuple[tuple[Any, Any], ...] = (
            (ResultRow, ResultRow.visitor), (PuzzleRow, PuzzleRow.visitor), (DraftRow, DraftRow.owner),
            (SharedAnalysisRow, SharedAnalysisRow.owner), (ExerciseRow, ExerciseRow.visitor),
            (TournamentRow, TournamentRow.owner), (VisitorRow, VisitorRow.id),
        )  # fmt: skip
        for kind, column in mine:
            session.execute(delete(kind).where(column == row.visitor))
        anonymous = {"owner": None, "name": "", "invitation": None}
        session.execute(update(EntrantRow).where(EntrantRow.owner == row.visitor).values(anonymous))
    session.execute(delete(MemberRow).where(MemberRow.classroom == classroom, MemberRow.number == number))


def games_of(session: Session, visitor: str) -> list[str]:
    return list(session.scalars(select(SeatRow.game).where(SeatRow.owner == visitor).distinct()))


def change_visitor(session: Session, before: str, after: str) -> None:
    """Give all that belongs to a pupil to the same pupil's new secret."""
    mine: tuple[tuple[Any, str], ...] = (
        (SeatRow, "owner"), (ResultRow, "visitor"), (PuzzleRow, "visitor"), (DraftRow, "owner"),
        (SharedAnalysisRow, "owner"), (ExerciseRow, "visitor"), (TournamentRow, "owner"),
        (EntrantRow, "owner"), (MemberRow, "visitor"),
    )  # fmt: skip
    for kind, column in mine:
        session.execute(
            update(kind).where(getattr(kind, column) == before).values({column: after}),
            execution_options={"synchronize_session": False},
        )


def _pupils(session: Session, classroom: str) -> list[str]:
    query = select(MemberRow.visitor).where(MemberRow.classroom == classroom, MemberRow.role == PUPIL)
    return list(session.scalars(query))
