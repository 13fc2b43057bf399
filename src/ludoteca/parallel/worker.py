"""One worker process, seen from the parent: a thread that feeds it, and replaces it when needed."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from typing import Any

from ludoteca.errors import LudotecaError, cause
from ludoteca.messages import Number
from ludoteca.parallel.fair_queue import FairQueue
from ludoteca.parallel.tasks import OutOfMemory, Task, TaskFailed, TookTooLong, WorkerDied
from ludoteca.system import exceeded_cpu_limit, start_connected

_LOG = logging.getLogger(__name__)
START_SECONDS = 30.0
"""Seconds for a process to start; they do not count for the task."""
GRACE_SECONDS = 2.0
"""Seconds beyond a task's time limit before the process is killed: time to answer with what there is."""


@dataclass(frozen=True)
class ProcessOptions:
    """How worker processes run."""

    preload: tuple[str, ...] = ()
    """Modules to import before the first task."""
    start_early: bool = False
    """Whether processes start before their first task."""
    low_priority: bool = False
    file_megabytes: int | None = None
    """The largest file that a task may write, 0 for none; enforced where the system can."""
    tasks_per_process: int | None = None
    """Replace a process after this many tasks."""


class Worker(threading.Thread):
    """A thread with a worker process, started for its first task unless `start_early` is set."""

    def __init__(self, tasks: FairQueue, options: ProcessOptions) -> None:
        super().__init__(daemon=True, name="ludoteca-worker")
        self._tasks, self._options = tasks, options
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._pipe: Connection | None = None
        self._served = 0
        self._ended = False

    @property
    def process_id(self) -> int | None:
        process = self._process
        return process.pid if process and process.poll() is None else None

    def run(self) -> None:
        self._start_early()
        while (task := self._tasks.get()) is not None:
            begun = time.monotonic()
            result, problem = self._outcome(task) if task.future.start(self._kill) else (None, None)
            if not task.future.cancelled():
                task.future.seconds = time.monotonic() - begun
            if self.process_id is not None:
                self._tasks.done(task, time.monotonic() - begun)
                task.future.finish(result, problem)
            else:
                task.future.finish(result, problem)
                self._start_early()  # at the expense of this client, not of the next one
                self._tasks.done(task, time.monotonic() - begun)
        self._stop()

    def _start_early(self) -> None:
        """Start a process before it is needed, if the options say so."""
        if not self._options.start_early or self._ended:
            return
        try:
            self._child()
        except LudotecaError as not_started:
            if not self._ended:
                _LOG.warning("a worker did not start: %s", not_started)  # tried again for the next task

    def end(self) -> None:
        """End the process and refuse to start another."""
        self._ended = True
        self._kill()

    def _outcome(self, task: Task[Any]) -> tuple[Any, LudotecaError | None]:
        """The result of a task, or why it has none."""
        while True:
            try:
                return self._ask(task), None
            except WorkerDied as died:
                if not task.retries or task.future.cancelled() or self._ended:
                    return None, died
                task.retries -= 1
            except LudotecaError as problem:
                return None, problem
            except Exception as problem:  # an argument that cannot be pickled, a failing progress callback
                self._stop()
                return None, TaskFailed(cause(problem))

    def _ask(self, task: Task[Any]) -> Any:
        """The result of a task. Raises the task's error, or why it was ended."""
        pipe = self._child()
        limits = task.limits
        until = None if limits.seconds is None else time.monotonic() + limits.seconds + GRACE_SECONDS
        try:
            pipe.send((task.function, task.arguments, limits, task.progress is not None))
            while True:
                if not pipe.poll(None if until is None else max(0.0, until - time.monotonic())):
                    self._stop()
                    raise TookTooLong("timeout.job", seconds=Number(limits.seconds or 0.0))
                kind, value = pipe.recv()
                if kind != "progress":
                    break
                if task.progress:
                    task.progress(value)
        except (EOFError, OSError):
            raise self._death(task) from None
        self._served += 1
        if isinstance(value, OutOfMemory) or self._served == self._options.tasks_per_process:
            self._stop()
        if kind == "error":
            raise value
        return value

    def _death(self, task: Task[Any]) -> LudotecaError:
        """Why the process has closed its end of the pipe."""
        process = self._process
        self._stop()
        code = process.returncode if process else None
        if code is not None and exceeded_cpu_limit(code):
            return TookTooLong("timeout.job", seconds=Number(task.limits.cpu_seconds or 0.0))
        return WorkerDied(code)

    def _child(self) -> Connection:
        """The connection to a process that is ready. Raises `TookTooLong` or `WorkerDied`."""
        if self._pipe and self._process and self._process.poll() is None:
            return self._pipe
        self._stop()
        try:
            process, pipe = start_child()
            with self._lock:
                self._process, self._pipe = process, pipe
            if self._ended:
                self._kill()
            pipe.send(asdict(self._options))
            if not pipe.poll(START_SECONDS):
                raise TimeoutError
            pipe.recv()  # ready
        except TimeoutError:
            self._stop()
            raise TookTooLong("timeout.start", seconds=Number(START_SECONDS)) from None
        except (EOFError, OSError):
            process_now = self._process
            self._stop()
            raise WorkerDied(process_now.returncode if process_now else None) from None
        self._served = 0
        return pipe

    def _kill(self) -> None:
        """Kill the process from another thread. The thread of this worker notices and cleans up."""
        with self._lock:
            if self._process:
                self._process.kill()

    def _stop(self) -> None:
        with self._lock:
            process, pipe = self._process, self._pipe
            self._process = self._pipe = None
            if process:
                process.kill()
        if pipe:
            pipe.close()
        if process:
            process.wait()


def start_child() -> tuple[subprocess.Popen[bytes], Connection]:
    """A process that serves tasks, and the connection to it."""
    return start_connected("ludoteca.parallel.child", START_SECONDS)
