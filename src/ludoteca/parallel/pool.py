"""Pools: where tasks run. Everything parallel in this project goes through `Pool.submit`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, wait
from types import TracebackType
from typing import Any, Protocol, Self, TypeVar

from ludoteca.errors import LudotecaError
from ludoteca.parallel.fair_queue import FairQueue
from ludoteca.parallel.tasks import NO_LIMITS, Busy, Lane, Progress, Task, TaskFuture, TaskLimits
from ludoteca.parallel.worker import GRACE_SECONDS, ProcessOptions, Worker

Item = TypeVar("Item")
Result = TypeVar("Result")
_NO_BOUND = 1 << 30


class Pool(Protocol):
    """Runs functions elsewhere. Functions, arguments and results must be picklable."""

    @property
    def size(self) -> int:
        """The number of tasks that can run at the same time."""
        ...

    @property
    def ahead(self) -> int:
        """The number of further tasks to submit, so that no worker waits for its next one."""
        ...

    def submit(
        self, function: Callable[..., Result], /, *arguments: Any, limits: TaskLimits = NO_LIMITS,
        progress: Progress | None = None, client: str = "", lane: Lane = Lane.LONG, retries: int = 1,
    ) -> TaskFuture[Result]:  # fmt: skip
        """Queue a call. Raises `Busy` if the queue is full.

        With `progress` the function gets one more argument: a callable that reports a value. A task whose
        worker died is retried. `client` is whose share of the workers it uses; `lane` says how
        long it usually takes.
        """
        ...

    def close(self) -> None:
        """End all tasks and processes."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class Closing:
    """Leaving the `with` block closes the pool."""

    def close(self) -> None:
        """Nothing to close by default."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class InProcessPool(Closing):
    """Runs each task at once in this process, without limits."""

    size = 1
    ahead = 0

    def submit(
        self, function: Callable[..., Result], /, *arguments: Any, limits: TaskLimits = NO_LIMITS,
        progress: Progress | None = None, client: str = "", lane: Lane = Lane.LONG, retries: int = 1,
    ) -> TaskFuture[Result]:  # fmt: skip
        future: TaskFuture[Result] = TaskFuture()
        try:
            future.finish(function(*arguments, progress) if progress else function(*arguments))
        except LudotecaError as problem:
            future.finish(None, problem)
        return future


class LocalPool(Closing):
    """Worker processes on this machine."""

    def __init__(
        self, workers: int, waiting: int = _NO_BOUND, per_client: int | None = None, lanes: bool = False,
        options: ProcessOptions | None = None,
    ) -> None:  # fmt: skip
        """`waiting` and `per_client` bound the queue. With `lanes`, one worker runs no long tasks, and
        another one only quick tasks, where there are enough."""
        self._tasks = FairQueue(workers, waiting, per_client, lanes)
        self._workers = [Worker(self._tasks, options or ProcessOptions()) for _ in range(workers)]
        for worker in self._workers:
            worker.start()

    @property
    def size(self) -> int:
        return len(self._workers)

    @property
    def ahead(self) -> int:
        """As many as run: the next item may take a while to make, such as a balanced opening."""
        return self.size

    @property
    def waiting(self) -> int:
        """The number of tasks in the queue."""
        return len(self._tasks)

    @property
    def queue(self) -> FairQueue:
        return self._tasks

    @property
    def processes(self) -> list[int]:
        """The process ids of the workers."""
        return [found for worker in self._workers if (found := worker.process_id) is not None]

    def submit(
        self, function: Callable[..., Result], /, *arguments: Any, limits: TaskLimits = NO_LIMITS,
        progress: Progress | None = None, client: str = "", lane: Lane = Lane.LONG, retries: int = 1,
    ) -> TaskFuture[Result]:  # fmt: skip
        task: Task[Result] = Task(function, arguments, limits, progress, client, lane, retries)
        self._tasks.put(task)
        return task.future

    def close(self) -> None:
        for task in self._tasks.close():
            task.future.finish(None, Busy("busy.closing"))
        for worker in self._workers:
            worker.end()
        for worker in self._workers:
            worker.join(GRACE_SECONDS + 5)


def map_in_order(pool: Pool, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """The results in the order of the items, of which few more are drawn than can run."""
    waiting = iter(items)
    running: deque[TaskFuture[Result]] = deque()
    try:
        while True:
            for item in waiting:
                running.append(pool.submit(function, item))
                if len(running) >= 2 * pool.size - 1:
                    break
            if not running:
                return
            yield running.popleft().result()
    finally:
        _cancel(running)


def map_unordered(
    pool: Pool, function: Callable[[Item], Result], items: Iterable[Item]
) -> Iterator[tuple[Item, TaskFuture[Result]]]:
    """Items and their finished futures, in order of completion. An item is drawn when a worker is free,
    or soon will be: see `Pool.ahead`."""
    waiting = iter(items)
    running: dict[TaskFuture[Result], Item] = {}
    try:
        while True:
            for item in waiting:
                running[pool.submit(function, item)] = item
                if len(running) >= pool.size + pool.ahead:
                    break
            if not running:
                return
            wait(running, return_when=FIRST_COMPLETED)
            for future in [one for one in running if one.done()]:
                yield running.pop(future), future
    finally:
        _cancel(running)


def _cancel(futures: Iterable[TaskFuture[Any]]) -> None:
    for future in futures:
        future.cancel()


def result_of(future: TaskFuture[Result], seconds: float) -> Result:
    """Wait for a result. Cancels the task and raises `Busy` if there is none in time."""
    try:
        return future.result(seconds)
    except TimeoutError:
        future.cancel()
        raise Busy("busy.waited") from None
    except CancelledError:
        raise Busy("busy.closing") from None
