"""The tree of a small search, kept whole for people to look at: every node with its window and value, and the
branches that pruning left out. The value of the root is the same with pruning and without."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.engine.scores import WIN
from ludoteca.errors import LimitExceeded
from ludoteca.games import Game, Move, Position
from ludoteca.games.movegen import complete_moves
from ludoteca.kernel import MutablePosition, Searcher, Snapshot

LARGEST = 3000
"""A tree of more nodes is refused: nobody could look at it."""
COUNTED = 20_000
"""Of a tree that is too large the nodes are counted up to here, to say how many there would be."""
ORDERS = ("path", "best", "worst")
"""The moves as they are listed; those that look best first; those that look worst first."""
ENDLESS = WIN + 1
"""A window from minus this to this is open."""


@dataclass
class Node:
    """A position that the search looked at. All numbers are in the eyes of the side to move at the root."""

    move: Move | None
    """The move that led here; None at the root."""
    position: Position
    alpha: int
    beta: int
    """The window with which the search came here: only values between the two could still matter."""
    value: int = 0
    is_max: bool = True
    """Whether the side of the root is to move, and takes the largest value."""
    bound: str = "exact"
    """`exact`, or `at least` or `at most` where the branches that were pruned might tell more."""
    children: tuple[Node, ...] = ()
    pruned: tuple[Move, ...] = ()
    """The moves that were not looked at."""
    best: int | None = None
    """Which child gave its value."""
    is_cut: bool = False
    """Whether its value left the window, so that what remained did not matter."""

    def walk(self) -> Iterator[Node]:
        """This node and all below, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Tree:
    """A whole search."""

    root: Node
    depth: int
    prunes: bool
    order: str
    nodes: int
    """How many positions were looked at, the root included."""
    branches_pruned: int
    whole: int | None
    """How many there are without pruning, where they could be counted quickly."""

    @property
    def eyes(self) -> str:
        """The side for which the values are: the mover of the root."""
        return self.root.position.mover

    @property
    def line(self) -> tuple[Node, ...]:
        """The play that both sides choose, from the root down."""
        found = [self.root]
        while found[-1].best is not None:
            found.append(found[-1].children[found[-1].best])
        return tuple(found)


def grow(position: Position, depth: int, prunes: bool = True, order: str = "path") -> Tree:
    """The tree of all play from a position, `depth` moves deep; with `prunes`, as alpha-beta sees it.

    A finished game is worth a win, a loss or nothing, less for each move it takes; a position at the horizon,
    what the evaluation says. Raises `LimitExceeded` if the tree would have more than `LARGEST` nodes.
    """
    if order not in ORDERS:
        raise ValueError(f'no order called "{order}"; known: {", ".join(ORDERS)}')
    whole = count(position, depth)
    if not prunes and (whole is None or whole > LARGEST):
        raise LimitExceeded(_too_large(f"{whole}" if whole else f"more than {COUNTED}"))
    gardener = _Gardener(position, prunes, order)
    root = gardener.grow(depth)
    cut = sum(len(node.pruned) for node in root.walk())
    return Tree(root, depth, prunes, order, gardener.nodes, cut, whole)


def count(position: Position, depth: int) -> int | None:
    """The nodes of the tree without pruning; None where there are too many to count quickly."""
    total = 1
    for level in range(1, depth + 1):
        found = position.game.perft(level, position=position).counts[-1]
        total += found
        if found == 0 or (total > 500 * COUNTED and level < depth):
            return total if found == 0 else None
    return total


def _too_large(nodes: str) -> str:
    return f"this tree would have {nodes} nodes, and at most {LARGEST} can be shown: look less deep."


class _Gardener:
    """Grows one tree, with a kernel worker that goes down and comes back."""

    def __init__(self, position: Position, prunes: bool, order: str) -> None:
        self.game: Game = position.game
        self.start = position
        self.prunes, self.order = prunes, order
        self.eyes = position.snapshot.mover
        self.nodes = 0
        self.worker = MutablePosition(self.game.rules)
        self.judge = Searcher(self.game.rules, 1)

    def grow(self, depth: int) -> Node:
        self.worker.load(self.start.snapshot)
        root = Node(None, self.start, -ENDLESS, ENDLESS)
        self._visit(root, depth, 0)
        if self.nodes > LARGEST:
            raise LimitExceeded(_too_large(f"{self.nodes}"))
        return root

    def _visit(self, node: Node, depth: int, far: int) -> None:
        """Give the node its value, looking `depth` moves deeper."""
        self.nodes += 1
        if self.nodes > COUNTED:
            raise LimitExceeded(_too_large(f"more than {COUNTED}"))
        here = node.position.snapshot
        node.is_max = here.mover == self.eyes
        if here.outcome or depth == 0:
            node.value = self._utility(here, far)
            return
        self._try_all(node, depth, far)
        _settle(node)

    def _try_all(self, node: Node, depth: int, far: int) -> None:
        alpha, beta = node.alpha, node.beta
        moves = self._ordered(node, far)
        children = []
        for number, move in enumerate(moves):
            child = Node(move, self._down(move), alpha, beta)
            self._visit(child, depth - 1, far + 1)
            self._up(move)
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
        # Of a tree that will be refused nothing is kept.
        node.children = tuple(children) if self.nodes <= LARGEST else ()

    # -- moving ---------------------------------------------------------------------------------------

    def _down(self, move: Move) -> Position:
        for action in move.actions:
            self.worker.make(action)
        self.worker.resolve()
        return Position(self.game, self.worker.snapshot(), move)

    def _up(self, move: Move) -> None:
        for _ in move.actions:
            self.worker.unmake()

    def _ordered(self, node: Node, far: int) -> list[Move]:
        moves = complete_moves(self.worker, self.game.notation)
        if self.order == "path":
            return moves
        looks = {move: self._looks(move, far) for move in moves}
        # The largest first for one side, the smallest for the other; listed order among equals.
        return sorted(moves, key=looks.__getitem__, reverse=node.is_max == (self.order == "best"))

    def _looks(self, move: Move, far: int) -> int:
        after = self._down(move).snapshot
        self._up(move)
        return self._utility(after, far + 1)

    # -- worth ----------------------------------------------------------------------------------------

    def _utility(self, snapshot: Snapshot, far: int) -> int:
        if snapshot.outcome:
            winner = {1: 0, 2: 1}.get(snapshot.outcome)
            return 0 if winner is None else WIN - far if winner == self.eyes else far - WIN
        opinion = self.judge.evaluate(snapshot)
        return opinion if snapshot.mover == self.eyes else -opinion


def _settle(node: Node) -> None:
    """Whether the value of a node is exact, from what is known of its children."""
    enough, too_much = ("at least", "at most") if node.is_max else ("at most", "at least")
    complete = not node.pruned and all(child.bound in ("exact", too_much) for child in node.children)
    reached = any(c.value == node.value and c.bound in ("exact", enough) for c in node.children)
    node.bound = "exact" if complete and reached else enough if reached else too_much
