"""Races: home, goals and edges. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import moves, outcome, set_up

HALMA = """
    . . . o o
    . . . o o
    . . . . o
    . x x . .
    x x . . .
"""


def test_two_ways_to_the_same_cell_are_one_move():
    """From a1 to c3 over b2, or over b1 to c1 and from there over c2."""
    found = [
        move.text for move in set_up("halma/5x5", HALMA, ply=4).legal_moves if move.text.startswith("a1")
    ]
    assert found == ["a1-c1", "a1-a2", "a1-a3", "a1-c3"]


def test_home_must_be_clear_after_so_many_turns():
    assert outcome(set_up("halma/5x5", HALMA, ply=38).play("c2-d2")) is None
    assert outcome(set_up("halma/5x5", HALMA, ply=40).play("c2-d2")) == ("second", "still-in")


def test_only_own_turns_count_for_clearing_home():
    """Second has long made his moves too, but it is first who has just moved."""
    cleared = """
        . . . o o
        . . . o o
        . . . . o
        . . x x .
        . . . . .
    """
    assert outcome(set_up("halma/5x5", cleared, ply=40).play("d2-d3")) is None
    assert outcome(set_up("halma/5x5", cleared, mover="o", ply=41).play("d4-d3")) == ("first", "still-in")


def test_the_goal_wins_for_its_owner_even_if_the_opponent_moved():
    position = set_up("rastros", """
        . . . . .
        . . . . .
        . . . . .
        . . # . .
        . * # . .
    """, mover="o")  # fmt: skip
    assert moves(position) == {"b1-a1", "b1-b2"}
    assert outcome(position.play("b1-a1")) == ("first", "reach")


def test_a_player_who_cannot_move_the_stone_loses():
    position = set_up("rastros", """
        . . . . .
        . . . . .
        . . . . .
        . . . # #
        . . . * .
    """)  # fmt: skip
    assert outcome(position.play("d1-e1")) == ("first", "no move")


def test_a_car_leaves_over_its_own_edge_and_the_last_one_wins():
    position = set_up("dodgem", """
        . . .
        . . x
        o . .
    """)  # fmt: skip
    assert moves(position) == {"c2-c1", "c2-c3", "c2-off"}
    assert outcome(position.play("c2-off")) == ("first", "own-left")


def test_a_player_without_a_move_wins():
    position = set_up("dodgem", """
        x . .
        o o .
        . . .
    """, mover="o")  # fmt: skip
    assert outcome(position.play("b2-b3")) == ("first", "no move")
