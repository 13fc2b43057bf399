"""What is stored about one visitor: its export and its deletion."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, delete, select, update
from sqlalchemy.orm import Session, aliased

from ludoteca.web.store.database import Database
from ludoteca.web.store.errors import UnknownVisitor
from ludoteca.web.store.retention import delete_games
from ludoteca.web.store.schema import (
    Base,
    ClassRow,
    DraftRow,
    EntrantRow,
    ExerciseRow,
    ExperimentRow,
    GameRow,
    MemberRow,
    MoveRow,
    PuzzleRow,
    ResultRow,
    SeatRow,
    SharedAnalysisRow,
    TournamentRow,
    VisitorRow,
)

_BULK = {"synchronize_session": False}
_SECRET = ("invitation", "owner")
"""Hashes in a seat: those of other people are not exported."""


@dataclass(frozen=True)
class VisitorCounts:
    """How much is stored about a visitor."""

    games: int
    """Games that nobody else plays."""
    shared_games: int
    """Games with another visitor: after the deletion they stay, without this visitor's name."""
    results: int
    drafts: int
    analyses: int
    puzzles: int
    tournaments: int
    """Tournaments that the visitor made, or plays in."""
    classes: int
    """Classes that the visitor is in."""
    exercises: int
    experiments: int

    def __bool__(self) -> bool:
        return any(asdict(self).values())


def count_visitor(database: Database, visitor: str) -> VisitorCounts:
    with database.reading() as session:
        return _count(session, visitor)


def export_visitor(database: Database, visitor: str) -> dict[str, Any]:
    """All that is stored about a visitor, as JSON values. Raises `UnknownVisitor`."""
    with database.reading() as session:
        if not _count(session, visitor):
            raise UnknownVisitor("visitor.unknown", visitor=visitor)
        games = select(SeatRow.game).where(SeatRow.owner == visitor)
        found = _rows(session, GameRow, GameRow.id.in_(games))
        return {
            "visitor": visitor,
            "games": [_with_moves(session, game, visitor) for game in found],
            "drafts": _rows(session, DraftRow, DraftRow.owner == visitor),
            "analyses": _rows(session, SharedAnalysisRow, SharedAnalysisRow.owner == visitor),
            "results": _rows(session, ResultRow, ResultRow.visitor == visitor),
            "puzzles": _rows(session, PuzzleRow, PuzzleRow.visitor == visitor),
            "tournaments": _tournaments(session, visitor),
            "classes": _classes(session, visitor),
            "exercises": _rows(session, ExerciseRow, ExerciseRow.visitor == visitor),
            "experiments": _rows(session, ExperimentRow, ExperimentRow.owner == visitor),
        }


def export_in_parts(database: Database, visitor: str) -> Iterator[str]:
    """The same as JSON text, of which one game or draft at a time is in memory.

    Raises `UnknownVisitor` before the first part.
    """
    with database.reading() as session:
        if not _count(session, visitor):
            raise UnknownVisitor("visitor.unknown", visitor=visitor)
        seats = select(SeatRow.game).where(SeatRow.owner == visitor).distinct()
        games = sorted(session.scalars(seats))
        drafts, analyses = _owned(session, DraftRow, visitor), _owned(session, SharedAnalysisRow, visitor)
    return _parts(database, visitor, games, drafts, analyses)


def _owned(session: Session, kind: type[DraftRow] | type[SharedAnalysisRow], visitor: str) -> list[str]:
    return sorted(session.scalars(select(kind.id).where(kind.owner == visitor)))


def _parts(
    database: Database, visitor: str, games: list[str], drafts: list[str], analyses: list[str]
) -> Iterator[str]:
    yield f'{{"visitor": {_text(visitor)}, "games": ['
    yield from _separated(_game(database, game, visitor) for game in games)
    yield '], "drafts": ['
    yield from _separated(_row(database, DraftRow, draft) for draft in drafts)
    yield '], "analyses": ['
    yield from _separated(_row(database, SharedAnalysisRow, one) for one in analyses)
    with database.reading() as session:
        results = _rows(session, ResultRow, ResultRow.visitor == visitor)
        puzzles = _rows(session, PuzzleRow, PuzzleRow.visitor == visitor)
        tournaments, classes = _tournaments(session, visitor), _classes(session, visitor)
        exercises = _rows(session, ExerciseRow, ExerciseRow.visitor == visitor)
        experiments = _rows(session, ExperimentRow, ExperimentRow.owner == visitor)
    yield f'], "results": {_text(results)}, "puzzles": {_text(puzzles)}, '
    yield f'"tournaments": {_text(tournaments)}, "classes": {_text(classes)}, '
    yield f'"exercises": {_text(exercises)}, "experiments": {_text(experiments)}}}'


def _separated(rows: Iterable[list[dict[str, Any]]]) -> Iterator[str]:
    """Rows as the items of a JSON list; nothing for what was deleted meanwhile."""
    comma = ""
    for found in rows:
        for row in found:
            yield comma + _text(row)
            comma = ", "


def _game(database: Database, game: str, visitor: str) -> list[dict[str, Any]]:
    with database.reading() as session:
        return [_with_moves(session, row, visitor) for row in _rows(session, GameRow, GameRow.id == game)]


def _row(
    database: Database, kind: type[DraftRow] | type[SharedAnalysisRow], number: str
) -> list[dict[str, Any]]:
    with database.reading() as session:
        return _rows(session, kind, kind.id == number)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _with_moves(session: Session, game: dict[str, Any], visitor: str) -> dict[str, Any]:
    seats = _rows(session, SeatRow, SeatRow.game == game["id"])
    for seat in seats:
        seat["mine"] = seat["owner"] == visitor
        for name in _SECRET:
            del seat[name]
    return {**game, "seats": seats, "moves": _rows(session, MoveRow, MoveRow.game == game["id"])}


def forget_visitor(database: Database, visitor: str) -> VisitorCounts:
    """Delete all that is stored about a visitor. Games with another visitor stay, without the name. Raises
    `UnknownVisitor`."""
    with database.writing() as session:
        found = _count(session, visitor)
        if not found:
            raise UnknownVisitor("visitor.unknown", visitor=visitor)
        shared, alone = _games(session, visitor)
        delete_games(session, alone)
        for side, other in (("first", "second"), ("second", "first")):
            mine = aliased(ResultRow)
            games = select(mine.game).where(mine.visitor == visitor, mine.side == side)
            theirs = (ResultRow.game.in_(games), ResultRow.side == other, ResultRow.visitor != visitor)
            session.execute(update(ResultRow).where(*theirs).values(opponent=""), execution_options=_BULK)
        session.execute(delete(ResultRow).where(ResultRow.visitor == visitor))
        anonymous = {"owner": None, "name": "", "invitation": None}
        session.execute(update(SeatRow).where(SeatRow.owner == visitor).values(anonymous))
        session.execute(
            update(GameRow).where(GameRow.id.in_(shared)).values(version=GameRow.version + 1)
        )  # so that pages are drawn again
        session.execute(delete(DraftRow).where(DraftRow.owner == visitor))
        session.execute(delete(PuzzleRow).where(PuzzleRow.visitor == visitor))
        session.execute(delete(SharedAnalysisRow).where(SharedAnalysisRow.owner == visitor))
        session.execute(delete(TournamentRow).where(TournamentRow.owner == visitor))
        session.execute(delete(ExperimentRow).where(ExperimentRow.owner == visitor))
        session.execute(update(EntrantRow).where(EntrantRow.owner == visitor).values(anonymous))
        session.execute(delete(ExerciseRow).where(ExerciseRow.visitor == visitor))
        session.execute(delete(MemberRow).where(MemberRow.visitor == visitor))
        session.execute(delete(VisitorRow).where(VisitorRow.id == visitor))
        return found


def _games(session: Session, visitor: str) -> tuple[list[str], list[str]]:
    """The games with another visitor, and those without."""
    own = set(session.scalars(select(SeatRow.game).where(SeatRow.owner == visitor)))
    mine = select(SeatRow.game).where(SeatRow.owner == visitor)
    others = select(SeatRow.game).where(SeatRow.game.in_(mine), SeatRow.owner != visitor)
    shared = set(session.scalars(others))
    return sorted(shared), sorted(own - shared)


def _count(session: Session, visitor: str) -> VisitorCounts:
    shared, alone = _games(session, visitor)
    results = session.scalars(select(ResultRow.game).where(ResultRow.visitor == visitor)).all()
    drafts, analyses = _owned(session, DraftRow, visitor), _owned(session, SharedAnalysisRow, visitor)
    puzzles = session.scalars(select(PuzzleRow.puzzle).where(PuzzleRow.visitor == visitor)).all()
    tournaments = _tournament_ids(session, visitor)
    classes = session.scalars(select(MemberRow.classroom).where(MemberRow.visitor == visitor)).all()
    exercises = session.scalars(select(ExerciseRow.game).where(ExerciseRow.visitor == visitor)).all()
    experiments = session.scalars(select(ExperimentRow.id).where(ExperimentRow.owner == visitor)).all()
    counts = (alone, shared, results, drafts, analyses, puzzles, tournaments, classes, exercises, experiments)
    return VisitorCounts(*(len(one) for one in counts))


def _tournament_ids(session: Session, visitor: str) -> set[str]:
    """The tournaments that a visitor made or plays in."""
    made = session.scalars(select(TournamentRow.id).where(TournamentRow.owner == visitor))
    played = session.scalars(select(EntrantRow.tournament).where(EntrantRow.owner == visitor))
    return {*made, *played}


def _tournaments(session: Session, visitor: str) -> list[dict[str, Any]]:
    found = _rows(session, TournamentRow, TournamentRow.id.in_(_tournament_ids(session, visitor)))
    for one in found:
        one["mine"] = one.pop("owner") == visitor
    return found


def _classes(session: Session, visitor: str) -> list[dict[str, Any]]:
    """The classes of a visitor, without names: those stay within the class."""
    query = (
        select(ClassRow.id, ClassRow.created, ClassRow.expires, MemberRow.role, MemberRow.joined)
        .join(MemberRow, MemberRow.classroom == ClassRow.id)
        .where(MemberRow.visitor == visitor)
        .order_by(ClassRow.id)
    )
    found = session.execute(query)
    return [{name: _json(value) for name, value in row._mapping.items()} for row in found]


def _rows(session: Session, kind: type[Base], condition: Any) -> list[dict[str, Any]]:
    table = kind.__table__
    assert isinstance(table, Table)
    found = session.execute(select(table).where(condition).order_by(*table.primary_key.columns))
    return [{name: _json(value) for name, value in row._mapping.items()} for row in found]


def _json(value: Any) -> Any:
    return value.isoformat() if isinstance(value, datetime) else value
