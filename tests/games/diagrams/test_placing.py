"""Placing: turning blocks, flipping, falling, joining sides. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from tests.diagrams import board, moves, outcome, rows, set_up
from tests.games.shelf import opened

# -- turning blocks -----------------------------------------------------------------------------------

FOUR_IN_A_ROW = """
    o . . . . o
    . . . . . .
    . . . . . .
    . . . . . .
    o . . . . o
    x x x x . .
"""


def test_five_before_the_rotation_win_at_once():
    position = set_up("pentago", FOUR_IN_A_ROW)
    assert {text for text in moves(position) if text.startswith("e1")} == {"e1"}
    assert outcome(position.play("e1")) == ("first", "align")


def test_in_the_other_reading_five_must_last_through_the_rotation():
    position = set_up("pentago/after-rotation", FOUR_IN_A_ROW)
    turns = {f"e1/{block}{sign}" for block in "1234" for sign in "+-"}
    assert {text for text in moves(position) if text.startswith("e1")} == turns
    assert outcome(position.play("e1/1+")) == ("first", "align")
    assert outcome(position.play("e1/3+")) is None


def test_plus_turns_a_block_clockwise():
    position = opened("pentago").start().play("a6/1+")
    assert board(position) == rows("""
        . . x . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)


def test_two_fives_at_once_are_a_draw():
    """Turned clockwise, the top left block lays its columns a and b into the rows 6 and 5."""
    position = set_up("pentago", """
        x o . x x .
        x o . o o .
        x o . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """).play("f1/1+")  # fmt: skip
    assert board(position)[:2] == ["xxxxx.", "ooooo."]
    assert outcome(position) == (None, "align")


# -- placing ------------------------------------------------------------------------------------------


def test_a_player_who_can_turn_nothing_passes_and_two_passes_end_the_game():
    position = set_up("othello:size=4", """
        . . . .
        . . . .
        . . . .
        o x . .
    """)  # fmt: skip
    assert moves(position) == {"pass"}
    after = position.play("pass")
    assert moves(after) == {"c1"}
    assert outcome(after.play("c1")) == ("second", "no move")


def test_all_rows_of_enemies_that_are_held_turn_over():
    position = set_up("othello:size=4", """
        x . . .
        o o . .
        . o x .
        . o x .
    """)  # fmt: skip
    after = position.play("a2")
    assert board(after) == rows("""
        x . . .
        x o . .
        x x x .
        . o x .
    """)


def test_a_disc_falls_to_the_lowest_empty_cell():
    start = opened("connect-four").start()
    assert moves(start) == {f"{column}1" for column in "abcdefg"}
    assert moves(start.play("d1")) == {"a1", "b1", "c1", "d2", "e1", "f1", "g1"}


SIX_TO_BE = """
    . . . . . .
    . . . . . .
    . . . . . .
    o o o . o .
    . . . . . .
    x x x . x x
"""


def test_six_in_a_row_win_at_will_and_not_where_just_five_are_wanted():
    assert outcome(set_up("gomoku:size=6", SIX_TO_BE).play("d1")) == ("first", "align")
    assert outcome(set_up("gomoku/standard:size=6", SIX_TO_BE).play("d1")) is None


def test_swapping_takes_the_stone_over_to_the_mirrored_cell():
    position = opened("hex/swap:size=3").start().play("a2")
    assert "swap" in moves(position)
    assert position.play("swap").text == "1o1/3/3 x ply=2"
    assert "swap" not in moves(position.play("swap"))
    assert "swap" not in moves(opened("hex:size=3").start().play("a2"))


@pytest.mark.parametrize(
    ("diagram", "winner"),
    [
        (". x . / x o . / x o .", "first"),
        ("x . . / . x . / o x o", None),
        (". . . / o o o / x x .", "second"),
        ("o . . / x o . / x x o", None),
    ],
)
def test_hexagons_touch_along_three_lines(diagram: str, winner: str | None):
    position = set_up("hex:size=3", diagram.replace("/", "\n"))
    assert outcome(position) == ((winner, "connect") if winner else None)
