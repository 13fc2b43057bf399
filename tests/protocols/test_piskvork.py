"""The protocol of Piskvork: every command with its reply."""

import re

import pytest

from ludoteca.games import load
from tests.protocols.talking import Talk

CELL = re.compile(r"\d+,\d+")


@pytest.fixture
def talk():
    talk = Talk("piskvork")
    talk.say("INFO timeout_turn 30")
    return talk


def test_start_and_board_sizes(talk):
    assert talk.say("START 15") == ["OK"]
    assert talk.say("START 19") == ["OK"]
    assert talk.dialect.position == load("gomoku:size=19").start()
    assert talk.say("START 20") == ["ERROR Gomoku has no board of 20x20."]
    assert talk.say("RECTSTART 9,9") == ["OK"]
    assert talk.say("RECTSTART 9,10") == ["ERROR Gomoku has no board of 9x10."]
    assert talk.say("RECTSTART 9") == ["ERROR the command is incomplete: RECTSTART 15,15"]
    assert talk.say("START x") == ['ERROR "x" is not an integer from 1 to 100.']


@pytest.mark.parametrize("line", ["BEGIN", "TURN 1,1", "BOARD", "RESTART", "TAKEBACK 1,1"])
def test_start_comes_first(talk, line):
    assert talk.say(line) == ["ERROR the game has not begun: START first."]


def test_begin_and_turn(talk):
    talk.say("START 15")
    (first,) = talk.say("BEGIN")
    x, y = map(int, first.split(","))
    assert talk.dialect.position.ply == 1
    (second,) = talk.say(f"TURN {(x + 1) % 15},{y}")
    assert CELL.fullmatch(second) and talk.dialect.position.ply == 3


def test_coordinates_start_at_the_top_left(talk):
    talk.say("START 15", "TURN 0,0")
    board = talk.dialect.position.text.split()[0]
    assert board.startswith("x")


def test_a_board_is_set_and_answered(talk):
    talk.say("START 15")
    four = [f"{x},7,1" for x in range(3, 7)]
    theirs = ["2,7,2", "0,0,2", "14,14,2", "0,14,2"]
    assert talk.say("BOARD", *four, *theirs, "DONE") == ["7,7"]
    assert talk.dialect.position.outcome.winner == "first"


def test_whoever_has_fewer_stones_on_the_board_is_to_move(talk):
    talk.say("START 15")
    talk.say("BOARD", "7,7,2", "DONE")
    assert talk.dialect.position.ply == 2 and talk.dialect.position.mover == "first"


def test_stones_of_a_finished_line_are_ignored(talk):
    talk.say("START 15")
    (said,) = talk.say("BOARD", "7,7,3", "DONE")
    assert CELL.fullmatch(said)


@pytest.mark.parametrize(
    "line, error",
    [
        ("7,7", "cannot parse: 7,7"),
        ("a,b,c", "cannot parse: a,b,c"),
        ("99,1,1", '"99,1" is not a cell of the board.'),
    ],
)
def test_wrong_lines_of_a_board(talk, line, error):
    talk.say("START 15", "BOARD")
    assert talk.say(line) == [f"ERROR {error}"]
    (said,) = talk.say("DONE")
    assert CELL.fullmatch(said)


def test_wrong_turns(talk):
    talk.say("START 15", "TURN 7,7")
    (said,) = talk.say("TURN 7,7")
    assert said.startswith("ERROR ")
    assert talk.say("TURN 15,0") == ['ERROR "15,0" is not a cell of the board.']
    assert talk.say("TURN") == ['ERROR "" is not a cell of the board.']


def test_take_back_and_restart(talk):
    talk.say("START 15")
    (reply,) = talk.say("TURN 7,7")
    assert talk.say(f"TAKEBACK {reply}") == ["OK"]
    assert talk.dialect.position.mover == "second"
    assert talk.say("TAKEBACK 7,7") == ["OK"]
    assert talk.dialect.position == load("gomoku").start()
    assert talk.say("TAKEBACK 7,7") == ['ERROR "7,7" is not a cell of the board.']
    talk.say("TURN 3,3")
    assert talk.say("RESTART") == ["OK"]
    assert talk.dialect.position == load("gomoku").start()


def test_about(talk):
    from importlib.metadata import version

    assert talk.say("ABOUT") == [
        f'name="Ludoteca", version="{version("ludoteca")}", author="The Ludoteca authors"'
    ]


@pytest.mark.parametrize(
    "line",
    [
        "INFO timeout_turn 100",
        "INFO timeout_match 10000",
        "INFO time_left 5000",
        "INFO max_memory 83886080",
        "INFO game_type 1",
        "INFO evaluate 3,4",
        "INFO folder somewhere",
        "INFO something 3",
        "INFO",
    ],
)
def test_information_has_no_answer(talk, line):
    assert talk.say(line) == []


def test_the_clock_of_a_match_is_kept(talk):
    talk.say("START 15", "INFO timeout_turn 60000", "INFO timeout_match 100", "INFO time_left 100")
    (said,) = talk.say("BEGIN")
    assert CELL.fullmatch(said)


def test_the_rule_chooses_the_variant(talk):
    talk.say("START 15")
    assert talk.say("INFO rule 1") == []
    assert talk.dialect.position.game.rules_hash == load("gomoku/standard").rules_hash
    assert talk.say("INFO rule 0") == []
    assert talk.dialect.position.game.rules_hash == load("gomoku").rules_hash
    assert talk.say("INFO rule 4") == ["ERROR the rule 4 is not supported."]


def test_swap2_is_not_supported(talk):
    talk.say("START 15")
    assert talk.say("SWAP2BOARD", "7,7", "8,7", "9,9", "DONE") == ["UNKNOWN SWAP2BOARD"]
    (said,) = talk.say("BEGIN")
    assert CELL.fullmatch(said)


def test_unknown_commands_and_case(talk):
    assert talk.say("start 15") == ["OK"]
    assert talk.say("STAR 15") == ['ERROR unknown command "STAR". Did you mean "start"?']


def test_end_stops_a_search(talk):
    talk.say("START 15", "INFO timeout_turn 60000")
    talk.send("BEGIN")
    talk.send("END")
    assert not talk.running
    talk.dialect.close()
    assert CELL.fullmatch(talk.writer.said[-1])
