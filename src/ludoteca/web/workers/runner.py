"""Runs jobs in worker processes, within a client's budget and fair share of the workers."""

from __future__ import annotations

import threading
from collections.abc import Hashable, Sequence
from typing import Any

from cachetools import LRUCache, cached

from ludoteca.parallel import Busy, Lane, LocalPool, TaskFuture, TaskLimits, result_of
from ludoteca.parallel.tasks import Progress
from ludoteca.parallel.worker import GRACE_SECONDS, ProcessOptions
from ludoteca.web.admission import waiting_elsewhere
from ludoteca.web.budgets import SERVER, THINKING, Budgets, Client, current_client
from ludoteca.web.workers.jobs import Job, answer

QUEUE_SECONDS = 8.0
"""Seconds that a job of `run` may wait in the queue."""
MEGABYTES = 700
"""Address space of a worker: the interpreter takes about 200, hash tables and tablebases the rest."""
_BLOCKED = 150
"""Threads that may block in `run` at once; the others of the thread pool serve pages."""
_CACHED = 256
_OPTIONS = ProcessOptions(
    preload=("ludoteca.web.workers.jobs", "ludoteca.workshop.sandbox_tasks"), low_priority=True,
    start_early=True,    file_megabytes=64, tasks_per_process=1000,
)  # fmt: skip
_PER_CLIENT = 12
"""Jobs of one client that may wait."""


def worker_pool(workers: int, waiting: int) -> LocalPool:
    """The workers of a server. They run jobs and the tasks of the sandbox."""
    return LocalPool(workers, waiting, _PER_CLIENT, True, _OPTIONS)


class JobRunner:
    """Runs jobs, each at the expense of the current client unless another one is given."""

    def __init__(self, pool: LocalPool, budgets: Budgets, engines: Sequence[str] = ()) -> None:
        self.pool, self.budgets, self.engines = pool, budgets, tuple(engines)
        self._blocked = threading.BoundedSemaphore(_BLOCKED)
        self._cached = cached(LRUCache(_CACHED), key=lambda key, *_: key, lock=threading.Lock())(
            self._run_keyed
        )

    def submit(
        self, job: Job, seconds: float, progress: Progress | None = None, lane: Lane = Lane.LONG,
        client: Client | None = None, resource: str = THINKING,
    ) -> TaskFuture[Any]:  # fmt: skip
        """Queue a job. Raises `Busy` or `OverBudget`. What the job does not use of its time is refunded."""
        payer = client or current_client() or SERVER
        self.budgets.spend(payer, resource, seconds)
        if self.engines:
            job = {**job, "engines": self.engines}
        limits = TaskLimits(seconds, seconds + GRACE_SECONDS, MEGABYTES)
        try:
            future = self.pool.submit(
                answer, *((job,) if progress else (job, None)), limits=limits, progress=progress,
                client=self.budgets.profile.share(payer), lane=lane,
            )  # fmt: skip
        except Busy:
            self.budgets.refund(payer, resource, seconds)
            raise
        future.add_done_callback(
            lambda done: self.budgets.refund(payer, resource, max(0.0, seconds - future.seconds))
        )
        return future

    def run(self, job: Job, seconds: float) -> Any:
        """Run a job and wait for its answer. Raises its error; `Busy` if no worker becomes free soon."""
        if not self._blocked.acquire(blocking=False):
            raise Busy("busy.threads")
        try:
            future = self.submit(job, seconds)
            with waiting_elsewhere():
                return result_of(future, QUEUE_SECONDS + seconds)
        finally:
            self._blocked.release()

    def run_cached(self, key: Hashable, job: Job, seconds: float) -> Any:
        """The answer to a job, cached under a key: for answers that depend on the rules only."""
        return self._cached(key, job, seconds)

    def _run_keyed(self, key: Hashable, job: Job, seconds: float) -> Any:
        return self.run(job, seconds)
