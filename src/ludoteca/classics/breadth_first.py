"""Breadth-first search: a tree that grows level by level, is evaluated bottom-up, and kept between moves."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator

from ludoteca.games import Game, Move, Position
from ludoteca.games.notation import Action
from ludoteca.kernel import FixedDepthSearch, MutablePosition, Snapshot

MAX_REUSE_DEPTH = 4
"""The depth to which the next position is searched in the kept tree."""


class Node:
    """A position in the tree, stored as the move that leads to it, without a board."""

    __slots__ = ("actions", "children", "key", "mover", "outcome", "parent", "score", "static")

    def __init__(self, parent: Node | None, actions: tuple[Action, ...]) -> None:
        self.parent = parent
        self.actions = actions
        self.children: list[Node] = []
        self.mover = 0
        self.outcome = 0
        self.key = 0
        self.static = 0.0
        """The static evaluation, for the side to move at the root."""
        self.score = 0.0


class Tree:
    """A tree of moves from one position of a game."""

    def __init__(self, position: Position, evaluator: FixedDepthSearch | None = None) -> None:
        self.game: Game = position.game
        self.start: Snapshot = position.snapshot
        self.evaluator = evaluator
        self.root = Node(None, ())
        self.root.mover, self.root.key = self.start.mover, self.start.key
        self.nodes = 1
        self.limit = "depth"
        """Why it grew no further: `depth`, `size`, `time`, or `end` if every line ends."""

    def grow(
        self, levels: int, most: int, check: Callable[[], None] | None = None, deadline: float | None = None
    ) -> int:
        """Algorithm 3: expand the leaves level by level with a queue. Returns the depth of the tree.

        A level that would exceed `most` nodes is dropped, except the first one; so is one that is not
        complete at the `deadline`, by `time.perf_counter`. `check` is called before each node is expanded,
        and may raise an exception to stop."""
        self.limit = "depth"
        queue = [node for node, _ in self._walk() if not node.children and not node.outcome]
        with self.game.worker() as worker:
            for level in range(levels):
                is_first = not level and not self.root.children
                limit = None if is_first else most
                grown = self._grow_level(queue, worker, limit, check, None if is_first else deadline)
                if not grown:
                    self.limit = self.limit if queue else "end"
                    break
                queue = [node for node in grown if not node.outcome]
        return self.depth

    def _grow_level(
        self, queue: list[Node], worker: MutablePosition, most: int | None, check: Callable[[], None] | None,
        deadline: float | None,
    ) -> list[Node]:  # fmt: skip
        grown: list[Node] = []
        for node in queue:
            if check:
                check()
            node.children = self._expand(node, worker)
            grown += node.children
            is_late = deadline is not None and time.perf_counter() > deadline
            if is_late or (most is not None and self.nodes + len(grown) > most):
                self.limit = "time" if is_late else "size"
                for expanded in queue:
                    expanded.children = []
                return []
        self.nodes += len(grown)
        return grown

    def _expand(self, node: Node, worker: MutablePosition) -> list[Node]:
        """The children of a node: moves are made on one board and taken back (Algorithm 15)."""
        worker.load(self.start)
        for action in path(node):
            worker.make(action)
        found = []
        for actions in complete_moves(worker):
            child = Node(node, actions)
            for action in actions:
                worker.make(action)
            child.outcome = worker.resolve()
            after = worker.snapshot()
            child.mover, child.key = after.mover, after.key
            if self.evaluator and not child.outcome:
                static = self.evaluator.evaluate(after)
                child.static = static if child.mover == self.root.mover else -static
            for _ in actions:
                worker.unmake()
            found.append(child)
        return found

    def value(self, weighted: bool, bonus: float = 0.0) -> None:
        """Algorithm 4: bottom-up minimax. `bonus` makes a win worth more than any evaluation."""
        depth = self.depth
        for node, level in reversed(list(self._walk())):
            if node.children:
                scores = [child.score for child in node.children]
                node.score = max(scores) if node.mover == self.root.mover else min(scores)
            elif node.outcome in (1, 2):
                # Algorithm 6, or 7 if weighted: results nearer to the root count more.
                value = bonus + (depth - level + 1 if weighted else 1)
                node.score = value if node.outcome == self.root.mover + 1 else -value
            else:
                node.score = node.static

    def line(self, position: Position, move: Move) -> tuple[Move, ...]:
        """The expected line from the root, after a move of it: the first of the best replies each."""
        node = next(child for child in self.root.children if child.actions == move.actions)
        actions: list[Action] = []
        while node.children:
            best = max if node.mover == self.root.mover else min
            node = best(node.children, key=lambda child: child.score)
            actions += node.actions
        return (move, *position.play(move).moves_of(actions))

    def advance_to(self, position: Position) -> bool:
        """Make the node of a position the root, if the tree has it; other branches are dropped."""
        key = position.snapshot.key
        nodes = (node for node, level in self._walk(MAX_REUSE_DEPTH) if node.key == key and not node.outcome)
        found = next(nodes, None)
        if found is None:
            return False
        if found.mover != self.root.mover:
            for node, _ in Tree._below(found):
                node.static = -node.static
        found.parent, found.actions = None, ()
        self.root, self.start = found, position.snapshot
        self.nodes = sum(1 for _ in self._walk())
        return True

    @property
    def depth(self) -> int:
        """The depth of the tree."""
        return max(level for _, level in self._walk())

    def _walk(self, deepest: int | None = None) -> Iterator[tuple[Node, int]]:
        return self._below(self.root, deepest)

    @staticmethod
    def _below(top: Node, deepest: int | None = None) -> Iterator[tuple[Node, int]]:
        """Every node with its level, in breadth-first order."""
        queue = deque([(top, 0)])
        while queue:
            node, level = queue.popleft()
            yield node, level
            if deepest is None or level < deepest:
                queue.extend((child, level + 1) for child in node.children)


def path(node: Node) -> list[Action]:
    """The actions that lead from the root to a node."""
    found: list[Action] = []
    while node.parent is not None:
        found[:0] = node.actions
        node = node.parent
    return found


def complete_moves(worker: MutablePosition) -> list[tuple[Action, ...]]:
    """Every complete move of the worker's position, as its actions."""
    found: list[tuple[Action, ...]] = []
    for action in worker.actions():
        worker.make(action)
        if worker.mid_move:
            found += [(action, *rest) for rest in complete_moves(worker)]
        else:
            found.append((action,))
        worker.unmake()
    return found
