"""The steps of a recorded search: replaying them gives the tree."""

import pytest

from ludoteca.engine.tree import grow
from ludoteca.games import load

GAMES = ["tic-tac-toe", "tapatan", "kalah:pits=3,seeds=2", "othello:size=4"]


@pytest.mark.parametrize("name", GAMES)
def test_replaying_the_steps_gives_the_tree(name):
    tree = grow(load(name).start(), 3)
    nodes = {node.id: node for node in tree.root.walk()}
    values, windows = {}, {}
    for step in tree.record.steps:
        if step.kind == "enter":
            windows[step.node] = (step.alpha, step.beta)
        if step.kind in ("leaf", "update", "done"):
            values[step.node] = step.value
    assert values == {number: node.value for number, node in nodes.items()}
    assert windows == {number: (node.alpha, node.beta) for number, node in nodes.items()}
    assert len(nodes) == tree.nodes


@pytest.mark.parametrize("name", GAMES)
def test_every_cut_names_the_node_that_allows_it(name):
    """A cut relies on a node above it, of the other kind, that has a choice at least as good already."""
    tree = grow(load(name).start(), 4)
    nodes = {node.id: node for node in tree.root.walk()}
    above = {child.id: node for node in nodes.values() for child in node.children}
    best: dict[int, float] = {}
    cuts = 0
    for step in tree.record.steps:
        if step.kind == "update" and step.value is not None:
            best[step.node] = step.value
        if step.kind != "cut":
            continue
        cuts += 1
        node, cutter = nodes[step.node], step.cutter
        assert step.alpha >= step.beta
        assert cutter is not None
        assert nodes[cutter].is_max != node.is_max
        assert best[cutter] == (step.beta if node.is_max else step.alpha)
        parents = []
        while node.id in above:
            node = above[node.id]
            parents.append(node.id)
        assert cutter in parents
        assert step.count == len(nodes[step.node].pruned)
    assert cuts


def test_breadth_first_expands_level_by_level():
    tree = grow(load("tapatan").start(), 3, algorithm="breadth-first")
    level = {0: 0}
    for node in tree.root.walk():
        level |= {child.id: level[node.id] + 1 for child in node.children}
    levels = [level[step.node] for step in tree.record.steps if step.kind == "expand"]
    assert levels == sorted(levels)
    assert tree.root.value == grow(load("tapatan").start(), 3).root.value
