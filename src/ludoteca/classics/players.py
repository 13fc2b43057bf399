"""The players of the reports, registered through the entry point `ludoteca.players`."""

from __future__ import annotations

import random
import time
from typing import Any, ClassVar

from ludoteca.classics.breadth_first import Tree
from ludoteca.classics.depth_first import DepthFirst, LookaheadResult, as_thinking
from ludoteca.classics.evaluators import AUTO, CHOICES, NONE, default_evaluator
from ludoteca.classics.focus import RULES
from ludoteca.classics.plans import (
    GAINS,
    ORDERS,
    UTILITIES,
    WIN_BONUS,
    by_parity,
    plan_for,
    settings_of,
)
from ludoteca.games import Game, Move, Position
from ludoteca.kernel import FixedDepthSearch
from ludoteca.play.players import Option, decimal, one_of, register, whole
from ludoteca.play.thinking import Thinking, Watch

SEED = whole(0, 2**63 - 1)
OPTIONS: dict[str, Option] = {
    "depth": whole(1, 200),
    "utility": one_of(*UTILITIES),
    "evaluator": one_of(*CHOICES),
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

    def search(self, position: Position, seconds: float | None = None) -> LookaheadResult:
        """While each side has made fewer than `moves` moves, a random one; else the best one."""
        if position.ply >= 2 * self.moves:
            return super().search(position, seconds)
        moves, rng = self._moves(position)
        return LookaheadResult(rng.choice(moves), 0.0, 0, 0, 0, 0.0, stop="random")

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        """A random move has no search to record."""
        if position.ply >= 2 * self.moves:
            return super().think(position, seconds, watch)
        found = self.search(position)
        return Thinking(found.move, found.seconds, found.stop)


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
    evaluator=one_of(*CHOICES),
    keep=whole(0, 1),
    parity=whole(0, 1),
    seed=SEED,
)
class BreadthFirst:
    """Grows the whole tree level by level and keeps it from move to move."""

    DEFAULTS: ClassVar = {"evaluator": AUTO}

    def __init__(
        self,
        depth: int = 3,
        nodes: int = 20_000,
        utility: str = "weighted",
        evaluator: str = "",
        keep: int = 1,
        parity: int = 0,
        seed: int | None = None,
    ) -> None:
        self.levels = by_parity(depth) if parity else depth
        self.nodes, self.utility, self.keep, self.seed = nodes, utility, keep, seed
        self.wanted = evaluator
        self.evaluator = "" if evaluator in (AUTO, NONE) else evaluator
        self.tree: Tree | None = None

    def prepare(self, game: Game) -> None:
        """Choose the evaluator that fits the game, unless one is named. Raises `Unfit`."""
        if self.wanted in ("", AUTO) and self.utility != "graded":
            self.evaluator = default_evaluator(game)
        self._evaluator(game)

    def choose(self, position: Position) -> Move:
        return self.search(position).move

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        """Its move, with the record of the search; the nodes are those of the whole tree."""
        return as_thinking(self.search(position, seconds), len(position.legal_moves))

    def search(self, position: Position, seconds: float | None = None) -> LookaheadResult:
        """The best move with statistics. The tree grows only if the kept part has no successors."""
        started = time.perf_counter()
        tree = self._tree(position)
        if not tree.root.children:
            tree.grow(self.levels, self.nodes, deadline=None if seconds is None else started + seconds)
        tree.value(self.utility != "ternary", WIN_BONUS if self.evaluator else 0.0)
        scores = {child.actions: child.score for child in tree.root.children}
        moves = list(position.legal_moves)
        if self.seed is not None:
            random.Random(f"{self.seed} {position.ply} {position}").shuffle(moves)
        best = max(moves, key=lambda move: scores[move.actions])
        spent = time.perf_counter() - started
        return LookaheadResult(
            best, scores[best.actions], tree.depth, tree.nodes, len(moves), spent, tree.limit != "time",
            tree.line(position, best), tree.limit,
        )  # fmt: skip

    def _tree(self, position: Position) -> Tree:
        known = self.tree if self.keep else None
        if known and known.game is position.game and known.advance_to(position):
            return known
        self.tree = Tree(position, self._evaluator(position.game))
        return self.tree

    def _evaluator(self, game: Game) -> FixedDepthSearch | None:
        if self.utility == "graded":
            settings = settings_of(utility="graded", evaluator=self.evaluator or None)
        elif self.evaluator:
            settings = settings_of(utility=self.utility, evaluator=self.evaluator)
        else:
            return None
        return FixedDepthSearch(game.rules, plan_for(game, settings))
