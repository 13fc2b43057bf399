"""Sowing and what the last seed takes. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import moves, outcome
from tests.games.catalogue import opened


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


# -- captures of twos and threes ----------------------------------------------------------------------


def test_pits_brought_to_two_or_three_are_captured_backwards_until_one_is_not():
    """Pits 1 to 3 of second get a seed each and hold 2, 4 and 2: only the last is taken."""
    position = opened("oware").position("1,0,0,1,3,1/2,0,0,0,0,3 x stores=19,18")
    assert position.play("6").text == "1,0,0,0,4,2/2,0,0,0,0,0 o stores=21,18"


def test_a_capture_of_all_seeds_captures_nothing():
    position = opened("oware").position("0,0,0,0,1,1/3,0,0,0,0,2 x stores=20,21")
    assert position.play("6").text == "0,0,0,0,2,2/3,0,0,0,0,0 o stores=20,21"


def test_one_seed_left_behind_makes_the_same_capture_good():
    position = opened("oware").position("1,0,0,0,1,1/3,0,0,0,0,2 x stores=20,20")
    assert position.play("6").text == "1,0,0,0,0,0/3,0,0,0,0,0 o stores=24,20"


def test_own_pits_are_never_captured():
    position = opened("oware").position("1,0,0,0,0,0/1,1,0,0,0,0 x stores=22,23")
    assert position.play("1").text == "1,0,0,0,0,0/0,2,0,0,0,0 o stores=22,23"


def test_a_long_sowing_passes_over_the_pit_it_came_from():
    position = opened("oware").position("0,0,0,0,0,0/12,0,0,0,0,0 x stores=18,18")
    assert position.play("1").text == "1,1,1,1,1,1/0,2,1,1,1,1 o stores=18,18"


def test_a_hungry_player_must_be_fed_if_possible():
    position = opened("oware").position("0,0,0,0,0,0/1,0,0,0,2,1 x stores=22,22")
    assert moves(position) == {"5", "6"}


def test_a_player_who_cannot_feed_keeps_the_rest():
    position = opened("oware").position("0,0,0,0,0,0/1,1,0,0,0,0 x stores=23,23")
    assert outcome(position) == ("first", "no move")
    assert "stores=25,23" in position.text
