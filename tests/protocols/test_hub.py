"""Hub 2: every command with its reply."""

import re

import pytest

from ludoteca.games import load
from ludoteca.protocols import hub
from tests.protocols.talking import Talk

START = "W" + 12 * "b" + 8 * "e" + 12 * "w"


@pytest.fixture
def talk():
    return Talk("hub")


def test_introduction(talk):
    from importlib.metadata import version

    assert talk.say("hub") == [
        f'id name=Ludoteca version={version("ludoteca")} author="The Ludoteca authors"',
        "param name=threads value=1 type=int min=1 max=64",
        "param name=hash value=16 type=int min=1 max=65536",
        "wait",
    ]


def test_init_and_ping(talk):
    assert talk.say("init", "ping") == ["ready", "pong"]


@pytest.mark.parametrize(
    "line",
    [
        "new-game",
        "pos",
        f"pos pos={START}",
        'pos moves="22-18 9-14 18x9x14"',
        "level depth=3",
        "stop",
        "level infinite",
        "level move-time=0.1",
        "level moves=40 time=60 inc=1",
        "set-param name=hash value=8",
        'set-param name="threads" value="2"',
        "ponder-hit",
    ],
)
def test_these_commands_have_no_answer(talk, line):
    assert talk.say(line) == []


def test_squares_are_numbered_from_the_top_left():
    game = load("draughts")
    assert hub.squares(game)[:5] == ["b8", "d8", "f8", "h8", "a7"]
    assert hub.squares(game)[-1] == "g1"
    assert hub.write_position(game.start()) == START
    assert hub.read_position(game, START) == game.start()


def test_captures_name_what_they_take():
    game = load("draughts")
    position = game.position("8/8/3o4/8/1o6/x7/5o2/6x1 x")
    (move,) = position.legal_moves
    text = hub.write_move(position, move)
    assert re.fullmatch(r"\d+x\d+x\d+x\d+", text)
    assert hub.read_move(position, text) == move
    ends = "x".join(text.split("x")[:2])
    assert hub.read_move(position, ends) == move
    turned = "x".join([*text.split("x")[:2], *reversed(text.split("x")[2:])])
    assert hub.read_move(position, turned) == move


def test_kings_are_capitals():
    game = load("draughts")
    text = "B" + "W" + 30 * "e" + "B"
    assert hub.write_position(hub.read_position(game, text)) == text


def test_a_search_reports_and_is_done(talk):
    said = talk.say('pos moves="22-18 9-14"', "level depth=3", "go think")
    assert said[-1] == "done move=18x9x14"
    info = r'info depth=\d+ score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d{3} nps=\d+\.\d{3} pv="[-x0-9 ]+"'
    assert all(re.fullmatch(info, line) for line in said[:-1])


@pytest.mark.parametrize(
    "level",
    ["depth=2", "nodes=100", "move-time=0.02", "time=1 inc=0.01", "time=1 moves=30", "depth=1 nodes=5"],
)
def test_levels(talk, level):
    said = talk.say(f"level {level}", "go")
    assert re.fullmatch(r"done move=\d+-\d+", said[-1])


@pytest.mark.parametrize("how", ["analyze", "ponder"])
def test_analysis_lasts_until_stopped(talk, how):
    talk.send("pos")
    talk.send("level depth=1")
    talk.send(f"go {how}")
    assert talk.host.is_searching
    talk.send("pos")
    assert talk.writer.said[-1] == 'error message="a search is running: stop first."'
    talk.send("stop")
    assert talk.writer.said[-1].startswith("done move=")


@pytest.mark.parametrize(
    "line, error",
    [
        ("dance", "unknown command 'dance'."),
        ("pos pos=W", "cannot parse: W"),
        ("pos pos=" + 33 * "x", "cannot parse: " + 33 * "x"),
        ('pos pos="', "cannot parse: pos="),
        ("level depth=x", "'x' is not a valid number."),
        ("set-param name=book value=true", "there is no option 'book'."),
        ("set-param name=hash value=0", "'0' is not an integer from 1 to 65536."),
    ],
)
def test_errors(talk, line, error):
    (said,) = talk.say(line)
    assert said.startswith("error message=") and error.split(":")[0] in said


def test_an_illegal_move_is_refused(talk):
    (said,) = talk.say('pos moves="1-2"')
    assert said.startswith('error message="1-2')
    assert talk.dialect.position == load("draughts").start()


def test_the_other_variant_is_not_offered():
    assert load("draughts").spec.protocols == ("hub",)
    assert load("draughts/english").spec.protocols == ()


def test_quit(talk):
    assert talk.say("quit") == [] and not talk.running
