"""What players count, from the rules alone."""

import pytest

from ludoteca.games import load, loads
from ludoteca.messages import LANGUAGES
from ludoteca.play.counters import Counter, counters, label
from tests.games.catalogue import names, opened
from tests.games.random_games import sample


def shown(position):
    return {side: [(one.name, one.text) for one in found] for side, found in counters(position).items()}


@pytest.mark.parametrize(
    ("game", "position", "first", "second"),
    [
        ("othello", "", [("pieces", "2")], [("pieces", "2")]),
        ("kalah", "4,0,0,0,0,0/0,0,0,0,0,4 x stores=30,10", [("store", "30")], [("store", "10")]),
        ("oware", "", [("store", "0/25")], [("store", "0/25")]),
        # The jaguar takes five of the fourteen dogs; the dogs take nothing.
        ("adugo", "ooooo/oooo1/5/5/2x2/1o1/3 x", [("captured", "4/5")], []),
        ("bagh-chal", "", [("hand", "20")], [("captured", "0/5")]),
        # The pieces of Dodgem leave the board by themselves.
        ("dodgem", "", [("left", "2")], [("left", "2")]),
        ("nine-mens-morris", "", [("hand", "9"), ("captured", "0/7")], [("hand", "9"), ("captured", "0/7")]),
        ("hex", "", [], []),
    ],
)
def test_counters_of_known_games(game, position, first, second):
    found = load(game).position(position) if position else load(game).start()
    assert shown(found) == {"first": first, "second": second}


def test_captures_count_from_the_first_position_of_the_game():
    game = load("alquerque")
    start = game.position("5/5/1o1o1/5/2x2 x")
    assert counters(start, start)["first"] == (Counter("captured", 0, 2),)


def test_an_invented_game():
    text = """
    family = "capture"
    [board]
    grid = [4, 4]
    [pieces.wolf]
    side = "first"
    moves = [{ step = "all", onto = "empty or enemy" }]
    [pieces.sheep]
    side = "second"
    moves = ["step"]
    [setup]
    first = { wolf = "a1" }
    second = { sheep = "row 4" }
    [[end]]
    when = { enemy-left = 1 }
    side = "first"
    result = "owner wins"
    """
    assert shown(loads(text, "wolf").start()) == {"first": [("captured", "0/3")], "second": []}


@pytest.mark.parametrize("name", names())
def test_counters_of_every_game(name):
    """They are the same in number throughout a game, never negative, and have a label in every language."""
    game = opened(name)
    begun = {side: [one.name for one in found] for side, found in counters(game.start()).items()}
    for position in sample(game, 5):
        found = counters(position)
        assert {side: [one.name for one in some] for side, some in found.items()} == begun
        for one in (*found["first"], *found["second"]):
            assert one.value >= 0
            assert all(label(lang, game, one) for lang in LANGUAGES)
