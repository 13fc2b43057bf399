"""A fixed number of child processes. A child that exceeds a job's limit of time, or dies, is replaced.

Jobs are plain values for `child.answer`. Threads here only wait: one for each child.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

from cachetools import LRUCache, cached

from ludoteca.errors import LudotecaError

_GRACE = 2.0
"""Seconds to come to an end, beyond what a job may take."""
_START = 30.0
"""Seconds within which a child must be ready; no job's time is spent on it."""
_TURN = 8.0
"""Seconds that somebody who waits for an answer is kept in the queue."""
_ASKERS = 20
"""Threads that may wait for answers at once: the others, as many again, go on serving pages."""


_CACHED = 256


class Busy(LudotecaError):
    """Too many questions wait already."""


class TookTooLong(LudotecaError):
    """The job was stopped at its limit of time."""


class WorkerDied(LudotecaError):
    """The process that worked on it ended by itself, twice."""


Job = dict[str, Any]
Tell = Callable[[Any], None]


@dataclass
class _Task:
    job: Job
    seconds: float
    tell: Tell | None
    future: Future[Any] = field(default_factory=Future)
    tries: int = 0


class WorkerPool:
    """Answers jobs in child processes. `close` ends them."""

    def __init__(self, workers: int, waiting: int) -> None:
        self._queue: queue.Queue[_Task | None] = queue.Queue(waiting)
        self._hands = [_Hand(self._queue) for _ in range(workers)]
        self._askers = threading.BoundedSemaphore(_ASKERS)
        self._context_closed = False
        self._cached = cached(LRUCache(_CACHED), key=lambda key, *_: key, lock=threading.Lock())(
            self._run_keyed
        )
        for hand in self._hands:
            hand.start()

    def submit(self, job: Job, seconds: float, tell: Tell | None = None) -> Future[Any]:
        """Have a job done. Raises `Busy` at once if too many wait. `tell` hears of progress, in a thread."""
        task = _Task(job, seconds, tell)
        if self._context_closed:
            raise Busy("the server is closing.")
        try:
            self._queue.put_nowait(task)
        except queue.Full:
            raise Busy("too many are thinking just now: try again in a moment.") from None
        return task.future

    def run(self, job: Job, seconds: float, tell: Tell | None = None) -> Any:
        """The answer itself, waited for. Raises what went wrong; `Busy` if its turn does not come soon."""
        if not self._askers.acquire(blocking=False):
            raise Busy("too many wait for an answer just now: try again in a moment.")
        try:
            future = self.submit(job, seconds, tell)
            return future.result(_TURN + seconds)
        except TimeoutError:
            future.cancel()
            raise Busy("it was nobody's turn to answer: try again in a moment.") from None
        finally:
            self._askers.release()

    def run_cached(self, key: Hashable, job: Job, seconds: float) -> Any:
        """The answer to a job, cached under a key: for answers that depend on the rules only."""
        return self._cached(key, job, seconds)

    def _run_keyed(self, key: Hashable, job: Job, seconds: float) -> Any:
        return self.run(job, seconds)

    @property
    def processes(self) -> list[int]:
        """The ids of the children that live now."""
        return [process.pid for hand in self._hands if (process := hand.process)]

    def close(self) -> None:
        self._context_closed = True
        for hand in self._hands:
            hand.end()
        for _ in self._hands:
            try:
                self._queue.put_nowait(None)
            except queue.Full:
                break
        for hand in self._hands:
            hand.join(_GRACE + 5)


class _Hand(threading.Thread):
    """A thread with a child process of its own, which it replaces when need be."""

    def __init__(self, tasks: queue.Queue[_Task | None]) -> None:
        super().__init__(daemon=True, name="ludoteca-worker")
        self._tasks = tasks
        self._ended = False
        self.process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None

    def run(self) -> None:
        while not self._ended:
            try:
                task = self._tasks.get(timeout=1.0)
            except queue.Empty:
                continue
            if task is None or self._ended:
                if task:
                    task.future.set_exception(Busy("the server is closing."))
                break
            if task.future.set_running_or_notify_cancel():
                self._do(task)
        self._stop()

    def end(self) -> None:
        self._ended = True
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def _do(self, task: _Task) -> None:
        while True:
            task.tries += 1
            try:
                answer = self._try(task)
            except TookTooLong as late:
                self._stop()
                task.future.set_exception(late)
                return
            except (EOFError, OSError):
                self._stop()
                if task.tries < 2 and not self._ended:
                    continue
                died = WorkerDied("the process that was thinking ended by itself: try again.")
                task.future.set_exception(died)
                return
            except Exception as problem:
                # Whatever it was, the next job must find a hand that works.
                self._stop()
                task.future.set_exception(problem)
                return
            if isinstance(answer, Exception):
                task.future.set_exception(answer)
            else:
                task.future.set_result(answer)
            return

    def _try(self, task: _Task) -> Any:
        pipe = self._child()
        pipe.send(task.job)
        until = time.monotonic() + task.seconds + _GRACE
        while True:
            if not pipe.poll(max(0.0, until - time.monotonic())):
                raise TookTooLong(f"this took longer than {task.seconds:g} seconds, and was stopped.")
            kind, value = pipe.recv()
            if kind == "answer":
                return value
            if task.tell:
                task.tell(value)

    def _child(self) -> Connection:
        if self._pipe and self.process and self.process.poll() is None:
            return self._pipe
        self._stop()
        here, there = Pipe()
        self.process, self._pipe = begin(there), here
        there.close()
        if not here.poll(_START):
            raise TookTooLong(f"no worker was ready within {_START:g} seconds.")
        here.recv()  # it says so
        return here

    def _stop(self) -> None:
        if self._pipe:
            self._pipe.close()
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = self._pipe = None


def begin(pipe: Connection) -> subprocess.Popen[bytes]:
    """A child that answers at the other end of a pipe.

    It is a program of its own: neither forked, which would copy locks in the middle of their work, nor
    spawned by `multiprocessing`, which would run the main program of whoever serves once more.
    """
    code = f"from ludoteca.web.workers.child import main; main({pipe.fileno()})"
    return subprocess.Popen(
        [sys.executable, "-c", code],
        pass_fds=[pipe.fileno()],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
