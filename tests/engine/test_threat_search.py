"""Threat-space search: forced wins by threats in games of placement and lines, and the defence."""

import pytest

from ludoteca.engine import Engine, Limits, Win
from ludoteca.games import Game, Position, load
from ludoteca.kernel import Searcher
from tests.walking import walked

PLAINLY = ("threats", "pruning", "reductions", "null-move")
"""The steps to disable for a full-width search without extensions."""
PROVED = 28_000
WIN = 30_000


def proof(game: Game, position: Position, nodes: int, disabled: tuple[str, ...] = ()) -> int:
    """The proved score, or 0 if the nodes do not suffice."""
    searcher = Searcher(game.rules, 8)
    searcher.disable(disabled)
    searcher.begin(position.snapshot, nodes)
    for depth in range(1, 13):
        found = searcher.search(depth)
        if found is None or found.stopped:
            return 0
        if abs(found.score) > PROVED:
            return found.score
    return 0


@pytest.mark.parametrize(
    ("name", "plies"),
    [
        ("mnk:width=6,height=6,in-a-row=4", 10),
        ("mnk:width=8,height=5,in-a-row=4", 9),
        ("mnk:width=7,height=7,in-a-row=5", 22),
        ("gomoku:size=9", 20),
    ],
)
def test_threat_search_proofs_are_correct(name: str, plies: int):
    game = load(name)
    won, lost = 0, 0
    for seed in range(40):
        position = walked(game, plies + seed % 4, seed)
        quick, plain = proof(game, position, 60_000), proof(game, position, 200_000, PLAINLY)
        if quick and plain:
            won, lost = won + (quick > 0), lost + (quick < 0)
            assert (quick > 0) == (plain > 0), position.text
            assert abs(quick) <= abs(plain), (
                position.text
            )  # an attack may take longer than need be, never less
    assert won
    assert lost or not name.endswith("in-a-row=4")  # with five, hardly anybody who may move is lost


LONG = [
    "7o1/1oo5x/7o1/o3x1x1x/1xx6/5x2o/8o/1o3x3/1x2o4 x",
    "9/2x6/1x7/2xo3o1/1x3o1o1/x8/1x2x1x2/oo7/o6o1 x",
    "4x4/2xx4o/9/2x2xo2/2o2o3/2o3o2/1o3o3/x3x4/xx7 o",
]


@pytest.mark.parametrize("text", LONG)
def test_a_long_attack_is_found_at_low_depth(text: str):
    game = load("gomoku:size=9")
    position = game.position(text)
    searcher = Searcher(game.rules, 1)
    searcher.begin(position.snapshot, 10**6)
    found = searcher.search(1)
    assert found is not None
    assert WIN - found.score >= 7
    assert searcher.nodes < 3_000
    assert proof(game, position, 10**7, PLAINLY) > PROVED


@pytest.mark.parametrize("text", LONG)
def test_the_line_of_an_attack_is_complete_and_shortest(text: str):
    game = load("gomoku:size=9")
    best = Engine(game, 16).best(game.position(text), Limits(nodes=12_000_000))
    assert isinstance(best.score, Win)
    assert WIN - best.score.plies == proof(game, game.position(text), 10**7, PLAINLY)
    position = game.position(text)
    for move in best.continuation:
        position = position.play(move)
    assert position.outcome
    assert position.outcome.winner == game.position(text).mover
    assert len(best.continuation) == best.score.plies


def test_an_attack_is_defended():
    """An open three: nearly every other move loses."""
    game = load("gomoku")
    position = game.position("15/15/15/15/15/15/15/5xxx7/4o2o7/15/15/15/15/15/15 o")
    best = Engine(game, 16).best(position, Limits(nodes=20_000))
    assert best.move.text in {"d8", "e8", "i8", "j8"}
    searcher = Searcher(game.rules, 1)
    searcher.begin(position.play("o15").snapshot, 10**6)
    found = searcher.search(1)
    assert found is not None
    assert found.score == WIN - 3
