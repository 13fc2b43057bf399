"""Ten thousand lines of garbage for each dialect: an error line at most, never an exception."""

import random
import subprocess
import sys
from itertools import count, islice

import pytest

from ludoteca.protocols.names import DIALECTS
from tests.protocols.talking import Talk

LINES = 10_000
SEEDS = {
    "ugi": [
        "ugi",
        "isready",
        "uginewgame",
        "position startpos moves a1 b2",
        "position fen xx1/oo1/3 x moves c3",
        "go depth 1",
        "go nodes 10",
        "go movetime 0",
        "go p1time 1 p2time 1",
        "query p1turn",
        "query result",
        "setoption name Hash value 1",
        "setoption name MultiPV value 2",
        "setoption name Level value 1",
        'setoption name Rules value "board = { grid = [3, 3] }"',
        "setoption name Game value tic-tac-toe",
        "stop",
    ],
    "uai": [
        "uai",
        "isready",
        "uainewgame",
        "position startpos moves g2 a1c3",
        "go depth 1",
        "go nodes 5",
        "stop",
        "position fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
        "setoption name Hash value 1",
        "go btime 1 wtime 1",
    ],
    "piskvork": [
        "START 15",
        "START 5",
        "RECTSTART 9,9",
        "BEGIN",
        "TURN 7,7",
        "BOARD",
        "1,1,1",
        "2,2,2",
        "DONE",
        "INFO timeout_turn 1",
        "INFO rule 1",
        "INFO max_memory 99999999",
        "RESTART",
        "TAKEBACK 7,7",
        "ABOUT",
        "SWAP2BOARD",
        "INFO time_left 0",
    ],
    "gtp": [
        "1 name",
        "boardsize 3",
        "clear_board",
        "play b a1",
        "play white b2",
        "undo",
        "showboard",
        "final_score",
        "time_left b 0 1",
        "time_settings 0 1 1000",
        "known_command play",
        "list_commands",
        "play w resign",
        "genmove b",
    ],
    "hub": [
        "hub",
        "init",
        "new-game",
        'pos moves="22-18 9-14 18x9x14"',
        "pos pos=W" + 12 * "b" + 8 * "e" + 12 * "w",
        "level depth=1",
        "level nodes=5",
        "go think",
        "ping",
        "stop",
        "set-param name=hash value=1",
        "ponder-hit",
    ],
    "nboard": [
        "nboard 2",
        "set depth 1",
        "move F5/1/2",
        "ping 3",
        "hint 2",
        "go",
        "learn",
        "set contempt 3",
        f"set game (;GM[Othello]BO[8 {27 * '-'}O*------*O{27 * '-'} *]B[F5];)",
    ],
}
SPICE = [
    "\x00",
    "é",
    "\ud800",
    "🂡",
    "9" * 30,
    "-1",
    "=",
    '"',
    "\\",
    "[",
    "]",
    "((",
    ";",
    ",",
    "\t",
    "nan",
    "1e400",
    "²",
]


def mutated(line: str, dice: random.Random) -> str:
    """A line with a few random changes."""
    for _ in range(dice.randrange(4)):
        at = dice.randrange(len(line) + 1)
        match dice.randrange(5):
            case 0:
                line = line[:at] + dice.choice(SPICE) + line[at:]
            case 1:
                line = line[:at]
            case 2:
                line = line[:at] + chr(dice.randrange(32, 127)) + line[at + 1 :]
            case 3:
                words = line.split(" ")
                dice.shuffle(words)
                line = " ".join(words)
            case 4:
                line = line + " " + line[:at]
    return line


def is_quick(line: str) -> bool:
    """Whether a line cannot ask for a search of seconds, a huge hash or hundreds of threads."""
    return (
        not any(word in line for word in ("infinite", "Hash", "hash", "Threads", "threads"))
        or "value 1" in line
    )


@pytest.mark.parametrize("name", DIALECTS)
def test_garbage_is_survived(name, monkeypatch):
    dice = random.Random(f"garbage {name}")
    talk = Talk(name, {"ugi": "tic-tac-toe", "gtp": "hex:size=3"}.get(name, ""))
    talk.host._make_level = None
    real = talk.host.choose

    def choose(position, limits, on_info):  # hardly any line is about how long a search takes
        from ludoteca.engine import Limits

        return real(position, Limits(nodes=1), on_info)

    monkeypatch.setattr(talk.host, "choose", choose)
    lines = (mutated(dice.choice(SEEDS[name]), dice) for _ in count())
    for number, line in enumerate(islice(filter(is_quick, lines), LINES)):
        talk.dialect.running = True
        talk.send(line)
        if number % 7 == 0:
            talk.host.stop()
        if number % 1000 == 0:
            talk.writer.said = talk.writer.said[-10:]
    talk.host.stop()
    talk.dialect.close()
    assert not talk.host.is_searching
    question, answer = SANE[name]
    if name == "piskvork":
        talk.say("DONE")
    assert answer in talk.say(question)


@pytest.mark.parametrize("name", DIALECTS)
def test_random_bytes_are_survived(name):
    dice = random.Random(f"bytes {name}")
    talk = Talk(name)
    for _ in range(500):
        talk.say(bytes(dice.randrange(256) for _ in range(dice.randrange(60))).decode("utf-8", "replace"))
    assert talk.running


SEARCHES = ("go", "begin", "turn", "board", "genmove", "hint", "think", "quit", "end", "done", "stop")
SANE = {
    "ugi": ("isready", "readyok"),
    "uai": ("isready", "readyok"),
    "piskvork": ("START 15", "OK"),
    "gtp": ("name", "= Ludoteca"),
    "hub": ("ping", "pong"),
    "nboard": ("ping 1", "pong 1"),
}


@pytest.mark.parametrize("name", DIALECTS)
def test_a_process_survives_ten_thousand_lines(name):
    """Lines without a search, and then a question that is answered; nothing on the error output."""
    dice = random.Random(f"process {name}")
    lines = (mutated(dice.choice(SEEDS[name]), dice).replace("\n", " ") for _ in count())
    quiet = (
        line for line in lines if is_quick(line) and not any(word in line.casefold() for word in SEARCHES)
    )
    question, answer = SANE[name]
    sent = "\n".join([*islice(quiet, LINES), "DONE" * (name == "piskvork"), question, ""])
    done = subprocess.run(
        [sys.executable, "-m", "ludoteca", "engine", "--protocol", name],
        input=sent.encode("utf-8", "replace"), capture_output=True, timeout=240, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.decode()) == (0, "")
    assert answer in done.stdout.decode().splitlines()
