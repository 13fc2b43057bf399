"""A king and his defenders against attackers on all sides. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from tests.diagrams import board, legal, moves, outcome, set_up

# -- captures -----------------------------------------------------------------------------------------


def test_the_king_takes_part_in_captures():
    position = set_up("brandubh", """
        . . . . . . .
        . . . . . . x
        . . . . . . .
        . . . . . . .
        o x . . . . .
        . . . . . . .
        . . K . . . .
    """, mover="o")  # fmt: skip
    assert board(position.play("c1-c3"))[4] == "o.K...."


def test_stepping_between_two_attackers_is_safe():
    position = set_up("brandubh", """
        . . . . . . .
        . . . . . . K
        . . . . . . .
        . . . . . . .
        . x . x . . .
        . . . . . . .
        . . o . . . .
    """, mover="o")  # fmt: skip
    assert board(position.play("c1-c3"))[4] == ".xox..."


BESIDE_A_CORNER = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . x . . . .
    . . . . . . .
    . o . . . K .
"""


def test_an_empty_corner_is_an_enemy_of_both_sides():
    position = set_up("brandubh", BESIDE_A_CORNER)
    assert board(position.play("c3-c1"))[6] == "..x..K."


def test_in_the_larger_game_corners_are_cells_like_others():
    position = set_up("tablut", """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . x . . . K . .
        . . . . . . . . .
        . o . . . . . . .
    """)  # fmt: skip
    assert board(position.play("c3-c1"))[8] == ".ox......"


def test_the_empty_throne_is_an_enemy_of_both_sides():
    position = set_up("brandubh", """
        . . . . . . .
        . . . . . . K
        . . . . . . .
        . . . . . . .
        . . . o . . .
        x . . . . . .
        . . . . . . .
    """)  # fmt: skip
    assert board(position.play("a2-d2"))[4:6] == [".......", "...x..."]


def test_nobody_stops_on_a_corner_or_on_the_throne_but_all_slide_across():
    found = legal("brandubh", """
        . . . . . . .
        . . . . . . K
        . . . . . . .
        x . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """)  # fmt: skip
    assert {text for text in found if text.endswith("4")} == {"a4-b4", "a4-c4", "a4-e4", "a4-f4", "a4-g4"}
    assert {"a4-a6", "a4-a2"} <= found
    assert not {"a4-a7", "a4-a1"} & found


# -- the king -----------------------------------------------------------------------------------------


def test_out_in_the_open_two_attackers_take_the_king():
    position = set_up("brandubh", """
        . . . . . . .
        . . . . . . .
        x K . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . x . . . o
    """)  # fmt: skip
    assert outcome(position.play("c1-c5")) == ("first", "enemy-left")


ON_THE_THRONE = """
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . x K x . .
    . . . {} . . .
    . . . . . . .
    o . . x . . .
"""


@pytest.mark.parametrize(("below", "result"), [(".", ("first", "enemy-left")), ("o", None)])
def test_on_the_throne_it_takes_four(below: str, result: tuple[str, str] | None):
    position = set_up("brandubh", ON_THE_THRONE.format(below))
    assert outcome(position) is None
    assert outcome(position.play("d1-d3" if below == "." else "d1-d2")) == result


BESIDE_THE_THRONE = """
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . x K . . .
    . . . {} . . .
    o . . . x . .
"""


@pytest.mark.parametrize(("below", "result"), [("x", ("first", "enemy-left")), (".", None), ("o", None)])
def test_beside_the_throne_it_takes_the_three_other_sides(below: str, result: tuple[str, str] | None):
    position = set_up("brandubh", BESIDE_THE_THRONE.format(below))
    assert outcome(position) is None
    assert outcome(position.play("e1-e3")) == result


def test_the_king_wins_on_a_corner_or_on_any_edge():
    small = set_up("brandubh", """
        . . . . . . K
        . . . . . . .
        . . . . . . .
        x . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
    """, mover="x")  # fmt: skip
    assert outcome(small) == ("second", "reach")
    large = set_up("tablut", """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . K . .
        . . . . . . . . .
        x . . . . . . . .
    """, mover="o")  # fmt: skip
    assert outcome(large.play("g3-i3")) == ("second", "reach")
    assert outcome(large.play("g3-g2")) is None
    assert "g3-g1" in moves(large)
