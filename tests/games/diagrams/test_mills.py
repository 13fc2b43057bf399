"""Mills and rows of three that take a piece off. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import legal


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


def test_six_men_never_fly():
    found = legal("six-mens-morris", """
        .   .   .
          . . .
        . .   . o
          o . o
        x   x   x
    """)  # fmt: skip
    assert found == {"a1-a3", "c1-c2"}


def test_in_the_game_of_twelve_diagonals_make_mills():
    found = legal("twelve-mens-morris", """
        .     .     .
          .   .   .
            . . .
        o . .   . . o
            . . .
          x   .   .
        x     o     .
    """, hand="x10,o9")  # fmt: skip
    assert {text for text in found if text.startswith("c3")} == {"c3*d1", "c3*a4", "c3*g4"}


# -- rows of just three -------------------------------------------------------------------------------


def test_while_placing_nobody_makes_three():
    found = legal("dara", """
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        x . . . .
        x . x x .
    """, hand="x8,o12")  # fmt: skip
    assert not {"a3", "b1", "e1"} & found
    assert "b2" in found


ALL_IN_THREES = """
    . . . . .
    o o o . {}
    . . . . .
    . . . . .
    . . x . .
    x x . . .
"""


def test_if_all_enemies_are_in_threes_nothing_is_removed():
    assert "c2-c1" in legal("dara", ALL_IN_THREES.format("."))
    assert {text for text in legal("dara", ALL_IN_THREES.format("o")) if "c2-c1" in text} == {"c2-c1*e5"}


def test_four_in_a_row_are_forbidden():
    found = legal("dara", """
        . o . . .
        . o . . .
        . . . . o
        . . . . .
        . . x . .
        x x . x .
    """)  # fmt: skip
    assert not any(text.startswith("c2-c1") for text in found)
