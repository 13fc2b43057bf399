"""The driver finds planted faults, and goes on after each."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.system import IS_POSIX
from tests.fuzz.__main__ import main
from tests.fuzz.driver import ROOT, Finding, Fuzzer, check_input
from tests.fuzz.planted import Impatient, Planted

pytestmark = pytest.mark.skipif(not IS_POSIX, reason="limits of time and memory are set as on Unix")


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize(
    ("data", "signature"),
    [
        (b"boom", "KeyError in planted.py"),
        (b"crash", "the process ended with -11"),
        (b"loop", "more than 0.5 seconds of CPU time in planted.py (check)"),
        (b"memory", "MemoryError in planted.py"),
        (b"unclear", "position.mover is not for people"),
    ],
)
def test_a_planted_fault_is_found(data: bytes, signature: str):
    came = check_input(Planted(), data)
    assert isinstance(came, Finding)
    assert signature in came.signature


def test_an_input_that_only_waits_is_found():
    came = check_input(Impatient(), b"sleep")
    assert isinstance(came, Finding)
    assert came.signature == "no answer within 2 seconds"


@pytest.mark.parametrize("data", [b"harmless", b"refuse", b""])
def test_other_inputs_pass(data: bytes):
    assert isinstance(check_input(Planted(), data), list)


def test_a_finding_is_shrunk_and_saved_with_its_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    fuzzer = Fuzzer(Planted(), seed=1, folder=tmp_path)
    try:
        fuzzer.run(lambda: bool(fuzzer.findings) or fuzzer.tried > 2000)
        after = fuzzer.tried
        fuzzer.run_number(50)
    finally:
        fuzzer.close()
    (finding,) = fuzzer.findings.values()
    assert finding.data == b"boom"
    assert finding.is_repeatable
    assert finding.file is not None and finding.file.read_bytes() == b"boom"
    assert f"tests.fuzz planted --input {finding.file}" in finding.command
    assert fuzzer.tried == after + 50
    assert main(["planted", "--input", str(finding.file)]) == 1
    assert "KeyError" in capsys.readouterr().out


def test_the_same_seed_tries_the_same_inputs(tmp_path: Path):
    tried: list[list[bytes]] = []
    for _ in range(2):
        fuzzer = Fuzzer(Planted(), seed=7, folder=tmp_path)
        tried.append([fuzzer._next() for _ in range(5)])
        assert len(set(tried[-1])) > 1
    assert tried[0] == tried[1]


def test_the_exit_code_and_the_report_tell_of_findings(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    options = ["--minutes", "0.3", "--seed", "1", "--folder", str(tmp_path)]
    assert main(["planted", *options]) == 1
    shown = capsys.readouterr().out
    assert "FOUND planted: KeyError" in shown
    assert "--input" in shown
    assert main(["players", "--minutes", "0.02", "--seed", "1", "--folder", str(tmp_path)]) == 0
    assert "players" in capsys.readouterr().out


def test_interrupting_ends_it_cleanly(tmp_path: Path):
    line = [sys.executable, "-m", "tests.fuzz", "players", "--minutes", "5", "--folder", str(tmp_path)]
    with subprocess.Popen(
        line, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith("seed")
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(60) == 0
        assert "in all" in process.stdout.read()
        assert process.stderr.read() == ""
