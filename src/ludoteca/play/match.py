"""One game between two players, as a stream of events. Nothing is printed: a front end shows the events.

for event in match.events():
    show(event)
    if isinstance(event, Asked):
        match.play(...)        # or undo, redo, resign, offer_draw; or leave the loop
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Move, Outcome, Position
from ludoteca.play.players import Human, Player
from ludoteca.play.record import Record, RecordedMove
from ludoteca.play.record_text import numbered


@dataclass(frozen=True)
class Asked:
    """A person is to move."""

    position: Position
    by: str


@dataclass(frozen=True)
class Thinking:
    """A computer player is about to choose."""

    position: Position
    by: str


@dataclass(frozen=True)
class Moved:
    move: Move
    by: str
    position: Position


@dataclass(frozen=True)
class TakenBack:
    moves: int
    position: Position


@dataclass(frozen=True)
class Replayed:
    """Moves that were taken back have been made again."""

    moves: int
    position: Position


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
    """A game in progress."""

    def __init__(
        self, game: Game, first: Player, second: Player, position: Position | None = None,
        names: tuple[str, str] = SIDES, day: date | None = None, called: str = "",
    ) -> None:  # fmt: skip
        self.game = game
        self.players = {"first": first, "second": second}
        self.names = dict(zip(SIDES, names, strict=True))
        self.day = day
        self.called = called or game.name
        """How the game is asked for again."""
        self._line = [position or game.start()]
        self._moves: list[RecordedMove] = []
        self._undone: list[Position] = []
        self._news: deque[Event] = deque()
        self._offer = ""
        self._settled: Outcome | None = None

    @classmethod
    def resume(cls, record: Record, first: Player, second: Player, game: Game) -> Match:
        """Take an unfinished game up again. Raises `BadRecord` if it does not fit the rules."""
        line = record.positions(game)
        match = cls(game, first, second, line[0], (record.first, record.second), record.date, record.game)
        match._line, match._moves = list(line), list(record.moves)
        return match

    # -- what is so -----------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        return self._line[-1]

    @property
    def plies(self) -> int:
        """How many moves were made here."""
        return len(self._moves)

    @property
    def mover(self) -> str:
        return self.position.mover

    @property
    def outcome(self) -> Outcome | None:
        return self._settled or self.position.outcome

    def is_person(self, side: str) -> bool:
        return isinstance(self.players[side], Human)

    def number(self, coming: bool = False) -> str:
        """The number of the last move as records write it, or of the move to come: `3.`, `3…`."""
        sides = [one.by for one in self._moves] + ([self.mover] if coming else [])
        shown = list(numbered(sides))
        if not shown or shown[-1]:
            return shown[-1] if shown else ""
        return f"{shown[-2].rstrip('.…')}…"

    @property
    def record(self) -> Record:
        """The game so far."""
        start = self._line[0]
        return Record(
            game=self.called,
            rules=self.game.rules_hash,
            first=self.names["first"],
            second=self.names["second"],
            date=self.day,
            position="" if start == self.game.start() else start.text,
            result=self.outcome,
            moves=tuple(self._moves),
        )

    # -- what happens ---------------------------------------------------------------------------------

    def events(self) -> Iterator[Event]:
        """What happens, until the game is over. Computer players move by themselves."""
        while True:
            while self._news:
                yield self._news.popleft()
            if self.outcome:
                yield Ended(self.outcome, self.position)
                return
            if self.is_person(self.mover):
                yield Asked(self.position, self.mover)
            else:
                yield Thinking(self.position, self.mover)
                self.play(self.players[self.mover].choose(self.position))

    # -- what a front end can do ----------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Make a move for the side to move. Raises `IllegalMove`."""
        self._refuse_if_over()
        position = self.position.play(move)
        self._undone.clear()
        self._advance(position)
        assert position.last is not None
        self._news.append(Moved(position.last, self._moves[-1].by, position))

    def play_all(self, moves: str) -> None:
        """Make several moves, with spaces between them. Nothing is said of them in the events."""
        for move in moves.split():
            self.play(move)
        self._news.clear()

    def undo(self) -> bool:
        """Take back to the last choice of a person. False if there is none."""
        if self._settled:
            self._settled = None
            self._news.append(TakenBack(0, self.position))
            return True
        steps = next((n for n in range(1, len(self._line)) if self._is_choice(self._line[-1 - n])), 0)
        if not steps:
            return False
        for _ in range(steps):
            self._undone.append(self._line.pop())
            self._moves.pop()
        self._offer = ""
        self._news.append(TakenBack(steps, self.position))
        return True

    def redo(self) -> bool:
        """Make again what was taken back, up to the next choice of a person. False if there is nothing."""
        steps = 0
        while self._undone and not self._settled:
            self._advance(self._undone.pop())
            steps += 1
            if self._is_choice(self.position):
                break
        if steps:
            self._news.append(Replayed(steps, self.position))
        return steps > 0

    def resign(self, side: str | None = None) -> None:
        """The side (by default the mover) gives up."""
        self._refuse_if_over()
        loser = side or self.mover
        self._settled = Outcome(other(loser), "resignation")

    def offer_draw(self, side: str | None = None) -> None:
        """The side (by default the mover) offers a draw. A person is asked; a computer answers at once."""
        self._refuse_if_over()
        by = side or self.mover
        opponent = self.players[other(by)]
        self._offer = by
        self._news.append(DrawOffered(by, answers=isinstance(opponent, Human)))
        if not isinstance(opponent, Human):
            accepts = getattr(opponent, "accepts_draw", None)
            self.answer_draw(bool(accepts and accepts(self.position)))

    def answer_draw(self, accept: bool) -> None:
        """Answer the offer that stands."""
        if not self._offer:
            raise LudotecaError("no draw has been offered.")
        by, self._offer = other(self._offer), ""
        if accept:
            self._settled = Outcome(None, "agreement")
        else:
            self._news.append(DrawDeclined(by))

    def adjudicate(self, winner: str | None) -> None:
        """End the game from outside: somebody's win, or a draw."""
        self._refuse_if_over()
        self._settled = Outcome(winner, "adjudication")

    # -- inside ---------------------------------------------------------------------------------------

    def _advance(self, position: Position) -> None:
        assert position.last is not None
        self._moves.append(RecordedMove(position.last.text, self.mover))
        self._line.append(position)
        self._offer = ""

    def _is_choice(self, position: Position) -> bool:
        """Whether a person is to move there; between computers every position will do."""
        people = any(self.is_person(side) for side in SIDES)
        return not position.is_over and (self.is_person(position.mover) or not people)

    def _refuse_if_over(self) -> None:
        if self.outcome:
            raise LudotecaError(f"the game is over: {self.outcome}.")


def other(side: str) -> str:
    return "second" if side == "first" else "first"
