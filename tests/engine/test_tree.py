"""Complete search trees: pruning changes the nodes searched, not the value."""

import pytest

from ludoteca.engine.scores import WIN
from ludoteca.engine.tree import LARGEST, ORDERS, Node, Tree, grow
from ludoteca.errors import LimitExceeded
from ludoteca.games import Position, load
from ludoteca.kernel import Searcher

SMALL = [
    ("tic-tac-toe", "xo1/1x1/2o x", 5),
    ("tic-tac-toe", "xox/1o1/1x1 o", 4),
    ("connect-four", "7/7/7/7/2oo3/2xxx2 o", 3),
    ("tapatan", None, 4),
    ("kalah:pits=3,seeds=2", None, 5),
    ("othello:size=4", None, 4),
    ("breakthrough/6x6", None, 2),
    ("pentago", None, 1),
    ("hex:size=3", None, 3),
    ("amazons/alquerque-5x5-one", None, 1),
]


def minimax(position: Position, depth: int, ply: int, perspective: str, evaluator: Searcher) -> int:
    """The minimax value of a node."""
    if position.outcome:
        winner = position.outcome.winner
        return 0 if winner is None else WIN - ply if winner == perspective else ply - WIN
    if depth == 0:
        units = evaluator.evaluate(position.snapshot)
        return units if position.mover == perspective else -units
    values = [
        minimax(position.play(m), depth - 1, ply + 1, perspective, evaluator) for m in position.legal_moves
    ]
    return max(values) if position.mover == perspective else min(values)


def start(name: str, text: str | None) -> Position:
    game = load(name)
    return game.position(text) if text else game.start()


@pytest.mark.parametrize(("name", "text", "depth"), SMALL)
def test_plain_minimax_and_alpha_beta_in_any_order_give_the_same_value(name, text, depth):
    position = start(name, text)
    evaluator = Searcher(position.game.rules, 1)
    truth = minimax(position, depth, 0, position.mover, evaluator)
    whole = grow(position, depth, prunes=False)
    assert whole.root.value == truth
    assert whole.nodes == whole.whole == sum(1 for _ in whole.root.walk())
    for order in ORDERS:
        pruned = grow(position, depth, order=order)
        assert pruned.root.value == truth
        assert pruned.root.bound == "exact"
        assert pruned.nodes <= whole.nodes
        check(pruned, depth, evaluator)


def check(tree: Tree, depth: int, evaluator: Searcher) -> None:
    """Every node is consistent: children and pruned moves are all its moves, and its bound holds."""
    for node, ply in with_distance(tree.root, 0):
        if node.position.is_over or ply == depth:
            assert not node.children
            assert not node.pruned
            continue
        seen = [child.move for child in node.children] + list(node.pruned)
        assert sorted(move.text for move in seen) == sorted(m.text for m in node.position.legal_moves)
        assert node.is_max == (node.position.mover == tree.perspective)
        assert node.is_cut == (node.value >= node.beta if node.is_max else node.value <= node.alpha)
        truth = minimax(node.position, depth - ply, ply, tree.perspective, evaluator)
        assert {"exact": node.value == truth, "at least": node.value <= truth,
                "at most": node.value >= truth}[node.bound]  # fmt: skip


def with_distance(node: Node, ply: int):
    yield node, ply
    for child in node.children:
        yield from with_distance(child, ply + 1)


@pytest.mark.parametrize(("name", "text", "depth"), SMALL)
def test_the_best_line_leads_to_the_value(name, text, depth):
    position = start(name, text)
    tree = grow(position, depth)
    for node in tree.line[1:]:
        assert node.move
        position = position.play(node.move.text)
        assert node.value == tree.root.value
    assert position == tree.line[-1].position


def test_extra_turns_are_handled_by_the_mover_of_the_position():
    tree = grow(load("kalah").start(), 2)
    (again,) = [child for child in tree.root.children if child.position.mover == "first"]
    assert again.move is not None
    assert again.move.text == "3"
    assert again.is_max
    assert all(not child.is_max for child in tree.root.children if child is not again)


def test_good_order_prunes_more_and_bad_order_less():
    position = load("tic-tac-toe").position("xo1/1x1/2o x")
    looked_at = {order: grow(position, 5, order=order).nodes for order in ORDERS}
    assert looked_at["best"] < looked_at["path"] < looked_at["worst"] < 238


def test_a_tree_that_is_too_large_is_refused_with_its_size():
    position = load("tic-tac-toe").start()
    with pytest.raises(LimitExceeded, match=f"would have 18730 nodes, and at most {LARGEST} can be shown"):
        grow(position, 5, prunes=False)
    with pytest.raises(LimitExceeded, match=r"would have \d+ nodes"):
        grow(load("gomoku").start(), 2)
    with pytest.raises(LimitExceeded, match="would have 11289826 nodes"):
        grow(load("gomoku").start(), 3, prunes=False)


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match='no order called "random"; known: path, best, worst'):
        grow(load("tic-tac-toe").start(), 1, order="random")
