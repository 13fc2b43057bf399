"""Parts of a game page as plain values for the templates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from ludoteca.games import Game, Position
from ludoteca.messages import catalogue
from ludoteca.play.counters import Counter, label
from ludoteca.web.move_tree import extra_clicks

MESSAGES = catalogue("web")


@dataclass(frozen=True)
class SeatView:
    """One player beside the board."""

    side: str
    side_name: str
    name: str
    note: str
    """Below the name: the level, or that it is a computer."""
    is_mover: bool
    is_mine: bool
    is_person: bool
    counters: tuple[tuple[str, str, str], ...]
    """The name, label and number of each counter."""
    badge: str
    """A piece of the side, as markup."""
    animal: str
    """The picture of a level, if one plays."""
    left: float | None
    """Seconds on the clock, if there is one."""
    runs: bool


def counter_views(lang: str, game: Game, counters: Iterable[Counter]) -> tuple[tuple[str, str, str], ...]:
    """The counters of a side for its seat."""
    return tuple((one.name, label(lang, game, one), one.text) for one in counters)


@dataclass(frozen=True)
class MoveView:
    number: int
    """Counted from 1."""
    label: str
    """`3.`, nothing, or `3…`."""
    text: str
    by: str


Choice = tuple[str, str, bool]
"""A click that is not a cell, its label, and whether it turns a block."""


def choices_of(position: Position, lang: str) -> list[Choice]:
    """The clicks of the legal moves that are not cells."""
    kinds = position.game.words(lang).pieces or {}
    found = []
    for click in extra_clicks(position):
        if click[:-1].isdecimal() and click[-1] in "+-":
            key = "play.turn-right" if click[-1] == "+" else "play.turn-left"
            found.append((click, MESSAGES.text(lang, key, n=click[:-1]), True))
        else:
            found.append((click, MESSAGES.get(lang, f"play.choice-{click}", kinds.get(click, click)), False))
    return found


@dataclass(frozen=True)
class Hint:
    """The engine's move, shown in two steps."""

    step: int
    found: dict[str, Any]

    @property
    def cells(self) -> str:
        """The highlighted cells: the first click, then the whole path."""
        path: list[str] = self.found["path"]
        return " ".join(path if self.step > 1 else path[:1])
