"""One game between two players in this process, as a stream of events for a front end to show.

for event in match.events():
    show(event)
    if isinstance(event, Asked):
        match.play(...)        # or undo, redo, resign, offer_draw; or leave the loop
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from ludoteca.errors import PlayerFault
from ludoteca.games import SIDES, Game, Move, Outcome, Position
from ludoteca.play import thinking
from ludoteca.play.advise import accepts_draw
from ludoteca.play.players import Human, Player
from ludoteca.play.record import Record
from ludoteca.play.record_text import numbered
from ludoteca.play.session import HUMAN, GameSession, PlayedMove, Seat, SessionError, other


@dataclass(frozen=True)
class _ToMove:
    position: Position
    by: str


@dataclass(frozen=True)
class _Stepped:
    moves: int
    position: Position


class Asked(_ToMove):
    """A person is to move."""


class Thinking(_ToMove):
    """A computer player is about to choose."""


class TakenBack(_Stepped):
    """Moves have been taken back."""


class Replayed(_Stepped):
    """Moves that were taken back have been made again."""


@dataclass(frozen=True)
class Moved:
    move: Move
    by: str
    position: Position
    thinking: thinking.Thinking | None = None
    """How a computer found the move."""


@dataclass(frozen=True)
class DrawOffered:
    by: str
    answers: bool
    """Whether a person must answer, with `answer_draw`."""


@dataclass(frozen=True)
class DrawDeclined:
    by: str


@dataclass(frozen=True)
class Ended:
    outcome: Outcome
    position: Position


Event = Asked | Thinking | Moved | TakenBack | Replayed | DrawOffered | DrawDeclined | Ended


class Match:
    """A game session with its players: asks computers for their moves and queues events."""

    def __init__(
        self, game: Game, first: Player, second: Player, position: Position | None = None,
        names: tuple[str, str] = SIDES, day: date | None = None, called: str = "",
    ) -> None:  # fmt: skip
        self.game = game
        self.players = {"first": first, "second": second}
        self.names = dict(zip(SIDES, names, strict=True))
        self.day = day
        self.called = called or game.name
        """What `load` takes to open the game again."""
        start = position or game.start()
        self._line = [start]
        self.session = GameSession(
            game, start, {side: self._seat(side) for side in SIDES}, self._replay,
            start="" if start == game.start() else start.text,
        )  # fmt: skip
        self._events: deque[Event] = deque()
        self.fault: PlayerFault | None = None
        """Why the game was forfeited, if it was."""

    @classmethod
    def resume(cls, record: Record, first: Player, second: Player, game: Game) -> Match:
        """Continue an unfinished game. Raises `BadRecord` if it does not fit the rules."""
        line = record.positions(game)
        match = cls(game, first, second, line[0], (record.first, record.second), record.date, record.game)
        match._line = list(line)
        moves = tuple(PlayedMove(one.move, one.by, comment=one.comment) for one in record.moves)
        match.session = replace(match.session, position=line[-1], moves=moves)
        return match

    # -- queries --------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def plies(self) -> int:
        return self.session.plies

    @property
    def mover(self) -> str:
        return self.session.mover

    @property
    def outcome(self) -> Outcome | None:
        return self.session.outcome

    def is_person(self, side: str) -> bool:
        return self.session.is_person(side)

    def number(self, coming: bool = False) -> str:
        """The number of the last move as records write it, or of the next move: `3.`, `3…`."""
        sides = [one.by for one in self.session.moves] + ([self.mover] if coming else [])
        shown = list(numbered(sides))
        if not shown or shown[-1]:
            return shown[-1] if shown else ""
        return f"{shown[-2].rstrip('.…')}…"

    @property
    def record(self) -> Record:
        """The game so far."""
        names = (self.names["first"], self.names["second"])
        return self.session.record(self.called, self.game.rules_hash, names, self.day)

    # -- events ---------------------------------------------------------------------------------------

    def events(self) -> Iterator[Event]:
        """The events until the game is over. Computer players are asked for their moves."""
        while True:
            while self._events:
                yield self._events.popleft()
            if self.outcome:
                yield Ended(self.outcome, self.position)
                return
            if self.is_person(self.mover):
                yield Asked(self.position, self.mover)
            else:
                yield Thinking(self.position, self.mover)
                self.ask()

    # -- commands -------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Let the player to move choose and make its move. A player's fault forfeits the game."""
        try:
            found = thinking.think(self.players[self.mover], self.position)
            self.play(found.move, found)
        except PlayerFault as fault:
            self.fault = fault
            self._change(self.session.forfeit(self.mover, fault.reason))

    def play(self, move: Move | str, found: thinking.Thinking | None = None) -> None:
        """Make a move for the side to move. The record has a computer's thinking in a comment. Raises
        `IllegalMove`."""
        after = self.session.play(move)
        if found:
            last = after.moves[-1]._replace(comment=thinking.note_of(thinking.as_dict(found)))
            after = replace(after, moves=(*after.moves[:-1], last))
        self._change(after)
        assert self.position.last is not None
        self._events.append(Moved(self.position.last, self.session.moves[-1].by, self.position, found))

    def play_all(self, moves: str) -> None:
        """Make several moves, separated by spaces, without events."""
        for move in moves.split():
            self.play(move)
        self._events.clear()

    def undo(self) -> bool:
        """Take back to the last choice of a person. False if there is none."""
        before = self.plies
        try:
            self._change(self.session.undo(SIDES))
        except SessionError:
            return False
        self._events.append(TakenBack(before - self.plies, self.position))
        return True

    def redo(self) -> bool:
        """Make again what was taken back, up to the next choice of a person. False if there is nothing."""
        before = self.plies
        try:
            self._change(self.session.redo(SIDES))
        except SessionError:
            return False
        self._events.append(Replayed(self.plies - before, self.position))
        return True

    def resign(self, side: str | None = None) -> None:
        """The side (by default the mover) resigns."""
        self._change(self.session.resign(side or self.mover))

    def offer_draw(self, side: str | None = None) -> None:
        """The side (by default the mover) offers a draw. A person is asked; a computer answers at once."""
        by = side or self.mover
        self._change(self.session.offer_draw(by))
        is_person = self.is_person(other(by))
        self._events.append(DrawOffered(by, answers=is_person))
        if not is_person:
            self.answer_draw(self._accepts_draw(other(by)))

    def answer_draw(self, accept: bool) -> None:
        """Answer the draw offer."""
        offer = self.session.offer
        self._change(self.session.answer(accept))
        if offer and not accept:
            self._events.append(DrawDeclined(other(offer.by)))

    def adjudicate(self, winner: str | None) -> None:
        """End the game from outside: a win, or a draw."""
        self._change(self.session.adjudicate(winner))

    # -- inside ---------------------------------------------------------------------------------------

    def _accepts_draw(self, side: str) -> bool:
        """The answer of a computer player: its own if it has the method, else by the evaluation."""
        own = getattr(self.players[side], "accepts_draw", None)
        return bool(own(self.position)) if own else accepts_draw(self.position, side)

    def _seat(self, side: str) -> Seat:
        player = HUMAN if isinstance(self.players[side], Human) else type(self.players[side]).__name__
        return Seat(player, self.names[side])

    def _replay(self, moves: Sequence[str]) -> Position:
        return self._line[len(moves)]

    def _change(self, after: GameSession) -> None:
        """Keep the positions of the line, so that undo need not replay the game."""
        line = self._line[: after.plies + 1]
        for one in after.moves[len(line) - 1 : -1]:
            line.append(line[-1].play(one.move))
        if len(line) <= after.plies:
            line.append(after.position)
        self._line, self.session = line, after
