"""The queue of waiting tasks: fair among clients, bounded, with workers reserved for short tasks."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Mapping
from typing import Any

from ludoteca.parallel.fair_share import FairShare
from ludoteca.parallel.tasks import Busy, Lane, Task

_MOST_LEAD = 30.0
"""Seconds by which a client may fall behind others for what it used on other servers."""


class FairQueue:
    """Tasks by client. Thread-safe."""

    def __init__(
        self, workers: int, waiting: int, per_client: int | None = None, lanes: bool = False
    ) -> None:
        """At most `waiting` tasks in all and `per_client` of one client wait. With `lanes`, longer tasks
        leave workers free for shorter ones, where there are enough."""
        self._waiting_limit, self._per_client = waiting, per_client
        self._slots = {lane: max(1, workers - lane) if lanes else workers for lane in Lane}
        """How many tasks of a lane and of the longer ones may run at a time."""
        self._changed = threading.Condition()
        self._waiting: dict[tuple[str, Lane], deque[Task[Any]]] = {}
        """By client and lane, in order of arrival."""
        self._count = 0
        self._running = dict.fromkeys(Lane, 0)
        self._shares = FairShare()
        self._used: dict[str, float] | None = None
        """Seconds by client since the last report, if reports are wanted."""
        self._elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}
        """By other server: until when its report counts, and how many tasks of each client wait there."""
        self._closed = False

    def __len__(self) -> int:
        with self._changed:
            self._drop_cancelled()
            return self._count

    def put(self, task: Task[Any]) -> None:
        """Add a task. Raises `Busy` if too many wait, or after `close`."""
        with self._changed:
            if self._closed:
                raise Busy("busy.closing")
            self._drop_cancelled()
            if self._count >= self._waiting_limit:
                raise Busy("busy.queue")
            if self._per_client is not None and self._waiting_everywhere(task.client) >= self._per_client:
                raise Busy("busy.client")
            self._waiting.setdefault((task.client, task.lane), deque()).append(task)
            self._count += 1
            self._shares.arrive(task.client)
            self._changed.notify()

    def get(self) -> Task[Any] | None:
        """The next task, when there is one that may run; None after `close`."""
        with self._changed:
            while not self._closed:
                task = self._next()
                if task is not None:
                    return task
                self._changed.wait()
        return None

    def done(self, task: Task[Any], seconds: float) -> None:
        """A task that `get` returned has ended after `seconds`; what it did not use is refunded."""
        with self._changed:
            self._running[task.lane] -= 1
            self._shares.correct(task.client, seconds - task.cost)
            if self._used is not None:
                self._used[task.client] = self._used.get(task.client, 0.0) + seconds
            self._changed.notify_all()

    # -- several servers ------------------------------------------------------------------------------

    def report(self) -> dict[str, tuple[float, int]]:
        """By client: the seconds used since the last report, and the tasks that wait. For other servers."""
        with self._changed:
            self._drop_cancelled()
            used, self._used = self._used or {}, {}
            clients = {*used, *(client for client, _ in self._waiting)}
            return {client: (used.get(client, 0.0), self._waiting_of(client)) for client in clients}

    def count_elsewhere(
        self, server: str, report: Mapping[str, tuple[float, int]], seconds: float, now: float
    ) -> None:
        """The report of another server with the same clients: what they used there counts here as well, and
        for some `seconds` also what waits."""
        with self._changed:
            for client, (used, _) in report.items():
                self._shares.add_elsewhere(client, used, _MOST_LEAD)
            waiting = {client: count for client, (_, count) in report.items() if count}
            self._elsewhere = {one: found for one, found in self._elsewhere.items() if found[0] > now}
            self._elsewhere[server] = now + seconds, waiting

    def _waiting_everywhere(self, client: str) -> int:
        now = time.monotonic()
        others = sum(found.get(client, 0) for until, found in self._elsewhere.values() if until > now)
        return self._waiting_of(client) + others

    def close(self) -> list[Task[Any]]:
        """Accept and return no more tasks. Those that were waiting."""
        with self._changed:
            self._closed = True
            left = [task for tasks in self._waiting.values() for task in tasks]
            self._waiting.clear()
            self._count = 0
            self._changed.notify_all()
        return left

    def _waiting_of(self, client: str) -> int:
        return sum(len(self._waiting.get((client, lane), ())) for lane in Lane)

    def _next(self) -> Task[Any] | None:
        """Take the task of the client with the smallest virtual time; of one client, the shortest lane."""
        self._drop_cancelled()
        open_lanes = {lane for lane in Lane if self._running_from(lane) < self._slots[lane]}
        may_run = [key for key in self._waiting if key[1] in open_lanes]
        if not may_run:
            return None
        key = min(may_run, key=lambda key: (self._shares.time_of(key[0]), key[1]))
        task = self._waiting[key].popleft()
        if not self._waiting[key]:
            del self._waiting[key]
        self._count -= 1
        self._running[task.lane] += 1
        self._shares.charge(task.client, task.cost)
        return task

    def _running_from(self, lane: Lane) -> int:
        return sum(self._running[one] for one in Lane if one >= lane)

    def _drop_cancelled(self) -> None:
        for key, tasks in list(self._waiting.items()):
            left = deque(task for task in tasks if not task.future.cancelled())
            self._count -= len(tasks) - len(left)
            if left:
                self._waiting[key] = left
            else:
                del self._waiting[key]
