"""SMP: a move that another thread is searching is deferred to a second pass, and searched there."""

import pytest

from ludoteca.games import load
from ludoteca.kernel import Searcher

WIN = 30_000
DEPTH = 3


@pytest.fixture
def threads():
    """Two searchers on one tree. Moves are searched in the order of generation."""
    rules = load("gomoku").rules
    main = Searcher(rules, 1)
    main.disable(["ordering"])
    return main, Searcher(rules, 0, None, main)


def test_deferred_quiet_moves_are_searched_on_a_large_board(threads):
    """On large boards, quiet moves far from all pieces come last and are pruned. In the second pass a move is
    judged by its own place in the order, not by how far the first pass came."""
    main, _ = threads
    position = load("gomoku").start().play_all("h8 g8 i8 c15 j8 e15 k8 g13")
    winning = position.find("l8").actions[0]
    main.begin(position.snapshot, 10**9)
    in_order = main.search(DEPTH)
    in_order_nodes = main.nodes
    main.clear_hash()
    main.begin(position.snapshot, 10**9)
    main.mark_searching(winning, DEPTH)
    deferred = main.search(DEPTH)
    assert main.nodes != in_order_nodes  # the order of moves was another
    assert deferred[0] == in_order[0] == WIN - 1
    assert deferred[2] == in_order[2] == [winning]


def test_one_thread_defers_nothing():
    game = load("gomoku")
    with pytest.raises(ValueError, match="one thread"):
        Searcher(game.rules, 1).mark_searching(game.start().legal_moves[0].actions[0], DEPTH)
