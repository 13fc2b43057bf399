"""The pool on a Dask cluster: equal results, lost workers, limits, and errors that say what is wrong."""

import json
import signal
import time

import pytest

from ludoteca.errors import LudotecaError, MissingExtra
from ludoteca.parallel import (
    BadAddress,
    Busy,
    ClusterError,
    TaskFailed,
    TaskLimits,
    TookTooLong,
    WorkerDied,
    open_pool,
)
from ludoteca.parallel import dask_pool as module
from ludoteca.parallel.backends import scheduler_address
from ludoteca.tournament.games import GameFailed, GameSetup
from ludoteca.tournament.series import Plan, Series
from tests.parallel import jobs
from tests.parallel.clusters import cluster
from tests.parallel.test_pool import is_alive
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("dask"), workers=2) as found:
        yield found


@pytest.fixture
def pool(running):
    with open_pool(running.address) as found:
        yield found


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("dask://host:8786", "tcp://host:8786"),
        ("dask://10.0.0.1:1/", "tcp://10.0.0.1:1"),
        ("dask://[::1]:8786", "tcp://[::1]:8786"),
        ("dask+tls://host:8786", "tls://host:8786"),
    ],
)
def test_addresses_of_schedulers(text, address):
    assert scheduler_address(text) == address


@pytest.mark.parametrize(
    "text", ["dask://host", "dask://host:0", "dask://host:99999", "ray://h:1", "dask://a b:1"]
)
def test_other_texts_are_no_addresses(text):
    with pytest.raises(BadAddress, match="is not the address of a cluster"):
        scheduler_address(text)


def test_results_and_errors_come_back(pool):
    assert pool.submit(jobs.square, 2).result(60) == 4
    with pytest.raises(LudotecaError, match="the game is over"):
        pool.submit(jobs.refuse).result(60)
    with pytest.raises(TaskFailed, match="ZeroDivisionError"):
        pool.submit(jobs.fail).result(60)
    with pytest.raises(TaskFailed):
        pool.submit(jobs.unpicklable).result(60)
    with pytest.raises(TaskFailed):
        pool.submit(lambda: 1).result(60)


def test_progress_is_reported(pool):
    seen: list[int] = []
    assert pool.submit(jobs.count_up, 3, progress=seen.append).result(60) == 3
    wait_until(lambda: seen == [0, 1, 2])


def test_limits_hold_and_a_crash_ends_one_task_only(pool, running):
    with pytest.raises(TookTooLong):
        pool.submit(time.sleep, 60, limits=TaskLimits(seconds=0.2)).result(60)
    with pytest.raises(WorkerDied):
        pool.submit(jobs.die, retries=0).result(60)
    assert pool.submit(jobs.square, 1).result(60) == 1
    assert all(worker.poll() is None for worker in running.workers)


def test_a_cancelled_task_ends(pool, tmp_path):
    marker = tmp_path / "runs"
    future = pool.submit(jobs.ready_then_wait, str(marker), 600)
    wait_until(lambda: marker.exists() and marker.read_text())
    process = int(marker.read_text())
    assert future.cancel()
    wait_until(lambda: not is_alive(process))


def test_closing_ends_what_runs(running, tmp_path):
    marker = tmp_path / "runs"
    with open_pool(running.address) as pool:
        future = pool.submit(jobs.ready_then_wait, str(marker), 600)
        wait_until(lambda: marker.exists() and marker.read_text())
    with pytest.raises(Busy):
        future.result(0)
    wait_until(lambda: not is_alive(int(marker.read_text())))


# -- games --------------------------------------------------------------------------------------------


def test_a_match_that_loses_a_worker_equals_the_local_one(tmp_path):
    plan = Plan(GameSetup("tapatan"), "engine:nodes=60", "engine:nodes=15", 200, seed=5, even_openings=True)
    local = Series(plan)
    here = [one.record for one in local.play(0)]
    with cluster(tmp_path, workers=2) as two:
        spread, there = Series(plan), []
        for one in spread.play(two.address):
            there.append(one.record)
            if len(there) == 60:
                two.kill(two.workers[0])
    assert two.workers[0].returncode == -signal.SIGKILL
    assert there == here
    assert len(there) == 200
    assert spread.score.by_side == local.score.by_side
    assert spread.score.strength == local.score.strength


@pytest.mark.parametrize("command", ["match", "tournament"])
def test_commands_accept_a_cluster(running, command, tmp_path, capsys, monkeypatch):
    from ludoteca.cli.main import main

    def answer(*workers: str) -> dict:
        monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / workers[1].partition(":")[0]))
        words = [command, "tapatan", "engine:nodes=60", "engine:nodes=15", "-n", "6", "--seed", "3", "--json"]
        assert main([*words, *workers]) == 0
        found = json.loads(capsys.readouterr().out)
        return {name: value for name, value in found.items() if name not in ("seconds_per_move", "file")}

    assert answer("--workers", running.address) == answer("--workers", "2") == answer("--processes", "1")


def test_training_calibration_and_experiments_accept_a_cluster(running, tmp_path, capsys, monkeypatch):
    from ludoteca.cli.main import main

    def answer(words: list[str], workers: str, timed: tuple[str, ...]) -> dict:
        monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / workers.partition(":")[0]))
        assert main([*words, "--workers", workers, "--json"]) in (0, 1)
        found = json.loads(capsys.readouterr().out)
        return {name: value for name, value in found.items() if name not in timed}

    few = ["--rounds", "1", "--games", "4", "--nodes", "20", "--test-games", "4", "--test-nodes", "20"]
    tune = ["tune", "tic-tac-toe", *few, "--afresh", "--output", str(tmp_path / "out.tuned.toml")]
    calibrate = ["calibrate", "tapatan", "--quick", "--games-per-pair", "2", "--dry-run"]
    for words in (tune, calibrate):
        assert answer(words, running.address, ("seconds",)) == answer(words, "1", ("seconds",))
    words = ["experiments", "pentago-depth", "--quick"]
    here, there = (answer(words, workers, ("seconds",)) for workers in ("1", running.address))
    assert [one["rows"] for one in here["experiments"]] == [one["rows"] for one in there["experiments"]]


# -- what is wrong ------------------------------------------------------------------------------------


def test_no_scheduler(monkeypatch):
    monkeypatch.setattr(module, "CONNECT_SECONDS", 0.5)
    with pytest.raises(
        ClusterError, match=r"no Dask scheduler answered at tcp://127\.0\.0\.1:9 within 0.5 seconds"
    ):
        open_pool("dask://127.0.0.1:9")


def test_a_scheduler_that_is_lost(tmp_path, capfd):
    plan = Plan(GameSetup("tapatan"), "random", "random", 100_000)
    with (
        cluster(tmp_path, workers=1) as one,
        pytest.raises(GameFailed, match="the connection to the Dask scheduler"),
    ):
        for number, _ in enumerate(Series(plan).play(one.address), 1):
            if number == 5:
                one.kill(one.scheduler)
    assert "Traceback" not in capfd.readouterr().err


def test_no_workers(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "WORKER_SECONDS", 0.5)
    with (
        cluster(tmp_path, workers=0) as empty,
        pytest.raises(ClusterError, match="Start one with: dask worker tcp://"),
    ):
        open_pool(empty.address)


def test_other_versions(running, monkeypatch):
    monkeypatch.setattr(module, "fingerprint", lambda: "another")
    with pytest.raises(ClusterError, match="has another version of ludoteca or of its games"):
        open_pool(running.address)
    monkeypatch.undo()
    usual, asked = module._versions, []

    def differing(told):
        asked.append(told)
        return {**usual(told), "Python": f"3.{len(asked)}"}

    monkeypatch.setattr(module, "_versions", differing)
    with pytest.raises(ClusterError, match=r"has Python 3\.2, this machine has 3\.1"):
        open_pool(running.address)


def test_a_worker_that_joins_later_is_checked_too(running, pool, monkeypatch):
    monkeypatch.setattr(module, "fingerprint", lambda: "another")
    with pytest.raises(ClusterError, match="has another version"):
        pool.submit(jobs.square, 1).result(60)


def test_a_worker_without_the_package(running, monkeypatch):
    monkeypatch.setattr(module, "_probe", lambda: lambda: "")
    with pytest.raises(ClusterError, match="ludoteca is not installed where the Dask worker tcp"):
        open_pool(running.address)


def test_the_extra_is_named(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "ludoteca.parallel.dask_pool")
    with pytest.raises(MissingExtra, match=r'pip install "ludoteca\[dask\]"'):
        open_pool("dask://127.0.0.1:8786")
