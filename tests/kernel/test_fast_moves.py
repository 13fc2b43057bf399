"""The kernel's fast paths agree with its general move generation and make/unmake."""

from collections import Counter

import pytest

from ludoteca.games import Game, all_names, load
from ludoteca.kernel import MutablePosition, Rules, Snapshot

MOST_SEQUENCES = 60_000


def general(game: Game) -> MutablePosition:
    """A position without fast paths."""
    return MutablePosition(Rules(game.compiled.data, game.eval_weights(), fast=False))


@pytest.mark.parametrize("name", all_names())
def test_fast_paths_have_the_same_perft(name: str):
    game = load(name)
    start = game.start().snapshot
    fast, slow = MutablePosition(game.rules), general(game)
    for depth in (1, 2, 3, 4):
        fast.load(start)
        counts = fast.perft(depth, True)
        for position in (fast, slow):
            position.load(start)
            assert position.perft(depth, False) == counts
        if counts[-1] > MOST_SEQUENCES:
            return


@pytest.mark.parametrize("name", all_names())
def test_fast_paths_play_the_same_games(name: str):
    """The same random actions give the same positions, Zobrist keys and outcomes."""
    game = load(name)
    fast, slow = MutablePosition(game.rules), general(game)
    for position in (fast, slow):
        position.load(game.start().snapshot)
    for _ in range(150):
        action = fast.random_action()
        if action is None:
            break
        assert sorted(fast.actions()) == sorted(slow.actions())
        fast.make(action)
        slow.make(action)
        assert facts(fast.snapshot()) == facts(slow.snapshot())


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
def test_random_actions_are_uniform(name: str, moves: str):
    game = load(name)
    position = MutablePosition(game.rules)
    position.load(game.start().play_all(moves).snapshot)
    actions = position.actions()
    draws = 400 * len(actions)
    drawn = Counter(position.random_action() for _ in range(draws))
    assert set(drawn) == set(actions)
    # Pearson's chi-squared test.
    chi_squared = sum((drawn[action] - 400) ** 2 / 400 for action in actions)
    assert chi_squared < len(actions) + 6 * (2 * len(actions)) ** 0.5


def test_random_actions_of_a_second_stage_are_uniform():
    game = load("amazons/6x6")
    position = MutablePosition(game.rules)
    position.load(game.start().snapshot)
    position.make(position.actions()[0])
    assert position.mid_move
    actions = position.actions()
    drawn = Counter(position.random_action() for _ in range(400 * len(actions)))
    assert set(drawn) == set(actions)
    assert max(drawn.values()) < 520
    assert min(drawn.values()) > 280
