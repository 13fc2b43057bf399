"""The pool: results, errors, limits, cancelling, replaced workers, nothing left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from types import SimpleNamespace

import pytest

from ludoteca import system
from ludoteca.errors import LudotecaError
from ludoteca.parallel import (
    Busy,
    InProcessPool,
    LocalPool,
    OutOfMemory,
    TaskFailed,
    TaskFuture,
    TaskLimits,
    TookTooLong,
    WorkerDied,
    map_in_order,
    map_unordered,
    tasks,
    worker,
)
from ludoteca.parallel.worker import ProcessOptions
from tests.parallel import jobs
from tests.waiting import wait_until

needs_limits = pytest.mark.skipif(not system.IS_POSIX, reason="this system has no such limit")


@pytest.fixture(scope="module")
def pool() -> Iterator[LocalPool]:
    with LocalPool(2) as made:
        yield made


def test_a_task_runs_in_another_process(pool):
    assert pool.submit(jobs.square, 7).result(60) == 49
    assert pool.submit(jobs.process_id).result(60) != os.getpid()
    assert pool.submit(jobs.process_id).result(60) in pool.processes


def test_progress_arrives_before_the_result(pool):
    seen: list[int] = []
    assert pool.submit(jobs.count_up, 5, progress=seen.append).result(60) == 5
    assert seen == [0, 1, 2, 3, 4]


def test_an_error_of_ours_is_raised_as_it_is(pool):
    with pytest.raises(LudotecaError, match="the game is over") as raised:
        pool.submit(jobs.refuse).result(60)
    assert raised.value.code == "session.over"


@pytest.mark.parametrize("job", [jobs.fail, jobs.unpicklable])
def test_another_error_is_named_with_its_traceback(pool, job):
    before = sorted(pool.processes)
    with pytest.raises(TaskFailed) as raised:
        pool.submit(job).result(60)
    assert raised.value.details.startswith("Traceback")
    assert set(before) <= set(pool.processes)  # the process goes on


def test_an_argument_that_cannot_be_pickled_fails_its_task_only(pool):
    with pytest.raises(TaskFailed):
        pool.submit(jobs.square, lambda: None).result(60)
    assert pool.submit(jobs.square, 3).result(60) == 9


# -- limits -------------------------------------------------------------------------------------------


def test_wall_clock_time_is_limited(pool, monkeypatch):
    monkeypatch.setattr(worker, "GRACE_SECONDS", 0.0)
    with pytest.raises(TookTooLong):
        pool.submit(jobs.sleep, 600, limits=TaskLimits(seconds=0.1)).result(60)
    assert pool.submit(jobs.square, 3).result(60) == 9


@needs_limits
def test_processor_time_is_limited(pool):
    with pytest.raises(TookTooLong):
        pool.submit(jobs.spin, limits=TaskLimits(cpu_seconds=0.1)).result(60)
    assert pool.submit(jobs.square, 3, limits=TaskLimits(cpu_seconds=0.1)).result(60) == 9


@needs_limits
def test_memory_is_limited_for_one_task_only(pool):
    with pytest.raises(OutOfMemory):
        pool.submit(jobs.allocate, 2000, limits=TaskLimits(megabytes=1000)).result(60)
    assert pool.submit(jobs.allocate, 200, limits=TaskLimits(megabytes=1000)).result(60) == 200 << 20
    assert pool.submit(jobs.allocate, 1200).result(60) == 1200 << 20


@needs_limits
def test_writing_files_can_be_forbidden(tmp_path):
    with LocalPool(1, options=ProcessOptions(file_megabytes=0)) as pool:
        with pytest.raises((TaskFailed, WorkerDied)):
            pool.submit(jobs.write, str(tmp_path / "file"), retries=0).result(60)
    assert not (tmp_path / "file").exists() or not (tmp_path / "file").read_text()


def test_the_start_of_a_process_does_not_count_for_its_task(monkeypatch):
    clock = [0.0]

    def start() -> tuple[SlowStarter, Connection]:
        here, there = Pipe()
        return SlowStarter(there, clock), here

    monkeypatch.setattr(worker, "start_child", start)
    monkeypatch.setattr(worker, "time", SimpleNamespace(monotonic=lambda: clock[0]))
    with LocalPool(1) as slow:
        assert slow.submit(jobs.square, "here", limits=TaskLimits(seconds=0.1)).result(60) == "here"


class SlowStarter:
    """A process that takes a hundred simulated seconds to start and then answers at once."""

    pid = 0
    returncode = 0

    def __init__(self, pipe: Connection, clock: list[float]) -> None:
        self.pipe, self.clock = pipe, clock
        threading.Thread(target=self.live, daemon=True).start()

    def live(self) -> None:
        self.pipe.recv()  # options
        self.clock[0] += 100.0
        self.pipe.send(("ready", None))
        _, arguments, _, _ = self.pipe.recv()
        self.pipe.send(("result", arguments[0]))

    def poll(self) -> None:
        return None

    def kill(self) -> None:
        self.pipe.close()

    def wait(self) -> int:
        return 0


# -- workers that die ---------------------------------------------------------------------------------


def test_a_task_whose_worker_died_is_retried(pool, tmp_path):
    assert pool.submit(jobs.die_once, str(tmp_path / "died")).result(60) == "alive"


def test_a_task_that_kills_its_workers_fails(pool):
    with pytest.raises(WorkerDied) as raised:
        pool.submit(jobs.die).result(60)
    assert raised.value.exit_code == 3
    assert pool.submit(jobs.square, 3).result(60) == 9


def test_an_idle_worker_that_dies_is_replaced(pool):
    pool.submit(jobs.square, 1).result(60)
    for process in pool.processes:
        os.kill(process, signal.SIGKILL)
    assert [pool.submit(jobs.square, n).result(60) for n in range(4)] == [0, 1, 4, 9]


def test_a_process_that_dies_before_it_is_ready_fails_its_task(monkeypatch):
    def start() -> tuple[subprocess.Popen[bytes], Connection]:
        here, there = Pipe()
        there.close()
        return subprocess.Popen([sys.executable, "-c", "raise SystemExit(5)"]), here

    monkeypatch.setattr(worker, "start_child", start)
    with LocalPool(1) as broken, pytest.raises(WorkerDied):
        broken.submit(jobs.square, 2).result(60)


def test_processes_are_replaced_after_a_number_of_tasks():
    with LocalPool(1, options=ProcessOptions(tasks_per_process=2)) as pool:
        ran_in = [pool.submit(jobs.process_id).result(60) for _ in range(4)]
    assert ran_in[0] == ran_in[1] != ran_in[2] == ran_in[3]


# -- cancelling ---------------------------------------------------------------------------------------


def test_cancelling_ends_a_running_task(pool, tmp_path):
    marker = tmp_path / "running"
    future = pool.submit(jobs.ready_then_wait, str(marker), 600)
    process = int(wait_until(lambda: marker.exists() and marker.read_text()))
    assert future.cancel()
    assert future.cancelled()
    with pytest.raises(CancelledError):
        future.result(0)
    assert wait_until(lambda: not is_alive(process))
    assert pool.submit(jobs.square, 3).result(60) == 9


def test_a_task_that_is_cancelled_while_it_runs_is_not_free(pool, tmp_path):
    """The seconds are known when the callbacks run, which refund the others."""
    seconds: list[float] = []
    future = pool.submit(jobs.ready_then_wait, str(tmp_path / "started"), 600)
    future.add_done_callback(lambda _: seconds.append(future.seconds))
    wait_until((tmp_path / "started").exists)
    assert future.cancel()
    assert seconds[0] > tasks.KILLED_SECONDS


def test_a_task_that_is_cancelled_before_it_runs_is_free():
    future: TaskFuture[None] = TaskFuture()
    assert future.cancel()
    assert future.seconds == 0


def test_a_killed_process_is_replaced_before_the_next_task(tmp_path):
    """Otherwise the next client would wait for it."""
    with LocalPool(1, options=ProcessOptions(start_early=True)) as one:
        future = one.submit(jobs.ready_then_wait, str(tmp_path / "started"), 600)
        wait_until((tmp_path / "started").exists)
        (killed,) = one.processes
        assert future.cancel()
        wait_until(lambda: one.processes and one.processes != [killed])


def test_a_cancelled_task_in_the_queue_never_runs(tmp_path):
    with LocalPool(1) as pool:
        running = pool.submit(jobs.ready_then_wait, str(tmp_path / "running"), 600)
        waiting = pool.submit(jobs.ready_then_wait, str(tmp_path / "never"), 0)
        wait_until((tmp_path / "running").exists)
        assert waiting.cancel()
        assert running.cancel()
        assert pool.submit(jobs.square, 3).result(60) == 9
    assert not (tmp_path / "never").exists()


def test_a_finished_task_cannot_be_cancelled(pool):
    future = pool.submit(jobs.square, 3)
    assert future.result(60) == 9
    assert not future.cancel()
    assert future.result() == 9


# -- queue and end ------------------------------------------------------------------------------------


def test_the_queue_is_bounded(tmp_path):
    with LocalPool(1, waiting=2) as pool:
        pool.submit(jobs.ready_then_wait, str(tmp_path / "running"), 600)
        wait_until((tmp_path / "running").exists)
        waiting = [pool.submit(jobs.square, 1) for _ in range(2)]
        with pytest.raises(Busy) as refused:
            pool.submit(jobs.square, 2)
        assert refused.value.code == "busy.queue"
    for future in waiting:
        with pytest.raises(Busy):
            future.result(60)


def test_a_closed_pool_leaves_no_process_and_accepts_nothing(tmp_path):
    pool = LocalPool(2)
    running = pool.submit(jobs.ready_then_wait, str(tmp_path / "running"), 600)
    wait_until((tmp_path / "running").exists)
    processes = pool.processes
    pool.close()
    assert not any(map(is_alive, processes))
    with pytest.raises(LudotecaError):
        running.result(60)
    with pytest.raises(Busy):
        pool.submit(jobs.square, 1)


@needs_limits
def test_workers_end_with_a_killed_parent(tmp_path):
    script = """
        import sys, time
        from ludoteca.parallel import LocalPool
        from tests.parallel import jobs
        pool = LocalPool(1)
        pool.submit(jobs.ready_then_wait, sys.argv[1], 600)
        time.sleep(600)
    """
    marker = tmp_path / "running"
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([root, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-c", textwrap.dedent(script), str(marker)]
    with subprocess.Popen(command, env=environment) as parent:
        process = int(wait_until(lambda: marker.exists() and marker.read_text()))
        parent.kill()
    assert wait_until(lambda: not is_alive(process))


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


# -- map ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("processes", [0, 2])
def test_results_come_in_the_order_of_the_items(pool, processes):
    used = pool if processes else InProcessPool()
    assert list(map_in_order(used, jobs.square, range(20))) == [n * n for n in range(20)]
    found = {item: future.result() for item, future in map_unordered(used, jobs.square, range(20))}
    assert found == {n: n * n for n in range(20)}


def test_few_more_items_are_drawn_than_can_run(pool):
    drawn: list[int] = []

    def items() -> Iterator[int]:
        for n in range(1000):
            drawn.append(n)
            yield n

    for number, _ in enumerate(map_in_order(pool, jobs.square, items()), 1):
        assert len(drawn) <= number + 2 * pool.size
        if number == 10:
            break
