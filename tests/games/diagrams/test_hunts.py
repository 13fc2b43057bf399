"""Hunts: few against many. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import legal, moves, outcome, set_up


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
