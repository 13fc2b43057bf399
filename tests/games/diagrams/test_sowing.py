"""Sowing and what the last seed takes. What is expected was worked out by hand."""

from __future__ import annotations

from tests.diagrams import outcome
from tests.games.shelf import opened


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
