"""Ctrl-C ends every long command: exit code 130, at most one line about it, no process left behind.

Each command would run for minutes. The tests only wait for it to end, so that no busy machine fails them.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.web_load import children_of
from tests.children import child
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="processes are watched in /proc")

PATIENCE = 40
"""Seconds to end. The commands would run much longer."""
SEARCHES = [
    ["best", "amazons", "--seconds", "600"],
    ["best", "hex", "--seconds", "600"],
    ["best", "pentago", "--seconds", "600"],
    ["best", "othello", "--seconds", "600", "--threads", "2"],
    ["best", "tic-tackle", "--seconds", "600", "--lines", "3"],
    ["tree", "amazons", "--depth", "4"],
    ["playtest", "halma", "--seconds", "600"],
    ["bench", "--signature", *["amazons", "hex", "gomoku", "halma"] * 5000],
    ["playouts", "amazons", "-n", "1000000000"],
    ["perft", "amazons", "6"],
]
SOLVERS = [
    ["solve", "tic-tackle", "--memory", "0.5"],
    ["solve", "othello:size=6", "--memory", "0.05"],
    ["solve", "connect-four", "--memory", "0.05"],
    ["solve", "hex:size=6", "--memory", "0.05"],
]
PROCESSES = [
    ["match", "tic-tackle", "engine:nodes=500", "engine:nodes=500", "-n", "100000", "--processes", "2"],
    ["tune", "tic-tackle", "--games", "100000", "--processes", "2"],
    ["tune", "pentago", "--network", "--games", "100000", "--processes", "2"],
    ["calibrate", "tic-tackle", "--processes", "2"],
]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))


def title(words: list[str]) -> str:
    return " ".join(words[:2])


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and its children. Unlike wall time it shows that the command is at work."""
    total = 0
    for one in (pid, *children_of(pid)):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # the child has ended
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
            total += int(fields[11]) + int(fields[12])
    return total / os.sysconf("SC_CLK_TCK")


def interrupted(words: list[str], ready=lambda pid: True) -> tuple[int, str, list[int]]:
    """Exit code, stderr, and the child processes that it had, after Ctrl-C while the command is at work."""
    with child(words) as process:
        wait_until(lambda: "_kernel" in Path(f"/proc/{process.pid}/maps").read_text())
        wait_until(lambda: ready(process.pid))
        begun = cpu_seconds(process.pid)
        wait_until(lambda: cpu_seconds(process.pid) > begun + 1.0)  # more than the start takes
        family = children_of(process.pid)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    return process.returncode, err, family


@pytest.mark.parametrize("words", SEARCHES, ids=title)
def test_a_search_is_stopped(words):
    code, err, _ = interrupted(words)
    assert (code, err) == (130, "Stopped.\n")


@pytest.mark.parametrize("words", SOLVERS, ids=title)
def test_a_solver_is_stopped_and_says_what_it_saved(words):
    code, err, _ = interrupted(words)
    assert code == 130
    assert err.splitlines()[-1].startswith("stopped; ")
    assert "Traceback" not in err


def test_experiments_are_stopped():
    code, err, _ = interrupted(["experiments"])
    assert (code, err.count("\n")) == (130, 1)


@pytest.mark.parametrize("words", PROCESSES, ids=title)
def test_worker_processes_end_too(words):
    code, err, family = interrupted(words, ready=lambda pid: len(children_of(pid)) >= 2)
    assert code == 130
    assert err.count("\n") <= 1
    wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in family))


def test_ctrl_c_while_modules_are_imported_shows_no_traceback(tmp_path):
    """The import of the first module of the command line is slow here, and is interrupted."""
    slow = "import sys, time; print('importing', flush=True); time.sleep(600)"
    (tmp_path / "argparse.py").write_text(slow)
    path = os.pathsep.join([str(tmp_path), *sys.path])
    process = subprocess.Popen(
        [sys.executable, "-c", "import sys; from ludoteca.__main__ import run; sys.exit(run())", "list"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    )  # fmt: skip
    assert process.stdout is not None
    assert process.stdout.readline() == "importing\n"
    process.send_signal(signal.SIGINT)
    assert (process.communicate(timeout=PATIENCE)[1], process.returncode) == ("", 130)
