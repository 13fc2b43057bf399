"""A game session as the database stores it: how a row becomes a session, and a session a row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ludoteca.games import SIDES, Game, Outcome, Position
from ludoteca.play.clock import Clock
from ludoteca.play.record import Record
from ludoteca.play.session import GameSession, Offer, PlayedMove, Seat
from ludoteca.web.games.steady_clock import SteadyClock
from ludoteca.web.store.schema import GameRow

OFFER_NUMBERS = 10_000
"""The number of an offer is the game's version modulo this, so that the text of an offer fits its column."""


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored. Every command makes a new one."""

    row: GameRow
    session: GameSession
    logged: frozenset[int] = frozenset()
    """The numbers of the moves with a search log, counted from 1."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def moves(self) -> tuple[PlayedMove, ...]:
        return self.session.moves

    @property
    def texts(self) -> tuple[str, ...]:
        return self.session.texts

    @property
    def mover(self) -> str:
        return self.session.mover

    @property
    def outcome(self) -> Outcome | None:
        return self.session.outcome

    @property
    def is_over(self) -> bool:
        return self.session.is_over

    @property
    def people(self) -> tuple[str, ...]:
        return self.session.people

    @property
    def waits_for_computer(self) -> bool:
        return self.session.waits_for_computer

    def is_person(self, side: str) -> bool:
        return self.session.is_person(side)

    def player(self, side: str) -> str:
        """`human`, or the name of a computer player such as `level:3`."""
        return self.session.seats[side].player

    def is_free(self, side: str) -> bool:
        """Whether nobody has taken a seat that somebody was invited to."""
        seat = self.row.seats[side]
        return seat.owner is None and bool(seat.invitation)

    @property
    def is_open(self) -> bool:
        """Whether a seat is free."""
        return any(self.is_free(side) for side in self.people)

    def at_ply(self, ply: int) -> StoredGame:
        """The game as it was after its first `ply` moves."""
        moves = self.moves[:ply]
        position = self.session.replay([one.move for one in moves])
        session = replace(self.session, position=position, moves=moves, undone=(), offer=None, settled=None)
        return replace(self, session=session)

    def job(self, kind: str, **more: object) -> dict[str, Any]:
        """A job for a worker about this game after all its moves, unless `more` says otherwise."""
        row = self.row
        place = {"called": row.called, "file": row.file, "start": row.start, "moves": list(self.texts)}
        return {"kind": kind, "game": row.id, **place, **more}

    def record(self, names: tuple[str, str]) -> Record:
        day = self.row.created.date() if self.row.created else None
        return self.session.record(self.row.called, self.row.rules, names, day)


def to_session(
    row: GameRow, game: Game, moves: tuple[PlayedMove, ...], replay: Callable[[Sequence[str]], Position],
    time: SteadyClock,
) -> GameSession:  # fmt: skip
    """The session that a row stores."""
    position = replay([one.move for one in moves])
    winner = None if row.result == "draw" else row.result
    return GameSession(
        game=game,
        position=position,
        seats={side: Seat(seat.player, seat.name) for side, seat in row.seats.items()},
        replay=replay,
        start=row.start,
        moves=moves,
        undone=tuple(row.undone.split()),
        offer=_offer(row.offer),
        settled=Outcome(winner, row.reason) if row.result is not None else None,
        clock=_clock(row, position.mover, time),
        paused=row.paused,
        asks_for_undo=row.kind == "link",
    )


def _offer(text: str) -> Offer | None:
    """An offer such as `draw first 12`; earlier versions stored no number."""
    if not text:
        return None
    kind, by, *number = text.split()
    return Offer(kind, by, int(number[0]) if number else 0)


def _clock(row: GameRow, mover: str, time: SteadyClock) -> Clock | None:
    if row.clock is None:
        return None
    remaining = {side: row.seats[side].remaining for side in SIDES}
    started = time.resume(row.turned, remaining[mover]) if row.turned else 0.0
    return Clock(remaining, row.increment, started)


def update_row(row: GameRow, session: GameSession) -> None:
    """Store a session in its row. The moves have rows of their own."""
    ended = session.outcome
    row.plies = session.plies
    row.result = (ended.winner or "draw") if ended else None
    row.reason = ended.reason if ended else ""
    row.offer = f"{session.offer.kind} {session.offer.by} {session.offer.number}" if session.offer else ""
    row.undone = " ".join(session.undone)
    row.paused = session.paused
    if session.clock:
        row.turned = session.clock.started
        for side, seconds in session.clock.remaining.items():
            row.seats[side].remaining = seconds
