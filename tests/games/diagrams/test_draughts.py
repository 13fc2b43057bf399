"""Draughts: promotion, majority and flying kings. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import board, legal, moves, outcome, set_up

PROMOTING = """
    . . . . . . . .
    . . o . o . . .
    . x . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . o
    . . . . . . . .
"""


def test_english_promotion_ends_the_turn():
    position = set_up("draughts/english", PROMOTING)
    assert moves(position) == {"b6xd8"}
    assert board(position.play("b6xd8"))[:2] == ["...X....", "....o..."]


def test_brazilian_men_that_pass_over_the_last_row_stay_men():
    position = set_up("draughts", PROMOTING)
    assert moves(position) == {"b6xd8xf6"}
    assert board(position.play("b6xd8xf6"))[:3] == ["........", "........", ".....x.."]


TWO_CAPTURES = """
    . . . . . . . .
    . . . . . . . .
    . o . . . o . .
    x . . . . . . .
    . . . o . . . .
    . . x . . . . .
    . . . . . . . .
    . . . . . . . .
"""


def test_brazilian_players_must_take_the_most():
    assert legal("draughts", TWO_CAPTURES) == {"c3xe5xg7"}


def test_english_players_may_take_fewer():
    assert legal("draughts/english", TWO_CAPTURES) == {"a5xc7", "c3xe5xg7"}


def test_no_piece_is_leapt_twice_in_a_chain():
    """Round all four and home again; there the first victim still stands, and may not be leapt again."""
    position = set_up("draughts", """
        . . . . . . . .
        . . . . . . . .
        . o . o . . . .
        . . . . . . . .
        . o . o . . . .
        . . x . . . . .
        . . . . . . . o
        . . . . . . . .
    """)  # fmt: skip
    assert moves(position) == {"c3xe5xc7xa5xc3", "c3xa5xc7xe5xc3"}
    after = position.play("c3xe5xc7xa5xc3")
    assert "".join(board(after)).count("o") == 1
    assert board(after)[5] == "..x....."


def test_captured_pieces_stand_in_the_way_until_the_chain_ends():
    """The last leap lands on e5 and no further: on f6 the first victim still stands."""
    assert legal("draughts", """
        . . . . . . . .
        . . . . . . . .
        . o . . . o . .
        . . . . . . . .
        . o . o . . . X
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
    """) == {"h4xd8xa5xc3xe5"}  # fmt: skip


def test_a_king_leaps_from_afar_and_lands_anywhere_behind():
    assert legal("draughts", """
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . o . . . .
        . . . . . . . .
        . . . . . . . .
        X . . . . . . .
    """) == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}  # fmt: skip


def test_twenty_moves_of_kings_alone_are_a_draw():
    position = set_up("draughts", """
        . o . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        X . . . . . . .
    """.replace("o", "O"))  # fmt: skip
    white = "a1-b2 b2-c3 c3-d2 d2-e1 e1-d2 d2-c3 c3-b4 b4-a3 a3-b2 b2-a1".split()
    black = "b8-a7 a7-b8".split() * 5
    for ours, theirs in zip(white, black, strict=True):
        assert outcome(position) is None
        position = position.play(ours)
        assert outcome(position) is None
        position = position.play(theirs)
    assert outcome(position) == (None, "no progress")
