"""Winning lines, and draws. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from tests.diagrams import moves, outcome, set_up
from tests.games.catalogue import opened

# -- winning lines ------------------------------------------------------------------------------------

OFF_THE_LINES = """
    . . . . .
    . . . . x
    . . . x .
    . . x . .
    . . o o o
"""


def test_a_diagonal_that_is_not_drawn_counts_only_where_the_file_says_so():
    assert outcome(set_up("jogo-da-velha-4", OFF_THE_LINES).play("b1")) is None
    assert outcome(set_up("jogo-da-velha-4/any-diagonal", OFF_THE_LINES).play("b1")) == ("first", "align")


def test_short_lines_count_when_they_are_filled():
    diagram = """
        . . . . .
        . . . . .
        . . . . .
        . x . . .
        . . x . .
    """
    assert outcome(set_up("tonkin", diagram, hand="x3,o5").play("a3")) == ("first", "filled-line")
    assert outcome(set_up("tonkin/long-lines", diagram, hand="x3,o5").play("a3")) is None


# -- draws --------------------------------------------------------------------------------------------


def test_the_third_time_is_a_draw():
    position = opened("tapatan").start()
    for time in range(2):
        assert outcome(position) is None, time
        position = position.play_all("a1-b1 a2-b2 b1-a1 b2-a2")
    assert outcome(position) == (None, "repetition")


@pytest.mark.parametrize(("game", "is_legal"), [("bagh-chal", True), ("bagh-chal/no-repeat", False)])
def test_a_forbidden_repetition_is_no_legal_move(game: str, is_legal: bool):
    position = set_up(game, """
        o x x x o
        x . . . x
        x x x x x
        x . x . x
        o x x x o
    """).play_all("c3-c4 a1-b2 c4-c3")  # fmt: skip
    assert ("b2-a1" in moves(position)) == is_legal


def test_five_in_a_row_count_only_outside_the_own_starting_rows():
    at_home = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        o . . . . x . . .
        . . . . . x . . .
        o . . . . x . . .
        . . . . . x . . .
        . . . . x . . . .
    """
    away = """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . x . . .
        . . . . . x . . .
        o . . . . x . . .
        . . . . . x . . .
        . . . . . . . . .
        o . . . . . . . .
        . . . . x . . . .
    """
    assert outcome(set_up("hasami-shogi/dai", at_home).play("e1-f1")) is None
    closer = set_up("hasami-shogi/dai", away).play("e1-e3")
    assert outcome(closer) is None
    assert outcome(closer.play("a2-a3").play("e3-f3")) == ("first", "align")


def test_a_diagonal_that_nobody_can_move_along_counts_as_a_row():
    position = set_up("hasami-shogi/dai", """
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . x . .
        . . . . . x . . .
        o . . . x . . . .
        . . . x . . . . .
        . . . . . . . . x
        o . . . . . . . .
        . . . . . . . . .
    """)  # fmt: skip
    assert outcome(position.play("i3-c3")) == ("first", "align")
