"""A pool whose tasks run on a Dask cluster: a scheduler, and workers on any number of machines.

Every task runs in a process of its own beside the Dask worker (`dask_worker`), as on this machine. A task
whose worker is lost is run again by another one.
"""

from __future__ import annotations

import logging
import pickle
import secrets
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, TypeVar

from ludoteca.errors import LudotecaError, MissingExtra, cause
from ludoteca.messages import Number
from ludoteca.parallel.cluster_errors import ClusterError
from ludoteca.parallel.fingerprint import fingerprint
from ludoteca.parallel.pool import Closing
from ludoteca.parallel.tasks import (
    NO_LIMITS,
    Busy,
    Lane,
    Progress,
    TaskFailed,
    TaskFuture,
    TaskLimits,
    WorkerDied,
)

try:
    import distributed
except ModuleNotFoundError as missing:
    raise MissingExtra(missing.name or "distributed", "dask") from None

Result = TypeVar("Result")
CONNECT_SECONDS = 10.0
"""Seconds for the scheduler to answer."""
WORKER_SECONDS = 30.0
"""Seconds to wait for the first worker."""
_COUNT_SECONDS = 2.0
"""Workers are counted again after this time: they come and go."""
_SAME = ("distributed", "dask", "msgpack", "cloudpickle")
"""Packages that must have the same version everywhere."""


class DaskPool(Closing):
    """Tasks on a Dask cluster."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler. Raises `ClusterError`: it does not answer, has no workers, or runs other
        versions."""
        self.address = address
        _be_quiet()
        self._client = _connected(address)
        self._lock = threading.Lock()
        self._running: dict[TaskFuture[Any], Any] = {}
        self._size, self._counted = 1, float("-inf")
        self._closing = False
        try:
            _require_workers(self._client, address)
            _require_same_versions(self._client, address)
        except BaseException:
            self._client.close(timeout=CONNECT_SECONDS)
            raise

    @property
    def size(self) -> int:
        now = time.monotonic()
        if now - self._counted > _COUNT_SECONDS:
            self._size, self._counted = max(1, sum(self._client.nthreads().values())), now
        return self._size

    @property
    def ahead(self) -> int:
        """Twice as many tasks as can run: a worker has the next one while its result travels."""
        return self.size

    def submit(
        self, function: Callable[..., Result], /, *arguments: Any, limits: TaskLimits = NO_LIMITS,
        progress: Progress | None = None, client: str = "", lane: Lane = Lane.LONG, retries: int = 1,
    ) -> TaskFuture[Result]:  # fmt: skip
        """Queue a call. `client` and `lane` have no meaning on a cluster."""
        from ludoteca.parallel.dask_worker import run_task

        future: TaskFuture[Result] = TaskFuture()
        try:
            call = pickle.dumps((function, arguments))
        except Exception as problem:  # as from a local worker
            future.finish(None, TaskFailed(cause(problem)))
            return future
        key = f"ludoteca-{secrets.token_hex(8)}"
        topic = key if progress else ""
        if progress:
            report = progress
            self._client.subscribe_topic(topic, lambda event: report(pickle.loads(event[1])))
        task = self._client.submit(run_task, call, fingerprint(), limits, retries, topic, key=key, pure=False)
        with self._lock:
            self._running[future] = task
        future.start(lambda: self._cancel(future))
        task.add_done_callback(lambda done: self._finish(future, done, topic))
        return future

    def _cancel(self, future: TaskFuture[Any]) -> None:
        with self._lock:
            task = self._running.pop(future, None)
        if task is not None and not self._closing:
            task.cancel(force=True)

    def _finish(self, future: TaskFuture[Any], task: Any, topic: str) -> None:
        """Hand on the outcome of a task, in a thread of Dask."""
        try:
            future.finish(*self._outcome(task))
        finally:
            with self._lock:
                self._running.pop(future, None)
            if topic and not self._closing:
                self._client.unsubscribe_topic(topic)

    def _outcome(self, task: Any) -> tuple[Any, LudotecaError | None]:
        """The result of a task, or why it has none."""
        try:
            kind, value = pickle.loads(task.result())
        except distributed.KilledWorker:
            return None, WorkerDied()
        except (CancelledError, distributed.CancelledError, OSError):
            return None, Busy("busy.closing") if self._closing else ClusterError(
                "cluster.lost", address=self.address
            )
        except Exception as problem:
            return None, TaskFailed(cause(problem))
        return (value, None) if kind == "result" else (None, value)

    def close(self) -> None:
        self._closing = True
        with self._lock:
            running = list(self._running.items())
            self._running.clear()
        if running:
            self._client.cancel([task for _, task in running], force=True)
        for future, _ in running:
            future.finish(None, Busy("busy.closing"))
        self._client.close(timeout=CONNECT_SECONDS)


def _be_quiet() -> None:
    """Keep Dask from logging tracebacks in this process: what goes wrong is told by our own errors."""
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _connected(address: str) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other versions, which are checked below
            return distributed.Client(  # type: ignore[no-untyped-call]
                address, timeout=CONNECT_SECONDS, set_as_default=False, name="ludoteca"
            )
    except (OSError, TimeoutError) as problem:
        raise ClusterError(
            "cluster.unreachable", address=address, seconds=Number(CONNECT_SECONDS)
        ) from problem


def _require_workers(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WORKER_SECONDS)
    except TimeoutError:
        raise ClusterError("cluster.no-workers", address=address, seconds=Number(WORKER_SECONDS)) from None


def _require_same_versions(client: Any, address: str) -> None:
    """Raises `ClusterError` for a worker with which tasks would fail, or give other results."""
    found = client.get_versions(check=False)
    here = _versions(found["client"])
    others = {address: found["scheduler"], **found["workers"]}
    for place, told in others.items():
        for package, version in _versions(told).items():
            if version != here[package]:
                raise ClusterError(
                    "cluster.version", place=place, package=package, theirs=version or "–", ours=here[package]
                )
    for place, mark in client.run(_probe(), on_error="return").items():
        if not mark or not isinstance(mark, str):
            raise ClusterError("cluster.not-installed", place=place)
        if mark != fingerprint():
            raise ClusterError("cluster.other-files", place=place)


def _versions(told: Any) -> dict[str, str]:
    """The versions that matter, as `get_versions` tells them: of Python, without its last number."""
    python = ".".join(str(told["host"]["python"]).split(".")[:2])
    return {"Python": python, **{name: str(told["packages"].get(name)) for name in _SAME}}


def _probe() -> Callable[[], str]:
    """A function that Dask sends by value, so that it also runs where this package is not installed."""

    def probe() -> str:
        try:
            from ludoteca.parallel.fingerprint import fingerprint as found
        except ImportError:
            return ""
        return found()

    return probe
