"""The complete tree of a small textbook search, for display: all nodes with their windows and values, pruned
branches, and the steps of the search. The root value is the same with and without pruning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludoteca.engine.recording import ALGORITHMS as ALGORITHMS
from ludoteca.engine.recording import INFINITE as INFINITE
from ludoteca.engine.recording import Node as Node
from ludoteca.engine.recording import Record, Recorder
from ludoteca.engine.scores import WIN
from ludoteca.engine.static_eval import StaticEvaluator
from ludoteca.errors import LimitExceeded
from ludoteca.games import Game, Move, Position
from ludoteca.games.movegen import complete_moves
from ludoteca.kernel import MutablePosition, Snapshot

LARGEST = 3000
"""Trees with more nodes are refused: they cannot be displayed."""
COUNTED = 20_000
"""The nodes of a tree that is too large are counted up to this number, for the error message."""
ORDERS = ("path", "best", "worst")
"""Move ordering: as listed, best static evaluation first, or worst first."""


class Scorer(Protocol):
    """What leaves are worth."""

    infinity: float
    """Greater than any value."""

    def value(self, snapshot: Snapshot, side: int, ply: int, depth: int) -> float:
        """The value of a leaf for a side, `ply` plies below the root of a tree of a depth."""


class EngineScorer:
    """The engine's own values: a win or loss with its distance, a draw, or the static evaluation."""

    infinity: float = INFINITE

    def __init__(self, game: Game) -> None:
        self._evaluator = StaticEvaluator(game)

    def value(self, snapshot: Snapshot, side: int, ply: int, depth: int) -> float:
        if snapshot.outcome:
            winner = {1: 0, 2: 1}.get(snapshot.outcome)
            return 0 if winner is None else WIN - ply if winner == side else ply - WIN
        return self._evaluator.snapshot_units(snapshot, side)


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
    record: Record
    """The steps of the search."""
    scorer: Scorer

    @property
    def algorithm(self) -> str:
        return self.record.algorithm

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


def grow(
    position: Position,
    depth: int,
    prunes: bool = True,
    order: str = "path",
    algorithm: str = "",
    scorer: Scorer | None = None,
) -> Tree:
    """The search tree of a position, `depth` plies deep, by one of `ALGORITHMS`: by default alpha-beta, or
    minimax without `prunes`.

    Leaves have the values of the engine unless a `scorer` is given. Raises `LimitExceeded` if the tree has
    more than `LARGEST` nodes.
    """
    if order not in ORDERS:
        raise ValueError(f'no order called "{order}"; known: {", ".join(ORDERS)}')
    algorithm = algorithm or ("alphabeta" if prunes else "minimax")
    prunes = algorithm == "alphabeta"
    whole = count(position, depth)
    if not prunes and (whole is None or whole > LARGEST):
        raise _too_large(whole)
    scorer = scorer or EngineScorer(position.game)
    record = _search(position, depth, algorithm, order, scorer, COUNTED)
    return Tree(
        record.root, depth, prunes, order, record.nodes, record.branches_pruned, whole, record, scorer
    )


def _search(
    position: Position, depth: int, algorithm: str, order: str, scorer: Scorer, counted: int
) -> Record:
    def limit(nodes: int) -> None:
        if nodes > counted:
            raise _too_large(None)

    space = _Space(position, depth, order, scorer)
    record = Recorder(space, algorithm, scorer.infinity, limit).run(Node(None, position, 0, 0))
    if record.nodes > LARGEST:
        raise _too_large(record.nodes)
    return record


def drawable_depth(
    position: Position, most: int, prunes: bool = True, order: str = "path", scorer: Scorer | None = None
) -> int:
    """The greatest depth up to `most` whose tree has no more than `LARGEST` nodes; 0 if there is none."""
    scorer = scorer or EngineScorer(position.game)
    for depth in range(1, most + 1):
        try:
            if prunes:
                _search(position, depth, "alphabeta", order, scorer, LARGEST)
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


class _Space:
    """The moves of a game as a search space, some plies deep."""

    def __init__(self, position: Position, depth: int, order: str, scorer: Scorer) -> None:
        self.game: Game = position.game
        self.depth, self.order, self.scorer = depth, order, scorer
        self.side = position.snapshot.mover
        self.worker = MutablePosition(self.game.rules)

    def branches(self, node: Node, ply: int) -> list[Move]:
        if ply == self.depth or node.position.snapshot.outcome:
            return []
        self.worker.load(node.position.snapshot)
        moves = complete_moves(self.worker, self.game.notation)
        if self.order == "path":
            return moves
        values = {move: self._static_value(node, move, ply + 1) for move in moves}
        # Descending for one side, ascending for the other; the sort is stable.
        return sorted(moves, key=values.__getitem__, reverse=node.is_max == (self.order == "best"))

    def child(self, node: Node, branch: Move) -> Node:
        return Node(branch, Position(self.game, self._after(node, branch), branch), 0, 0)

    def move(self, branch: Move) -> Move:
        return branch

    def value(self, node: Node, ply: int) -> float:
        return self.scorer.value(node.position.snapshot, self.side, ply, self.depth)

    def _static_value(self, node: Node, move: Move, ply: int) -> float:
        return self.scorer.value(self._after(node, move), self.side, ply, self.depth)

    def _after(self, node: Node, move: Move) -> Snapshot:
        self.worker.load(node.position.snapshot)
        for action in move.actions:
            self.worker.make(action)
        self.worker.resolve()
        return self.worker.snapshot()
