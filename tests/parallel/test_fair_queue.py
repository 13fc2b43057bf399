"""The fair queue: which of the waiting tasks runs next."""

from __future__ import annotations

import pytest

from ludoteca.parallel.fair_queue import FairQueue
from ludoteca.parallel.tasks import Busy, Lane, Task, TaskLimits


def task(client: str, name: object = "", seconds: float = 1.0, lane: Lane = Lane.LONG) -> Task[None]:
    return Task(print, (name,), TaskLimits(seconds=seconds), client=client, lane=lane)


def order(queue: FairQueue, number: int, used: float | None = None) -> list[str]:
    """The clients of the next tasks, each of which takes `used` seconds, or as long as it may."""
    served = []
    for _ in range(number):
        one = queue.get()
        assert one is not None
        served.append(one.client)
        queue.done(one, one.cost if used is None else used)
    return served


def test_a_backlog_delays_only_its_client():
    queue = FairQueue(9, 100)
    for _ in range(50):
        queue.put(task("greedy"))
    for name in ("a", "b", "c"):
        queue.put(task(name))
    assert set(order(queue, 4)) == {"greedy", "a", "b", "c"}


def test_a_client_with_short_tasks_gets_more_of_them():
    queue = FairQueue(9, 1000)
    for _ in range(100):
        queue.put(task("short", seconds=1.0))
        queue.put(task("long", seconds=10.0))
    served = order(queue, 66)
    assert 55 <= served.count("short") <= 61


def test_time_that_was_not_used_is_refunded():
    queue = FairQueue(9, 1000)
    for _ in range(50):
        queue.put(task("a", seconds=10.0))
        queue.put(task("b", seconds=1.0))
    served = order(queue, 40, used=1.0)
    assert 18 <= served.count("a") <= 22


def test_an_idle_client_saves_nothing_up():
    queue = FairQueue(9, 1000)
    for _ in range(30):
        queue.put(task("busy"))
    order(queue, 20)
    for _ in range(30):
        queue.put(task("late"))
    assert order(queue, 8).count("late") <= 5


def test_longer_tasks_leave_workers_for_shorter_ones():
    queue = FairQueue(3, 100, lanes=True)
    for lane in (Lane.LONG, Lane.SHORT, Lane.QUICK):
        for number in range(3):
            queue.put(task(f"{lane.name} {number}", lane=lane))
    running = [queue.get() for _ in range(3)]
    lanes = sorted(one.lane for one in running if one)
    assert lanes.count(Lane.LONG) <= 1 and lanes.count(Lane.QUICK) >= 1
    assert len([lane for lane in lanes if lane >= Lane.SHORT]) <= 2


def test_a_long_task_waits_for_the_end_of_another():
    queue = FairQueue(3, 100, lanes=True)
    queue.put(task("a", "first"))
    queue.put(task("b", "second"))
    running = queue.get()
    queue.put(task("c", "quick", lane=Lane.QUICK))
    quick = queue.get()
    assert running is not None and quick is not None
    assert (running.arguments, quick.arguments) == (("first",), ("quick",))
    queue.done(running, 1.0)
    following = queue.get()
    assert following is not None and following.arguments == ("second",)


@pytest.mark.parametrize("lanes", [False, True])
def test_one_worker_runs_tasks_of_every_lane(lanes):
    queue = FairQueue(1, 100, lanes=lanes)
    for lane in Lane:
        queue.put(task("a", lane=lane))
    assert order(queue, 3) == ["a"] * 3


def test_tasks_of_one_client_keep_their_order():
    queue = FairQueue(9, 100)
    for n in range(5):
        queue.put(task("a", n))
    assert [one.arguments[0] for _ in range(5) if (one := queue.get())] == [0, 1, 2, 3, 4]


def test_the_tasks_of_one_client_are_bounded():
    queue = FairQueue(9, 100, per_client=2)
    for client in ("a", "a", "b"):
        queue.put(task(client))
    with pytest.raises(Busy) as refused:
        queue.put(task("a"))
    assert refused.value.code == "busy.client"
    queue.put(task("b"))


def test_cancelled_tasks_are_skipped():
    queue = FairQueue(9, 100)
    first, second = task("a", 1), task("a", 2)
    queue.put(first)
    queue.put(second)
    first.future.cancel()
    assert queue.get() is second
    assert len(queue) == 0


def test_a_closed_queue_returns_what_was_waiting():
    queue = FairQueue(9, 100)
    queue.put(task("a"))
    assert [one.client for one in queue.close()] == ["a"]
    assert queue.get() is None
