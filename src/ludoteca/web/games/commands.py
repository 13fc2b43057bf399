"""The commands on a stored game: who may give them, within one transaction, and the event afterwards."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game
from ludoteca.play.session import GameSession, NotAllowedNow, other
from ludoteca.web.games.errors import NotYourSeat, StaleGame
from ludoteca.web.games.events import EventBus
from ludoteca.web.games.new_game import GameSetup, NewGame, prepare
from ludoteca.web.games.repository import GameRepository
from ludoteca.web.games.seats import Guest, digest
from ludoteca.web.games.stored_game import OFFER_NUMBERS, StoredGame
from ludoteca.web.store.quotas import Quotas
from ludoteca.web.store.schema import GameRow

COMPUTER = Guest()
"""The server itself, which moves for computer players."""


class GameCommands:
    def __init__(
        self, games: GameRepository, events: EventBus, clock: Callable[[], float] | None = None,
        quotas: Quotas | None = None, engines: Collection[str] = (),
    ) -> None:  # fmt: skip
        self.games, self.events, self.clock, self.quotas = games, events, clock or games.clock, quotas
        self.engines = engines
        """Engines of others that may be chosen, by name."""
        self.counts: Callable[[str], bool] = lambda game_id: False
        """Whether a game counts for a tournament: nothing is taken back in it."""
        self._is_nameless: Callable[[str], bool] = lambda visitor: False
        self._told: Callable[[GameRow], None] = lambda row: None

    def connect(self, is_nameless: Callable[[str], bool], told: Callable[[GameRow], None]) -> None:
        """Who is called by a class alone, so that no name is stored in games; and what is told of changes."""
        self._is_nameless, self._told = is_nameless, told
        self.games.added = told

    def is_nameless(self, visitor: str) -> bool:
        """Whether the names that a visitor enters are dropped."""
        return bool(visitor) and self._is_nameless(visitor)

    # -- new games and seats --------------------------------------------------------------------------

    def begin(self, setup: GameSetup, visitor: str = "", sides: Sequence[str] = ()) -> NewGame:
        """Store a new game. The secrets of its free seats are in the answer only. Raises `QuotaExceeded`."""
        if self.is_nameless(visitor):
            setup = replace(setup, first_name="", second_name="")
        new = prepare(setup, self.games.game_cache, visitor, tuple(sides), self.engines)
        if self.quotas:
            self.quotas.require_game(visitor)
        new.row.created = new.row.changed = self._now()
        self.games.add(new.row, new.session)
        return new

    def sit_down(self, game_id: str, secret: str, visitor: str, name: str = "") -> str:
        """Take the seat that a secret gives access to, and use the secret up. The side that was taken."""
        is_nameless = self.is_nameless(visitor)
        with self._changing(game_id) as (transaction, stored):
            seats = stored.row.seats
            side = next((one for one in SIDES if seats[one].invitation == digest(secret)), None)
            if side is None:
                raise NotAllowedNow("session.seat-taken")
            seats[side].invitation, seats[side].owner = None, visitor
            if name and not is_nameless:
                seats[side].name = name
            self.games.record_turn(transaction, stored)
            return side

    # -- moves ----------------------------------------------------------------------------------------

    def play(
        self, game_id: str, move: str | Sequence[str], guest: Guest, ply: int | None = None,
        thinking: str = "", seconds: float = 0.0, if_running: bool = False,
        after: Sequence[str] | None = None,
    ) -> StoredGame:  # fmt: skip
        """Make a move, given as text or as a path of clicks. With `after`, only after exactly these moves.
        Raises `IllegalMove` and `SessionError`s."""
        with self._changing(game_id) as (transaction, stored):
            stored.session.require_running()
            if ply is not None and ply != stored.session.plies:
                raise StaleGame("stale.game")
            if after is not None and tuple(after) != stored.texts:
                raise StaleGame("stale.game")
            _require_turn(stored, guest)
            at = self.clock()
            played = stored.session.play(move, at, seconds, if_running)
            return self.games.save(transaction, stored, played, thinking)

    def undo(self, game_id: str, guest: Guest) -> StoredGame:
        """Take back to one's own last choice; between two screens the opponent is asked. A finished game
        stays as it is: its result has been counted. `GameSession.variation` says where to go on."""

        if self.counts(game_id):
            raise NotAllowedNow("session.tournament")

        def undone(session: GameSession, sides: Sequence[str], number: int) -> GameSession:
            session.require_running()
            return session.undo(sides, number, self.clock())

        return self._apply(game_id, guest, undone)

    def redo(self, game_id: str, guest: Guest) -> StoredGame:
        return self._apply(game_id, guest, lambda session, sides, _: session.redo(sides))

    # -- other ends -----------------------------------------------------------------------------------

    def resign(self, game_id: str, guest: Guest) -> StoredGame:
        """Resign; at a shared screen the mover does."""

        def resigned(session: GameSession, sides: Sequence[str], _: int) -> GameSession:
            session.require_running()
            return session.resign(_player(session, sides))

        return self._apply(game_id, guest, resigned)

    def offer_draw(self, game_id: str, guest: Guest) -> StoredGame:
        """Offer a draw. A person answers with `answer`, a computer with `answer_for_computer`."""

        def offered(session: GameSession, sides: Sequence[str], number: int) -> GameSession:
            session.require_running()
            return session.offer_draw(_player(session, sides), number)

        return self._apply(game_id, guest, offered)

    def answer(self, game_id: str, guest: Guest, accept: bool, number: int) -> StoredGame:
        """Answer offer `number`: a draw, or an undo. Raises `StaleGame` if another one has replaced it."""

        def answered(session: GameSession, sides: Sequence[str], _: int) -> GameSession:
            if session.offer and other(session.offer.by) not in sides:
                raise NotYourSeat("seat.other-answers")
            if session.offer and session.offer.number != number:
                raise StaleGame("stale.offer")
            return session.answer(accept, self.clock())

        return self._apply(game_id, guest, answered)

    def answer_for_computer(self, game_id: str, accept: bool, number: int) -> StoredGame:
        """A computer's answer to draw offer `number`, unless the offer is gone."""
        with self._changing(game_id) as (transaction, stored):
            offer = stored.session.offer
            if offer is None or offer.kind != "draw" or offer.number != number:
                return stored
            return self.games.save(transaction, stored, stored.session.answer(accept))

    def forfeit(self, game_id: str, reason: str, after: Sequence[str]) -> StoredGame:
        """The computer to move loses by a fault of its program. Raises `StaleGame` after other moves."""
        with self._changing(game_id) as (transaction, stored):
            stored.session.require_running()
            if tuple(after) != stored.texts:
                raise StaleGame("stale.game")
            _require_turn(stored, COMPUTER)
            return self.games.save(transaction, stored, stored.session.forfeit(stored.mover, reason))

    def flag(self, game_id: str, guest: Guest) -> StoredGame:
        """End the game if the mover's time is up."""
        with self._changing(game_id, quiet=True) as (transaction, stored):
            _sides(stored, guest)
            at = self.clock()
            after = stored.session.flag(at)
            if after is stored.session:
                return stored
            stored.row.version += 1
            return self.games.save(transaction, stored, after)

    # -- settings -------------------------------------------------------------------------------------

    def require_seat(self, game_id: str, guest: Guest) -> StoredGame:
        """The game, for a guest who has a seat. Raises `NotYourSeat`."""
        stored = self.games.get(game_id)
        _sides(stored, guest)
        return stored

    def configure(
        self, game_id: str, guest: Guest, paused: bool | None = None, pace: float | None = None
    ) -> StoredGame:
        """Pause or resume a game, or set the seconds between the moves of two computers."""
        with self._changing(game_id) as (transaction, stored):
            _sides(stored, guest)
            if pace is not None:
                stored.row.pace = pace
            session = stored.session
            if paused is not None:
                session = session.pause(self.clock()) if paused else session.resume(self.clock())
            return self.games.save(transaction, stored, session)

    def mark_hinted(self, game_id: str, guest: Guest) -> StoredGame:
        """Record that somebody has asked for a hint."""
        with self._changing(game_id, quiet=True) as (_, stored):
            _sides(stored, guest)
            stored.row.hinted = True
            return stored

    def change_rules(self, game_id: str, guest: Guest, called: str, file: str) -> bool:
        """Continue by other rules, with the same moves if they are still legal. Whether they were."""
        game = self.games.game_cache.game(called, file)
        with self._changing(game_id) as (transaction, stored):
            _sides(stored, guest)
            row, moves = stored.row, stored.moves
            kept = _is_playable(game, row.start, stored.texts)
            if not kept:
                row.start, moves = "", ()
            row.called, row.file, row.rules = called, file, game.rules_hash
            row.result, row.reason, row.offer, row.undone = None, "", "", ""
            self.games.save(transaction, stored, self.games.session_of(row, moves))
        return kept

    # -- inside ---------------------------------------------------------------------------------------

    @contextmanager
    def _changing(self, game_id: str, quiet: bool = False) -> Iterator[tuple[Session, StoredGame]]:
        """A transaction with a locked game. Afterwards an event is published, unless it is `quiet`."""
        with self.games.database.writing() as transaction:
            stored = self.games.load(transaction, game_id, for_update=True)
            row, version = stored.row, stored.row.version
            yield transaction, stored
            if not quiet:
                row.version += 1
            row.changed = self._now()
            if row.version != version:
                self.events.announce(transaction, game_id, row.version)
        if row.version != version:
            self.events.deliver(game_id, "changed", row.version)
            self._told(row)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC)

    def _apply(
        self, game_id: str, guest: Guest, command: Callable[[GameSession, Sequence[str], int], GameSession]
    ) -> StoredGame:
        """Apply a command of a guest who has a seat. It gets the number of an offer made now.

        If the mover's time was up, the game ends instead, as with a move.
        """
        with self._changing(game_id) as (transaction, stored):
            sides, after = _sides(stored, guest), stored.session.flag(self.clock())
            if after is stored.session:
                after = command(after, sides, (stored.row.version + 1) % OFFER_NUMBERS)
            return self.games.save(transaction, stored, after)


def _sides(stored: StoredGame, guest: Guest) -> tuple[str, ...]:
    """The sides of a guest, who must have one."""
    sides = guest.sides(stored.row)
    if not sides:
        raise NotYourSeat("seat.watching")
    return sides


def _player(session: GameSession, sides: Sequence[str]) -> str:
    side = session.acting_side(sides)
    if side is None:
        raise NotYourSeat("seat.not-yours")
    return side


def _require_turn(stored: StoredGame, guest: Guest) -> None:
    mover = stored.mover
    if guest is COMPUTER:
        if stored.is_person(mover):
            raise StaleGame("stale.not-computers-turn")
        return
    sides = guest.sides(stored.row)
    if not sides:
        raise NotYourSeat("seat.watching")
    if mover not in sides or not stored.is_person(mover):
        raise NotYourSeat("seat.not-your-turn")


def _is_playable(game: Game, start: str, moves: Sequence[str]) -> bool:
    try:
        position = (game.position(start) if start else game.start()).play_all(moves)
    except LudotecaError:
        return False
    return not position.is_over
