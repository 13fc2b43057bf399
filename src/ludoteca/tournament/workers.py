"""Local processes that play games side by side, and end together."""

from __future__ import annotations

import os
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
from ludoteca.tournament.games import GameFailed, Ground, Pairing, Played, play

_GRACE = 5.0
"""Seconds to wait for a process that was told to end, before it is made to."""


Task = TypeVar("Task")
Answer = TypeVar("Answer")


def in_order(do: Callable[[Task], Answer], tasks: Sequence[Task], processes: int) -> Iterator[Answer]:
    """What comes of each task, worked on side by side and told in their order, so that what was stopped and
    taken up again learns the same as what was not."""
    if processes <= 1:
        yield from map(do, tasks)
        return
    with ProcessPoolExecutor(processes, get_context("spawn"), initializer=_be_deaf) as pool:
        waiting = iter(tasks)
        running = [pool.submit(do, one) for one, _ in zip(waiting, range(2 * processes), strict=False)]
        try:
            while running:
                wait_for(running[:1], return_when=FIRST_COMPLETED)
                yield running.pop(0).result()
                for one in waiting:
                    running.append(pool.submit(do, one))
                    break
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _be_deaf() -> None:
    """Ctrl-C is for whoever started the work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """How many processes can run here at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1


@dataclass
class _Worker:
    process: BaseProcess
    pipe: Connection
    busy: Pairing | None = None


class Workers:
    """Some processes that play games from one ground. Leaving the `with` block ends them, games and all.

    With no processes the games are played here, one after the other.
    """

    def __init__(self, ground: Ground, processes: int) -> None:
        self._ground, self._number = ground, processes
        self._workers: list[_Worker] = []

    def __enter__(self) -> Workers:
        # Always by spawning: a forked child would inherit threads and locks in the middle of their work.
        context = get_context("spawn")
        try:
            for _ in range(self._number):
                here, there = context.Pipe()
                process = context.Process(target=_work, args=(there, self._ground), daemon=True)
                with _deaf():
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
        """The games as they end, in any order. No more pairings are asked for than there are free hands."""
        waiting = iter(pairings)
        if not self._number:
            first_position = self._ground.first_position()
            yield from (play(self._ground, first_position, pairing) for pairing in waiting)
            return
        for worker in self._workers:
            self._give(worker, waiting)
        while any(worker.busy for worker in self._workers):
            for worker in self._ready():
                played = self._take(worker)
                self._give(worker, waiting)
                yield played

    def _give(self, worker: _Worker, waiting: Iterator[Pairing]) -> None:
        worker.busy = next(waiting, None)
        if worker.busy is not None:
            try:
                worker.pipe.send(worker.busy)
            except OSError:
                raise _death(worker) from None

    def _ready(self) -> list[_Worker]:
        """The workers that have something to say, or have died of it."""
        busy = [worker for worker in self._workers if worker.busy]
        news = set(wait([thing for worker in busy for thing in (worker.pipe, worker.process.sentinel)]))
        return [worker for worker in busy if worker.pipe in news or worker.process.sentinel in news]

    def _take(self, worker: _Worker) -> Played:
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            raise _death(worker) from None
        if isinstance(answer, LudotecaError):
            raise answer
        assert isinstance(answer, Played)
        return answer


def _death(worker: _Worker) -> GameFailed:
    worker.process.join(_GRACE)
    game = worker.busy.number + 1 if worker.busy else 0
    return GameFailed(
        f"the process that played game {game} ended by itself (exit code {worker.process.exitcode})."
    )


@contextmanager
def _deaf() -> Iterator[None]:
    """Children begun here do not hear Ctrl-C, from their first breath: it reaches the whole family, and
    whoever started the games decides what becomes of them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _work(pipe: Connection, ground: Ground) -> None:
    """The life of a worker: games until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        first_position = ground.first_position()
        while True:
            pipe.send(play(ground, first_position, pipe.recv()))
    except LudotecaError as problem:
        pipe.send(GameFailed(str(problem)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
