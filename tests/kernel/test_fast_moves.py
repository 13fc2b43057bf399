"""The kernel's short ways (plain moves, sets of bits, counting for listing) change nothing but speed."""

from collections import Counter

import pytest

from ludoteca.games import Game, all_names, load
from ludoteca.kernel import MutablePosition, Rules, Snapshot

MOST_SEQUENCES = 60_000


def long_way(game: Game) -> MutablePosition:
    """A worker whose kernel uses none of the short ways."""
    return MutablePosition(Rules(game.compiled.data, game.eval_weights(), fast=False))


@pytest.mark.parametrize("name", all_names())
def test_both_ways_count_the_same_sequences(name: str):
    game = load(name)
    start = game.start().snapshot
    short, long = MutablePosition(game.rules), long_way(game)
    for depth in (1, 2, 3, 4):
        short.load(start)
        counts = short.perft(depth, True)
        for worker in (short, long):
            worker.load(start)
            assert worker.perft(depth, False) == counts
        if counts[-1] > MOST_SEQUENCES:
            return


@pytest.mark.parametrize("name", all_names())
def test_both_ways_lead_through_the_same_games(name: str):
    """The same random actions, made by both, give the same positions, keys and ends."""
    game = load(name)
    short, long = MutablePosition(game.rules), long_way(game)
    for worker in (short, long):
        worker.load(game.start().snapshot)
    for _ in range(150):
        action = short.random_action()
        if action is None:
            break
        assert sorted(short.actions()) == sorted(long.actions())
        short.make(action)
        long.make(action)
        assert facts(short.snapshot()) == facts(long.snapshot())


def facts(snapshot: Snapshot) -> tuple[object, ...]:
    return (snapshot.cells, snapshot.pits, snapshot.mover, snapshot.key, snapshot.ply, snapshot.outcome,
            snapshot.hand(0), snapshot.hand(1), snapshot.quiet, snapshot.stage, snapshot.anchor)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("gomoku:size=9", "e5 d4"),
        ("connect-four", "d1 d2 d3 d4 d5 d6"),
        ("othello", "d3 c3"),
        ("tic-tackle", "a1-a2"),
        ("breakthrough", "a2-a3"),
        ("amazons/6x6", ""),
        ("amazons", ""),
        ("pentago", ""),
        ("kalah", "1"),
        ("nine-mens-morris", "a1 d1"),
        ("alquerque", "d2-c3"),
    ],
)
def test_every_action_is_as_likely_as_any_other(name: str, moves: str):
    game = load(name)
    worker = MutablePosition(game.rules)
    worker.load(game.start().play_all(moves).snapshot)
    actions = worker.actions()
    draws = 400 * len(actions)
    drawn = Counter(worker.random_action() for _ in range(draws))
    assert set(drawn) == set(actions)
    # Pearson's test: the sum is about the number of actions, and far beyond it only if they are not alike.
    spread = sum((drawn[action] - 400) ** 2 / 400 for action in actions)
    assert spread < len(actions) + 6 * (2 * len(actions)) ** 0.5


def test_a_second_stage_is_drawn_evenly_too():
    game = load("amazons/6x6")
    worker = MutablePosition(game.rules)
    worker.load(game.start().snapshot)
    worker.make(worker.actions()[0])
    assert worker.mid_move
    actions = worker.actions()
    drawn = Counter(worker.random_action() for _ in range(400 * len(actions)))
    assert set(drawn) == set(actions)
    assert max(drawn.values()) < 520
    assert min(drawn.values()) > 280
