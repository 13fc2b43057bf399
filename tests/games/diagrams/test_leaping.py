"""Leaps over neighbours, alone and in chains. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import board, legal, moves, outcome, set_up, standing

# -- straight on --------------------------------------------------------------------------------------


def test_several_leaps_in_one_direction_and_no_turn():
    found = legal("konane", """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . o . o . . .
        x o . o . . . o
    """, ply=2)  # fmt: skip
    assert found == {"a1xc1", "a1xc1xe1"}


def test_without_a_leap_the_game_is_lost():
    position = set_up("konane", """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        o . . . . . . .
        x o . o . . . .
    """, ply=2)  # fmt: skip
    assert outcome(position.play("a1xc1xe1")) == ("first", "no move")


def test_the_first_gap_is_in_the_middle_or_a_corner_and_the_second_beside_it():
    position = set_up("konane/6x6", """
        o x o x o x
        x o x o x o
        o x o x o x
        x o x o x o
        o x o x o x
        x o x o x o
    """)  # fmt: skip
    assert moves(position) == {"*a1", "*c3", "*d4", "*f6"}
    assert moves(position.play("*a1")) == {"*a2", "*b1"}


# -- a second victim ----------------------------------------------------------------------------------

YOTE = """
    . . . . .
    . . . . .
    . . . . {}
    . . . . .
    o . . . .
    x . . . .
"""


def test_a_capture_takes_a_second_enemy_from_the_board():
    assert "a1xa3*e4" in legal("yote", YOTE.format("o"), hand="x5,o5")


def test_pieces_in_hand_cannot_be_taken():
    found = legal("yote", YOTE.format("."), hand="x5,o5")
    assert {text for text in found if "x" in text} == {"a1xa3"}


def test_both_with_three_pieces_or_fewer_are_a_draw():
    position = set_up("yote", YOTE.format("o"), hand="x2,o3")
    assert outcome(position) is None
    assert outcome(position.play("a1xa3*e4")) == (None, "each-left")


# -- odd boards ---------------------------------------------------------------------------------------


def test_chains_must_be_finished_and_may_turn_in_the_apex():
    assert legal("felli", """
        . . .
        . o o
          .
        o . .
        x . .
    """) == {"a1xoxc4", "a1xoxb4"}  # fmt: skip


def test_straight_on_through_the_apex_is_the_other_side():
    """From a3 the line runs over the apex to c4."""
    assert moves(standing("lau-kata-kati", x="a3", o="o c1")) == {"a3xc4"}
    assert moves(standing("lau-kata-kati", x="b3", o="o c1")) == {"b3xb4"}


def test_leaps_go_along_rings_and_through_the_centre():
    assert moves(standing("pretwa", x="a1", o="a2 b5")) == {"a1xa3"}
    assert moves(standing("pretwa", x="b1", o="a1 b3")) == {"b1xc"}
    assert moves(standing("pretwa", x="a1", o="c b3")) == {"a1xa4"}
    assert moves(standing("pretwa", x="a1", o="c b4 c2")) == {"a1xa4xc4"}


def test_on_seven_points_a_piece_may_leap_without_taking():
    position = standing("tsoro-yematatu", x="T ML BC", o="MC MR BL", mover="x")
    assert moves(position) == {"BC-BR", "T-BR"}
    assert board(position.play("T-BR")) == [".", "xoo", "oxx"]
