"""Tasks inside a Dask worker: each thread of the worker hands its task to a process of its own.

So limits hold as on a single machine, a crash ends one task only, and a cancelled task is ended at once.
"""

from __future__ import annotations

import pickle
import threading
from typing import Any

import distributed

from ludoteca.errors import LudotecaError
from ludoteca.parallel.cluster_errors import ClusterError
from ludoteca.parallel.fingerprint import fingerprint
from ludoteca.parallel.pool import LocalPool
from ludoteca.parallel.tasks import Busy, TaskFuture, TaskLimits

_CHECK_SECONDS = 0.25
"""How often a running task looks whether it was cancelled."""
_ACTIVE = ("executing", "long-running")

_pools: dict[int, LocalPool] = {}
_lock = threading.Lock()


def run_task(call: bytes, expected: str, limits: TaskLimits, retries: int, topic: str) -> bytes:
    """Run a pickled call and return its pickled outcome: `result` or `error`, and a value."""
    worker = distributed.get_worker()
    if fingerprint() != expected:
        return pickle.dumps(("error", ClusterError("cluster.other-files", place=worker.address)))
    key = worker.get_current_task()

    def report(value: Any) -> None:
        worker.log_event(topic, pickle.dumps(value))

    future: TaskFuture[bytes] = _pool(worker).submit(
        _run, call, limits=limits, progress=report if topic else None, retries=retries
    )
    while True:
        try:
            return future.result(_CHECK_SECONDS)
        except TimeoutError:
            task = worker.state.tasks.get(key)
            if task is None or task.state not in _ACTIVE:
                future.cancel()
                return pickle.dumps(("error", Busy("busy.closing")))
        except LudotecaError as problem:
            return pickle.dumps(("error", problem))


def _run(call: bytes, *report: Any) -> bytes:
    """In the process of the task."""
    function, arguments = pickle.loads(call)
    return pickle.dumps(("result", function(*arguments, *report)))


def _pool(worker: Any) -> LocalPool:
    """The processes of a Dask worker, one for each of its threads."""
    with _lock:
        if id(worker) not in _pools:
            _pools[id(worker)] = LocalPool(worker.state.nthreads)
        return _pools[id(worker)]
