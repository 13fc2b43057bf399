"""What an experiment is, the rows it gives, and the work that it does on the way."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from ludoteca.classics.depth_first import Seen
from ludoteca.games import Position

Score = tuple[int, int, int]
"""Games won, drawn and lost."""
Figure = float | Score | str
"""A number, the score of a match, or the key of a phrase."""


@dataclass(frozen=True)
class Row:
    """One line of a table: what was measured, what the report says of it, and what came out here."""

    what: str
    """The key of a phrase …"""
    ours: Figure
    unit: str
    """`count`, `points`, `seconds`, `microseconds`, `megabytes`, `percent`, `times`, `match` or `words`."""
    theirs: Figure | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    """… and what is put into it."""

    @property
    def place(self) -> tuple[str, tuple[tuple[str, object], ...]]:
        """Rows with the same place are the same row, measured further."""
        return self.what, tuple(sorted(self.values.items()))


@dataclass(frozen=True)
class Experiment:
    name: str
    report: str
    """The key of the report it comes from."""
    run: Callable[[Work], Iterator[Row]]


class Looker(Protocol):
    """A player that tells what it saw."""

    def look(self, position: Position) -> Seen: ...


class Stopped(Exception):
    """The work was to end."""


class Work:
    """How much is to be done, and whether it is to go on."""

    def __init__(self, quick: bool = False) -> None:
        self.quick = quick
        self._stopped = False
        self._looking: object = None

    def much(self, usual: int, quick: int) -> int:
        """One number for a whole run, another for a quick one."""
        return quick if self.quick else usual

    def look(self, player: Looker, position: Position) -> Seen:
        """Let a player look at a position, so that it can be stopped. Its seconds are the processor's,
        for a busy machine should not count."""
        self.go_on()
        self._looking = player
        begun = time.thread_time()
        seen = player.look(position)
        self.go_on()
        return replace(seen, seconds=time.thread_time() - begun)

    def go_on(self) -> None:
        if self._stopped:
            raise Stopped

    def stop(self) -> None:
        """End the work, from another thread: no later than at its next step, and a long look at once."""
        self._stopped = True
        stop = getattr(self._looking, "stop", None)
        if stop:
            stop()
