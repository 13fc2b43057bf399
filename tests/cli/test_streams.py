"""Standard streams that are closed, full or left by their reader, and input without an end."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.system import IS_POSIX

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the devices of Linux")

COMMAND = f"{shlex.quote(sys.executable)} -m ludoteca"
NO_ROOM = "ludoteca: No space left on device\n"


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("LANG", "C")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell, where `ludoteca` is the command; its memory is limited to 1 GB."""
    script = f"ulimit -v 1000000; {line.replace('ludoteca', COMMAND)}"
    words = ["bash", "-c", script]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)


@pytest.mark.parametrize(
    "command", ["list", "--help", "--version", "schema", "completion bash", "perft hex 1"]
)
def test_a_reader_that_leaves_is_no_error(command):
    ran = shell(f"ludoteca {command} | head -c 1 > /dev/null; exit ${{PIPESTATUS[0]}}")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(
    "command", ["list", "list --json", "--help", "--version", "schema", "show hex --svg -"]
)
def test_a_full_device_is_reported(command):
    ran = shell(f"ludoteca {command} > /dev/full")
    assert (ran.returncode, ran.stderr) == (2, NO_ROOM)


@pytest.mark.parametrize("command", ["list", "--version", "menu --game tic-tac-toe", "playouts hex -n 1"])
def test_a_closed_output_discards_the_result(command):
    ran = shell(f"ludoteca {command} >&-")
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full", ">&- 2>&-", ">/dev/full 2>/dev/full"])
def test_an_error_that_cannot_be_written_keeps_its_exit_code(streams):
    for command in ("best no-such-game", "no-such-command"):
        ran = shell(f"ludoteca {command} {streams}")
        assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", "")


def test_a_closed_input_is_empty():
    assert shell("ludoteca record - <&-").returncode == 2
    assert shell("ludoteca play tic-tac-toe <&-").returncode == 0
    assert "Traceback" not in shell("ludoteca play tic-tac-toe <&-").stderr


# -- input without an end -----------------------------------------------------------------------------

READERS = ("import {}", "record {}", "analyse {}", "export {} --format sgf")
TOO_LARGE = ": more than 16 MB are not read.\n"


@pytest.mark.parametrize("command", READERS)
def test_input_without_an_end(command):
    for file, line in (
        ("/dev/zero", command.format("/dev/zero")),
        ("/dev/stdin", command.format("/dev/stdin") + " < /dev/zero"),
        ("-", command.format("-") + " < /dev/zero"),
    ):
        ran = shell(f"ludoteca {line}")
        assert (ran.returncode, ran.stderr) == (2, f"ludoteca: {file}{TOO_LARGE}")


@pytest.mark.parametrize("command", [*READERS, "show {}", "check {}", "remix {} -o -"])
def test_what_is_no_file(tmp_path, command):
    """A pipe that nobody writes to (elsewhere pipes have no names), a folder, and a file of 2 GB."""
    pipe, folder, large = tmp_path / "pipe.toml", tmp_path / "folder.toml", tmp_path / "large.toml"
    if IS_POSIX:
        os.mkfifo(pipe)
    folder.mkdir()
    with large.open("wb") as file:
        file.truncate(2 * 10**9)
    for path in (pipe, folder, large) if IS_POSIX else (folder, large):
        ran = shell(f"ludoteca {command.format(path)}")
        # An empty file can be remixed: a draft may have any mistake.
        assert ran.returncode in (1, 2) or (command.startswith("remix") and path == pipe), (path, ran)
        assert "Traceback" not in ran.stderr


def test_a_pipe_that_is_written_to_is_read(tmp_path):
    record = '[Game "tic-tac-toe"]\n\n1. a1 *\n'
    (tmp_path / "record.txt").write_text(record)
    ran = shell(f"ludoteca import <(sleep 0.3; cat {tmp_path / 'record.txt'})")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "1. a1 *" in ran.stdout
