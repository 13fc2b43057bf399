"""Slides round loops, and slides as far as there are pieces. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from tests.diagrams import board, legal, moves, outcome, set_up

# -- loops --------------------------------------------------------------------------------------------

ROUND_THE_LOOP = """
    . {} . . . .
    o . . . . .
    . . . . . .
    . x . . . .
    . . . . . .
    . {} . . . .
"""


def captures(diagram: str) -> set[str]:
    return {text for text in legal("surakarta", diagram) if "x" in text}


def test_a_piece_captures_round_the_loop_from_a_column_to_a_row():
    position = set_up("surakarta", ROUND_THE_LOOP.format(".", ".").replace("o . . .", "o . . o"))
    assert "b3xa5" in moves(position)
    assert board(position.play("b3xa5"))[1:4] == ["x..o..", "......", "......"]


def test_the_way_must_be_free_on_one_side_or_the_other():
    """Upwards over b6 it is near; downwards over b1 it leads round three loops."""
    assert captures(ROUND_THE_LOOP.format(".", ".")) == {"b3xa5"}
    assert captures(ROUND_THE_LOOP.format("x", ".")) == {"b3xa5", "b6xa5"}
    assert captures(ROUND_THE_LOOP.format("x", "x")) == {"b1xa5", "b6xa5"}


def test_no_loop_runs_through_a_corner():
    assert legal("surakarta", """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        o . . . . .
        x o . . . .
    """) == {"a1-b2"}  # fmt: skip


CROSSING = """
    . . . . . .
    . . . . . .
    . . . . . .
    . o . . . .
    {} x x . . .
    . . . . . .
"""


@pytest.mark.parametrize(("beside", "is_legal"), [(".", True), ("x", False)])
def test_a_path_may_cross_the_point_where_it_began(beside: str, is_legal: bool):
    """Left to a2, round the loop to b1, up over b2 itself, and onto b3; the way to the right is blocked."""
    assert ("b2xb3" in captures(CROSSING.format(beside))) == is_legal


# -- as far as there are pieces -----------------------------------------------------------------------


def test_over_own_pieces_but_never_over_enemies():
    assert legal("lines-of-action", """
        . . . . . . . .
        . . . . . . . o
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        x o . x . . . .
    """) == {"a1-a2", "a1-b2", "d1-c2", "d1-d2", "d1-e2", "d1-g1"}  # fmt: skip


def test_if_both_sides_hang_together_the_mover_has_won():
    """With e5 on h8 first is one group, and so is the single piece that is left to second."""
    position = set_up("lines-of-action", """
        . . . . . . x o
        . . . . . . . x
        . . . . . . . .
        . . . . x . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        o . . . . . . .
    """)  # fmt: skip
    assert outcome(position) is None
    assert outcome(position.play("e5xh8")) == ("first", "one-group")


def test_groups_hang_together_on_diagonals():
    assert outcome(set_up("lines-of-action", """
        . . . . . . . .
        . . x . . . . .
        . . . x . . . .
        . . . . x . . .
        . . . x . . . .
        . . . . . . . .
        o . . . . . . o
        . . . . . . . .
    """, mover="o")) == ("first", "one-group")  # fmt: skip


def test_a_line_is_counted_in_both_directions():
    """Three on the row: e1 moves three, whichever way."""
    found = legal("lines-of-action", """
        x . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . o . . x . . o
    """)  # fmt: skip
    assert {text for text in found if text.endswith("1")} == {"e1xb1", "e1xh1"}
