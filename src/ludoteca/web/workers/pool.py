"""A pool of child processes. A child that exceeds a job's time limit, or dies, is replaced.

Jobs are plain values for `jobs.answer`. Each child has a thread here that waits for it.
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

from cachetools import LRUCache, cached

from ludoteca.errors import LudotecaError
from ludoteca.messages import Number
from ludoteca.system import start_connected

_GRACE = 2.0
"""Seconds beyond a job's time limit before the worker is killed."""
_START = 30.0
"""Seconds for a child to start; they do not count for the job."""
_QUEUE_SECONDS = 8.0
"""Seconds that a job of `run` may wait in the queue."""
_BLOCKED = 20
"""Threads that may block in `run` at once; the other half of the thread pool serves pages."""


_CACHED = 256


class Busy(LudotecaError):
    """Too many jobs are waiting."""


class TookTooLong(LudotecaError):
    """The job exceeded its time limit."""


class WorkerDied(LudotecaError):
    """The worker process ended unexpectedly, twice."""


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
    """Runs jobs in child processes."""

    def __init__(self, workers: int, waiting: int) -> None:
        self._queue: queue.Queue[_Task | None] = queue.Queue(waiting)
        self._workers = [_Worker(self._queue) for _ in range(workers)]
        self._blocked = threading.BoundedSemaphore(_BLOCKED)
        self._closed = False
        self._cached = cached(LRUCache(_CACHED), key=lambda key, *_: key, lock=threading.Lock())(
            self._run_keyed
        )
        for worker in self._workers:
            worker.start()

    def submit(self, job: Job, seconds: float, tell: Tell | None = None) -> Future[Any]:
        """Queue a job. Raises `Busy` if the queue is full. `tell` gets its progress."""
        task = _Task(job, seconds, tell)
        if self._closed:
            raise Busy("busy.closing")
        try:
            self._queue.put_nowait(task)
        except queue.Full:
            raise Busy("busy.queue") from None
        return task.future

    def run(self, job: Job, seconds: float, tell: Tell | None = None) -> Any:
        """Run a job and wait for its answer. Raises its error; `Busy` if no worker becomes free soon."""
        if not self._blocked.acquire(blocking=False):
            raise Busy("busy.threads")
        try:
            future = self.submit(job, seconds, tell)
            return future.result(_QUEUE_SECONDS + seconds)
        except TimeoutError:
            future.cancel()
            raise Busy("busy.waited") from None
        finally:
            self._blocked.release()

    def run_cached(self, key: Hashable, job: Job, seconds: float) -> Any:
        """The answer to a job, cached under a key: for answers that depend on the rules only."""
        return self._cached(key, job, seconds)

    def _run_keyed(self, key: Hashable, job: Job, seconds: float) -> Any:
        return self.run(job, seconds)

    @property
    def processes(self) -> list[int]:
        """The process ids of the children."""
        return [process.pid for worker in self._workers if (process := worker.process)]

    def close(self) -> None:
        self._closed = True
        for worker in self._workers:
            worker.end()
        for _ in self._workers:
            try:
                self._queue.put_nowait(None)
            except queue.Full:
                break
        for worker in self._workers:
            worker.join(_GRACE + 5)


class _Worker(threading.Thread):
    """A thread with a child process, which it replaces when needed."""

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
                    task.future.set_exception(Busy("busy.closing"))
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
                died = WorkerDied("worker.died")
                task.future.set_exception(died)
                return
            except Exception as problem:
                # The next job must find a working child.
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
                raise TookTooLong("timeout.job", seconds=Number(task.seconds))
            kind, value = pipe.recv()
            if kind == "answer":
                return value
            if task.tell:
                task.tell(value)

    def _child(self) -> Connection:
        if self._pipe and self.process and self.process.poll() is None:
            return self._pipe
        self._stop()
        try:
            self.process, self._pipe = start_child()
            is_ready = self._pipe.poll(_START)
        except TimeoutError:
            is_ready = False
        if not is_ready or self._pipe is None:
            raise TookTooLong("timeout.start", seconds=Number(_START))
        self._pipe.recv()  # ready
        return self._pipe

    def _stop(self) -> None:
        if self._pipe:
            self._pipe.close()
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = self._pipe = None


def start_child() -> tuple[subprocess.Popen[bytes], Connection]:
    """A child process that serves jobs, and the connection to it."""
    return start_connected("ludoteca.web.workers.child", _START)
