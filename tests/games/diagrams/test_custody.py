"""Custody, approach and withdrawal. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import board, legal, moves, outcome, rows, set_up
from tests.games.catalogue import opened


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


# -- rows that are held -------------------------------------------------------------------------------


def test_a_whole_row_between_two_pieces_is_taken():
    position = set_up("hasami-shogi", """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . o
        . . . . . . . . .
        x o o o . . . . .
        . . . . . . . . .
        . . . . . . . . o
        . . . . . . . . .
        . . . . x . . . .
    """)  # fmt: skip
    assert board(position.play("e1-e5"))[4] == "x...x...."


def test_a_row_with_a_gap_or_only_one_end_is_not_taken():
    position = set_up("hasami-shogi", """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . o
        . . . . . . . . .
        x o . o . o o . .
        . . . . . . . . .
        . . . . . . . . o
        . . . . . . . . .
        . . . . x . . . .
    """)  # fmt: skip
    assert board(position.play("e1-e5"))[4] == "xo.oxoo.."


def test_a_piece_in_the_corner_is_taken_by_its_two_neighbours():
    position = set_up("hasami-shogi", """
        . x . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . o
        . . . . . . . . .
        . . . . . . . . o
        x . . . . . . . .
        o . . . . . . . .
    """)  # fmt: skip
    assert board(position.play("b9-b1"))[7:] == ["x........", ".x......."]


def test_sliding_between_two_enemies_is_safe_for_whole_rows_too():
    position = set_up("hasami-shogi", """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        o x . x o . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . x . . . . . .
    """)  # fmt: skip
    assert board(position.play("c1-c5"))[4] == "oxxxo...."


# -- approach and withdrawal on the long board --------------------------------------------------------


def test_approach_takes_the_unbroken_row_ahead_and_no_more():
    position = set_up("fanorona", """
        . . . . . . . . .
        . . . . . . . . .
        x . o o . o . . .
        . . . . . . . . .
        . . . . . . . . .
    """)  # fmt: skip
    assert moves(position) == {"a3-b3"}
    assert board(position.play("a3-b3"))[2] == ".x...o..."


def test_withdrawal_takes_the_row_behind():
    position = set_up("fanorona", """
        . . . . . . . . .
        . . . . . . . . .
        . . o o x . . . .
        . . . . . . . . .
        . . . . . . . . .
    """)  # fmt: skip
    assert moves(position) == {"e3-f3"}
    assert outcome(position.play("e3-f3")) == ("first", "enemy-left")


def test_diagonal_captures_follow_the_drawn_lines():
    """From c3 a diagonal line leads to d4 and e5; from c4 none leaves."""
    on_a_line = """
        . . . . o . . . .
        . . . . . . . . .
        . . x . . . . . .
        . . . . . . . . .
        . . . . . . . . o
    """
    off_the_lines = """
        . . . . . o . . .
        . . . . . . . . .
        . . . x . . . . .
        . . . . . . . . .
        . . . . . . . . o
    """
    assert legal("fanorona", on_a_line) == {"c3-d4"}
    assert legal("fanorona", off_the_lines) == {"d3-c3", "d3-e3", "d3-d2", "d3-d4"}


# -- a leader -----------------------------------------------------------------------------------------

SURROUNDING = """
    . . . . . . . .
    . . . x . . . .
    . . x d . x . .
    . . . {} . . . .
    . . . . . . o o
    . . . . . . . .
    D . . . . . . .
"""


def test_a_leader_is_taken_only_from_all_sides():
    assert board(set_up("latrunculi", SURROUNDING.format(".")).play("f5-e5"))[2] == "..xdx..."
    assert board(set_up("latrunculi", SURROUNDING.format("x")).play("f5-e5"))[2] == "..x.x..."


def test_a_leader_leaps_once_and_takes_nothing():
    found = legal("latrunculi", """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . d
        . . . . . . . .
        . . . . . . . .
        D o . o . . . x
    """)  # fmt: skip
    assert {text for text in found if text.startswith("a1")} == {"a1-a2", "a1-c1"}


def test_men_are_placed_in_twos_and_the_leaders_last():
    start = opened("latrunculi").start()
    assert "man@a1+man@b1" in moves(start)
    last = set_up("latrunculi", """
        x x x x x x x x
        x x x x x x x x
        o o o o o o o o
        o o o o o o o o
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """, hand="D1,d1", ply=16)  # fmt: skip
    assert "dux@a1" in moves(last)
    assert len(moves(last)) == 24
