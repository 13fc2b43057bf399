"""The game tree of the Mancala report: built whole in memory, a board in every node, and valued afterwards.

A node has one child for each pit. An empty pit is an invalid child, `None`. The side to move is a mark on the
node, because a side that ends in its store moves again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.classics.kernel_codes import Unfit
from ludoteca.games import Position
from ludoteca.kernel import MutablePosition, Snapshot

WON = 100
"""A finished game is worth this and the difference of the stores."""
INVALID = 1000
"""An invalid child is worth this to the opponent of the side that would choose it."""


@dataclass
class TreeNode:
    """A position with its board."""

    board: Snapshot
    player: int
    """The side to move."""
    again: bool = False
    """Whether the side that made the last move moves again."""
    children: list[TreeNode | None] = field(default_factory=list)


@dataclass
class MemoryTree:
    """A tree of a given height."""

    root: TreeNode
    stores: tuple[int, int]
    """The pits that are the stores of the two sides."""
    nodes: int = 1
    invalid: int = 0
    extra_turns: int = 0


def build(position: Position, height: int, check: Callable[[], None] | None = None) -> MemoryTree:
    """`criaArvore()`: the tree of a position. `check` may raise an exception to stop. Raises `Unfit`."""
    game = position.game
    names = [cell.name for cell in game.board.cells]
    if game.board.shape != "pits" or "store" not in names:
        raise Unfit("evaluator.needs-pits")
    tree = MemoryTree(
        TreeNode(position.snapshot, position.snapshot.mover), (names.index("store"), names.index("store'"))
    )
    with game.worker() as worker:
        _grow(tree, tree.root, height, worker, check)
    return tree


def _grow(
    tree: MemoryTree, node: TreeNode, height: int, worker: MutablePosition, check: Callable[[], None] | None
) -> None:
    if not height or node.board.outcome:
        return
    if check:
        check()
    worker.load(node.board)
    moves = {action[1]: action for action in worker.actions()}
    first = 0 if node.player == 0 else tree.stores[0] + 1
    for pit in range(first, tree.stores[node.player]):
        if pit not in moves:
            node.children.append(None)
            tree.invalid += 1
            continue
        worker.load(node.board)
        worker.make(moves[pit])
        worker.resolve()
        board = worker.snapshot()
        child = TreeNode(board, board.mover, again=not board.outcome and board.mover == node.player)
        tree.nodes += 1
        tree.extra_turns += child.again
        node.children.append(child)
        _grow(tree, child, height - 1, worker, check)


def value(tree: MemoryTree, node: TreeNode | None, side: int, parent: int) -> int:
    """`miniMax()`: the value of a node for a side; `parent` is the side that chooses among its siblings."""
    if node is None or not node.children:
        return evaluate(tree, node, side, parent)
    values = [value(tree, child, side, node.player) for child in node.children]
    return max(values) if node.player == side else min(values)


def evaluate(tree: MemoryTree, node: TreeNode | None, side: int, parent: int) -> int:
    """`avalia()`: the difference of the stores, with a bonus at the end of the game."""
    if node is None:
        return -INVALID if parent == side else INVALID
    stores = [node.board.pits[store] for store in tree.stores]
    ahead = stores[side] - stores[1 - side]
    if not node.board.outcome or not ahead:
        return ahead
    return ahead + (WON if ahead > 0 else -WON)


def decide(tree: MemoryTree) -> tuple[int, int]:
    """`decisaoComputador()`: the number of the chosen pit among those of the side, and its value."""
    side = tree.root.player
    values = [value(tree, child, side, side) for child in tree.root.children]
    best = max(values)
    return values.index(best), best
