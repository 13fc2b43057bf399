"""Placing: turning blocks, flipping, falling, joining sides. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from ludoteca.games import loads
from tests.diagrams import board, legal, moves, outcome, rows, set_up
from tests.games.catalogue import opened

# -- turning blocks -----------------------------------------------------------------------------------

FOUR_IN_A_ROW = """
    o . . . . o
    . . . . . .
    . . . . . .
    . . . . . .
    o . . . . o
    x x x x . .
"""


def test_five_before_the_rotation_win_at_once():
    position = set_up("pentago", FOUR_IN_A_ROW)
    assert {text for text in moves(position) if text.startswith("e1")} == {"e1"}
    assert outcome(position.play("e1")) == ("first", "align")


def test_in_the_other_reading_five_must_last_through_the_rotation():
    position = set_up("pentago/after-rotation", FOUR_IN_A_ROW)
    turns = {f"e1/{block}{sign}" for block in "1234" for sign in "+-"}
    assert {text for text in moves(position) if text.startswith("e1")} == turns
    assert outcome(position.play("e1/1+")) == ("first", "align")
    assert outcome(position.play("e1/3+")) is None


def test_plus_turns_a_block_clockwise():
    position = opened("pentago").start().play("a6/1+")
    assert board(position) == rows("""
        . . x . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)


def test_two_fives_at_once_are_a_draw():
    """Turned clockwise, the top left block lays its columns a and b into the rows 6 and 5."""
    position = set_up("pentago", """
        x o . x x .
        x o . o o .
        x o . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """).play("f1/1+")  # fmt: skip
    assert board(position)[:2] == ["xxxxx.", "ooooo."]
    assert outcome(position) == (None, "align")


# -- placing ------------------------------------------------------------------------------------------


def test_a_player_who_can_turn_nothing_passes_and_two_passes_end_the_game():
    position = set_up("othello:size=4", """
        . . . .
        . . . .
        . . . .
        o x . .
    """)  # fmt: skip
    assert moves(position) == {"pass"}
    after = position.play("pass")
    assert moves(after) == {"c1"}
    assert outcome(after.play("c1")) == ("second", "no move")


def test_all_rows_of_enemies_that_are_held_turn_over():
    position = set_up("othello:size=4", """
        x . . .
        o o . .
        . o x .
        . o x .
    """)  # fmt: skip
    after = position.play("a2")
    assert board(after) == rows("""
        x . . .
        x o . .
        x x x .
        . o x .
    """)


def test_a_disc_falls_to_the_lowest_empty_cell():
    start = opened("connect-four").start()
    assert moves(start) == {f"{column}1" for column in "abcdefg"}
    assert moves(start.play("d1")) == {"a1", "b1", "c1", "d2", "e1", "f1", "g1"}


SIX_TO_BE = """
    . . . . . .
    . . . . . .
    . . . . . .
    o o o . o .
    . . . . . .
    x x x . x x
"""


def test_six_in_a_row_win_at_will_and_not_where_just_five_are_wanted():
    assert outcome(set_up("gomoku:size=6", SIX_TO_BE).play("d1")) == ("first", "align")
    assert outcome(set_up("gomoku/standard:size=6", SIX_TO_BE).play("d1")) is None


def test_swapping_takes_the_stone_over_to_the_mirrored_cell():
    position = opened("hex/swap:size=3").start().play("a2")
    assert "swap" in moves(position)
    assert position.play("swap").text == "1o1/3/3 x ply=2"
    assert "swap" not in moves(position.play("swap"))
    assert "swap" not in moves(opened("hex:size=3").start().play("a2"))


@pytest.mark.parametrize(
    ("diagram", "winner"),
    [
        (". x . / x o . / x o .", "first"),
        ("x . . / . x . / o x o", None),
        (". . . / o o o / x x .", "second"),
        ("o . . / x o . / x x o", None),
    ],
)
def test_hexagons_touch_along_three_lines(diagram: str, winner: str | None):
    position = set_up("hex:size=3", diagram.replace("/", "\n"))
    assert outcome(position) == ((winner, "connect") if winner else None)


# -- two at once --------------------------------------------------------------------------------------

CORNER = """
    . o .
    . o o
    . . .
"""


def test_two_pieces_lie_together_as_their_side_lays_them():
    assert legal("domineering:size=3", CORNER) == {"a1+a2", "a2+a3"}
    assert legal("domineering:size=3", CORNER, mover="o") == {"a1+b1", "b1+c1"}
    assert legal("domineering/cram:size=3", CORNER) == {"a1+a2", "a2+a3", "a1+b1", "b1+c1"}


def test_a_player_without_room_loses_even_if_the_opponent_has_room():
    position = set_up("domineering:size=3", """
        o o .
        . x o
        . x .
    """)  # fmt: skip
    assert outcome(position.play("a1+a2")) == ("first", "no move")


# -- changing sides -----------------------------------------------------------------------------------

TOUCHING = """
    . . . . . . .
    . . . . . . .
    . . . . . o .
    . . o . o . .
    . . . . o . .
    . x . . . . .
    . . . . . . .
"""


def test_a_new_piece_turns_what_it_touches_and_leaves_the_old_one():
    position = set_up("ataxx", TOUCHING)
    assert board(position.play("c3"))[3:6] == ["..x.o..", "..x.o..", ".x....."]


def test_a_jump_leaves_its_cell_and_goes_over_anything():
    position = set_up("ataxx", TOUCHING)
    assert board(position.play("b2-d4"))[2:6] == [".....o.", "..xxx..", "....x..", "......."]


def test_a_player_without_a_move_passes_and_the_full_board_is_counted():
    position = set_up("ataxx", """
        x o o o o o o
        o o o o o o o
        o o o o o o o
        o o o o o o o
        o o o o o o .
        o o o o o . .
        o o o o o o o
    """)  # fmt: skip
    assert moves(position) == {"pass"}
    position = position.play("pass").play_all("f2 pass g2 pass g3")
    assert outcome(position) == ("second", "board-full")


def test_on_hexagons_twelve_cells_are_two_steps_away():
    alone = opened("ataxx/hexagon").position("5/6/7/8/4x4/8/7/6/o4 x")
    assert len([text for text in moves(alone) if text.startswith("e5-")]) == 12
    assert len([text for text in moves(alone) if "-" not in text]) == 6


def test_a_condition_of_placing_counts_in_random_play_too():
    """Only who has no piece places one: the game ends after one each."""
    game = loads(
        'board.grid = [3, 3]\nturn.do = { place = "anywhere", when = { left = 0 } }\n'
        'end = { when = "no move", result = "mover loses" }\n'
    )
    assert game.playouts(5, seed=1).moves == 10
    assert outcome(game.start().play_all("a1 a2")) == ("second", "no move")
