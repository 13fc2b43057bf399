"""Opinions and choices that need no more than a look: who is squeezed, what is a trap, where captures end."""

import pytest

from ludoteca.engine import Draw, Engine, Estimate, Limits
from ludoteca.games import load
from ludoteca.kernel import Judge, Searcher


def squeeze(text: str) -> int:
    """What the one weight says of a position of the drop game, for the mover."""
    game = load("connect-four")
    outlook = game.compiled.outlook
    row = outlook.row({**dict.fromkeys(outlook.weights, 0), "squeeze": 100})
    searcher = Searcher(game.rules, 0)
    searcher.judge_with(Judge(game.rules, row))
    return searcher.opinion(game.position(text).snapshot) // 100


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # Second's row lacks a2 and e2. One is stopped; then the first player must open a.
        ("7/7/7/1x5/1ooo3/1xoxx2 x", -1),
        # First's row lacks a3 and e3: of the cells below, each gets one.
        ("7/7/7/1xxx3/1oxo3/1xoxo1o x", 1),
        # Both hang in the same columns: the lower cell comes first.
        ("7/7/7/1xxx3/1ooo3/1xox3 o", -1),
        ("7/7/7/1xxx3/1ooo3/1xox2o x", -1),
        # With one cell less elsewhere it is the second player who must go on, and both let their rows go.
        ("7/7/7/1xxx3/1ooo3/1xox3 x", 0),
        # Nothing lacks one cell only.
        ("7/7/7/7/7/1xox3 o", 0),
    ],
)
def test_columns_that_fill_up_squeeze_one_side(text: str, verdict: int) -> None:
    mover = 1 if text.endswith("x") else -1
    assert squeeze(text) == mover * verdict


def test_a_proved_draw_is_not_given_away_for_a_trap() -> None:
    game = load("connect-four")
    moves = "g1 g2 b1 d1 d2 d3 d4 b2 d5 b3 b4 e1 f1 f2 f3 f4 f5 g3 b5 d6 g4 g5 f6 a1"
    best = Engine(game).best(game.start().play_all(moves), Limits(nodes=400_000))
    assert isinstance(best.score, Draw)
    assert str(best.move) == "c1", "every other move loses"


def test_captures_that_never_end_are_cut_short() -> None:
    """Where every move must capture, a horizon of captures alone would be as wide as the game."""
    best = Engine(load("fanorona")).best(load("fanorona").start(), Limits(nodes=60_000))
    assert best.depth >= 4
    assert isinstance(best.score, Estimate)
