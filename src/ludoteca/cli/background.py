"""Long kernel calls in a background thread, with a progress bar; Ctrl-C stops them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ludoteca.cli.interrupts import interrupt_flag, interrupts_deferred
from ludoteca.cli.output import Output

if TYPE_CHECKING:
    from ludoteca.games import Game

DELAY = 0.4
"""Seconds before the progress bar appears."""
_TICK = 0.05

T = TypeVar("T")


class BackgroundTask(Generic[T]):
    """Work on a game in a background thread."""

    def __init__(
        self, game: Game, work: Callable[[BackgroundTask[T]], T], cancel: Callable[[], None] | None = None
    ) -> None:
        """`cancel` stops workers other than the game's own."""
        self.done = 0
        self.total: int | None = None
        self.stopped = False
        self._game, self._work, self._cancel = game, work, cancel
        self._worker: Any = None
        self._answer: list[T] = []
        self._problem: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        # The kernel worker that this thread will use, kept to stop it.
        with self._game.worker() as worker:
            self._worker = worker
        try:
            self._answer.append(self._work(self))
        except BaseException as problem:
            self._problem = problem

    def finish(self, show: Callable[[], None]) -> T:
        """Wait for the result, calling `show` meanwhile. Ctrl-C stops the work and is raised again."""
        with interrupt_flag() as interrupted:
            self._thread.start()
            try:
                while self._thread.is_alive():
                    self._thread.join(_TICK)
                    show()
                    if interrupted():
                        raise KeyboardInterrupt
            except BaseException:
                self._stop()
                raise
        if self._problem:
            raise self._problem
        return self._answer[0]

    def _stop(self) -> None:
        """A kernel call clears the stop flag when it starts, so set it until the thread has ended."""
        self.stopped = True
        while self._thread.is_alive():
            if self._worker is not None:
                self._worker.stop()
            if self._cancel:
                self._cancel()
            self._thread.join(_TICK)


def run_with_progress(
    output: Output,
    game: Game,
    title: str,
    work: Callable[[BackgroundTask[T]], T],
    cancel: Callable[[], None] | None = None,
) -> T:
    """The result of the work; on a terminal with a progress bar if it takes a while."""
    task = BackgroundTask(game, work, cancel)
    with _bar(output, title) as bar:
        return task.finish(lambda: bar(task.done, task.total))


Bar = Callable[[int, "int | None"], None]


def _bar(output: Output, title: str) -> AbstractContextManager[Bar]:
    return _RichBar(output, title) if output.err.isatty() else nullcontext(lambda done, total: None)


class _RichBar:
    """A progress bar on stderr that appears after a delay."""

    def __init__(self, output: Output, title: str) -> None:
        self._screen, self._title = output, title
        self._started = time.monotonic()
        self._progress: Any = None
        self._task: Any = None

    def __enter__(self) -> Bar:
        return self.show

    def show(self, done: int, total: int | None) -> None:
        if self._progress is None:
            if time.monotonic() - self._started < DELAY:
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
            with interrupts_deferred():
                self._progress.stop()
