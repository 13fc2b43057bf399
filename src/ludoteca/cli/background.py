"""Long walks of the kernel: they run beside us, so that Ctrl-C ends them at once and a bar can show them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ludoteca.cli.screen import Screen

if TYPE_CHECKING:
    from ludoteca.games import Game

PATIENCE = 0.4
"""Seconds before a bar appears."""
_TICK = 0.05

T = TypeVar("T")


class Walk(Generic[T]):
    """Something long that is done with a game, in a thread of its own."""

    def __init__(
        self, game: Game, work: Callable[[Walk[T]], T], halt: Callable[[], None] | None = None
    ) -> None:
        """`halt` ends what the work does with other workers than the game's own."""
        self.done = 0
        self.total: int | None = None
        self.stopped = False
        self._game, self._work, self._halt = game, work, halt
        self._worker: Any = None
        self._answer: list[T] = []
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        # The kernel worker that this thread will use: whoever holds it can stop it.
        with self._game.worker() as worker:
            self._worker = worker
        try:
            self._answer.append(self._work(self))
        except BaseException as problem:
            self._problem = problem

    def finish(self, show: Callable[[], None]) -> T:
        """Wait for the end, showing how far it is. Ctrl-C stops the work and comes through."""
        self._thread.start()
        try:
            while self._thread.is_alive():
                self._thread.join(_TICK)
                show()
        except BaseException:
            self._stop()
            raise
        if self._problem:
            raise self._problem
        return self._answer[0]

    def _stop(self) -> None:
        """A walk clears the flag as it begins, so it is raised until the thread has ended."""
        self.stopped = True
        while self._thread.is_alive():
            if self._worker is not None:
                self._worker.stop()
            if self._halt:
                self._halt()
            self._thread.join(_TICK)


def watched(
    screen: Screen,
    game: Game,
    title: str,
    work: Callable[[Walk[T]], T],
    halt: Callable[[], None] | None = None,
) -> T:
    """The result of the work; on a terminal, with a bar if it takes a while."""
    walk = Walk(game, work, halt)
    with _bar(screen, title) as bar:
        return walk.finish(lambda: bar(walk.done, walk.total))


Bar = Callable[[int, "int | None"], None]


def _bar(screen: Screen, title: str) -> AbstractContextManager[Bar]:
    return _RichBar(screen, title) if screen.err.isatty() else nullcontext(lambda done, total: None)


class _RichBar:
    """A bar on stderr that waits a little before it shows itself."""

    def __init__(self, screen: Screen, title: str) -> None:
        self._screen, self._title = screen, title
        self._begun = time.monotonic()
        self._progress: Any = None
        self._task: Any = None

    def __enter__(self) -> Bar:
        return self.show

    def show(self, done: int, total: int | None) -> None:
        if self._progress is None:
            if time.monotonic() - self._begun < PATIENCE:
                return
            self._open()
        self._progress.update(self._task, completed=done, total=total)

    def _open(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=Console(file=self._screen.err), transient=True)
        self._task = self._progress.add_task(self._title, total=None)
        self._progress.start()

    def __exit__(self, *_: object) -> None:
        if self._progress is not None:
            self._progress.stop()
