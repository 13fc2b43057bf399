"""NBoard 2: every command with its reply."""

import re

import pytest

from ludoteca.games import load
from ludoteca.protocols import nboard
from ludoteca.protocols.client import Line
from tests.protocols.talking import Talk

BOARD = "8 ---------------------------O*------*O--------------------------- *"
GAME = f"(;GM[Othello]PC[NBoard]DT[2014-02-21]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[{BOARD}]B[F5]W[F6//0.5]B[D3];)"


@pytest.fixture
def talk():
    talk = Talk("nboard")
    talk.say("set depth 2")
    return talk


@pytest.mark.parametrize(
    "line, answers",
    [
        ("nboard 2", ["set myname Ludoteca"]),
        ("ping 7", ["pong 7"]),
        ("set depth 3", []),
        ("set contempt 0", []),
        (f"set game {GAME}", []),
        ("move F5/1.2/0.3", []),
        ("move f5", []),
        ("learn", ["learned"]),
        ("set depth 0", ['status error: "0" is not an integer from 1 to 100.']),
        ("set colour red", ['status error: there is no option "colour".']),
        ("set game", ["status error: the game record is not valid: (;…;)."]),
        ("set game (;GM[Go];)", ["status error: the game record is not valid: GM[Othello]."]),
        ("set game (;GM[Othello]BO[8 x *];)", ["status error: the game record is not valid: BO[…]."]),
        ("dance", ['status error: unknown command "dance".']),
        ("", []),
    ],
)
def test_answers(talk, line, answers):
    assert talk.say(line) == answers


def test_the_board_starts_as_othello_players_write_it(talk):
    talk.say(f"set game {GAME}")
    assert talk.dialect.position == load("othello").start().play_all("f5 f6 d3")
    start = Line(load("othello").start())
    assert f"BO[{BOARD}]" in nboard.write_game(start)
    assert nboard.read_game(start.start.game, nboard.write_game(start)) == [start.start]


def test_illegal_moves_are_refused(talk):
    for line in ("move A1", f"set game {GAME.replace('F5', 'A1')}"):
        (said,) = talk.say(line)
        assert said.startswith("status error: ")
    assert talk.dialect.position == load("othello").start()


def test_go_answers_with_the_move_its_evaluation_and_its_time(talk):
    said = talk.say("go")
    assert said[0] == "status Ludoteca"
    assert re.fullmatch(r"nodestats \d+ \d+\.\d\d", said[1])
    assert re.fullmatch(r"=== [A-H][1-8]/-?\d+\.\d\d/\d+\.\d\d", said[2])
    assert said[3:] == ["status"]
    assert talk.dialect.position == load("othello").start()  # the front end sends the move


def test_a_hint_shows_several_lines(talk):
    said = talk.say("hint 3")
    lines = [line for line in said if line.startswith("search ")]
    assert all(re.fullmatch(r"search ([A-H][1-8])+ -?\d+\.\d\d 0 \d+", line) for line in lines)
    assert len({line.split()[1][:2] for line in lines}) >= 3
    assert said[-1] == "status"
    assert re.fullmatch(r"=== [A-H][1-8]/.*", talk.say("go")[2])


def test_analyze_evaluates_the_game_from_its_end(talk):
    talk.say(f"set game {GAME}")
    talk.say("move C5")
    said = talk.say("analyze")
    assert said[0] == "status Ludoteca" and said[-1] == "status"
    assert all(re.fullmatch(r"analysis \d -?\d+\.\d\d", line) for line in said[1:-1])
    assert [line.split()[1] for line in said[1:-1]] == ["4", "3", "2", "1", "0"]


def test_analyze_leaves_out_the_end_of_the_game(talk):
    signs = "*" * 62 + "O-"
    talk.say(f"set game (;GM[Othello]BO[8 {signs} *]B[H8];)")
    assert talk.dialect.position.is_over
    assert talk.say("analyze") == ["status Ludoteca", "analysis 0 64.00", "status"]


def test_a_ping_stops_the_analysis(talk):
    talk.say("set depth 100")
    talk.say(f"set game {GAME}")
    talk.send("analyze")
    talk.send("ping 3")
    assert talk.writer.said[-2:] == ["status", "pong 3"]
    assert not any(line.startswith("analysis") for line in talk.writer.said)


def test_a_pass_is_pa(talk):
    game = load("othello")
    position = game.position("8/8/8/8/8/8/8/ox6 x")
    signs = {"a1": "O", "b1": "*"}
    board = "".join(signs.get(cell, "-") for cell in nboard.cells_in_order(game))
    talk.say(f"set game (;GM[Othello]BO[8 {board} *];)")
    assert talk.dialect.position == position
    assert talk.say("go")[2].startswith("=== PA/")
    talk.say("move PA")
    assert talk.dialect.position == position.play("pass")


def test_a_record_may_leave_out_a_pass(talk):
    game = load("othello")
    board = "".join({"a1": "O", "b1": "*"}.get(cell, "-") for cell in nboard.cells_in_order(game))
    assert talk.say(f"set game (;GM[Othello]BO[8 {board} *]W[C1];)") == []
    assert talk.dialect.position == game.position("8/8/8/8/8/8/8/ox6 x").play_all("pass c1")


def test_a_ping_stops_the_search(talk):
    talk.say("set depth 100")
    talk.send("go")
    talk.send("ping 3")
    assert talk.writer.said[-1] == "pong 3"
    assert any(line.startswith("=== ") for line in talk.writer.said)


def test_no_move_after_the_end(talk):
    board = "*" * 64
    talk.say(f"set game (;GM[Othello]BO[8 {board} *];)")
    assert talk.say("go") == ["status error: the game is over."]


def test_quit(talk):
    assert talk.say("quit") == [] and not talk.running
