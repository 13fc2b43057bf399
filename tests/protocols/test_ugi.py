"""UGI: every command with its reply."""

import json
import re

import pytest

from ludoteca.games import load
from ludoteca.games.library import LIBRARY_DIR
from tests.protocols.talking import Talk
from tests.waiting import wait_until

INFO = re.compile(
    r"info depth \d+ time \d+ nodes \d+ nps \d+ multipv \d+ score (cp|mate) -?\d+ pv \S+( \S+)*"
)


@pytest.fixture
def talk():
    return Talk("ugi", "tic-tac-toe")


def test_the_engine_introduces_itself(talk):
    from importlib.metadata import version

    assert talk.say("ugi") == [
        f"id name Ludoteca {version('ludoteca')}",
        "id author The Ludoteca authors",
        "option name Game type string default tic-tac-toe",
        "option name Rules type string default <empty>",
        "option name Hash type spin default 16 min 1 max 65536",
        "option name Threads type spin default 1 min 1 max 64",
        "option name MultiPV type spin default 1 min 1 max 50",
        "option name Level type spin default 0 min 0 max 8",
        "ugiok",
    ]


def test_it_says_when_it_is_ready(talk):
    assert talk.say("isready") == ["readyok"]


@pytest.mark.parametrize("line", ["", "   ", "uginewgame", "stop", "position startpos"])
def test_these_commands_have_no_answer(talk, line):
    assert talk.say(line) == []


def test_it_finds_the_winning_move(talk):
    said = talk.say("position fen xx1/oo1/3 x", "go depth 3")
    assert said[-1] == "bestmove c3"
    assert all(INFO.fullmatch(line) for line in said[:-1])
    assert "score mate 1 " in said[-2]


def test_a_lost_position_has_a_negative_distance(talk):
    said = talk.say("position fen xx1/o1o/x1x o", "go depth 9")
    assert re.search(r"score mate -?\d+", said[-2])


@pytest.mark.parametrize(
    "limits", ["movetime 20", "nodes 500", "depth 2", "p1time 500 p2time 100 p1inc 10 p2inc 0", "movetime 0"]
)
def test_every_limit_ends_the_search(talk, limits):
    said = talk.say("position startpos moves a1 b2", f"go {limits}")
    assert re.fullmatch(r"bestmove [abc][123]", said[-1])


@pytest.mark.parametrize("go", ["go infinite", "go"])
def test_an_infinite_search_answers_only_when_stopped(talk, go):
    talk.send("position fen xx1/oo1/3 x")
    talk.send(go)
    wait_until(lambda: any("score mate 1 " in line for line in talk.writer.said))
    assert talk.host.is_searching
    talk.send("stop")
    assert talk.writer.said[-1] == "bestmove c3"
    assert not talk.host.is_searching


def test_a_running_search_refuses_other_commands(talk):
    talk.send("go infinite")
    for line in ("position startpos", "go depth 1", "uginewgame", "setoption name Hash value 8"):
        talk.send(line)
        assert talk.writer.said[-1] == "info string error: a search is running: stop first."
    talk.send("isready")
    assert "readyok" in talk.writer.said
    talk.send("stop")


def test_a_position_may_contain_spaces_and_is_followed_by_moves():
    talk = Talk("ugi", "kalah")
    text = load("kalah").start().play("3").text
    assert " " in text
    assert talk.say(f"position fen {text} moves 1 2") == []
    assert talk.dialect.position == load("kalah").position(text).play_all("1 2")


@pytest.mark.parametrize(
    "line, error",
    [
        ("position", "expected: position startpos|fen TEXT [moves …]"),
        ("position fen", "expected: position startpos|fen TEXT [moves …]"),
        ("position startpos a1", "expected: position startpos|fen TEXT [moves …]"),
        ("go fast", 'go: "fast" is not known.'),
        ("go depth", '"" is not an integer from -1000000000 to 1000000000000.'),
        ("query", 'query: "" is not known. Known: p1turn, gameover, result.'),
        ("setoption", "expected: setoption name NAME [value VALUE]"),
        ("setoption name Hsh value 3", 'there is no option "Hsh". Did you mean "Hash"?'),
        ("setoption name Hash value 0", '"0" is not an integer from 1 to 65536.'),
        ("setoption name Rules value x", "Rules: expected the text of a rules file as a JSON string."),
        ("setoption name Rules value 3", "Rules: expected the text of a rules file as a JSON string."),
        ("quti", 'unknown command "quti". Did you mean "quit"?'),
    ],
)
def test_errors_are_info_strings(talk, line, error):
    assert talk.say(line) == [f"info string error: {error}"]


def test_a_wrong_position_or_move_changes_nothing(talk):
    talk.say("position startpos moves a1")
    before = talk.dialect.position
    for line in ("position startpos moves a1 a1", "position fen x x", "position fen xx1/oo1/3 x moves z9"):
        (said,) = talk.say(line)
        assert said.startswith("info string error: ")
    assert talk.dialect.position is before


def test_errors_are_in_the_language_of_the_engine():
    assert Talk("ugi", lang="pt-BR").say("go fast") == ['info string error: go: "fast" não é conhecido.']
    assert Talk("ugi", lang="es").say("go fast") == ['info string error: go: "fast" no se conoce.']


@pytest.mark.parametrize(
    "moves, p1turn, gameover, result",
    [
        ("", "true", "false", "none"),
        (" moves a1", "false", "false", "none"),
        (" moves a1 b1 a2 b2 a3", None, "true", "p1win"),
        (" moves a1 b1 a2 b2 c3 b3", None, "true", "p2win"),
        (" moves b2 a1 a3 c1 b1 b3 a2 c2 c3", None, "true", "draw"),
    ],
)
def test_queries(talk, moves, p1turn, gameover, result):
    talk.say(f"position startpos{moves}")
    if p1turn:
        assert talk.say("query p1turn") == [f"response {p1turn}"]
    assert talk.say("query gameover") == [f"response {gameover}"]
    assert talk.say("query result") == [f"response {result}"]


def test_no_search_after_the_end(talk):
    talk.say("position startpos moves a1 b1 a2 b2 a3")
    assert talk.say("go depth 1") == ["info string error: the game is over."]


def test_the_game_is_an_option_with_variant_and_parameters(talk):
    assert talk.say("setoption name Game value hex:size=4", "position startpos moves d4") == []
    assert talk.dialect.position.game == load("hex:size=4")
    assert talk.say("setoption name game value breakthrough/6x6") == []
    assert talk.dialect.position == load("breakthrough/6x6").start()
    (error,) = talk.say("setoption name Game value chesss")
    assert error.startswith("info string error: ")


def test_rules_may_be_sent_by_the_caller(talk):
    text = (LIBRARY_DIR / "tapatan.toml").read_text("utf-8")
    assert talk.say(f"setoption name Rules value {json.dumps(text)}") == []
    assert talk.dialect.position.game.rules_hash == load("tapatan").rules_hash
    assert talk.say("go depth 2")[-1].startswith("bestmove ")


@pytest.mark.parametrize("text", ["", "board = 3", "x" * 300_000, "a." * 5000 + "b = 1"])
def test_wrong_rules_are_refused_with_the_usual_limits(talk, text):
    said = talk.say(f"setoption name Rules value {json.dumps(text)}")
    assert len(said) == 1 and said[0].startswith("info string error: ")
    assert talk.dialect.position.game.name == "tic-tac-toe"


def test_multi_pv_shows_as_many_lines(talk):
    talk.say("setoption name MultiPV value 3")
    said = talk.say("position startpos", "go depth 2")
    numbers = [re.search(r"depth 2 .* multipv (\d)", line) for line in said]
    assert [found[1] for found in numbers if found] == ["1", "2", "3"]
    first = next(line for line in said if "depth 2" in line and "multipv 1" in line)
    assert said[-1] == f"bestmove {first.split(' pv ')[1].split()[0]}"


def test_multi_pv_and_depth_also_where_mcts_is_preferred():
    talk = Talk("ugi", "hex:size=4")
    assert talk.say("go depth 1")[-1].startswith("bestmove ")
    talk.say("setoption name MultiPV value 2")
    assert any("multipv 2" in line for line in talk.say("go depth 1"))


def test_a_level_plays_without_reports(talk):
    assert talk.say("setoption name Level value 1") == []
    (said,) = talk.say("go depth 5")
    assert said.startswith("bestmove ")


def test_threads_are_used(talk):
    assert talk.say("setoption name Threads value 2", "setoption name Hash value 1") == []
    assert talk.say("go nodes 2000")[-1].startswith("bestmove ")


def test_quit_ends_the_session(talk):
    talk.send("go infinite")
    talk.send("quit")
    assert not talk.running
    talk.dialect.close()
    assert talk.writer.said[-1].startswith("bestmove ")
