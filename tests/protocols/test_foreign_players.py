"""Programs of others as players: they may do what they like, and lose only their own games."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from ludoteca.errors import PlayerFault
from ludoteca.games import load
from ludoteca.play.foreign import EnginesFileError
from ludoteca.play.players import UnknownPlayer, close_players, foreign_kinds, kinds, parse_player, quoted
from ludoteca.play.record import Record
from ludoteca.system import IS_POSIX
from ludoteca.tournament.games import GameSetup, Pairing
from ludoteca.tournament.series import Plan, Series
from tests.waiting import wait_until

ENGINES = Path(__file__).with_name("engines.py")


def misbehaving(how: str, more: str = "") -> str:
    more = more or ",nodes=1,timeout=120"
    command = f'{sys.executable} {ENGINES} "{how}"'
    return f"ugi:command={quoted(command)}{more}"


def ours(protocol: str = "ugi", limits: str = "nodes=20", game: str = "") -> str:
    command = f"{sys.executable} -m ludoteca engine --protocol {protocol} {game}"
    return f"{protocol}:command={quoted(command)},{limits}"


def first_choice(spec: str, game: str = "breakthrough"):
    player = parse_player(spec).for_game(load(game))
    try:
        return player.choose(load(game).start())
    finally:
        close_players(player)


def processes_with(text: str) -> list[int]:
    """The running processes whose command line contains a text, without a match that names an engine."""
    found = subprocess.run(
        ["ps", "-e", "-ww", "-o", "pid=,stat=,args="], capture_output=True, text=True
    ).stdout
    rows = [line.split(None, 2) for line in found.splitlines()]
    running = [row for row in rows if len(row) == 3 and "Z" not in row[1] and "ugi:command" not in row[2]]
    return [int(row[0]) for row in running if text in row[2]]


def have_ended(processes: set[int]) -> bool:
    """Whether none of these processes is running."""
    return not processes & set(processes_with(str(ENGINES)))


# -- faults -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "how, more, reason, said",
    [
        ("crash", "", "crash", 'exit code 3). Its last line: "info string about to fail"'),
        ("signal", "", "crash", "exit code 134)" if IS_POSIX else "exit code "),
        ("hang", ",timeout=10,seconds=0.1,margin=0.2", "time", "no answer within 0.3 s"),
        ("illegal", "", "illegal move", '"a1-a8": '),
        ("nonsense", "", "illegal move", '"☃": '),
        ("nothing", "", "illegal move", '"": '),
        ("junk", ",seconds=0.1,margin=0.2", "time", "no answer within 0.3 s"),
        ("one long line", ",seconds=0.1,margin=0.2", "time", "no answer within 0.3 s"),
        ("binary", "", "illegal move", ""),
        ("close", ",seconds=60", "crash", "closed its output"),
        ("mute", ",timeout=0.3,nodes=1", "time", "no answer within 0.3 s"),
    ],
)
def test_a_fault_says_what_happened(how, more, reason, said):
    with pytest.raises(PlayerFault) as caught:
        first_choice(misbehaving(how, more))
    assert caught.value.reason == reason
    assert said in str(caught.value)


@pytest.mark.skipif(not IS_POSIX, reason="without a limit on memory in this system")
def test_memory_is_limited():
    with pytest.raises(PlayerFault) as caught:
        first_choice(misbehaving("memory", ",megabytes=256,seconds=60"))
    assert caught.value.reason == "crash"


SUPERVISED = pytest.mark.skipif(not IS_POSIX, reason="nothing watches over what engines start in this system")


@pytest.mark.parametrize(
    "how, count",
    [
        ("hang", 1),
        ("deaf", 1),
        ("junk", 1),
        pytest.param("children", 2, marks=SUPERVISED),
        pytest.param("daemons", 3, marks=SUPERVISED),
        pytest.param("orphans", 0, marks=SUPERVISED),
    ],
)
def test_every_process_is_ended(how, count, tmp_path):
    mark = f"--mark={tmp_path.name}-{how}"
    command = f'{sys.executable} {ENGINES} "{how}" {mark}'
    spec = f"ugi:command={quoted(command)},seconds=0.1,margin=0.1"
    player = parse_player(spec).for_game(load("breakthrough"))
    with pytest.raises(PlayerFault):
        player.choose(load("breakthrough").start())
    if count:
        wait_until(lambda: len(set(processes_with(mark)) - set(processes_with("ludoteca.system"))) == count)
    close_players(player)
    wait_until(lambda: not processes_with(mark))


def test_a_program_that_does_not_exist_is_refused_at_once():
    with pytest.raises(UnknownPlayer, match="no-such-engine"):
        parse_player('ugi:command="./no-such-engine --flag"').for_game(load("breakthrough"))
    with pytest.raises(UnknownPlayer, match="command"):
        parse_player("ugi").for_game(load("breakthrough"))


@pytest.mark.parametrize(
    "protocol, game",
    [
        ("piskvork", "hex"),
        ("gtp", "gomoku"),
        ("uai", "ataxx/hexagon"),
        ("hub", "draughts/english"),
        ("nboard", "hex"),
    ],
)
def test_a_game_that_the_protocol_cannot_express_is_refused(protocol, game):
    with pytest.raises(Exception, match=f"cannot be played through the protocol {protocol}"):
        parse_player(f"{protocol}:command=true").for_game(load(game))


# -- matches ------------------------------------------------------------------------------------------


def play(a: str, b: str, games: int = 2, game: str = "breakthrough:size=4", processes: int = 0) -> Series:
    series = Series(Plan(GameSetup(game), a, b, games, opening_plies=1))
    for _ in series.play(processes):
        pass
    return series


@pytest.mark.parametrize("how, reason", [("crash", "crash"), ("illegal", "illegal move"), ("hang", "time")])
def test_a_fault_loses_the_game_and_the_match_goes_on(how, reason):
    records: list[Record] = []
    other = misbehaving(how, ",seconds=0.1,margin=0.1")
    series = Series(Plan(GameSetup("breakthrough:size=4"), "random", other, 4, opening_plies=1))
    series.keep = records.append
    for _ in series.play(0):
        pass
    assert (series.score.wins, series.score.losses) == (4, 0)
    assert len(series.score.faults) == 4
    for record in records:
        assert record.result is not None and record.result.reason == reason
        assert "Fault" in dict(record.others)
        again = Record.from_text(record.to_text())
        assert again == record and again.positions()


@pytest.mark.parametrize(
    "protocol, limits, game",
    [
        ("ugi", "nodes=20", "kalah"),
        ("piskvork", "seconds=0.02", "gomoku:size=7"),
        ("piskvork", "seconds=0.02", "gomoku/standard"),
        ("gtp", "seconds=1", "hex:size=3"),
        ("uai", "depth=1", "ataxx"),
        ("hub", "nodes=20", "draughts"),
        ("nboard", "depth=1", "othello:size=4"),
    ],
)
def test_our_engine_plays_through_every_protocol(protocol, limits, game):
    named = game if protocol == "nboard" else ""
    patient = f"{limits},margin=30" if "seconds" in limits else limits
    series = play(ours(protocol, patient, named), "random", 2, game)
    assert [str(one.fault) for one in series.score.faults] == []
    assert series.score.games == 2


def test_the_command_reports_faults_in_text_and_json(tmp_path):
    words = ["match", "breakthrough:size=4", "random", misbehaving("crash"), "-n", "2", "--processes", "1"]
    command = [sys.executable, "-m", "ludoteca", *words]
    shown = subprocess.run([*command, "--lang", "en"], capture_output=True, text=True, timeout=120).stdout
    assert "forfeits: the engine ended (exit code 3)" in shown
    found = subprocess.run([*command, "--json"], capture_output=True, text=True, timeout=120).stdout
    faults = json.loads(found)["faults"]
    assert [(one["game"], one["side"], one["reason"]) for one in faults] == [
        (1, "second", "crash"), (2, "first", "crash"),
    ]  # fmt: skip


def test_a_foreign_engine_plays_at_the_terminal():
    words = ["play", "tic-tac-toe", "--first", "random", "--second", misbehaving("illegal"), "--lang", "en"]
    command = [sys.executable, "-m", "ludoteca", *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0
    assert "random wins. Illegal move." in done.stdout


@SUPERVISED
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_engines_end_with_the_match(how, tmp_path):
    """Whether the match is killed or interrupted."""
    mark = f"--mark={tmp_path.name}"
    engine = f"{sys.executable} {ENGINES} hang {mark}"
    words = ["match", "breakthrough", "random", f"ugi:command={quoted(engine)},timeout=600,nodes=1"]
    command = [sys.executable, "-m", "ludoteca", *words, "-n", "2", "--processes", "1"]
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    running = f"{ENGINES} hang {mark}"
    wait_until(lambda: processes_with(running))
    process.send_signal(how)
    process.wait(60)
    wait_until(lambda: not processes_with(running))


@SUPERVISED
def test_engines_end_with_the_worker(tmp_path):
    from ludoteca.parallel import LocalPool
    from ludoteca.tournament.workers import play_games

    mark = f"--mark={tmp_path.name}"
    engine = f"{sys.executable} {ENGINES} hang {mark}"
    spec = f"ugi:command={quoted(engine)},timeout=600,nodes=1"
    running = f"{ENGINES} hang {mark}"
    with LocalPool(1) as pool:
        pairing = Pairing(0, spec, "random", (), 0, 100)
        games = play_games(pool, GameSetup("breakthrough"), [pairing])
        failed: list[BaseException] = []

        def wait() -> None:
            try:
                next(games)
            except BaseException as error:
                failed.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        for _ in range(2):  # the game is played again once
            wait_until(lambda: processes_with(running))
            before = set(processes_with(running))
            os.kill(pool.processes[0], signal.SIGKILL)
            wait_until(partial(have_ended, before))
        thread.join(60)
        assert failed and "died" in str(failed[0])
    wait_until(lambda: not processes_with(running))


# -- names --------------------------------------------------------------------------------------------


def test_own_players_are_listed_apart_from_foreign_ones():
    assert set(foreign_kinds()) == {"ugi", "piskvork", "gtp", "uai", "hub", "nboard", "python"}
    assert not set(foreign_kinds()) & set(kinds())


def test_engines_have_names_in_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    (tmp_path / "engines.toml").write_text(
        '[mine]\nprotocol = "ugi"\ncommand = "engine --flag \'a b\'"\nnodes = 7\noptions = { Hash = 8 }\n'
        '[other]\ncommand = ["engine", "a, b"]\n'
    )
    found = parse_player("mine")
    assert found.kind.word == "ugi"
    assert found.values == {"command": ("engine", "--flag", "a b"), "nodes": 7, "options": {"Hash": "8"}}
    assert parse_player("mine:nodes=9").values["nodes"] == 9
    assert parse_player("other").values == {"command": ("engine", "a, b")}
    with pytest.raises(UnknownPlayer, match="mine"):
        parse_player("mien")


@pytest.mark.parametrize(
    "text, said",
    [
        ("mine = 3", "is not a table"),
        ("[mine", "engines.toml"),
        ('[mine]\nprotocol = "uci"', "is no protocol"),
        ("[mine]\ncolour = 3", 'no option "colour"'),
        ('[mine]\nnodes = "many"', "nodes"),
    ],
)
def test_a_wrong_file_of_engines_is_explained(text, said, tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    (tmp_path / "engines.toml").write_text(text)
    with pytest.raises(EnginesFileError, match=said):
        parse_player("mine")
    assert parse_player("random").kind.word == "random"


# -- Python files -------------------------------------------------------------------------------------

CLASS = """
import random

class Player:
    def choose(self, position):
        print("thinking")
        return random.choice(position.legal_moves)
"""
FUNCTION = "def choose(position):\n    return position.legal_moves[0].text\n"


def python_player(tmp_path: Path, text: str, more: str = "") -> str:
    file = tmp_path / "mine, own.py"
    file.write_text(text)
    return f"python:file={quoted(str(file))}{more}"


@pytest.mark.parametrize("text", [CLASS, FUNCTION, FUNCTION.replace("[0].text", "[0]")])
def test_a_python_file_plays(text, tmp_path):
    series = play(python_player(tmp_path, text), "random", 2)
    assert series.score.games == 2 and not series.score.faults


def test_a_named_class_of_a_file_plays(tmp_path):
    spec = python_player(tmp_path, CLASS.replace("Player", "Mine"), ",name=Mine")
    assert first_choice(spec).text in [move.text for move in load("breakthrough").start().legal_moves]


def test_a_game_in_a_file_is_played_too(tmp_path):
    from ludoteca.games.library import LIBRARY_DIR

    rules = tmp_path / "own-game.toml"
    rules.write_text((LIBRARY_DIR / "tapatan.toml").read_text("utf-8"), "utf-8")
    series = play(python_player(tmp_path, FUNCTION), ours(), 2, str(rules))
    assert series.score.games == 2 and not series.score.faults


@pytest.mark.parametrize(
    "text, said",
    [
        ("def choose(position):\n    return 1 / 0\n", "line 2: ZeroDivisionError: division by zero"),
        ("def choose(position):\n    return 'z9'\n", "z9"),
        ("def choose(position):\n    return None\n", "None"),
        ("import nothing_like_this\n", "line 1: ModuleNotFoundError"),
        ("def choose(:\n", "line 1: SyntaxError"),
        ("x = 1\n", "neither a class Player nor a function choose"),
        ("raise SystemExit(0)\n", "SystemExit"),
    ],
)
def test_a_broken_python_file_loses_and_says_why(text, said, tmp_path):
    with pytest.raises(PlayerFault) as caught:
        first_choice(python_player(tmp_path, text))
    assert caught.value.reason == "crash"
    assert said in str(caught.value)


def test_an_endless_python_file_loses_on_time(tmp_path):
    spec = python_player(tmp_path, "def choose(position):\n    while True: pass\n", ",seconds=0.2,margin=0.1")
    started = time.monotonic()
    with pytest.raises(PlayerFault) as caught:
        first_choice(spec)
    assert caught.value.reason == "time"
    assert time.monotonic() - started < 60


def test_a_python_file_must_exist():
    with pytest.raises(UnknownPlayer, match="there is no file"):
        parse_player("python:file=nothing.py").for_game(load("hex"))
