"""Where blocks turn: wins within a few moves, looked for in all ways the blocks may stand at once, against a
search that leaves nothing out and knows nothing of it."""

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


def wandered(game: Game, seed: str, least: int, most: int) -> Position:
    """A position some random moves from the start."""
    dice = random.Random(seed)
    return walked(game, dice.randint(least, most), dice.randrange(10**6))


def win_by_search(searcher: Searcher, position: Position, moves: int) -> int:
    """In how many moves the mover wins, as a search finds that looks at everything; 0 if in more."""
    searcher.begin(position.snapshot, 2**62)
    for depth in range(1, moves + 1):
        found = searcher.search(depth)
        assert found is not None
        if found[0] > PROVED:
            return WIN - found[0]
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
def test_all_ways_at_once_say_what_a_search_says(
    name: str, least: int, most: int, moves: int, wins: set[int]
) -> None:
    game = load(name)
    quick, slow = Searcher(game.rules, 1), Searcher(game.rules, 16)
    slow.disable(PLAIN)
    told = set()
    for seed in range(60):
        position = wandered(game, f"{name} {seed}", least, most)
        found = quick.rotation_win(position.snapshot, moves)
        assert found == win_by_search(slow, position, moves), position.text
        told.add(found)
    assert told >= wins


def test_other_blocks_and_lines_are_looked_at_likewise() -> None:
    game = loads(SMALL, "small")
    quick, slow = Searcher(game.rules, 1), Searcher(game.rules, 16)
    slow.disable(PLAIN)
    told = set()
    for seed in range(120):
        position = wandered(game, f"small {seed}", 0, 10)
        found = quick.rotation_win(position.snapshot, 5)
        assert found == win_by_search(slow, position, 5), position.text
        told.add(found)
    assert told >= {0, 1, 3}


def test_nothing_is_plotted_where_blocks_do_not_turn() -> None:
    game = load("tic-tac-toe")
    assert Searcher(game.rules, 1).rotation_win(game.start().snapshot, 5) == 0


def test_what_is_remembered_is_true_however_the_blocks_stood_when_it_was_found() -> None:
    game = load("pentago")
    keeps, forgets = Searcher(game.rules, 1), Searcher(game.rules, 1)
    for seed in range(40):
        position = wandered(game, f"keeps {seed}", 8, 24)
        while not position.is_over:
            forgets.clear_hash()
            assert keeps.rotation_win(position.snapshot, 5) == forgets.rotation_win(position.snapshot, 5)
            turned = [
                move for move in position.legal_moves if move.text[:2] == position.legal_moves[0].text[:2]
            ]
            position = position.play(random.Random(seed + position.ply).choice(turned))


def test_a_distant_win_is_found_soon_and_played_to_its_end() -> None:
    """Seven moves of both sides: the moves that are said to win do win, whatever the other side replies."""
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


def test_looking_further_than_it_can_is_looking_as_far_as_it_can() -> None:
    game = load("pentago")
    late = wandered(game, "late", 26, 28)
    searcher = Searcher(game.rules, 1)
    assert searcher.rotation_win(late.snapshot, 99) == searcher.rotation_win(late.snapshot, 15)


def test_the_same_nodes_give_the_same_answer_after_forgetting() -> None:
    game = load("pentago")
    engine = Engine(game)
    position = wandered(game, "again", 8, 12)
    first = engine.best(position, Limits(nodes=150_000))
    engine.best(wandered(game, "other", 10, 14), Limits(nodes=150_000))
    engine.clear_hash()
    again = engine.best(position, Limits(nodes=150_000))
    assert (first.move, first.score, first.nodes) == (again.move, again.score, again.nodes)


def test_a_search_that_is_stopped_in_the_midst_of_plotting_still_answers() -> None:
    game = load("pentago")
    for nodes in (1, 999, 1001, 4001, 5000, 120_100):
        engine = Engine(game)
        position = game.position("4x1/1xo1o1/1ox1ox/1x2x1/6/1o4 o")
        best = engine.best(position, Limits(nodes=nodes))
        assert best.move in position.legal_moves
        assert best.nodes < nodes + 20_000


def test_a_move_that_loses_soon_is_not_taken_for_the_best() -> None:
    game = load("pentago")
    engine, searcher = Engine(game), Searcher(game.rules, 1)
    for seed in range(12):
        position = wandered(game, f"soon {seed}", 8, 16)
        best = engine.best(position, Limits(nodes=150_000))
        after = position.play(best.move)
        if not isinstance(best.score, Loss) and not after.is_over:
            assert searcher.rotation_win(after.snapshot, 5) == 0, position.text
