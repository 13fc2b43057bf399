"""UAI: UCI with the positions and moves of Ataxx."""

import re
from importlib.metadata import version

import pytest

from ludoteca.games import load
from ludoteca.protocols import uai
from tests.protocols.talking import Talk


@pytest.fixture
def talk():
    return Talk("uai")


def test_introduction(talk):
    assert talk.say("uai") == [
        f"id name Ludoteca {version('ludoteca')}",
        "id author The Ludoteca authors",
        "option name Game type string default ataxx",
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 64",
        "option name MultiPV type spin default 1 min 1 max 50",
        "option name Level type spin default 0 min 0 max 8",
        "uaiok",
    ]


def test_options_have_no_answer(talk):
    assert talk.say("setoption name Hash value 2", "setoption name Game value ataxx") == []


def test_stop_answers_with_the_move_found_so_far(talk):
    talk.send("go infinite")
    assert re.fullmatch(r"bestmove [a-g][1-7]([a-g][1-7])?", talk.say("stop")[-1])
    assert talk.say("stop") == []


def test_quit(talk):
    assert talk.say("quit") == []
    assert not talk.running


def test_ready_and_new_game(talk):
    assert talk.say("isready", "uainewgame") == ["readyok"]


def test_moves_are_one_cell_or_two(talk):
    assert talk.say("position startpos moves g2 a1c3") == []
    assert talk.dialect.position == load("ataxx").start().play_all("g2 a1-c3")
    move = talk.say("go depth 1")[-1].removeprefix("bestmove ")
    assert re.fullmatch(r"[a-g][1-7]([a-g][1-7])?", move)


def test_a_pass_is_0000(talk):
    talk.say("position fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1")
    assert talk.say("go depth 1")[-1] == "bestmove 0000"
    assert talk.say("position fen 7/7/7/7/ooooooo/ooooooo/xxxxxxx x 0 1 moves 0000") == []
    assert talk.dialect.position.mover == "second"


def test_blocked_squares_are_dashes():
    talk = Talk("uai", "ataxx/four-walls")
    start = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1"
    assert uai.write_position(load("ataxx/four-walls").start()) == start
    assert talk.say(f"position fen {start}") == []
    assert talk.dialect.position == load("ataxx/four-walls").start()


def test_clocks_are_those_of_black_and_white(talk):
    assert talk.say("go btime 200 wtime 10 binc 0 winc 0")[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    "line", ["position fen x", "position startpos moves a1a7", "go p1time 3", "query p1turn"]
)
def test_errors(talk, line):
    (said,) = talk.say(line)
    assert said.startswith("info string error: ")


def test_a_game_without_the_protocol_is_refused(talk):
    assert talk.say("setoption name Game value hex") == [
        "info string error: hex cannot be played through the protocol uai."
    ]
    assert talk.say("setoption name Game value ataxx/hexagon") == [
        "info string error: ataxx/hexagon cannot be played through the protocol uai."
    ]
