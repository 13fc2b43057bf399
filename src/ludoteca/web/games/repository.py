"""Stored games: loading them, and writing what a command has changed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import accumulate
from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from ludoteca.games import SIDES, Position
from ludoteca.play.record import Record
from ludoteca.play.results import results_of
from ludoteca.play.session import GameSession, PlayedMove
from ludoteca.play.thinking import note_of
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.errors import GameNotFound
from ludoteca.web.games.steady_clock import SteadyClock
from ludoteca.web.games.stored_game import StoredGame, to_session, update_row
from ludoteca.web.store.database import Database
from ludoteca.web.store.results import delete_results, write_results
from ludoteca.web.store.schema import GameRow, MoveRow, SeatRow
from ludoteca.web.store.turn_leases import OnlyServer, TurnLeases

MOST_LISTED_MOVES = 20_000
"""Moves of all games of a list together: each is loaded."""

# Statements of every page, compiled once.
_MOVES = (
    select(MoveRow.number, MoveRow.move, MoveRow.by, MoveRow.seconds, MoveRow.thinking != "")
    .where(MoveRow.game == bindparam("game"))
    .order_by(MoveRow.number)
)
_BRANCHES = (
    select(GameRow.id, GameRow.parent_ply)
    .where(GameRow.parent == bindparam("game"))
    .order_by(GameRow.created.desc())
    .limit(20)
)


class GameRepository:
    def __init__(
        self, database: Database, game_cache: GameCache, clock: SteadyClock | None = None,
        turns: TurnLeases | None = None,
    ) -> None:  # fmt: skip
        self.database, self.game_cache, self.clock = database, game_cache, clock or SteadyClock()
        self.turns = turns or OnlyServer()
        self.added: Callable[[GameRow], None] = lambda row: None
        """Called with each new game."""

    # -- queries --------------------------------------------------------------------------------------

    def get(self, game_id: str) -> StoredGame:
        """The game as it is stored. Raises `GameNotFound`."""
        with self.database.reading() as session:
            return self.load(session, game_id)

    def load(self, session: Session, game_id: str, for_update: bool = False) -> StoredGame:
        """The game within a transaction; with `for_update`, locked until the transaction ends."""
        row = session.get(GameRow, game_id, with_for_update=for_update)
        if row is None:
            raise GameNotFound("missing.game")
        return self._stored(session, row)

    def _stored(self, session: Session, row: GameRow) -> StoredGame:
        found = session.connection().execute(_MOVES, {"game": row.id}).all()
        moves = tuple(PlayedMove(move, by, seconds) for _, move, by, seconds, _ in found)
        logged = frozenset(number for number, *_, is_logged in found if is_logged)
        return StoredGame(row, self.session_of(row, moves), logged)

    def session_of(self, row: GameRow, moves: tuple[PlayedMove, ...]) -> GameSession:
        game = self.game_cache.game(row.called, row.file)
        replay = partial(self.game_cache.position, row.called, row.file, row.start)
        return to_session(row, game, moves, replay, self.clock)

    def version(self, game_id: str) -> int:
        """The number of changes of a game; 0 if there is none."""
        with self.database.reading() as session:
            return session.scalar(select(GameRow.version).where(GameRow.id == game_id)) or 0

    def games_of(self, visitor: str, most: int = 60) -> list[StoredGame]:
        """A visitor's games, those changed last first; fewer if they are very long."""
        seats = select(SeatRow.game).where(SeatRow.owner == visitor)
        query = select(GameRow).where(GameRow.id.in_(seats)).order_by(GameRow.changed.desc()).limit(most)
        with self.database.reading() as session:
            rows = session.scalars(query).unique().all()
            plies = accumulate(row.plies for row in rows)
            shown = [
                row for row, before in zip(rows, (0, *plies), strict=False) if before < MOST_LISTED_MOVES
            ]
            return [self._stored(session, row) for row in shown]

    def branches(self, game_id: str) -> list[tuple[str, int]]:
        """The games that branch off from a game, and after which ply; the newest first."""
        with self.database.reading() as session:
            return [(one, ply) for one, ply in session.connection().execute(_BRANCHES, {"game": game_id})]

    def search_log(self, stored: StoredGame) -> list[dict[str, Any]]:
        """The moves, each with what the computer that made it reported of its search."""
        query = select(MoveRow.number, MoveRow.thinking).where(
            MoveRow.game == stored.id, MoveRow.thinking != ""
        )
        with self.database.reading() as session:
            found = {number: json.loads(text) for number, text in session.execute(query)}
        return [
            {"number": n, "by": one.by, "move": one.move, "seconds": one.seconds, "thinking": found.get(n)}
            for n, one in enumerate(stored.moves, 1)
        ]

    def thinking(self, stored: StoredGame, number: int) -> dict[str, Any] | None:
        """What the computer reported of its search for one move."""
        query = select(MoveRow.thinking).where(MoveRow.game == stored.id, MoveRow.number == number)
        with self.database.reading() as session:
            text = session.scalar(query)
        return json.loads(text) if text else None

    def record(self, stored: StoredGame, names: tuple[str, str]) -> Record:
        """The record of a game, with the thinking of its computers in comments."""
        record = stored.record(names)
        log = self.search_log(stored) if stored.logged else ()
        notes = {one["number"]: note_of(one["thinking"]) for one in log if one["thinking"]}
        moves = [replace(one, comment=notes.get(n, one.comment)) for n, one in enumerate(record.moves, 1)]
        return replace(record, moves=tuple(moves))

    def position_at(self, stored: StoredGame, ply: int) -> Position:
        """The position after the first `ply` moves."""
        return stored.session.replay(stored.texts[: max(0, ply)])

    # -- changes --------------------------------------------------------------------------------------

    def add(self, row: GameRow, session: GameSession) -> None:
        """Store a new game."""
        update_row(row, session)
        with self.database.writing() as transaction:
            transaction.add(row)
            transaction.flush()
            _write_moves(transaction, row.id, session, 0)
            self.record_turn(transaction, StoredGame(row, session))
        self.added(row)

    def save(
        self, transaction: Session, stored: StoredGame, after: GameSession, thinking: str = ""
    ) -> StoredGame:
        """Store the session after a command; `thinking` is the search log of its last move, as JSON."""
        before = stored.session
        kept = min(before.plies, after.plies)  # a command adds or removes moves at the end only
        if kept < before.plies:
            transaction.execute(delete(MoveRow).where(MoveRow.game == stored.id, MoveRow.number > kept))
        _write_moves(transaction, stored.id, after, kept, thinking)
        update_row(stored.row, after)
        if after.outcome != before.outcome and stored.row.parent is None:  # a variation does not count
            self._write_results(transaction, stored.row, after)
        if after.plies > before.plies:
            self.game_cache.remember(
                stored.row.called, stored.row.file, stored.row.start, after.texts, after.position
            )
        logged = {number for number in stored.logged if number <= kept}
        saved = StoredGame(stored.row, after, frozenset(logged | ({after.plies} if thinking else set())))
        self.record_turn(transaction, saved, after.plies > before.plies)
        return saved

    def record_turn(self, transaction: Session, stored: StoredGame, moved: bool = False) -> None:
        """Record a computer's turn with the change that makes it due, so that it outlives the server.

        A computer waits while a seat is free, unless a program has moved from it, which need not sit down.
        The next move between two computers is due only while somebody watches.
        """
        if len(stored.people) < len(SIDES):
            is_due = stored.waits_for_computer and not stored.row.paused and (moved or not stored.is_open)
            ply = stored.session.plies if is_due and stored.people else None
            self.turns.record(transaction, stored.id, ply)

    @staticmethod
    def _write_results(transaction: Session, row: GameRow, after: GameSession) -> None:
        results = results_of(after, row.called, row.rules)
        if results:
            write_results(transaction, row.id, row.seats, results, time.time())
        else:
            delete_results(transaction, row.id)


def _write_moves(
    transaction: Session, game_id: str, session: GameSession, kept: int, thinking: str = ""
) -> None:
    for number, one in enumerate(session.moves[kept:], kept + 1):
        log = thinking if number == session.plies else ""
        transaction.add(
            MoveRow(game=game_id, number=number, move=one.move, by=one.by, seconds=one.seconds, thinking=log)
        )
