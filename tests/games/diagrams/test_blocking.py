"""Games that are lost by having no move. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import legal, moves, outcome, standing
from tests.games.catalogue import opened

OPENING = "a1-c a8-a1 c-a8"
"""The only moves there are, up to the turn of the ring."""


def test_to_the_centre_only_from_beside_an_enemy():
    start = opened("mu-torere").start()
    assert moves(start) == {"a1-c", "a4-c"}
    assert moves(start.play_all(OPENING)) == {"a1-c", "a5-c", "a7-c"}


def test_after_the_first_turns_everyone_may_go_to_the_centre():
    for variant, found in {
        "first-move": {"a1-c", "a5-c", "a6-c", "a7-c"},
        "two-turns": {"a1-c", "a5-c", "a7-c"},
    }.items():
        start = opened(f"mu-torere/{variant}").start()
        assert moves(start) == {"a1-c", "a4-c"}
        assert moves(start.play_all(OPENING)) == found
    assert moves(opened("mu-torere/two-turns").position("x/xx/o1o/xo/o x")) == {
        "a1-c",
        "a2-c",
        "a6-c",
        "a8-c",
    }


def test_a_player_without_a_move_on_the_ring_loses():
    position = standing("mu-torere", x="a1 a2 a3 c", o="a5 a6 a7 a8")
    assert outcome(position.play("a3-a4")) == ("first", "no move")


def test_no_line_joins_the_upper_corners():
    position = standing("pong-hau-ki", x="TL C", o="BL BR")
    assert moves(position) == {"C-TR"}
    shutting = standing("pong-hau-ki", x="TL BL", o="BR TR", mover="o")
    assert outcome(shutting.play("TR-C")) == ("second", "no move")


def test_pieces_move_onto_neighbouring_enemies_and_nowhere_else():
    assert legal("clobber", """
        . . . . .
        . . . . .
        . x o . .
        . o x . .
        . . . . .
        x . . . o
    """) == {"b4xc4", "b4xb3", "c3xc4", "c3xb3"}  # fmt: skip
