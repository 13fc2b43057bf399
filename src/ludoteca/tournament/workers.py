"""Local worker processes that play games in parallel."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import TypeVar

from ludoteca.errors import LudotecaError
from ludoteca.tournament.games import GameFailed, GameSetup, Pairing, Played, play

_GRACE = 5.0
"""Seconds between terminating a process and killing it."""

Progress = Callable[[str, int, int], None]
"""Called with the current step, the number of finished items, and their total."""
Task = TypeVar("Task")
Result = TypeVar("Result")


def map_in_order(
    function: Callable[[Task], Result], tasks: Sequence[Task], processes: int
) -> Iterator[Result]:
    """The results of the tasks in their order, so that a resumed run equals an uninterrupted one."""
    if processes <= 1:
        yield from map(function, tasks)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_ignore_interrupts) as pool:
        waiting = iter(tasks)
        running = [pool.submit(function, one) for one, _ in zip(waiting, range(2 * processes), strict=False)]
        try:
            while running:
                wait_for(running[:1], return_when=FIRST_COMPLETED)
                yield running.pop(0).result()
                for one in waiting:
                    running.append(pool.submit(function, one))
                    break
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _ignore_interrupts() -> None:
    """Ctrl-C is handled by the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    busy: Pairing | None = None


class Workers:
    """Processes that play games of one setup. Leaving the `with` block terminates them.

    With 0 processes the games are played in this process, one after the other.
    """

    def __init__(self, setup: GameSetup, processes: int) -> None:
        self._setup, self._number = setup, processes
        self._workers: list[_Worker] = []

    def __enter__(self) -> Workers:
        # Always spawn: a forked child would inherit threads and locks in an unknown state.
        context = get_context("spawn")
        try:
            for _ in range(self._number):
                here, there = context.Pipe()
                process = context.Process(target=_work, args=(there, self._setup), daemon=True)
                with _interrupts_ignored():
                    process.start()
                there.close()
                self._workers.append(_Worker(process, here))
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def _end(self) -> None:
        for worker in self._workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self._workers:
            worker.process.join(_GRACE)
            if worker.process.is_alive():
                worker.process.kill()
                worker.process.join()
        self._workers.clear()

    def play(self, pairings: Iterable[Pairing]) -> Iterator[Played]:
        """The games in order of completion. A pairing is drawn only when a worker is free."""
        waiting = iter(pairings)
        if not self._number:
            first_position = self._setup.first_position()
            yield from (play(self._setup, first_position, pairing) for pairing in waiting)
            return
        for worker in self._workers:
            self._assign(worker, waiting)
        while any(worker.busy for worker in self._workers):
            for worker in self._ready():
                played = self._receive(worker)
                self._assign(worker, waiting)
                yield played

    def _assign(self, worker: _Worker, waiting: Iterator[Pairing]) -> None:
        worker.busy = next(waiting, None)
        if worker.busy is not None:
            try:
                worker.pipe.send(worker.busy)
            except OSError:
                raise _crash(worker) from None

    def _ready(self) -> list[_Worker]:
        """The workers that have a result or have died."""
        busy = [worker for worker in self._workers if worker.busy]
        ready = set(wait([thing for worker in busy for thing in (worker.pipe, worker.process.sentinel)]))
        return [worker for worker in busy if worker.pipe in ready or worker.process.sentinel in ready]

    def _receive(self, worker: _Worker) -> Played:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            raise _crash(worker) from None
        if isinstance(answer, LudotecaError):
            raise answer
        assert isinstance(answer, Played)
        return answer


def _crash(worker: _Worker) -> GameFailed:
    worker.process.join(_GRACE)
    game = worker.busy.number + 1 if worker.busy else 0
    return GameFailed("match.worker-died", game=game, exit_code=worker.process.exitcode)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Workers ignore SIGINT from startup: Ctrl-C reaches the process group, and the parent handles it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, setup: GameSetup) -> None:
    """The main function of a worker: play games until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        first_position = setup.first_position()
        while True:
            pipe.send(play(setup, first_position, pipe.recv()))
    except LudotecaError as problem:
        failed = isinstance(problem, GameFailed)
        pipe.send(problem if failed else GameFailed("match.failed", problem=problem.message))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
