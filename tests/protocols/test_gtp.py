"""GTP as Hex engines speak it: every command with its reply."""

import re

import pytest

from ludoteca.games import load
from tests.protocols.talking import Talk


@pytest.fixture
def talk():
    talk = Talk("gtp", "hex:size=3")
    talk.say("time_settings 0 1 20")
    return talk


@pytest.mark.parametrize(
    "line, answer",
    [
        ("protocol_version", "= 2"),
        ("name", "= Ludoteca"),
        ("12 name", "=12 Ludoteca"),
        ("  12   name  # who are you", "=12 Ludoteca"),
        ("known_command genmove", "= true"),
        ("known_command dance", "= false"),
        ("dance", '? unknown command "dance".'),
        ("7 dance", '?7 unknown command "dance".'),
        ("boardsize 5", "= "),
        ("boardsize 5 5", "= "),
        ("boardsize 5 6", "? Hex has no board of 5x6."),
        ("boardsize", "? the command is incomplete: boardsize 11 11"),
        ("boardsize x", '? "x" is not an integer from 1 to 100.'),
        ("clear_board", "= "),
        ("play black a1", "= "),
        ("play W b2", "= "),
        ("play w c3", "= "),
        ("play red a1", '? "red" is not a colour: black or white.'),
        ("play", '? "" is not a colour: black or white.'),
        ("genmove red", '? "red" is not a colour: black or white.'),
        ("undo", "? cannot undo"),
        ("final_score", "? the game is not over."),
        ("time_settings 300 10 1", "= "),
        ("time_settings 300", "? the command is incomplete: time_settings 300 10 1"),
        ("time_left black 30 0", "= "),
        ("time_left b 30 5", "= "),
        ("time_left b x 5", '? "x" is not a valid number.'),
        ("time_left", "? the command is incomplete: time_left black 300 0"),
        ("play b resign", "= "),
        ("quit", "= "),
    ],
)
def test_answers(talk, line, answer):
    assert talk.say(line) == [answer, ""]


@pytest.mark.parametrize("line", ["", "   ", "# a comment", "\t"])
def test_empty_lines_and_comments_have_no_answer(talk, line):
    assert talk.say(line) == []


def test_the_version(talk):
    from importlib.metadata import version

    assert talk.say("version") == [f"= {version('ludoteca')}", ""]


def test_the_list_of_commands(talk):
    said = talk.say("1 list_commands")
    commands = [said[0].removeprefix("=1 "), *said[1:-1]]
    assert said[-1] == ""
    assert set(commands) == {
        "protocol_version", "name", "version", "known_command", "list_commands", "boardsize", "clear_board",
        "play", "genmove", "undo", "showboard", "final_score", "time_settings", "time_left", "quit",
    }  # fmt: skip


def test_genmove_plays_the_move(talk):
    said = talk.say("3 genmove b")
    assert re.fullmatch(r"=3 [abc][123]", said[0]) and said[1:] == [""]
    assert talk.dialect.position.ply == 1


def test_genmove_finds_the_win_for_either_colour(talk):
    talk.say("play b a1", "play w c1", "play b a2", "play w c2")
    assert talk.say("genmove b") == ["= a3", ""]
    assert talk.say("final_score") == ["= B+", ""]
    assert talk.say("genmove w") == ["? the game is over.", ""]
    assert talk.say("play w c3") == ["? the game is over.", ""]
    assert talk.say("undo") == ["= ", ""]
    assert talk.dialect.position == load("hex:size=3").start().play_all("a1 c1 a2 c2")


def test_black_joins_top_and_bottom(talk):
    talk.say("play w a1", "play w b1", "play w c1")
    assert talk.say("final_score") == ["= W+", ""]


def test_resignation(talk):
    talk.say("play w resign")
    assert talk.say("final_score") == ["= B+", ""]
    assert talk.say("genmove b") == ["? the game is over.", ""]
    assert talk.say("undo") == ["= ", ""]
    assert talk.say("final_score") == ["? the game is not over.", ""]


def test_swapping_pieces():
    talk = Talk("gtp", "hex/swap:size=3")
    assert talk.say("play b a2", "play w swap-pieces") == ["= ", "", "= ", ""]
    assert talk.dialect.position == load("hex/swap:size=3").start().play_all("a2 swap")
    assert talk.say("play b swap-pieces")[0].startswith("? ")


def test_the_board_is_shown_without_empty_lines(talk):
    talk.say("play b b2")
    said = talk.say("showboard")
    assert said[0] == "= " and said[-1] == ""
    assert all(said[1:-1]) and "x" in "".join(said[1:-1])


def test_an_occupied_cell_is_refused(talk):
    talk.say("play b a1")
    (said, end) = talk.say("5 play w a1")
    assert said.startswith("?5 ") and end == ""


def test_quit_stops_a_search(talk):
    talk.say("time_settings 0 100 1")
    talk.send("1 genmove b")
    talk.send("2 quit")
    assert not talk.running
    assert talk.writer.said[-2:] == ["=2 ", ""]
    assert re.fullmatch(r"=1 [abc][123]", talk.writer.said[-4])
