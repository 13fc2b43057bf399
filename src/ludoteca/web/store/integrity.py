"""Checks of a database: its pages and references, and that every stored game can be replayed by its rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.messages.message import Message
from ludoteca.web.game_cache import GameCache
from ludoteca.web.store.database import Database
from ludoteca.web.store.errors import CannotStore
from ludoteca.web.store.schema import GameRow, MoveRow

_MOST = 100
"""Problems of the pages that SQLite lists."""
_GAMES = 200
"""Games read at once."""
SIDES = ("first", "second")


@dataclass(frozen=True)
class Checked:
    """The result of a check."""

    games: int
    problems: tuple[Message, ...]


def check(database: Database, progress: Callable[[int, int], None] = lambda done, total: None) -> Checked:
    """Check everything. A damaged database is a problem in the answer; `CannotStore` is raised only for one
    that is not there, of another version or out of reach."""
    problems: list[Message] = []
    games = 0
    try:
        database.require_current()
        problems += _pages(database)
        for games, total, found in _replays(database):
            problems += found
            progress(games, total)
    except CannotStore as problem:
        if problem.code != "database.damaged":
            raise
        problems.append(Message("errors", "check.pages", {"problem": str(problem.message.params["problem"])}))
    return Checked(games, tuple(problems))


def _pages(database: Database) -> Iterator[Message]:
    """What SQLite finds in its file. PostgreSQL checks its pages when it reads them."""
    if not database.is_sqlite:
        return
    with database.translated(), database.engine.connect() as connection:
        for line in connection.exec_driver_sql(f"pragma integrity_check({_MOST})").scalars():
            if line != "ok":
                yield Message("errors", "check.pages", {"problem": line})
        for table, row, parent, _ in connection.exec_driver_sql("pragma foreign_key_check"):
            yield Message("errors", "check.reference", {"table": table, "row": row, "parent": parent})


def _replays(database: Database) -> Iterator[tuple[int, int, list[Message]]]:
    """The number of games replayed so far and in all, and the problems of the last of them."""
    cache, done, last = GameCache(), 0, ""
    with database.reading() as session:
        total = session.scalar(select(func.count()).select_from(GameRow)) or 0
    while True:
        with database.reading() as session:
            query = select(GameRow).where(GameRow.id > last).order_by(GameRow.id).limit(_GAMES)
            found = session.scalars(query).unique().all()
            problems = [problem for row in found for problem in _problems(session, row, cache)]
        if not found:
            return
        done, last = done + len(found), found[-1].id
        yield done, max(total, done), problems


def _problems(session: Session, row: GameRow, cache: GameCache) -> Iterator[Message]:
    moves = session.execute(
        select(MoveRow.number, MoveRow.move).where(MoveRow.game == row.id).order_by(MoveRow.number)
    ).all()
    if [number for number, _ in moves] != list(range(1, row.plies + 1)):
        told = {"game": row.id, "plies": row.plies, "moves": len(moves)}
        yield Message("errors", "check.moves", told)
    if set(row.seats) != set(SIDES):
        yield Message("errors", "check.seats", {"game": row.id})
    try:
        game = cache.game(row.called, row.file)
        position = game.position(row.start) if row.start else game.start()
        position = position.play_all([move for _, move in moves])
    except LudotecaError as problem:
        yield Message(
            "errors", "check.replay", {"game": row.id, "called": row.called, "problem": problem.message}
        )
        return
    if position.is_over and row.result is None:
        yield Message("errors", "check.result", {"game": row.id})
