"""The rules that are easy to get wrong, each shown on a board. What is expected was worked out by hand."""

from __future__ import annotations

import pytest

from tests.diagrams import board, legal, moves, outcome, rows, set_up
from tests.games.shelf import opened

# -- draughts -----------------------------------------------------------------------------------------

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


# -- custody, approach and withdrawal -----------------------------------------------------------------


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


# -- mills --------------------------------------------------------------------------------------------


def test_two_mills_at_once_remove_one_piece():
    found = legal("nine-mens-morris", """
        x     x     .
          .   .   .
            . . .
        . . .   . . x
            o . .
          o   o   .
        .     .     x
    """, hand="x5,o5")  # fmt: skip
    assert {text for text in found if text.startswith("g7")} == {"g7*b2", "g7*c3", "g7*d2"}


def test_pieces_in_a_mill_are_spared_while_there_are_others():
    found = legal("nine-mens-morris", """
        x     x     .
          .   .   .
            . . .
        . . .   . . .
            o . .
          o   o   o
        .     .     .
    """, hand="x5,o5")  # fmt: skip
    assert {text for text in found if text.startswith("g7")} == {"g7*c3"}


def test_if_all_are_in_mills_any_may_be_removed():
    found = legal("nine-mens-morris", """
        x     x     .
          .   .   .
            . . .
        . . .   . . .
            . . .
          o   o   o
        .     .     .
    """, hand="x5,o5")  # fmt: skip
    assert {text for text in found if text.startswith("g7")} == {"g7*b2", "g7*d2", "g7*f2"}


THREE_LEFT = """
    .     .     .
      x   .   .
        . . .
    . o o   x . .
        . . .
      .   o   .
    x     .     o
"""


def test_a_player_with_three_pieces_may_fly():
    assert len(legal("nine-mens-morris", THREE_LEFT)) == 3 * 17


def test_a_player_with_four_pieces_may_not():
    assert legal("nine-mens-morris", THREE_LEFT, mover="o") == {
        "b4-b2", "b4-a4", "c4-c3", "c4-c5", "d2-b2", "d2-d1", "d2-d3", "d2-f2", "g1-d1", "g1-g4",
    }  # fmt: skip


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


# -- sowing -------------------------------------------------------------------------------------------


def test_a_last_seed_in_the_own_store_gives_another_move():
    position = opened("kalah").start().play("3")
    assert position.text == "4,4,4,4,4,4/4,4,0,5,5,5 x stores=1,0"


def test_a_last_seed_in_an_own_empty_pit_takes_the_opposite_seeds():
    position = opened("kalah").position("0,3,0,0,0,1/1,0,0,0,0,4 x stores=0,0")
    assert position.play("1").text == "0,0,0,0,0,1/0,0,0,0,0,4 o stores=4,0"


def test_an_empty_pit_opposite_gives_nothing():
    text = "0,0,0,0,0,1/1,0,0,0,0,4 x stores=0,0"
    assert opened("kalah").position(text).play("1").text == "0,0,0,0,0,1/0,1,0,0,0,4 o stores=0,0"
    assert (
        opened("kalah/empty-capture").position(text).play("1").text == "0,0,0,0,0,1/0,0,0,0,0,4 o stores=1,0"
    )


def test_a_lap_of_thirteen_ends_in_its_own_emptied_pit_and_captures():
    position = opened("kalah").position("1,1,1,1,1,1/13,0,0,0,0,0 x stores=0,0")
    assert position.play("1").text == "0,2,2,2,2,2/0,1,1,1,1,1 o stores=4,0"


def test_when_a_side_is_empty_the_rest_goes_to_its_owner():
    position = opened("kalah").position("0,0,0,0,0,1/0,0,0,0,0,1 x stores=20,26").play("6")
    assert "0,0,0,0,0,0/0,0,0,0,0,0" in position.text
    assert "stores=21,27" in position.text
    assert outcome(position) == ("second", "side-empty")


def test_the_other_store_is_never_sown():
    position = opened("kalah").position("0,0,0,0,0,1/0,0,0,4,1,9 x stores=0,5")
    assert position.play("6").text == "1,0,1,1,1,2/1,0,0,4,1,0 o stores=3,5"


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


# -- races --------------------------------------------------------------------------------------------

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


def test_the_goal_wins_for_its_owner_whoever_moved():
    position = set_up("rastros", """
        . . . . .
        . . . . .
        . . . . .
        . . # . .
        . * # . .
    """, mover="o")  # fmt: skip
    assert moves(position) == {"b1-a1", "b1-b2"}
    assert outcome(position.play("b1-a1")) == ("first", "reach")


def test_whoever_cannot_move_the_stone_loses():
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


def test_whoever_is_shut_in_wins():
    position = set_up("dodgem", """
        x . .
        o o .
        . . .
    """, mover="o")  # fmt: skip
    assert outcome(position.play("b2-b3")) == ("first", "no move")


# -- hunts --------------------------------------------------------------------------------------------


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
