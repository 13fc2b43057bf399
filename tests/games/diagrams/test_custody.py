"""Custody, approach and withdrawal. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import board, legal, moves, rows, set_up


def test_stepping_between_two_enemies_is_safe():
    position = set_up("seega", """
        . . x . .
        . o . o .
        . . . . .
        . . . . .
        x . . . .
    """)  # fmt: skip
    assert board(position.play("c5-c4")) == rows("""
        . . . . .
        . o x o .
        . . . . .
        . . . . .
        x . . . .
    """)


def test_a_capturing_piece_may_go_on_while_it_captures():
    position = set_up("seega", """
        . x . . o
        . o . . o
        . . . . .
        . . o x .
        . x . . .
    """)  # fmt: skip
    assert {text for text in moves(position) if text.startswith("b1")} == {
        "b1-a1",
        "b1-c1",
        "b1-b2",
        "b1-b2-b3",
    }
    assert board(position.play("b1-b2-b3")) == rows("""
        . x . . o
        . . . . o
        . x . . .
        . . . x .
        . . . . .
    """)


def test_nobody_is_taken_in_the_centre():
    position = set_up("seega", """
        . . . . .
        . . . . .
        . . o x .
        . x . . .
        . . . . o
    """)  # fmt: skip
    assert board(position.play("b2-b3"))[2] == ".xox."


def test_a_player_shut_in_passes():
    position = set_up("seega", """
        . . . . .
        . . . . .
        . . . . .
        o o . . .
        x x o . .
    """)  # fmt: skip
    assert moves(position) == {"pass"}
    assert position.play("pass").mover == "second"


APPROACH_OR_WITHDRAW = """
    . . . . .
    . . . . .
    o x . o o
    . . . . .
    . . . . .
"""


def test_where_approach_and_withdrawal_are_both_possible_the_player_chooses():
    position = set_up("fanorona/5x5", APPROACH_OR_WITHDRAW)
    assert moves(position) == {"b3-c3>", "b3-c3<"}
    assert board(position.play("b3-c3>"))[2] == "o.x.."
    assert board(position.play("b3-c3<"))[2] == "..xoo"


def test_a_capturing_chain_turns_and_never_comes_back():
    """After a1-b1 has taken c1 and d1, only a turn that captures again is possible."""
    assert legal("fanorona/5x5", """
        . . . . .
        . o . . .
        . o . . o
        . . . . .
        x . o o .
    """) == {"a1-b1", "a1-b1-b2"}  # fmt: skip
