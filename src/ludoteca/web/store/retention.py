"""Expiry: what is deleted when it has not been touched for long, in short transactions."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, false, func, or_, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute, Session, aliased

from ludoteca.web.settings import Retention
from ludoteca.web.store.classes import delete_part, delete_rest
from ludoteca.web.store.database import Database
from ludoteca.web.store.schema import (
    AnalysisRow,
    ClassRow,
    DraftRow,
    ExperimentRow,
    GameRow,
    PuzzleRow,
    ResultRow,
    SeatRow,
    SharedAnalysisRow,
    TournamentRow,
    VisitorRow,
)

BATCH = 20
"""Games or drafts deleted in one transaction: it takes milliseconds, so that players do not wait."""
_UNUSED_DRAFT_DAYS = 30.0
"""Drafts touched since then are not deleted to make room."""


@dataclass(frozen=True)
class Purged:
    """How many rows were deleted, or would be."""

    games: int = 0
    drafts: int = 0
    analyses: int = 0
    reviews: int = 0
    visitors: int = 0
    """Visitors whose results were deleted, and rows of visitors without anything."""
    puzzles: int = 0
    """Puzzles that visitors tried long ago."""
    tournaments: int = 0
    classes: int = 0
    """Classes with all that their pupils did; the games are counted as games."""
    experiments: int = 0

    def __add__(self, other: Purged) -> Purged:
        mine, theirs = asdict(self), asdict(other)
        return Purged(**{name: mine[name] + theirs[name] for name in mine})

    def __bool__(self) -> bool:
        return any(asdict(self).values())


class Purger:
    """Deletes what has expired. Several servers may do so at once: each skips what another has locked."""

    def __init__(
        self, database: Database, retention: Retention, clock: Callable[[], float] = time.time
    ) -> None:
        self.database, self.retention, self.clock = database, retention, clock

    # -- what has expired -----------------------------------------------------------------------------

    def expired(self) -> Purged:
        """What `purge_expired` would delete."""
        with self.database.reading() as session:
            return Purged(
                games=_count(session, select(GameRow.id).where(self._expired_games())),
                drafts=_count(session, select(DraftRow.id).where(self._expired_drafts())),
                analyses=_count(session, select(SharedAnalysisRow.id).where(self._expired_analyses())),
                reviews=_count(session, _reviews(and_(self._old_reviews(), ~self._expired_games()))),
                visitors=_count(session, self._old_visitors(self.retention.visitors))
                + _count(session, self._empty_visitors()),
                puzzles=_count(session, select(PuzzleRow.puzzle).where(self._old_puzzles())),
                tournaments=_count(session, select(TournamentRow.id).where(self._expired_tournaments())),
                classes=_count(session, select(ClassRow.id).where(self._expired_classes())),
                experiments=_count(session, select(ExperimentRow.id).where(self._expired_experiments())),
            )

    def purge_expired(self, proceed: Callable[[Purged], bool] = lambda so_far: True) -> Purged:
        """Delete what has expired. `proceed` is called between the transactions: it may wait, and ends the
        work by returning False."""
        total = Purged()
        steps: tuple[Callable[[], Purged], ...] = (
            self._delete_expired_class,
            # Visitors first: one who loses the last game now is kept until the next time, as `expired` says.
            self._delete_empty_visitors,
            lambda: self._delete_visitors(self.retention.visitors),
            lambda: self._delete_games(self._expired_games()),
            lambda: self._delete_reviews(self._old_reviews()),
            lambda: self._delete_drafts(self._expired_drafts()),
            lambda: self._delete_puzzles(self._old_puzzles()),
            lambda: self._delete_analyses(self._expired_analyses()),
            lambda: self._delete_tournaments(self._expired_tournaments()),
            lambda: self._delete_experiments(self._expired_experiments()),
        )
        for step in steps:
            while found := step():
                total += found
                if not proceed(total):
                    return total
        return total

    def purge_oldest(self) -> Purged:
        """Make room: one batch of what can be computed again, else of the oldest that nobody has touched
        for a while. Nothing if there is no such thing."""
        days = max(self.retention.grace, _UNUSED_DRAFT_DAYS)
        return (
            self._delete_reviews(self._untouched_games())
            or self.purge_oldest_games()
            or self._delete_analyses(self._before(SharedAnalysisRow.changed, days))
            or self._delete_tournaments(self._before(TournamentRow.changed, days))
            or self._delete_experiments(self._before(ExperimentRow.changed, days))
            or self._delete_drafts(self._before(DraftRow.changed, days))
            or self._delete_visitors(days)
            or self._delete_puzzles(self._before(PuzzleRow.changed, days))
        )

    def purge_oldest_games(self) -> Purged:
        """One batch of the oldest games that nobody has touched for a while."""
        return self._delete_games(self._untouched_games())

    def purge_oldest_games_of(self, visitor: str) -> Purged:
        """The same for the games of one visitor, without those that another visitor plays too."""
        other = aliased(SeatRow)
        own = select(SeatRow.game).where(SeatRow.owner == visitor)
        shared = select(other.game).where(other.owner != visitor, other.game.in_(own))
        alone = and_(GameRow.id.in_(own), GameRow.id.not_in(shared))
        return self._delete_games(and_(self._untouched_games(), alone))

    def purge_class(self, classroom: str) -> Purged:
        """One part of a class: some games, and in the end the rest. Nothing if there is no such class."""
        with self.database.writing() as session:
            if session.get(ClassRow, classroom, with_for_update=True) is None:
                return Purged()
            games = delete_part(session, classroom, BATCH)
            if games:
                return Purged(games=games)
            delete_rest(session, classroom)
            return Purged(classes=1)

    # -- conditions -----------------------------------------------------------------------------------

    def _before(self, column: InstrumentedAttribute[datetime], days: float) -> ColumnElement[bool]:
        """Not touched for some days; nothing is, for 0 days, which stand for no limit."""
        return column < self._moment(days) if days else false()

    def _moment(self, days: float) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC) - timedelta(days=min(days, 100_000))

    def _untouched_games(self) -> ColumnElement[bool]:
        return GameRow.changed < self._moment(self.retention.grace)

    def _expired_games(self) -> ColumnElement[bool]:
        unfinished = self._before(GameRow.changed, self.retention.unfinished)
        finished = self._before(GameRow.changed, self.retention.finished)
        return or_(and_(GameRow.result.is_(None), unfinished), and_(GameRow.result.is_not(None), finished))

    def _old_reviews(self) -> ColumnElement[bool]:
        return self._before(GameRow.changed, self.retention.reviews)

    def _expired_drafts(self) -> ColumnElement[bool]:
        return self._before(DraftRow.changed, self.retention.drafts)

    def _old_puzzles(self) -> ColumnElement[bool]:
        return self._before(PuzzleRow.changed, self.retention.visitors)

    def _expired_analyses(self) -> ColumnElement[bool]:
        return self._before(SharedAnalysisRow.changed, self.retention.analyses)

    def _expired_tournaments(self) -> ColumnElement[bool]:
        return self._before(TournamentRow.changed, self.retention.tournaments)

    def _expired_classes(self) -> ColumnElement[bool]:
        return ClassRow.expires <= datetime.fromtimestamp(self.clock(), UTC)

    def _expired_experiments(self) -> ColumnElement[bool]:
        return self._before(ExperimentRow.changed, self.retention.experiments)

    def _old_visitors(self, days: float) -> Select[Any]:
        """Visitors with results only, the last of which is old."""
        return (
            select(ResultRow.visitor)
            .where(
                ResultRow.visitor != "",
                ~select(SeatRow.game).where(SeatRow.owner == ResultRow.visitor).exists(),
                ~select(DraftRow.id).where(DraftRow.owner == ResultRow.visitor).exists(),
                ~select(SharedAnalysisRow.id).where(SharedAnalysisRow.owner == ResultRow.visitor).exists(),
                ~select(TournamentRow.id).where(TournamentRow.owner == ResultRow.visitor).exists(),
                ~select(ExperimentRow.id).where(ExperimentRow.owner == ResultRow.visitor).exists(),
            )
            .group_by(ResultRow.visitor)
            .having(func.max(ResultRow.day) < self._moment(days) if days else false())
        )

    def _empty_visitors(self) -> Select[Any]:
        """Rows of visitors of whom nothing else is stored."""
        return select(VisitorRow.id).where(
            self._before(VisitorRow.created, self.retention.visitors),
            ~select(SeatRow.game).where(SeatRow.owner == VisitorRow.id).exists(),
            ~select(DraftRow.id).where(DraftRow.owner == VisitorRow.id).exists(),
            ~select(SharedAnalysisRow.id).where(SharedAnalysisRow.owner == VisitorRow.id).exists(),
            ~select(TournamentRow.id).where(TournamentRow.owner == VisitorRow.id).exists(),
            ~select(ExperimentRow.id).where(ExperimentRow.owner == VisitorRow.id).exists(),
            ~select(ResultRow.game).where(ResultRow.visitor == VisitorRow.id).exists(),
        )

    # -- one transaction each -------------------------------------------------------------------------

    def _delete_games(self, condition: ColumnElement[bool]) -> Purged:
        oldest = select(GameRow.id).where(condition).order_by(GameRow.changed).limit(BATCH)
        with self.database.writing() as session:
            return Purged(games=delete_games(session, _locked(session, oldest)))

    def _delete_reviews(self, condition: ColumnElement[bool]) -> Purged:
        oldest = _reviews(condition).order_by(GameRow.changed).limit(BATCH)
        with self.database.writing() as session:
            ids = list(session.scalars(oldest))
            session.execute(delete(AnalysisRow).where(AnalysisRow.game.in_(ids)))
            return Purged(reviews=len(ids))

    def _delete_drafts(self, condition: ColumnElement[bool]) -> Purged:
        return Purged(drafts=self._delete_oldest(DraftRow, condition))

    def _delete_analyses(self, condition: ColumnElement[bool]) -> Purged:
        return Purged(analyses=self._delete_oldest(SharedAnalysisRow, condition))

    def _delete_tournaments(self, condition: ColumnElement[bool]) -> Purged:
        return Purged(tournaments=self._delete_oldest(TournamentRow, condition))

    def _delete_expired_class(self) -> Purged:
        with self.database.reading() as session:
            found = session.scalar(select(ClassRow.id).where(self._expired_classes()).limit(1))
        return self.purge_class(found) if found else Purged()

    def _delete_experiments(self, condition: ColumnElement[bool]) -> Purged:
        return Purged(experiments=self._delete_oldest(ExperimentRow, condition))

    def _delete_oldest(
        self,
        kind: type[DraftRow] | type[SharedAnalysisRow] | type[TournamentRow] | type[ExperimentRow],
        condition: ColumnElement[bool],
    ) -> int:  # fmt: skip
        """One batch of rows; what belongs to them is deleted with them."""
        oldest = select(kind.id).where(condition).order_by(kind.changed).limit(BATCH)
        with self.database.writing() as session:
            ids = _locked(session, oldest)
            session.execute(delete(kind).where(kind.id.in_(ids)))
            return len(ids)

    def _delete_puzzles(self, condition: ColumnElement[bool]) -> Purged:
        key = (PuzzleRow.visitor, PuzzleRow.game, PuzzleRow.puzzle)
        oldest = select(*key).where(condition).order_by(PuzzleRow.changed).limit(BATCH)
        with self.database.writing() as session:
            found = session.execute(oldest.with_for_update(skip_locked=True)).all()
            session.execute(delete(PuzzleRow).where(tuple_(*key).in_([tuple(row) for row in found])))
            return Purged(puzzles=len(found))

    def _delete_visitors(self, days: float) -> Purged:
        with self.database.reading() as session:
            found = list(session.scalars(self._old_visitors(days).limit(BATCH)))
        if not found:
            return Purged()
        with self.database.writing() as session:
            session.execute(delete(ResultRow).where(ResultRow.visitor.in_(found)))
            return Purged(visitors=len(found))

    def _delete_empty_visitors(self) -> Purged:
        with self.database.writing() as session:
            ids = _locked(session, self._empty_visitors().limit(BATCH))
            session.execute(delete(VisitorRow).where(VisitorRow.id.in_(ids)))
            return Purged(visitors=len(ids))


def delete_games(session: Session, ids: list[str]) -> int:
    """Delete games with their seats, moves and reviews. Results stay with their visitor; those of programs,
    which have none, are deleted."""
    session.execute(delete(ResultRow).where(ResultRow.game.in_(ids), ResultRow.visitor == ""))
    session.execute(delete(GameRow).where(GameRow.id.in_(ids)))
    return len(ids)


def _locked(session: Session, query: Select[Any]) -> list[str]:
    """The ids that a query finds, locked; without those that somebody else is changing."""
    return list(session.scalars(query.with_for_update(skip_locked=True)))


def _reviews(condition: ColumnElement[bool]) -> Select[Any]:
    return select(AnalysisRow.game).join(GameRow, GameRow.id == AnalysisRow.game).where(condition)


def _count(session: Session, query: Select[Any]) -> int:
    return session.scalar(select(func.count()).select_from(query.subquery())) or 0
