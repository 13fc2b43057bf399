"""Turns of three actions, limited slides and shots, leaps over rows, pieces that enter from outside. What is
expected was worked out by hand."""

from __future__ import annotations

import pytest

from ludoteca.errors import RulesError
from ludoteca.games import Game, loads
from tests.diagrams import board, legal, moves, outcome, rows, set_up
from tests.games.catalogue import opened

# -- limited slides and shots -------------------------------------------------------------------------


def slider(modifiers: str, then: str = "") -> Game:
    return loads(
        f"""
        board.grid = [7, 3]
        board.lines = "orthogonal"
        setup.board = "7/x5o/7"
        turn.do = {{ slide = "sideways"{modifiers} }}
        {then}
        text.en.name = "Slider"
        """,
        "slider",
    )


@pytest.mark.parametrize(
    ("modifiers", "row", "expected"),
    [
        (", up-to = 2", "x......", "b2 c2"),
        (", up-to = 3", "x.o....", "b2"),
        (', up-to = 3, onto = "empty or enemy"', "x.o....", "b2 c2"),
        (', up-to = 2, onto = "enemy"', "x..o...", ""),
        (", up-to = 2, whole-way = true", "x......", "c2"),
        (", up-to = 4, whole-way = true", "x..o...", "c2"),
        (", distance = 3", "x......", "d2"),
        (", distance = 3", "x.o....", ""),
        (", distance = 3", "x..o...", ""),
        (', distance = 3, onto = "empty or enemy"', "x..o...", "d2"),
        (', distance = 3, onto = "empty or enemy"', "x.o....", ""),
        (", distance = 6", "x.....o", ""),
    ],
)
def test_slides_of_a_limited_length(modifiers: str, row: str, expected: str):
    diagram = f". . . . . . o\n{' '.join(row)}\n. . . . . . ."
    ends = {text[-2:] for text in legal(slider(modifiers), diagram)}
    assert ends == set(expected.split())


def test_a_shot_of_a_limited_length():
    game = slider(", distance = 2", 'turn.then = { shoot = "sideways", up-to = 2 }')
    assert legal(game, ". . . . . . o\nx . . . . . .\n. . . . . . .") == {
        f"a2-c2/{cell}2" for cell in "abde"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("modifiers", "code"),
    [
        (", distance = 2, up-to = 3", "action.two-distances"),
        (", distance = 2, whole-way = true", "action.two-distances"),
        (", counted = true, up-to = 3", "action.two-distances"),
        (", distance = 7", "action.distance"),
    ],
)
def test_contradicting_lengths_are_refused(modifiers: str, code: str):
    with pytest.raises(RulesError) as refused:
        slider(modifiers)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_amazons_with_short_moves():
    position = opened("amazons/alquerque-5x5-short").start()
    assert {text[:5] for text in moves(position) if text.startswith("b1")} == {
        "b1-a1",
        "b1-c1",
        "b1-b2",
        "b1-b3",
    }
    assert {text[6:] for text in moves(position) if text.startswith("b1-b3")} == {
        "a3", "c3", "d3", "b2", "b1", "b4",
    }  # fmt: skip


def test_the_double_step_of_breakthrough():
    texts = legal("breakthrough/double-step:size=6", """
        . . . . . .
        . . . . . .
        . . . . . o
        . o . x . .
        . x . . . .
        x . . . . x
    """)  # fmt: skip
    assert {text for text in texts if text.startswith("a1")} == {"a1-a2", "a1-a3"}
    assert {text for text in texts if text.startswith("b2")} == {"b2-a3", "b2-c3"}  # the enemy is in the way
    assert {text for text in texts if text.startswith("d3")} == {"d3-c4", "d3-d4", "d3-e4"}  # not a home row
    assert {text for text in texts if text.startswith("f1")} == {"f1-e2", "f1-f2", "f1-f3"}


# -- leaps over rows ----------------------------------------------------------------------------------


def leaper(modifiers: str) -> Game:
    return loads(
        f"""
        board.grid = [8, 3]
        board.lines = "orthogonal"
        setup.board = "8/x6o/8"
        turn.do = {{ leap = "all"{modifiers} }}
        text.en.name = "Leaper"
        """,
        "leaper",
    )


@pytest.mark.parametrize(
    ("modifiers", "row", "expected"),
    [
        (', over = "any", row = 3', "xo......", {"a2-c2"}),
        (', over = "any", row = 3', "xoo.....", {"a2-d2"}),
        (', over = "any", row = 3', "xoxo....", {"a2-e2", "c2-e2"}),
        (', over = "any", row = 3', "xoooo...", set()),
        (', over = "enemy", row = 3', "xox.....", set()),
        (', over = "own", row = 2', "xxx....o", {"a2-d2", "b2-d2"}),
        (', over = "any", row = 3, chain = "free"', "xoo.o...", {"a2-d2", "a2-f2"}),
        (", take = true, row = 2", "xoo.....", {"a2xd2"}),
        (", take = true, row = 2", "xooo....", set()),
        (', take = true, row = 2, chain = "finish"', "xoo.oo..", {"a2xd2xg2"}),
        (', take = true, row = 2, chain = "free"', "xoo.oo..", {"a2xd2", "a2xd2xg2"}),
        (', take = true, row = 2, run-up = "any"', "x..oo...", {"a2xf2"}),
        (', take = true, row = 2, land = "any"', "xoo.....", {f"a2x{cell}2" for cell in "defgh"}),
    ],
)
def test_leaps_over_rows_of_pieces(modifiers: str, row: str, expected: set[str]):
    diagram = f". . . . . . . o\n{' '.join(row)}\n. . . . . . . ."
    assert legal(leaper(modifiers), diagram) == expected


def test_a_leap_captures_the_whole_row():
    position = set_up(leaper(', take = true, row = 2, chain = "free"'), """
        . . . . . . . o
        x o o . o o . .
        . . . . . . . .
    """)  # fmt: skip
    assert board(position.play("a2xd2")) == rows("""
        . . . . . . . o
        . . . x o o . .
        . . . . . . . .
    """)
    assert board(position.play("a2xd2xg2"))[1] == "......x."


# -- turns of three actions ---------------------------------------------------------------------------


def test_two_arrows_fly_from_the_amazon():
    texts = legal("amazons/alquerque-5x5-two-arrows", """
        # # # # o
        # # # # #
        # # # # #
        # # # # #
        x . . # #
    """)  # fmt: skip
    assert texts == {"a1-b1/a1/c1", "a1-b1/c1/a1", "a1-c1/a1/b1", "a1-c1/b1"}


def test_a_position_within_a_turn_of_three_actions():
    game = opened("amazons/alquerque-5x5-two-arrows")
    position = game.position("1o1o1/5/5/5/#x1x1 x stage=shoot-2 moved=b1")
    assert position.text == "1o1o1/5/5/5/#x1x1 x stage=shoot-2 moved=b1"
    assert moves(position) == {"/c1", "/b2", "/b3", "/b4"}
    assert len(moves(game.position("1o1o1/5/5/5/#x1x1 x stage=shoot moved=b1"))) == 9


MILLS = """
board.grid = [3, 3]
setup = { hand = 4, board = "3/3/3" }
[turn]
do = "place"
[turn.then]
do    = "remove"
after = "a shape"
shape = { align = 3 }
then  = { do = "remove", after = "a capture" }
[text.en]
name = "Two for a line"
"""


def test_a_third_action_may_depend_on_the_second():
    game = loads(MILLS, "two-for-a-line")
    texts = legal(game, """
        x x .
        o o .
        o . .
    """, hand="x2,o1")  # fmt: skip
    assert {text for text in texts if text.startswith("c3")} == {
        "c3*a2*b2", "c3*a2*a1", "c3*b2*a2", "c3*b2*a1", "c3*a1*a2", "c3*a1*b2",
    }  # fmt: skip
    assert "c2" in texts


def test_a_turn_has_at_most_eight_actions():
    nested = '"shoot"'
    for _ in range(8):
        nested = f'{{ do = "shoot", then = {nested} }}'
    with pytest.raises(RulesError) as refused:
        loads(
            f'board.grid = [3, 3]\nturn = {{ do = "step", then = {nested} }}\ntext.en.name = "Long"', "long"
        )
    assert "then.too-many" in {problem.code for problem in refused.value.problems}


def test_a_second_shot_needs_a_piece_that_has_arrived():
    with pytest.raises(RulesError) as refused:
        loads(
            'board.grid = [3, 3]\nturn = { do = "block", then = { do = "block", then = "shoot" } }\n'
            'text.en.name = "Nobody"', "nobody",
        )  # fmt: skip
    assert [problem.code for problem in refused.value.problems] == ["then.shoot"]


# -- from outside -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "each"), [("alquerque-5x5-outside", 2), ("alquerque-5x5-one-outside", 1)]
)
def test_amazons_enter_from_outside(variant: str, each: int):
    position = opened(f"amazons/{variant}").start()
    for text in ("c3", "a1", "e5", "c1")[: 2 * each]:
        assert len(moves(position)) == 25 - sum(mark in "xo" for mark in "".join(board(position)))
        position = position.play(text)
    assert all("/" in text for text in moves(position))
    assert outcome(position) is None
