"""`ludoteca engine` as a process: its end, Ctrl-C, wrong arguments, odd input."""

import os
import signal
import subprocess
import sys

import pytest

from ludoteca.games import load
from ludoteca.games.spec import PROTOCOLS
from ludoteca.protocols.loop import LONGEST_LINE
from ludoteca.protocols.names import DIALECTS, NATIVE


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ludoteca", "engine", *words]

    def hear() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        preexec_fn=hear, env=os.environ | {"LANG": "C"},
    )  # fmt: skip


def run(text: str, *words: str) -> tuple[str, str, int]:
    process = start(*words)
    out, err = process.communicate(text, timeout=60)
    return out, err, process.returncode


def test_the_names_are_those_of_the_rules_language():
    assert DIALECTS == (NATIVE, *PROTOCOLS)


def test_the_end_of_the_input_ends_the_process_and_its_search():
    out, err, code = run("setoption name Game value hex\ngo infinite\n")
    assert out.splitlines()[-1].startswith("bestmove ")
    assert (err, code) == ("", 0)


@pytest.mark.parametrize("name", DIALECTS)
def test_empty_input(name):
    assert run("", "--protocol", name) == ("", "", 0)


def test_ctrl_c_is_clean():
    process = start("tic-tac-toe")
    assert process.stdin and process.stdout
    process.stdin.write("go infinite\nisready\n")
    process.stdin.flush()
    while process.stdout.readline() != "readyok\n":
        pass
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err


def test_a_game_that_the_protocol_cannot_express_is_refused():
    out, err, code = run("", "--protocol", "piskvork", "hex")
    assert (out, code) == ("", 2)
    assert "hex cannot be played through the protocol piskvork." in err


def test_an_unknown_game_or_protocol_is_refused():
    assert run("", "chesss")[2] == 2
    assert run("", "--protocol", "uci")[2] == 2


def test_a_reader_that_has_gone_ends_the_process():
    process = start()
    assert process.stdin and process.stdout
    process.stdout.close()
    process.stdin.write("isready\n" * 3)
    process.stdin.close()
    process.stdout = None
    process.stdin = None
    process.communicate(timeout=30)
    assert process.returncode == 0


def test_an_overlong_line_is_refused_and_skipped():
    out, _, code = run("x" * (LONGEST_LINE + 10) + "\nisready\n")
    assert out.splitlines() == [
        f"info string error: the line has more than {LONGEST_LINE} characters.", "readyok"
    ]  # fmt: skip
    assert code == 0


def test_bytes_that_are_no_text():
    command = [sys.executable, "-m", "ludoteca", "engine"]
    done = subprocess.run(command, input=b"\xff\xfe\x00\nisready\r\n", capture_output=True, timeout=60)
    assert done.stdout.splitlines()[-1] == b"readyok" and done.returncode == 0


def test_every_game_is_played_by_ugi():
    names = ("kalah", "amazons", "pentago", "nine-mens-morris")
    process = start()
    assert process.stdin and process.stdout
    moves = []
    for name in names:
        process.stdin.write(f"setoption name Game value {name}\ngo nodes 50\n")
        process.stdin.flush()
        while not (line := process.stdout.readline()).startswith("bestmove "):
            assert line.startswith("info depth "), line
        moves.append((name, line.split()[1]))
    process.communicate(timeout=30)
    for name, move in moves:
        assert load(name).start().is_legal(move)
