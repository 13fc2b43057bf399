"""The worker pool."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from types import SimpleNamespace

import pytest

from ludoteca.web.workers import pool
from ludoteca.web.workers.pool import WorkerPool


class Sluggard:
    """A child that takes a hundred simulated seconds to start and then answers at once."""

    pid = 0

    def __init__(self, pipe: Connection, clock: list[float]) -> None:
        self.pipe, self.clock = pipe, clock
        threading.Thread(target=self.live, daemon=True).start()

    def live(self) -> None:
        self.clock[0] += 100.0
        self.pipe.send(("ready", None))
        job = self.pipe.recv()
        self.pipe.send(("answer", job["said"]))

    def poll(self) -> None:
        return None

    def kill(self) -> None:
        self.pipe.close()

    terminate = kill

    def wait(self) -> int:
        return 0


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[WorkerPool]:
    clock = [0.0]

    def start() -> tuple[Sluggard, Connection]:
        here, there = Pipe()
        return Sluggard(there, clock), here

    monkeypatch.setattr(pool, "start_child", start)
    monkeypatch.setattr(pool, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    made = WorkerPool(1, 4)
    yield made
    made.close()


def test_the_start_of_a_child_does_not_count_for_its_job(slow: WorkerPool):
    assert slow.run({"said": "here"}, 0.1) == "here"
