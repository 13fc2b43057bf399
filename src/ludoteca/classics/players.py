"""The players of the reports, registered through the entry point `ludoteca.players`."""

from __future__ import annotations

import random
import time
from typing import Any

from ludoteca.classics.breadth_first import Tree
from ludoteca.classics.depth_first import DepthFirst, LookaheadResult
from ludoteca.classics.evaluators import EVALUATORS
from ludoteca.classics.focus import RULES
from ludoteca.classics.plans import GAINS, ORDERS, UTILITIES, by_parity, plan_for, settings_of
from ludoteca.games import Game, Move, Position
from ludoteca.kernel import FixedDepthSearch
from ludoteca.play.players import Option, decimal, one_of, register, whole

SEED = whole(0, 2**63 - 1)
OPTIONS: dict[str, Option] = {
    "depth": whole(1, 200),
    "utility": one_of(*UTILITIES),
    "evaluator": one_of(*EVALUATORS),
    "order": one_of(*ORDERS),
    "window": whole(0, 19),
    "focus": one_of(*RULES),
    "merge": whole(0, 1),
    "parity": whole(0, 1),
    "gain": one_of(*GAINS),
    "seed": SEED,
}
TABLE = whole(0, 1)


@register("minimax", "", **OPTIONS, table=TABLE)
class Minimax(DepthFirst):
    """Looks at every move, some moves ahead, and expects the best replies."""


@register("negamax", "", **OPTIONS, prune=whole(0, 1))
class Negamax(DepthFirst):
    """Minimax with one rule for both sides: what is good for one is bad for the other."""

    def __init__(self, prune: int = 0, **options: Any) -> None:
        super().__init__(**options)
        self.prune = prune

    def flags(self, game: Game) -> dict[str, int]:
        return {"negamax": 1, "prune": self.prune}


@register("alphabeta", "", **OPTIONS, table=TABLE)
class AlphaBeta(DepthFirst):
    """Minimax that skips what cannot change its choice."""

    def flags(self, game: Game) -> dict[str, int]:
        return {"prune": 1}


@register("random-first", "", **OPTIONS, table=TABLE, moves=whole(0, 200))
class RandomFirst(AlphaBeta):
    """Begins with random moves, then searches."""

    def __init__(self, moves: int = 3, **options: Any) -> None:
        super().__init__(**options)
        self.moves = moves

    def search(self, position: Position) -> LookaheadResult:
        """While each side has made fewer than `moves` moves, a random one; else the best one."""
        if position.ply >= 2 * self.moves:
            return super().search(position)
        moves, rng = self._moves(position)
        return LookaheadResult(rng.choice(moves), 0.0, 0, 0, 0, 0.0)


@register("expectiminimax", "", **OPTIONS)
class Expectiminimax(DepthFirst):
    """Looks some moves ahead and takes the opponent to move at random."""

    def flags(self, game: Game) -> dict[str, int]:
        return {"chance": 1}


@register("timeout", "", **OPTIONS, seconds=decimal(0.0, 3600.0))
class TimeOut(DepthFirst):
    """Follows one line after the other to its end until the time is up."""

    def flags(self, game: Game) -> dict[str, int]:
        return {"prune": 1}

    def __init__(self, depth: int = 60, seconds: float = 1.0, **options: Any) -> None:
        super().__init__(depth=depth, seconds=seconds, **options)


@register(
    "explosion-guard",
    "",
    **OPTIONS,
    board=whole(1, 400),
    threshold=whole(1, 200),
    slack=whole(1, 100),
    seconds=decimal(0.0, 3600.0),
)
class ExplosionGuard(DepthFirst):
    """Looks ahead until the moves threaten to multiply without end."""

    def __init__(
        self,
        depth: int = 4,
        board: int = 25,
        threshold: int = 3,
        slack: int = 1,
        seconds: float = 5.0,
        **options: Any,
    ) -> None:
        super().__init__(depth=depth, seconds=seconds, **options)
        self.board, self.threshold, self.slack = board, threshold, slack

    def flags(self, game: Game) -> dict[str, int]:
        large = len(game.board.cells) >= self.board
        return {"prune": 1, "guarded": int(large), "threshold": self.threshold, "slack": self.slack}


@register(
    "breadth-first",
    depth=whole(1, 200),
    nodes=whole(1, 10**7),
    utility=one_of("ternary", "weighted", "graded"),
    keep=whole(0, 1),
    parity=whole(0, 1),
    seed=SEED,
)
class BreadthFirst:
    """Grows the whole tree level by level and keeps it from move to move."""

    def __init__(
        self,
        depth: int = 3,
        nodes: int = 20_000,
        utility: str = "weighted",
        keep: int = 1,
        parity: int = 0,
        seed: int | None = None,
    ) -> None:
        self.levels = by_parity(depth) if parity else depth
        self.nodes, self.utility, self.keep, self.seed = nodes, utility, keep, seed
        self.tree: Tree | None = None

    def choose(self, position: Position) -> Move:
        return self.search(position).move

    def search(self, position: Position) -> LookaheadResult:
        """The best move with statistics. The tree grows only if the kept part has no successors."""
        started = time.perf_counter()
        tree = self._tree(position)
        if not tree.root.children:
            tree.grow(self.levels, self.nodes)
        tree.value(self.utility != "ternary")
        scores = {child.actions: child.score for child in tree.root.children}
        moves = list(position.legal_moves)
        if self.seed is not None:
            random.Random(f"{self.seed} {position.ply} {position}").shuffle(moves)
        best = max(moves, key=lambda move: scores[move.actions])
        spent = time.perf_counter() - started
        return LookaheadResult(best, scores[best.actions], tree.depth, tree.nodes, len(moves), spent)

    def _tree(self, position: Position) -> Tree:
        known = self.tree if self.keep else None
        if known and known.game is position.game and known.advance_to(position):
            return known
        self.tree = Tree(position, self._evaluator(position.game))
        return self.tree

    def _evaluator(self, game: Game) -> FixedDepthSearch | None:
        if self.utility != "graded":
            return None
        return FixedDepthSearch(game.rules, plan_for(game, settings_of(utility="graded")))
