"""Hunts: few against many. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import board, legal, moves, outcome, set_up, standing
from tests.games.catalogue import opened


def test_a_tiger_leaps_once():
    found = legal("bagh-chal", """
        . . . . .
        . . . x .
        . . . . .
        . x . . .
        o . . . .
    """, mover="o", hand="x18")  # fmt: skip
    assert found == {"a1-a2", "a1-b1", "a1xc3"}


TEN_CHICKENS = """
    x x x x .
    x x . x .
    x x . . .
    . x . . .
    o . . . {}
"""


def test_a_chain_stops_where_the_ninth_chicken_is_left():
    position = set_up("coyote", TEN_CHICKENS.format("."), mover="o")
    assert moves(position) == {"a1-a2", "a1-b1", "a1xc3"}
    assert outcome(position.play("a1xc3")) == ("second", "enemy-left")


def test_with_one_more_the_coyote_may_stop_or_go_on():
    position = set_up("coyote", TEN_CHICKENS.format("x"), mover="o")
    assert moves(position) == {"a1-a2", "a1-b1", "a1xc3", "a1xc3xe5"}
    assert outcome(position.play("a1xc3")) is None
    assert outcome(position.play("a1xc3xe5")) == ("second", "enemy-left")


def test_musketeers_go_only_where_guards_stand():
    assert legal("three-musketeers", """
        . . . . x
        . . . . .
        . o x . .
        . . o . .
        x o . . .
    """) == {"c3xb3", "c3xc2", "a1xb1"}  # fmt: skip


def test_three_in_one_column_are_lost_whatever_lies_between():
    position = set_up("three-musketeers", """
        . . x . .
        . . o . .
        . . . . .
        . . o . o
        x . x o .
    """)  # fmt: skip
    assert outcome(position.play("c1xc2")) is None
    closer = set_up("three-musketeers", """
        . . x . .
        . . o . .
        . . . . .
        . x o . o
        . . x o .
    """)  # fmt: skip
    assert outcome(closer.play("b2xc2")) == ("second", "align")


def test_musketeers_without_a_move_have_won_and_guards_without_one_have_lost():
    position = set_up("three-musketeers", """
        . . x . o
        . . . . .
        x . . . .
        . . . . o
        . x o . .
    """, mover="o")  # fmt: skip
    assert outcome(position.play("c1-d1")) == ("first", "no move")
    shut_in = set_up("three-musketeers", """
        o x . . .
        x . . . .
        . . . . .
        . . . . .
        . . . o x
    """)  # fmt: skip
    assert outcome(shut_in.play("e1xd1")) == ("first", "no move")


# -- jaguar and dogs ----------------------------------------------------------------------------------

TEN_DOGS = """
    o o . o o
    o o o o o
    . . . . .
    . . o . .
    . . x . .
      . . .
      . . .
"""


def test_the_fifth_dog_ends_the_game_and_the_chain():
    steps = {"c1-b1", "c1-d1", "c1-b2", "c1-d2", "c1-f1", "c1-f2", "c1-f3"}
    position = set_up("adugo", TEN_DOGS)
    assert moves(position) == steps | {"c1xc3"}
    assert outcome(position.play("c1xc3")) == ("first", "enemy-left")


def test_where_all_dogs_are_wanted_the_chain_goes_on():
    position = set_up("adugo/all-dogs", TEN_DOGS)
    assert {"c1xc3", "c1xc3xc5", "c1xc3xc5xa3"} <= moves(position)
    assert outcome(position.play("c1xc3")) is None


def test_the_lines_of_the_den_cross_in_its_mouth():
    """From b2 over c1 straight on is f3, not f1."""
    found = legal("adugo", """
        o o o o o
        o o o o o
        . . . . .
        . x . . .
        . . o . .
          . . .
          . . .
    """)  # fmt: skip
    assert {text for text in found if "x" in text} == {"b2xf3"}


# -- officers and soldiers ----------------------------------------------------------------------------

ONE_CAN_LEAP = """
    . . . o . . .
    . . . x . . .
    . . . . . . .
    o . . . . . .
    x x x x x x x
    . . x x x . .
    . . x x x . .
"""


def test_an_officer_that_could_have_leapt_is_lost_if_another_steps():
    after = set_up("asalto", ONE_CAN_LEAP, mover="o").play("a4-b4")
    assert board(after)[0] == "......."
    assert board(after)[3] == ".o....."


def test_an_officer_that_steps_instead_of_leaping_is_lost_where_it_comes_to():
    after = set_up("asalto", ONE_CAN_LEAP, mover="o").play("d7-c7")
    assert board(after)[0] == "......."
    assert board(after)[3] == "o......"


def test_a_leap_by_either_officer_spares_both():
    after = set_up("asalto", ONE_CAN_LEAP, mover="o").play("d7xd5")
    assert board(after)[:4] == [".......", ".......", "...o...", "o......"]


def test_the_last_officer_that_misses_its_leap_loses_the_game():
    position = set_up("asalto", ONE_CAN_LEAP.replace("o . . . . . .\n", ". . . . . . .\n"), mover="o")
    assert outcome(position.play("d7-e7")) == ("first", "enemy-left")


# -- hounds and a hare, a fox and geese ---------------------------------------------------------------


def test_ten_hound_moves_up_and_down_in_a_row_are_too_many():
    position = opened("hare-and-hounds").start()
    for hounds, hare in [("a1-a2", "R-c2"), ("a2-a1", "c2-R")] * 5:
        assert outcome(position) is None
        position = position.play(hounds)
        if not position.is_over:
            position = position.play(hare)
    assert position.ply == 19
    assert outcome(position) == ("second", "stalled")


def test_a_hare_level_with_the_last_hound_has_passed():
    position = standing("hare-and-hounds", x="b1 b3 c2", o="b2", mover="o")
    assert outcome(position) == ("second", "passed")
    assert outcome(standing("hare-and-hounds", x="a2 b1 c3", o="b2", mover="o")) is None


def test_geese_never_step_back_and_the_fox_may_stop_in_a_chain():
    diagram = """
        . . . . . . .
        . . . . . . .
        . . . . o . .
        . . . o . . .
        . . . x . . .
        . . o o o . .
        . . o o o . .
    """
    assert legal("fox-and-geese", diagram) == {"d3-c3", "d3-e3", "d3xd5", "d3xd5xf5"}
    geese = legal("fox-and-geese", diagram, mover="o")
    assert {text for text in geese if text.startswith("d4")} == {"d4-c4", "d4-e4", "d4-d5", "d4-c5"}
