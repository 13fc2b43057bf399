"""The complete tree of a small minimax or alpha-beta search, for display: all nodes with their windows and
values, and the pruned branches. The root value is the same with and without pruning."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.engine.scores import WIN
from ludoteca.errors import LimitExceeded
from ludoteca.games import Game, Move, Position
from ludoteca.games.movegen import complete_moves
from ludoteca.kernel import MutablePosition, Searcher, Snapshot

LARGEST = 3000
"""Trees with more nodes are refused: they cannot be displayed."""
COUNTED = 20_000
"""The nodes of a tree that is too large are counted up to this number, for the error message."""
ORDERS = ("path", "best", "worst")
"""Move ordering: as listed, best static evaluation first, or worst first."""
INFINITE = WIN + 1
"""The bounds of the full window."""


@dataclass
class Node:
    """A node of the tree. All values are from the point of view of the side to move at the root."""

    move: Move | None
    """The move that led here; None at the root."""
    position: Position
    alpha: int
    beta: int
    """The search window at this node."""
    value: int = 0
    is_max: bool = True
    """Whether this is a max node: the side of the root is to move."""
    bound: str = "exact"
    """`exact`, or a lower bound (`at least`) or upper bound (`at most`) after pruning."""
    children: tuple[Node, ...] = ()
    pruned: tuple[Move, ...] = ()
    """The moves that were pruned."""
    best: int | None = None
    """The index of the child that gave the value."""
    is_cut: bool = False
    """Whether a cutoff ended the search of this node."""

    def walk(self) -> Iterator[Node]:
        """This node and its descendants, in preorder."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Tree:
    """A complete search tree."""

    root: Node
    depth: int
    prunes: bool
    order: str
    nodes: int
    """Nodes searched, including the root."""
    branches_pruned: int
    whole: int | None
    """Nodes of the tree without pruning, if they could be counted quickly."""

    @property
    def perspective(self) -> str:
        """The side that the values are for: the mover of the root."""
        return self.root.position.mover

    @property
    def line(self) -> tuple[Node, ...]:
        """The principal variation, from the root down."""
        found = [self.root]
        while found[-1].best is not None:
            found.append(found[-1].children[found[-1].best])
        return tuple(found)


def grow(position: Position, depth: int, prunes: bool = True, order: str = "path") -> Tree:
    """The search tree of a position, `depth` plies deep: minimax, or alpha-beta with `prunes`.

    Terminal nodes score a win, a draw or a loss, adjusted by distance; leaves at the horizon get the static
    evaluation. Raises `LimitExceeded` if the tree has more than `LARGEST` nodes.
    """
    if order not in ORDERS:
        raise ValueError(f'no order called "{order}"; known: {", ".join(ORDERS)}')
    whole = count(position, depth)
    if not prunes and (whole is None or whole > LARGEST):
        raise _too_large(whole)
    builder = _TreeBuilder(position, prunes, order)
    root = builder.build(depth)
    cut = sum(len(node.pruned) for node in root.walk())
    return Tree(root, depth, prunes, order, builder.nodes, cut, whole)


def drawable_depth(position: Position, most: int, prunes: bool = True, order: str = "path") -> int:
    """The greatest depth up to `most` whose tree has no more than `LARGEST` nodes; 0 if there is none."""
    for depth in range(1, most + 1):
        try:
            if prunes:
                _TreeBuilder(position, prunes, order, LARGEST).build(depth)
            elif (count(position, depth) or LARGEST + 1) > LARGEST:
                return depth - 1
        except LimitExceeded:
            return depth - 1
    return most


def count(position: Position, depth: int) -> int | None:
    """The nodes of the tree without pruning; None if there are too many to count quickly."""
    total = 1
    for level in range(1, depth + 1):
        found = position.game.perft(level, position=position).counts[-1]
        total += found
        if found == 0 or (total > 500 * COUNTED and level < depth):
            return total if found == 0 else None
    return total


def _too_large(nodes: int | None) -> LimitExceeded:
    """The error for a tree with too many nodes; `nodes` is None if they were not all counted."""
    if nodes is None:
        return LimitExceeded("tree.more-nodes", nodes=COUNTED, limit=LARGEST)
    return LimitExceeded("tree.too-large", nodes=nodes, limit=LARGEST)


class _TreeBuilder:
    """Builds one tree, making and unmaking moves on one kernel worker."""

    def __init__(self, position: Position, prunes: bool, order: str, counted: int = COUNTED) -> None:
        self.game: Game = position.game
        self.start = position
        self.prunes, self.order, self.counted = prunes, order, counted
        self.perspective = position.snapshot.mover
        self.nodes = 0
        self.worker = MutablePosition(self.game.rules)
        self.evaluator = Searcher(self.game.rules, 1)

    def build(self, depth: int) -> Node:
        self.worker.load(self.start.snapshot)
        root = Node(None, self.start, -INFINITE, INFINITE)
        self._visit(root, depth, 0)
        if self.nodes > LARGEST:
            raise _too_large(self.nodes)
        return root

    def _visit(self, node: Node, depth: int, ply: int) -> None:
        """Search a node `depth` plies deep and set its value."""
        self.nodes += 1
        if self.nodes > self.counted:
            raise _too_large(None)
        here = node.position.snapshot
        node.is_max = here.mover == self.perspective
        if here.outcome or depth == 0:
            node.value = self._value(here, ply)
            return
        self._search_children(node, depth, ply)
        _set_bound(node)

    def _search_children(self, node: Node, depth: int, ply: int) -> None:
        alpha, beta = node.alpha, node.beta
        moves = self._ordered(node, ply)
        children = []
        for number, move in enumerate(moves):
            child = Node(move, self._make(move), alpha, beta)
            self._visit(child, depth - 1, ply + 1)
            self._unmake(move)
            children.append(child)
            if node.best is None or (child.value > node.value if node.is_max else child.value < node.value):
                node.value, node.best = child.value, number
            if not self.prunes:
                continue
            if node.is_max:
                alpha = max(alpha, node.value)
            else:
                beta = min(beta, node.value)
            if alpha >= beta:
                node.is_cut = True
                node.pruned = tuple(moves[number + 1 :])
                break
        # A tree that will be refused need not be kept.
        node.children = tuple(children) if self.nodes <= LARGEST else ()

    # -- moves ----------------------------------------------------------------------------------------

    def _make(self, move: Move) -> Position:
        for action in move.actions:
            self.worker.make(action)
        self.worker.resolve()
        return Position(self.game, self.worker.snapshot(), move)

    def _unmake(self, move: Move) -> None:
        for _ in move.actions:
            self.worker.unmake()

    def _ordered(self, node: Node, ply: int) -> list[Move]:
        moves = complete_moves(self.worker, self.game.notation)
        if self.order == "path":
            return moves
        values = {move: self._static_value(move, ply) for move in moves}
        # Descending for one side, ascending for the other; the sort is stable.
        return sorted(moves, key=values.__getitem__, reverse=node.is_max == (self.order == "best"))

    def _static_value(self, move: Move, ply: int) -> int:
        after = self._make(move).snapshot
        self._unmake(move)
        return self._value(after, ply + 1)

    def _value(self, snapshot: Snapshot, ply: int) -> int:
        if snapshot.outcome:
            winner = {1: 0, 2: 1}.get(snapshot.outcome)
            return 0 if winner is None else WIN - ply if winner == self.perspective else ply - WIN
        units = self.evaluator.evaluate(snapshot)
        return units if snapshot.mover == self.perspective else -units


def _set_bound(node: Node) -> None:
    """Whether the value of a node is exact or a bound, from its children."""
    own, other = ("at least", "at most") if node.is_max else ("at most", "at least")
    complete = not node.pruned and all(child.bound in ("exact", other) for child in node.children)
    reached = any(c.value == node.value and c.bound in ("exact", own) for c in node.children)
    node.bound = "exact" if complete and reached else own if reached else other
