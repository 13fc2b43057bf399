"""A game in progress as it stands: its row, its moves, its position, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from ludoteca.games import Game, Outcome, Position
from ludoteca.play.record import Record, RecordedMove
from ludoteca.web.games.players import is_person
from ludoteca.web.store.schema import GameRow


def other(side: str) -> str:
    return "second" if side == "first" else "first"


class StoredMove(NamedTuple):
    """A move that was made."""

    number: int
    """Counted from 1."""
    move: str
    by: str
    seconds: float
    thought: bool
    """Whether a computer has said what it saw."""


@dataclass(frozen=True)
class StoredGame:
    """Nothing here changes: whoever changes a game gets a new table."""

    row: GameRow
    moves: tuple[StoredMove, ...]
    game: Game
    position: Position
    """After all moves."""

    @property
    def id(self) -> str:
        return self.row.id

    @property
    def outcome(self) -> Outcome | None:
        if self.row.result is None:
            return self.position.outcome
        return Outcome(None if self.row.result == "draw" else self.row.result, self.row.reason)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def mover(self) -> str:
        return self.position.mover

    def player(self, side: str) -> str:
        """As it was asked for: `human`, `level:3`."""
        return str(getattr(self.row, f"{side}_player"))

    def is_person(self, side: str) -> bool:
        return is_person(self.player(side))

    def owner(self, side: str) -> str | None:
        owner: str | None = getattr(self.row, f"{side}_owner")
        return owner

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(side for side in ("first", "second") if self.is_person(side))

    @property
    def waits_for_computer(self) -> bool:
        return not self.is_over and not self.is_person(self.mover)

    @property
    def is_open(self) -> bool:
        """Whether a seat waits for somebody."""
        return any(self.owner(side) is None and getattr(self.row, f"{side}_seat") for side in self.people)

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(one.move for one in self.moves)

    @property
    def undone(self) -> list[str]:
        return self.row.undone.split()

    def record(self, names: tuple[str, str] = ("", "")) -> Record:
        """The game as it is written down."""
        begun: date | None = self.row.created.date() if self.row.created else None
        return Record(
            game=self.row.called,
            rules=self.row.rules,
            first=names[0] or self.row.first_name,
            second=names[1] or self.row.second_name,
            date=begun,
            position=self.row.start,
            result=self.outcome,
            moves=tuple(RecordedMove(one.move, one.by) for one in self.moves),
        )
