"""The state machine of one game in progress: turns, undo and redo, draw offers, resignation, clocks.

A `GameSession` is immutable and does no I/O. Every command returns the session after it, or raises a
`SessionError`. The terminal keeps a session in memory, the web server stores it in a database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Move, Outcome, Position
from ludoteca.play.clock import Clock
from ludoteca.play.record import Record, RecordedMove

HUMAN = "human"


class SessionError(LudotecaError):
    """A command that the state of the game does not allow."""


class GameIsOver(SessionError):
    pass


class NotAllowedNow(SessionError):
    """Nothing to undo, no offer to answer, the game is paused."""


def other(side: str) -> str:
    return "second" if side == "first" else "first"


@dataclass(frozen=True)
class Seat:
    """Who plays a side."""

    player: str
    """`human`, or the name of a computer player such as `level:3`."""
    name: str = ""

    @property
    def is_person(self) -> bool:
        return self.player == HUMAN


class PlayedMove(NamedTuple):
    move: str
    by: str
    seconds: float = 0.0
    comment: str = ""


class Offer(NamedTuple):
    """An offer that the other side has not answered yet."""

    kind: str
    """`draw` or `undo`."""
    by: str
    number: int = 0
    """Which offer it is, where several may follow each other: an answer to another one is refused."""


@dataclass(frozen=True)
class GameSession:
    game: Game
    position: Position
    """After all moves."""
    seats: Mapping[str, Seat]
    replay: Callable[[Sequence[str]], Position] = field(compare=False, repr=False)
    """The position after the first moves of this session, for undo."""
    start: str = ""
    """The first position, if it is not the usual one."""
    moves: tuple[PlayedMove, ...] = ()
    undone: tuple[str, ...] = ()
    """Moves that can be redone, the next one first."""
    offer: Offer | None = None
    settled: Outcome | None = None
    """A result that the board does not show: resignation, agreement, time, adjudication."""
    clock: Clock | None = None
    paused: bool = False
    asks_for_undo: bool = False
    """Whether the opponent must agree to an undo: two people at two screens."""

    # -- queries --------------------------------------------------------------------------------------

    @property
    def plies(self) -> int:
        return len(self.moves)

    @property
    def mover(self) -> str:
        return self.position.mover

    @property
    def outcome(self) -> Outcome | None:
        return self.settled or self.position.outcome

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    def is_person(self, side: str) -> bool:
        return self.seats[side].is_person

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that people play."""
        return tuple(side for side in SIDES if self.is_person(side))

    @property
    def waits_for_computer(self) -> bool:
        return not self.is_over and not self.is_person(self.mover)

    @property
    def lost_on_time(self) -> bool:
        return self.settled is not None and self.settled.reason == "time"

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(one.move for one in self.moves)

    def record(self, name: str, rules: str, names: tuple[str, str], day: date | None) -> Record:
        """The game so far. `name` is what `load` takes."""
        moves = tuple(RecordedMove(one.move, one.by, one.comment) for one in self.moves)
        return Record(name, rules, *names, day, self.start, self.outcome, moves)

    def require_running(self) -> None:
        """Raises `GameIsOver`."""
        if self.is_over:
            raise GameIsOver("session.over")

    # -- moves ----------------------------------------------------------------------------------------

    def play(
        self,
        move: Move | str | Sequence[str],
        at: float = 0.0,
        seconds: float = 0.0,
        if_running: bool = False,
    ) -> GameSession:
        """Make a move for the side to move; it loses instead if its time was up. Raises `IllegalMove`.

        `seconds` are those of a computer, which has no clock. A paused game refuses the moves of people, and
        with `if_running` those of computers.
        """
        self.require_running()
        if self.paused and (if_running or self.is_person(self.mover)):
            raise NotAllowedNow("session.paused")
        by, after = self.mover, self.position.play(move)
        assert after.last is not None
        clock, spent = self.clock.stop(by, at) if self.clock else (None, 0.0)
        if spent is None:
            return replace(self, clock=clock)._settle(Outcome(other(by), "time"))
        if clock:
            clock = clock.start(self.is_person(after.mover) and not after.is_over, at)
        made = PlayedMove(after.last.text, by, seconds or spent)
        return replace(self, position=after, moves=(*self.moves, made), undone=(), offer=None, clock=clock)

    def undo(self, sides: Sequence[str], number: int = 0, at: float = 0.0) -> GameSession:
        """Take back to the last choice of these sides, or ask the opponent for it in offer `number`. A
        resignation or an agreement is taken back first; a loss on time is final. The time of the turn so far
        counts, and the clock runs on."""
        self._require_undo()
        if self.asks_for_undo and len(sides) == 1:
            if not self.moves:
                raise NotAllowedNow("session.nothing-to-undo")
            return replace(self, offer=Offer("undo", sides[0], number))
        return self._take_back(sides, at)

    def _require_undo(self) -> None:
        """Raises `NotAllowedNow` after a loss on time: an undo would give the time back."""
        if self.lost_on_time:
            raise NotAllowedNow("session.lost-on-time")

    def _take_back(self, sides: Sequence[str], at: float) -> GameSession:
        held = self.clock.hold(self.mover, at) if self.clock else None
        reopened = replace(self, offer=None, settled=None, clock=held)
        if self.settled and self.position.outcome is None:
            return reopened
        kept = self._last_choice(sides)
        if kept is None:
            raise NotAllowedNow("session.nothing-to-undo")
        undone = (*self.texts[kept:], *self.undone)
        before = self.replay(self.texts[:kept])
        if held and kept:  # the clock starts with the first move
            held = held.start(bool(self.clock and self.clock.started) and self.is_person(before.mover), at)
        return replace(reopened, moves=self.moves[:kept], position=before, undone=undone, clock=held)

    def _last_choice(self, sides: Sequence[str]) -> int | None:
        """The ply of the last move by a person of these sides; between computers, of the last move."""
        people = self._people_of(sides)
        plies = range(len(self.moves) - 1, -1, -1)
        return next((ply for ply in plies if not people or self.moves[ply].by in people), None)

    def redo(self, sides: Sequence[str]) -> GameSession:
        """Make again what was taken back, up to the next choice of these sides."""
        self.require_running()
        if not self.undone:
            raise NotAllowedNow("session.nothing-to-redo")
        people = self._people_of(sides)
        position, moves, left = self.position, list(self.moves), list(self.undone)
        while left:
            by, position = position.mover, position.play(left.pop(0))
            assert position.last is not None
            moves.append(PlayedMove(position.last.text, by))
            if not people or position.mover in people:
                break
        return replace(self, position=position, moves=tuple(moves), undone=tuple(left), offer=None)

    def variation(self, sides: Sequence[str]) -> tuple[str, ...]:
        """The moves up to the last choice of these sides before the game ended: where a new game may go on.
        After a resignation, an agreement or a loss on time these are all moves."""
        if self.position.outcome is None:
            return self.texts
        kept = self._last_choice(sides)
        if kept is None:
            raise NotAllowedNow("session.nothing-to-undo")
        return self.texts[:kept]

    # -- pause ----------------------------------------------------------------------------------------

    def pause(self, at: float) -> GameSession:
        """Stop the game and its clock. Two people at two screens cannot: the clock is for both."""
        self.require_running()
        if self.asks_for_undo:
            raise NotAllowedNow("session.no-pause")
        if self.paused:
            return self
        return replace(self, paused=True, clock=self.clock and self.clock.hold(self.mover, at))

    def resume(self, at: float) -> GameSession:
        """Go on after a pause; the clock of a person to move runs again, if it ran before."""
        if not self.paused:
            return self
        runs = bool(self.moves) and self.is_person(self.mover) and not self.is_over
        return replace(self, paused=False, clock=self.clock and self.clock.start(runs, at))

    # -- other ends -----------------------------------------------------------------------------------

    def resign(self, side: str) -> GameSession:
        self.require_running()
        return self._settle(Outcome(other(side), "resignation"))

    def offer_draw(self, side: str, number: int = 0) -> GameSession:
        """Offer a draw. Raises `NotAllowedNow` in a game whose rules have no draws."""
        self.require_running()
        if not self.game.traits.may_draw:
            raise NotAllowedNow("session.no-draws")
        return replace(self, offer=Offer("draw", side, number))

    def answer(self, accept: bool, at: float = 0.0) -> GameSession:
        """The other side's answer to the offer."""
        if self.offer is None:
            raise NotAllowedNow("session.no-offer")
        answered = replace(self, offer=None)
        if not accept:
            return answered
        if self.offer.kind == "undo":
            return answered._take_back([self.offer.by], at)
        self.require_running()
        return answered._settle(Outcome(None, "agreement"))

    def forfeit(self, side: str, reason: str) -> GameSession:
        """The side loses by a fault of its player: it crashed, was too late or played an illegal move."""
        self.require_running()
        return self._settle(Outcome(other(side), reason))

    def adjudicate(self, winner: str | None) -> GameSession:
        """End the game from outside: a win, or a draw."""
        self.require_running()
        return self._settle(Outcome(winner, "adjudication"))

    def flag(self, at: float) -> GameSession:
        """End the game if the mover's time is up."""
        if self.is_over or self.clock is None or not self.clock.is_up(self.mover, at):
            return self
        clock, _ = self.clock.stop(self.mover, at)
        return replace(self, clock=clock)._settle(Outcome(other(self.mover), "time"))

    def acting_side(self, sides: Sequence[str]) -> str | None:
        """The person among these sides who resigns or offers a draw: the mover first."""
        people = self._people_of(sides)
        return self.mover if self.mover in people else people[0] if people else None

    # -- inside ---------------------------------------------------------------------------------------

    def _people_of(self, sides: Sequence[str]) -> list[str]:
        return [side for side in sides if self.is_person(side)]

    def _settle(self, outcome: Outcome) -> GameSession:
        return replace(self, settled=outcome, offer=None, clock=self.clock and self.clock.start(False, 0.0))
