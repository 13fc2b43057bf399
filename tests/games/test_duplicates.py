"""Moves that can be made in several ways are listed once."""

from __future__ import annotations

from collections import Counter

import pytest

from ludoteca.errors import RulesError
from ludoteca.games import load, loads
from tests.games.catalogue import names
from tests.oracle import Oracle

TWO = 'board = { grid = [3, 3] }\nsetup = { first = { piece = "a1" }, second = { piece = "b2" } }\n'
EMPTY = "board = { grid = [3, 3] }\n"
RING = 'board = { wheel = [5, 1] }\nsetup = { first = { piece = "a1" }, second = { piece = "c" } }\n'
BLOCKS = "board = { grid = [4, 4], block = 2 }\n"
SMALL_RING = RING.replace("[5, 1]", "[4, 1]").replace('"c"', '"a2"')
REPEATED = {
    "a step and a slide": TWO + 'turn.do = ["step", "slide"]',
    "a step twice": TWO + 'turn.do = ["step", "step"]',
    "a step and part of it": TWO + 'turn.do = [{ step = "forward" }, "step"]',
    "both ways around a ring": RING + 'turn.do = "slide"',
    "a leap twice": TWO + 'turn.do = [{ leap = "all", take = true }, { leap = "all", take = true }, "step"]',
    "a step and a flight": TWO + 'turn.do = [{ fly = "row 1" }, "step"]',
    "an exit twice": TWO + 'turn.do = [{ exit = "backward" }, { exit = ["left", "backward"] }]',
    "a placement twice": EMPTY + 'turn.do = ["place", { place = "row 1" }]',
    "a shot and a block": TWO + 'turn = { do = "step", then = ["shoot", "block"] }',
    "a removal twice": TWO + 'turn.do = ["step", { remove = "enemy" }, { remove = "enemy" }]',
    "a rotation twice": BLOCKS + 'turn = { do = "place", then = ["rotate", "rotate"] }',
}


@pytest.mark.parametrize("rules", REPEATED.values(), ids=REPEATED.keys())
def test_equal_moves_are_one_move(rules: str):
    game = loads(rules)
    assert game.traits.duplicates
    position = game.start()
    for _ in range(3):
        listed = [move.text for move in position.legal_moves]
        assert max(Counter(listed).values()) == 1
        assert all(position.find(text).text == text for text in listed)
        position = position.play(listed[0])
        if position.is_over:
            break


@pytest.mark.parametrize("rules", REPEATED.values(), ids=REPEATED.keys())
def test_counts_agree_with_the_list_and_with_the_oracle(rules: str):
    game = loads(rules)
    oracle = Oracle(game.spec)
    moves = game.start().legal_moves
    assert {move.text for move in moves} == oracle.moves(oracle.start())
    replies = sum(len(oracle.moves(oracle.play(oracle.start(), move.text))) for move in moves)
    for bulk in (True, False):
        assert list(game.perft(2, bulk=bulk).counts) == [len(moves), replies]


END = {"a2": "wins", "b1": "loses"}


def test_playouts_choose_among_different_moves():
    steps = ", ".join(f'{{ step = "{way}" }}' for way in ("up", "up", "up", "right"))
    ends = (f'{{ when = {{ reach = "{cell}" }}, result = "owner {what}" }}' for cell, what in END.items())
    counted = loads(f"{TWO}turn.do = [{steps}]\nend = [{', '.join(ends)}]").playouts(1000, seed=3)
    assert 450 < counted.first < 550


@pytest.mark.parametrize("name", names())
def test_no_game_of_the_library_pays_for_it(name: str):
    assert not load(name).traits.duplicates


AMBIGUOUS = {
    "with and without a trail": TWO + 'turn.do = ["step", { slide = "all", trail = true }]',
    "with and without custody": TWO + 'turn.do = ["step", { step = "all", custody = {} }]',
    "with and without conversion": EMPTY + 'turn.do = ["place", { place = "row 1", converts = true }]',
    "with and without capture": TWO
    + 'turn.do = [{ leap = "all", take = true }, { leap = "all", take = false }]',
    "by flying and by capture": TWO + 'turn.do = [{ fly = "all" }, { leap = "all", take = true }]',
    "over different pieces": SMALL_RING + 'turn.do = { leap = "all", take = true }',
}


@pytest.mark.parametrize("rules", AMBIGUOUS.values(), ids=AMBIGUOUS.keys())
def test_different_moves_with_one_text_or_path_are_refused(rules: str):
    with pytest.raises(RulesError) as refusal:
        loads(rules)
    assert [problem.code for problem in refusal.value.problems] == ["action.ambiguous"]


def test_a_compulsory_capture_excludes_the_same_path_without():
    leaps = '[{ leap = "all", take = true }, { leap = "all", take = false }]'
    game = loads(TWO + f'turn = {{ do = {leaps}, capture = "compulsory" }}')
    for move in game.start().legal_moves:
        assert game.start().find(move.path) == move


def test_different_moves_with_different_texts_are_not():
    rules = TWO + 'turn.do = ["step", { step = "all", onto = "enemy", trail = true }]'
    assert "a1xb2" in {move.text for move in loads(rules).start().legal_moves}
