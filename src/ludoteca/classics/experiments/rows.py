"""Experiments and their results, units of work that a checkpoint keeps, and stopping."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from ludoteca.classics.depth_first import LookaheadResult
from ludoteca.classics.experiments.checkpoint import Checkpoint
from ludoteca.classics.experiments.verdicts import Check, Outcome, Score, verdict
from ludoteca.classics.plans import Settings
from ludoteca.errors import LudotecaError
from ludoteca.games import Position
from ludoteca.messages import catalogue
from ludoteca.parallel import Pool, Workers, map_in_order, open_pool

Figure = float | Score | str
"""A number, the score of a match, or the key of a message."""

MESSAGES = catalogue("experiments")


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
    check: Check | None = None
    """What the claim requires of the figure. A row without it only informs."""

    @property
    def key(self) -> tuple[str, tuple[tuple[str, object], ...]]:
        """Identifies a row: a later row with the same key replaces it."""
        return self.what, tuple(sorted(self.values.items()))


@dataclass(frozen=True)
class Result:
    """The rows of an experiment so far, and the verdict on its claim."""

    experiment: str
    rows: tuple[Row, ...] = ()
    seconds: float = 0.0
    complete: bool = False

    @property
    def verdict(self) -> Outcome:
        """An experiment that is not complete decides nothing."""
        checks = [row.check for row in self.rows if row.check]
        return verdict(checks) if self.complete else Outcome.UNDECIDED


@dataclass(frozen=True)
class Experiment:
    """A claim of a report, and how it is tested."""

    name: str
    report: str
    """The key of the report it comes from."""
    measure: Callable[[Work], Iterator[Row]]
    """Yields rows as soon as they are known."""

    def title(self, lang: str) -> str:
        return MESSAGES.text(lang, f"title.{self.name}")

    def claim(self, lang: str) -> str:
        """What the report states, in one sentence."""
        return MESSAGES.text(lang, f"claim.{self.name}")

    def source(self, lang: str) -> str:
        """The report, with its authors and year."""
        return MESSAGES.text(lang, f"report.{self.report}")

    def run(self, work: Work | None = None, progress: Callable[[Result], None] | None = None) -> Result:
        """Run the experiment; `progress` gets the result so far after every row, and may raise an exception
        to stop. Raises `Stopped` after `work.stop()`."""
        work, rows, begun = work or Work(), dict[object, Row](), time.monotonic()
        result = Result(self.name)
        work.begin(self.name)
        for row in self.measure(work):
            work.check()
            rows[row.key] = row
            result = Result(self.name, tuple(rows.values()), time.monotonic() - begun)
            if progress:
                progress(result)
        result = replace(result, seconds=time.monotonic() - begun, complete=True)
        if progress:
            progress(result)
        return result


class Searching(Protocol):
    """A player that returns statistics of its search."""

    def search(self, position: Position) -> LookaheadResult: ...


@dataclass(frozen=True)
class Measured:
    """The statistics of a search that a checkpoint can keep."""

    move: str
    score: float
    nodes: int
    moves: int
    """Root moves searched."""
    seconds: float
    """CPU time."""
    in_time: bool


_PLAIN = (int, float, str, Settings, type(None))
"""The types of a player's options, as opposed to its state."""


class Stopped(Exception):
    """The experiment was stopped."""


Item = TypeVar("Item")
Result_ = TypeVar("Result_")


class Work:
    """The options of a run: how much is measured, what runs the games, a checkpoint, and a way to stop."""

    def __init__(
        self, quick: bool = False, workers: Workers = 0, checkpoint: Checkpoint | None = None
    ) -> None:
        """Matches are played by the workers; whatever is timed runs in this process."""
        self.quick, self.workers, self.checkpoint = quick, workers, checkpoint
        self._stopped = False
        self._searching: object = None
        self._pool: Pool | None = None
        self._experiment, self._number = "", 0

    def begin(self, experiment: str) -> None:
        """The units that follow belong to this experiment."""
        self._experiment, self._number = experiment, 0

    def much(self, full: int, quick: int) -> int:
        """One number for a full run, another for a quick one."""
        return quick if self.quick else full

    def unit(self, label: str, compute: Callable[[], Any]) -> Any:
        """A value that JSON can hold: from the checkpoint, or computed and kept."""
        key, found = self._kept(label)
        if found is not None:
            return found
        self.check()
        value = compute()
        self.check()
        self._keep(key, value)
        return value

    def _kept(self, label: str) -> tuple[str, Any]:
        """The key of the next unit, and its value if the checkpoint has it. The label is part of the key, so
        that a checkpoint of an older version is not mistaken."""
        self._number += 1
        key = f"{self._experiment} {self._number} {hashlib.sha256(label.encode()).hexdigest()[:12]}"
        return key, self.checkpoint.units.get(key) if self.checkpoint else None

    def _keep(self, key: str, value: Any) -> None:
        if self.checkpoint:
            self.checkpoint.add(key, value)

    def search(self, player: Searching, position: Position) -> Measured:
        """Let a player search a position, so that it can be stopped. Its seconds are CPU time, which a busy
        machine does not affect."""
        options = {name: value for name, value in vars(player).items() if isinstance(value, _PLAIN)}
        label = f"{type(player).__name__} {options} {position.game.name} {position}"

        def compute() -> list[Any]:
            started = time.thread_time()
            found = self.raw_search(player, position)
            seconds = time.thread_time() - started
            return [found.move.text, found.score, found.nodes, found.moves, seconds, found.in_time]

        return Measured(*self.unit(label, compute))

    def raw_search(self, player: Searching, position: Position) -> LookaheadResult:
        """A search that is part of a larger unit."""
        self.check()
        self._searching = player
        found = player.search(position)
        self.check()
        return found

    def map(self, label: str, function: Callable[[Item], Any], items: Iterable[Item]) -> Iterator[Any]:
        """Call a function for each item, in the workers if there are any, and yield the results in order.
        Each is a unit."""
        self.check()
        asked = [(item, *self._kept(f"{label} {item}")) for item in items]
        missing = self._mapped(function, [item for item, _, found in asked if found is None])
        for _, key, found in asked:
            if found is None:
                found = next(missing)
                self._keep(key, found)
            self.check()
            yield found

    def _mapped(self, function: Callable[[Item], Result_], items: list[Item]) -> Iterator[Result_]:
        if not self.workers:
            for item in items:
                self.check()
                yield function(item)
            return
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
