"""Forced wins over all block rotations, compared with a full-width search that does not use them."""

import random

import pytest

from ludoteca.engine import Engine, Limits, Loss, Win
from ludoteca.engine.scores import PROVED, WIN
from ludoteca.games import Game, Position, load, loads
from ludoteca.kernel import Searcher
from tests.walking import walked

PLAIN = ["threats", "reductions", "pruning", "null-move"]

SMALL = """
family = "placement"
[board]
grid = [4, 4]
block = 2
[turn]
do = "place"
then = "rotate"
[[end]]
when = { align = 3 }
result = "owner wins"
both = "draw"
[draw]
full-board = true
[text.en]
name = "Small"
summary = "Three in a row on four blocks of four."
"""


def random_position(game: Game, seed: str, least: int, most: int) -> Position:
    """A position after some random moves."""
    dice = random.Random(seed)
    return walked(game, dice.randint(least, most), dice.randrange(10**6))


def win_by_search(searcher: Searcher, position: Position, moves: int) -> int:
    """The distance of the mover's win by exhaustive search; 0 if it is longer."""
    searcher.begin(position.snapshot, 2**62)
    for depth in range(1, moves + 1):
        found = searcher.search(depth)
        assert found is not None
        if found.score > PROVED:
            return WIN - found.score
    return 0


@pytest.mark.parametrize(
    ("name", "least", "most", "moves", "wins"),
    [
        ("pentago", 8, 26, 3, {0, 1, 3}),
        ("pentago", 27, 33, 5, {0, 1}),
        ("pentago/after-rotation", 8, 26, 3, {0, 1, 3}),
        ("pentago/after-rotation", 28, 33, 5, {0, 1}),
    ],
)
def test_rotation_wins_agree_with_a_search(
    name: str, least: int, most: int, moves: int, wins: set[int]
) -> None:
    game = load(name)
    quick, slow = Searcher(game.rules, 1), Searcher(game.rules, 16)
    slow.disable(PLAIN)
    told = set()
    for seed in range(60):
        position = random_position(game, f"{name} {seed}", least, most)
        found = quick.rotation_win(position.snapshot, moves)
        assert found == win_by_search(slow, position, moves), position.text
        told.add(found)
    assert told >= wins


def test_other_blocks_and_lines_are_supported() -> None:
    game = loads(SMALL, "small")
    quick, slow = Searcher(game.rules, 1), Searcher(game.rules, 16)
    slow.disable(PLAIN)
    told = set()
    for seed in range(120):
        position = random_position(game, f"small {seed}", 0, 10)
        found = quick.rotation_win(position.snapshot, 5)
        assert found == win_by_search(slow, position, 5), position.text
        told.add(found)
    assert told >= {0, 1, 3}


def test_games_without_rotation_have_no_rotation_wins() -> None:
    game = load("tic-tac-toe")
    assert Searcher(game.rules, 1).rotation_win(game.start().snapshot, 5) == 0


def test_hash_entries_are_valid_for_every_rotation() -> None:
    game = load("pentago")
    keeps, forgets = Searcher(game.rules, 1), Searcher(game.rules, 1)
    for seed in range(40):
        position = random_position(game, f"keeps {seed}", 8, 24)
        while not position.is_over:
            forgets.clear_hash()
            assert keeps.rotation_win(position.snapshot, 5) == forgets.rotation_win(position.snapshot, 5)
            turned = [
                move for move in position.legal_moves if move.text[:2] == position.legal_moves[0].text[:2]
            ]
            position = position.play(random.Random(seed + position.ply).choice(turned))


def test_a_distant_win_is_found_and_converted() -> None:
    """Seven plies: the winning moves win against every reply."""
    game = load("pentago")
    position = game.position("4x1/1xo1o1/1oxxox/1x2x1/2o3/1o4 x")
    engine = Engine(game)
    searcher = Searcher(game.rules, 1)
    plies = searcher.rotation_win(position.snapshot, 7)
    assert plies, "the position is not what the test needs"
    chance = random.Random(7)
    while not position.is_over:
        best = engine.best(position, Limits(nodes=400_000))
        assert isinstance(best.score, Win) and best.score.plies <= plies
        assert len(best.continuation) <= best.score.plies
        position = position.play(best.move)
        if not position.is_over:
            position = position.play(chance.choice(position.legal_moves))
            plies -= 2
    assert position.outcome is not None and position.outcome.winner == "first"


def test_the_distance_is_limited() -> None:
    game = load("pentago")
    late = random_position(game, "late", 26, 28)
    searcher = Searcher(game.rules, 1)
    assert searcher.rotation_win(late.snapshot, 99) == searcher.rotation_win(late.snapshot, 15)


def test_the_same_nodes_give_the_same_result_after_clearing_the_hash() -> None:
    game = load("pentago")
    engine = Engine(game)
    position = random_position(game, "again", 8, 12)
    first = engine.best(position, Limits(nodes=150_000))
    engine.best(random_position(game, "other", 10, 14), Limits(nodes=150_000))
    engine.clear_hash()
    again = engine.best(position, Limits(nodes=150_000))
    assert (first.move, first.score, first.nodes) == (again.move, again.score, again.nodes)


def test_a_stopped_search_returns_a_move() -> None:
    game = load("pentago")
    for nodes in (1, 999, 1001, 4001, 5000, 120_100):
        engine = Engine(game)
        position = game.position("4x1/1xo1o1/1ox1ox/1x2x1/6/1o4 o")
        best = engine.best(position, Limits(nodes=nodes))
        assert best.move in position.legal_moves
        assert best.nodes < nodes + 20_000


def test_a_losing_move_is_not_the_best() -> None:
    game = load("pentago")
    engine, searcher = Engine(game), Searcher(game.rules, 1)
    for seed in range(12):
        position = random_position(game, f"soon {seed}", 8, 16)
        best = engine.best(position, Limits(nodes=150_000))
        after = position.play(best.move)
        if not isinstance(best.score, Loss) and not after.is_over:
            assert searcher.rotation_win(after.snapshot, 5) == 0, position.text
