"""Exact values of all moves of a position."""

from __future__ import annotations

import pytest

from ludoteca import load
from ludoteca.errors import Unsolvable
from ludoteca.solver import has_values


def test_every_move_has_its_value():
    position = load("tic-tac-toe").position("xx1/oo1/3 x")
    found = {move: (value.kind, value.plies) for move, value in position.values().items()}
    assert list(found) == [move.text for move in position.legal_moves]
    assert found["c3"] == ("win", 1)
    assert found["a1"] == ("loss", 2)
    assert set(found.values()) <= {("win", 1), ("loss", 2), ("draw", None), ("win", 3)}


def test_draws_have_no_distance():
    assert {(value.kind, value.plies) for value in load("tic-tac-toe").start().values().values()} == {
        ("draw", None)
    }


def test_a_forward_proof_gives_values_too():
    moves = load("rastros").start().values()
    assert {move for move, value in moves.items() if value.kind == "win"} == {"d4-c4", "d4-d3"}
    assert moves["d4-c4"].plies == 15


def test_large_games_have_none():
    with pytest.raises(Unsolvable):
        load("gomoku").start().values()


@pytest.mark.parametrize(
    ("name", "known"),
    [("tapatan", True), ("tic-tac-toe", True), ("dodgem", True), ("hare-and-hounds", True),
     ("gomoku", False), ("halma", False), ("bagh-chal", False)],
)  # fmt: skip
def test_which_games_show_values(name, known):
    assert has_values(load(name)) is known
