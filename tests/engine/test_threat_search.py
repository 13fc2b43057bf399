"""Threat-space search: forced wins by threats in games of placement and lines, and the defence."""

import pytest

from ludoteca.engine import Engine, Limits, Win
from ludoteca.games import Game, Position, load
from ludoteca.kernel import SEARCH_OPTIONS, Searcher
from tests.walking import walked

PLAINLY = tuple(set(SEARCH_OPTIONS) - {"table", "ordering", "aspiration", "quiescence"})
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


# -- continuous threats: threes and fours --------------------------------------------------------------------

THREES = [
    # Two open twos that cross: a double three at the crossing.
    "15/15/15/15/15/7x7/7x7/5xx8/15/15/15/15/15/15/o1o9o1o x",
    # A closed three and an open two: a four and a three at once.
    "15/15/15/15/15/8x6/8x6/4oxxx7/15/15/15/15/15/15/o1o9o1o x",
]


@pytest.mark.parametrize("text", THREES)
def test_a_double_threat_is_found_at_the_root(text: str):
    game = load("gomoku")
    position = game.position(text)
    found = Searcher(game.rules, 1).vct(position.snapshot, 5_000)
    assert found is not None
    cell, plies = found
    assert plies % 2 == 1
    assert cell in cells(position)


@pytest.mark.parametrize(
    ("name", "plies"),
    [("mnk:width=6,height=6,in-a-row=4", 8), ("mnk:width=7,height=6,in-a-row=4", 7), ("gomoku:size=9", 16)],
)
def test_continuous_threats_are_proofs(name: str, plies: int):
    """Wins by threats, against a full-width search without any threat search."""
    game = load(name)
    wins = confirmed = 0
    for seed in range(60):
        position = walked(game, plies + seed % 4, seed)
        if position.is_over:
            continue
        found = Searcher(game.rules, 1).vct(position.snapshot, 3_000)
        if found is None:
            continue
        wins += 1
        plain = proof(game, position, 100_000, PLAINLY)
        if plain:
            confirmed += 1
            assert plain > PROVED, position.text
            assert WIN - plain <= found[1], position.text  # never shorter than the shortest win
    assert wins >= 5
    assert confirmed >= 3


def test_the_answers_to_a_threat_are_complete():
    """A side that wins by threats wins against every single answer."""
    game = load("mnk:width=6,height=6,in-a-row=4")
    checked = 0
    for seed in range(200):
        position = walked(game, 6 + seed % 3, seed)
        searcher = Searcher(game.rules, 1)
        found = None if position.is_over else searcher.vct(position.snapshot, 2_000)
        if found is None or found[1] < 5:
            continue
        checked += 1
        after = position.play(position.legal_moves[cells(position).index(found[0])])
        for move in after.legal_moves:
            reply = after.play(move)
            assert not reply.is_over
            assert proof(game, reply, 50_000) > PROVED, (position.text, move.text)
        if checked == 6:
            break
    assert checked >= 3


def cells(position: Position) -> list[int]:
    """The cells of the legal placements."""
    return [move.actions[0][2] for move in position.legal_moves]
