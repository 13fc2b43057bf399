"""Experiments, their rows, and stopping them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from ludoteca.classics.depth_first import LookaheadResult
from ludoteca.errors import LudotecaError
from ludoteca.games import Position
from ludoteca.parallel import Pool, Workers, map_in_order, open_pool

Score = tuple[int, int, int]
"""Games won, drawn and lost."""
Figure = float | Score | str
"""A number, the score of a match, or the key of a message."""


@dataclass(frozen=True)
class Row:
    """One row of a table: the quantity, the figure of the report, and ours."""

    what: str
    """The key of the description."""
    ours: Figure
    unit: str
    """`count`, `points`, `seconds`, `microseconds`, `megabytes`, `percent`, `times`, `match` or `words`."""
    theirs: Figure | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    """The parameters of the description."""

    @property
    def key(self) -> tuple[str, tuple[tuple[str, object], ...]]:
        """Identifies a row: a later row with the same key replaces it."""
        return self.what, tuple(sorted(self.values.items()))


@dataclass(frozen=True)
class Experiment:
    name: str
    report: str
    """The key of the report it comes from."""
    run: Callable[[Work], Iterator[Row]]


class Searching(Protocol):
    """A player that returns statistics of its search."""

    def search(self, position: Position) -> LookaheadResult: ...


class Stopped(Exception):
    """The experiment was stopped."""


Item = TypeVar("Item")
Result = TypeVar("Result")


class Work:
    """The amount of work of an experiment, what runs its games, and a way to stop it."""

    def __init__(self, quick: bool = False, workers: Workers = 0) -> None:
        """Matches are played by the workers; whatever is timed runs in this process."""
        self.quick, self.workers = quick, workers
        self._stopped = False
        self._searching: object = None
        self._pool: Pool | None = None

    def much(self, full: int, quick: int) -> int:
        """One number for a full run, another for a quick one."""
        return quick if self.quick else full

    def search(self, player: Searching, position: Position) -> LookaheadResult:
        """Let a player search a position, so that it can be stopped. Its seconds are CPU time, which a busy
        machine does not affect."""
        self.check()
        self._searching = player
        started = time.thread_time()
        found = player.search(position)
        self.check()
        return replace(found, seconds=time.thread_time() - started)

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Call a function for each item, in the workers, and yield the results in order."""
        self.check()
        with open_pool(self.workers) as self._pool:
            if self._stopped:
                raise Stopped
            try:
                for result in map_in_order(self._pool, function, items):
                    self.check()
                    yield result
            except LudotecaError:
                self.check()  # a closed pool ends its tasks
                raise
            finally:
                self._pool = None

    def check(self) -> None:
        if self._stopped:
            raise Stopped

    def stop(self) -> None:
        """Stop the experiment from another thread: a running search at once, else at the next step."""
        self._stopped = True
        stop = getattr(self._searching, "stop", None)
        if stop:
            stop()
        pool = self._pool
        if pool:
            pool.close()
