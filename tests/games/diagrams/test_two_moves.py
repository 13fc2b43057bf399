"""Turns in which two pieces move, one of them shared. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import board, moves, outcome, set_up
from tests.games.catalogue import opened


def test_the_very_first_move_is_of_one_piece():
    start = opened("neutron").start()
    assert all("+" not in text for text in moves(start))
    assert all("+" in text for text in moves(start.play("a1-a4")) if text.startswith("c3-e3"))


CORRIDOR = """
    o o . . o
    . . . o o
    . . . . *
    . . . o o
    x o . . .
"""


def test_everything_goes_as_far_as_it_can():
    position = set_up("neutron", CORRIDOR, ply=9)
    assert moves(position) == {"e3-a3+a1-a2", "e3-a3+a1-c3"}
    assert board(position.play("e3-a3+a1-c3"))[2:] == ["*.x..", "...oo", ".o..."]


def test_a_short_neutron_moves_one_step():
    position = set_up("neutron/bobail", CORRIDOR, ply=9)
    assert {text.split("+")[0] for text in moves(position)} == {"e3-d3"}


def test_the_neutron_on_a_home_row_wins_for_its_owner():
    position = set_up("neutron", """
        o o . o o
        . . . . .
        . . * . .
        . x x x .
        x . . . x
    """, ply=9)  # fmt: skip
    assert outcome(position.play("c3-c5")) == ("second", "reach")
    forced = set_up("neutron", """
        o o . o o
        . o . o .
        . x * x .
        . x x x .
        . . . . .
    """, ply=9)  # fmt: skip
    assert moves(forced) == {"c3-c5"}


def test_a_neutron_that_cannot_move_is_lost_for_the_mover():
    position = set_up("neutron", """
        o o . . o
        . . . o o
        . . . o *
        . . . . o
        x . . . x
    """, ply=9, mover="o")  # fmt: skip
    assert "e3-c1" in moves(position)
    shut = set_up("neutron", """
        o o . . o
        . . . o o
        . . . o *
        . . . x o
        x . . . x
    """, ply=9)  # fmt: skip
    assert outcome(shut) == ("second", "no move")
