"""The record of a textbook search: its tree, and every step in the order in which it was made.

The searches are written for reading, not for speed. They work on any tree: a space says which branches a node
has and what its leaves are worth. Max and min follow the side to move, never the parity of the depth.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from ludoteca.engine.scores import WIN
from ludoteca.games import Move, Position

INFINITE = WIN + 1
"""The bounds of the full window, in units of the engine's evaluation."""
ALGORITHMS = ("minimax", "negamax", "alphabeta", "expectiminimax", "breadth-first")
"""The searches that can be recorded. `expectiminimax` takes the opponent to move at random."""

B = TypeVar("B")


@dataclass
class Node:
    """A node of the tree. All values are from the point of view of the side to move at the root."""

    move: Move | None
    """The move that led here; None at the root."""
    position: Position
    alpha: float
    beta: float
    """The search window when the search enters this node."""
    value: float = 0
    is_max: bool = True
    """Whether this is a max node: the side of the root is to move."""
    bound: str = "exact"
    """`exact`, or a lower bound (`at least`) or upper bound (`at most`) after pruning."""
    children: tuple[Node, ...] = ()
    pruned: tuple[Move, ...] = ()
    """The moves that were pruned."""
    best: int | None = None
    """The index of the child that gave the value; None at a leaf and for a mean."""
    is_cut: bool = False
    """Whether a cutoff ended the search of this node."""
    id: int = 0
    """Its number in the order in which the search created the nodes; a given tree has numbers of its own."""

    def walk(self) -> Iterator[Node]:
        """This node and its descendants, in preorder."""
        yield self
        for child in self.children:
            yield from child.walk()


class Space(Protocol[B]):
    """The tree that a search walks over."""

    def branches(self, node: Node, ply: int) -> Sequence[B]:
        """The branches of a node in search order; none at a leaf."""

    def child(self, node: Node, branch: B) -> Node:
        """The node at the end of a branch; the search sets its window."""

    def move(self, branch: B) -> Move:
        """The move of a branch."""

    def value(self, node: Node, ply: int) -> float:
        """The value of a leaf, for the side to move at the root."""


@dataclass(frozen=True)
class Step:
    """One step of a search. The window and the value are those after the step."""

    kind: str
    """`enter` a node, evaluate a `leaf`, `update` a node by the value of a child, `cut` the branches that are
    left, be `done` with a node. Breadth first: `expand` a node into its children, then `done` bottom-up."""
    node: int
    alpha: float
    beta: float
    value: float | None = None
    child: int | None = None
    """The child whose value came back."""
    is_better: bool = False
    """Whether an update changed the value of the node."""
    count: int = 0
    """The branches that a cut leaves out, or the children that an expansion adds."""
    cutter: int | None = None
    """The nearest node above whose bound a cut relies on."""


@dataclass
class Record:
    """A finished search: its tree and its steps."""

    algorithm: str
    root: Node
    steps: list[Step] = field(default_factory=list)
    nodes: int = 0
    """Nodes entered, including the root."""
    leaves: int = 0
    """Leaves evaluated."""

    @property
    def branches_pruned(self) -> int:
        return sum(len(node.pruned) for node in self.root.walk())


class Recorder(Generic[B]):
    """Runs one search and records it. `limit` is called with the number of nodes entered so far; it may raise
    an exception to stop."""

    def __init__(
        self,
        space: Space[B],
        algorithm: str = "alphabeta",
        infinity: float = INFINITE,
        limit: Callable[[int], None] | None = None,
        renumber: bool = True,
    ) -> None:
        if algorithm not in ALGORITHMS:
            raise ValueError(f'no algorithm called "{algorithm}"; known: {", ".join(ALGORITHMS)}')
        self.space, self.algorithm, self.infinity, self.limit = space, algorithm, infinity, limit
        self.renumber = renumber
        self.prunes = algorithm == "alphabeta"

    def run(self, root: Node) -> Record:
        """Search from a root to the leaves of the space."""
        self.record = Record(self.algorithm, root)
        self.perspective = root.position.mover
        self.path: list[Node] = []
        root.alpha, root.beta = -self.infinity, self.infinity
        if self.algorithm == "breadth-first":
            self._grow(root)
        else:
            self._visit(root, 0)
        return self.record

    # -- depth first ----------------------------------------------------------------------------------

    def _enter(self, node: Node) -> None:
        if self.renumber:
            node.id = self.record.nodes
        self.record.nodes += 1
        if self.limit:
            self.limit(self.record.nodes)
        node.is_max = node.position.mover == self.perspective

    def _visit(self, node: Node, ply: int) -> None:
        self._enter(node)
        self._note("enter", node)
        branches = self.space.branches(node, ply)
        if branches:
            self.path.append(node)
            self._search(node, branches, ply)
            self.path.pop()
            _set_bound(node)
            self._note("done", node, value=node.value)
        else:
            node.value = self.space.value(node, ply)
            self.record.leaves += 1
            self._note("leaf", node, value=node.value)

    def _search(self, node: Node, branches: Sequence[B], ply: int) -> None:
        alpha, beta = node.alpha, node.beta
        children: list[Node] = []
        for number, branch in enumerate(branches):
            child = self.space.child(node, branch)
            child.alpha, child.beta = alpha, beta
            self._visit(child, ply + 1)
            children.append(child)
            is_better = self._back_up(node, children, len(branches))
            if self.prunes:
                alpha = max(alpha, node.value) if node.is_max else alpha
                beta = beta if node.is_max else min(beta, node.value)
            self._note("update", node, alpha, beta, node.value, child.id, is_better)
            if self.prunes and alpha >= beta:
                self._cut(node, [self.space.move(one) for one in branches[number + 1 :]], alpha, beta)
                break
        node.children = tuple(children)

    def _back_up(self, node: Node, children: list[Node], whole: int) -> bool:
        """Set the value of a node after its last child; whether it changed."""
        last = children[-1]
        if self.algorithm == "expectiminimax" and not node.is_max:
            node.value = sum(child.value for child in children) / len(children)
            return True
        is_better = node.best is None or (last.value > node.value if node.is_max else last.value < node.value)
        if is_better:
            node.value, node.best = last.value, len(children) - 1
        return is_better

    def _cut(self, node: Node, left: list[Move], alpha: float, beta: float) -> None:
        """Alpha reached beta: the branches that are left cannot change the result."""
        node.is_cut = True
        node.pruned = tuple(left)
        if not left:
            return
        wanted = beta if node.is_max else alpha
        self._note("cut", node, alpha, beta, node.value, count=len(left), cutter=self._cutter(node, wanted))

    def _cutter(self, node: Node, bound: float) -> int | None:
        """The nearest ancestor of the other kind: it has a choice at least as good already."""
        above = (one for one in reversed(self.path[:-1]) if one.is_max != node.is_max)
        chosen = next((one for one in above if one.best is not None and one.value == bound), None)
        return chosen.id if chosen else None

    def _note(
        self,
        kind: str,
        node: Node,
        alpha: float | None = None,
        beta: float | None = None,
        value: float | None = None,
        child: int | None = None,
        is_better: bool = False,
        count: int = 0,
        cutter: int | None = None,
    ) -> None:
        low, high = node.alpha if alpha is None else alpha, node.beta if beta is None else beta
        self.record.steps.append(Step(kind, node.id, low, high, value, child, is_better, count, cutter))

    # -- breadth first --------------------------------------------------------------------------------

    def _grow(self, root: Node) -> None:
        """Expand level by level with a queue, then value the nodes bottom-up."""
        self._enter(root)
        self._note("enter", root)
        queue = deque([(root, 0)])
        order: list[tuple[Node, int]] = []
        while queue:
            node, ply = queue.popleft()
            order.append((node, ply))
            children = [self.space.child(node, branch) for branch in self.space.branches(node, ply)]
            for child in children:
                child.alpha, child.beta = -self.infinity, self.infinity
                self._enter(child)
            node.children = tuple(children)
            queue.extend((child, ply + 1) for child in children)
            if children:
                self._note("expand", node, count=len(children))
        for node, ply in reversed(order):
            self._value(node, ply)

    def _value(self, node: Node, ply: int) -> None:
        if not node.children:
            node.value = self.space.value(node, ply)
            self.record.leaves += 1
            self._note("leaf", node, value=node.value)
            return
        values = [child.value for child in node.children]
        node.value = max(values) if node.is_max else min(values)
        node.best = values.index(node.value)
        self._note("done", node, value=node.value)


def _set_bound(node: Node) -> None:
    """Whether the value of a node is exact or a bound, from its children."""
    if node.best is None:
        return
    own, other = ("at least", "at most") if node.is_max else ("at most", "at least")
    complete = not node.pruned and all(child.bound in ("exact", other) for child in node.children)
    reached = any(c.value == node.value and c.bound in ("exact", own) for c in node.children)
    node.bound = "exact" if complete and reached else own if reached else other
