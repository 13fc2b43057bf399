"""The cells that show why a game is over."""

import pickle

import pytest

from ludoteca.games import Position, load, loads
from tests.games.catalogue import names, opened
from tests.games.random_games import random_games


def after(game: str, position: str, move: str = "") -> Position:
    found = load(game).position(position)
    return found.play(move) if move else found


@pytest.mark.parametrize(
    ("game", "position", "move", "cells"),
    [
        ("tic-tac-toe", "xx1/oo1/3 x", "c3", "a3 b3 c3"),
        # Two lines at once, and a line longer than needed.
        ("tic-tac-toe", "1xx/xoo/xoo x", "a3", "a1 a2 a3 b3 c3"),
        ("gomoku", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/xxx1xx9 x", "d1", "a1 b1 c1 d1 e1 f1"),
        ("connect-four", "7/7/7/7/ooo4/xxx4 x", "d", "a1 b1 c1 d1"),
        ("pentago", "6/6/6/6/6/xxxx2 x", "e1", "a1 b1 c1 d1 e1"),
        # A square in Teeko is a pattern.
        ("teeko", "o4/o4/oo3/xx3/x1x2 x hand=x0,o0", "c1-b1", "a1 b1 a2 b2"),
        # A shortest chain: the other stones of the group are left out.
        ("hex:size=3", "xo1/xx1/1oo x", "a3", "a1 a2 a3"),
        ("breakthrough", "2o5/x7/8/8/8/8/7o/7x x", "a7-a8", "a8"),
        ("rastros", "5/5/5/*4/5 x", "a2-a1", "a1"),
        # The last captured dog, and the jaguar that cannot move.
        ("adugo", "ooooo/ooooo/5/5/2x2/1o1/3 x", "", ""),
        ("adugo", "ooooo/oooo1/5/5/2x2/1o1/3 x", "c1xg2", "f2"),
        ("adugo", "ooooo/o4/5/5/2o2/o2/xoo x", "", "g1"),
        # A king that was captured, and one that has got away.
        ("tablut", "9/9/9/9/9/9/9/x8/4K4 x", "", "e1"),
        # The fuller store.
        ("kalah", "1,0,0,0,0,0/0,0,0,0,0,1 x stores=29,17", "6", "store"),
        # Nowhere on the board: a count, a repetition, a full board.
        ("othello", "8/8/8/8/8/8/8/xx6 o", "", ""),
        ("tic-tac-toe", "xox/xoo/oxx o", "", ""),
        ("snort", "5/1o1o1/5/1o1o1/5 x ply=8", "", ""),
    ],
)
def test_known_ends(game, position, move, cells):
    assert " ".join(after(game, position, move).winning_cells) == cells


def test_the_captured_piece_survives_a_pickle():
    over = after("adugo", "ooooo/oooo1/5/5/2x2/1o1/3 x", "c1xg2")
    assert pickle.loads(pickle.dumps(over)).winning_cells == over.winning_cells == ("f2",)


def test_a_line_that_loses_belongs_to_the_loser():
    text = """
    family = "placement"
    [board]
    grid = [3, 3]
    [turn]
    do = "place"
    [[end]]
    when = { align = 3 }
    result = "owner loses"
    [draw]
    full-board = true
    """
    over = loads(text, "misere").position("xx1/oo1/3 x").play("c3")
    assert over.outcome and over.outcome.winner == "second"
    assert over.winning_cells == ("a3", "b3", "c3")


@pytest.mark.parametrize("name", names())
def test_cells_are_marked_at_the_end_only(name):
    """Random games: the cells are on the board, none before the end, and a line or goal always has some."""
    placed = ("align", "filled-line", "pattern", "reach", "fill", "connect", "one-group", "enemy-left")
    for walk in random_games(opened(name)):
        over = walk[-1]
        assert not any(position.winning_cells for position in walk[:-1])
        assert set(over.winning_cells) <= set(over.game.board.index)
        if over.outcome and over.outcome.winner and over.outcome.reason in placed:
            assert over.winning_cells
