"""A task for a worker: its limits, its future, and the errors it may end with."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Generic, TypeVar

from ludoteca.errors import LudotecaError

Result = TypeVar("Result")
KILLED_SECONDS = 1.0
"""What a task costs beyond its time if it is cancelled while it runs: another process must start."""
Progress = Callable[[Any], None]
"""Called in a thread of the pool with each value that the task reports."""


class Busy(LudotecaError):
    """Too many tasks are waiting, or none can be accepted any more."""


class TookTooLong(LudotecaError):
    """The task exceeded its limit of wall-clock or CPU time and was ended."""


class OutOfMemory(LudotecaError):
    """The task exceeded its limit of memory."""


class WorkerDied(LudotecaError):
    """The worker process ended unexpectedly while it ran the task."""

    def __init__(self, exit_code: int | None = None) -> None:
        super().__init__("worker.died")
        self.exit_code = exit_code


class TaskFailed(LudotecaError):
    """The task raised an exception other than a `LudotecaError`. `details` is its traceback."""

    def __init__(self, problem: object, details: str = "") -> None:
        super().__init__("computer.failed", problem=problem)
        self.details = details


class Lane(IntEnum):
    """How long a task usually takes. A pool may reserve workers for the lanes of shorter tasks."""

    QUICK = 0
    """A fraction of a second, and somebody waits for it."""
    SHORT = 1
    """About a second."""
    LONG = 2


@dataclass(frozen=True)
class TaskLimits:
    """What one task may use. Processor time and memory are limited where the system can (POSIX)."""

    seconds: float | None = None
    """Wall-clock time from the start of the task."""
    cpu_seconds: float | None = None
    megabytes: int | None = None
    """Address space of the worker process."""


NO_LIMITS = TaskLimits()


class TaskFuture(Future[Result]):
    """The result of a task. Unlike other futures, `cancel` also ends a task that is running."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._settled = False
        self._kill: Callable[[], None] | None = None
        self._started: float | None = None
        self.seconds = 0.0
        """How long the task ran, once it is done; for one that was cancelled, with what that costs."""

    def cancel(self) -> bool:
        """Remove a waiting task from the queue, or end the process that runs it. False if it is done."""
        if not self._settle():
            return self.cancelled()
        with self._lock:
            if self._started is not None:
                self.seconds = time.monotonic() - self._started + KILLED_SECONDS
        super().cancel()
        self.set_running_or_notify_cancel()
        with self._lock:
            kill = self._kill
        if kill:
            kill()
        return True

    def start(self, kill: Callable[[], None] | None) -> bool:
        """The task starts now; `kill` ends it. False if it was cancelled."""
        with self._lock:
            self._kill, self._started = kill, time.monotonic()
            return not self._settled

    def finish(self, result: Result | None, problem: BaseException | None = None) -> None:
        """The task has ended; without effect on a cancelled task."""
        with self._lock:
            self._kill = None
        if not self._settle():
            return
        self.set_running_or_notify_cancel()
        if problem is None:
            self.set_result(result)  # type: ignore[arg-type]
        else:
            self.set_exception(problem)

    def _settle(self) -> bool:
        """Whether the caller is the first to decide the outcome."""
        with self._lock:
            first, self._settled = not self._settled, True
        return first


@dataclass(eq=False)
class Task(Generic[Result]):
    """A call that waits in a queue."""

    function: Callable[..., Result]
    arguments: tuple[Any, ...]
    limits: TaskLimits = NO_LIMITS
    progress: Progress | None = None
    client: str = ""
    lane: Lane = Lane.LONG
    retries: int = 1
    future: TaskFuture[Result] = field(default_factory=TaskFuture)

    @property
    def cost(self) -> float:
        """The seconds it may take, for the fair queue."""
        return self.limits.seconds or self.limits.cpu_seconds or 1.0
