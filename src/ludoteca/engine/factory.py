"""Which of the two ways to think is stronger at a game: as measured, and kept beside the game's file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from ludoteca.engine.limits import Limits
from ludoteca.engine.mcts import TreeEngine
from ludoteca.engine.search import Best, Engine, Weights
from ludoteca.games import Game, Move, Position
from ludoteca.games.networks import Network
from ludoteca.kernel import Tablebase

SEARCH, TREE = "search", "mcts"
METHODS = ("preferred", SEARCH, TREE)
NODES_PER_PLAYOUT = 20
"""A limit of nodes buys so many fewer random games."""


class Thinking(Protocol):
    """Either of them."""

    game: Game

    def best(
        self, position: Position, limits: Limits | None = None, watch: Callable[[Best], None] | None = None,
        only: Sequence[Move] = (),
    ) -> Best: ...  # fmt: skip

    def stop(self) -> None: ...


class TreeByNodes(TreeEngine):
    """A tree of random games that takes its limit in nodes, as the search does."""

    def best(
        self, position: Position, limits: Limits | None = None, watch: Callable[[Best], None] | None = None,
        only: Sequence[Move] = (),
    ) -> Best:  # fmt: skip
        if limits and limits.nodes is not None:
            limits = replace(limits, nodes=max(1, limits.nodes // NODES_PER_PLAYOUT))
        return super().best(position, limits, watch, only)


def preferred(game: Game) -> str:
    """The way that was measured to be stronger at a game; the search where nothing was measured."""
    return TREE if game.tuned.player(game.spec.variant or "") == TREE else SEARCH


def engine_for(
    game: Game, megabytes: int = 16, threads: int = 1, weights: Weights | None = None,
    method: str = "preferred", knowledge: Tablebase | None = None, restless: bool = False,
    network: Network | None = None,
) -> Thinking:  # fmt: skip
    """An engine for a game; `restless` as in `Engine`. A tree has a single thread and the game's own weights,
    whatever is asked, and it cannot ask a table: with `knowledge` the search is preferred."""
    if knowledge is not None and method == "preferred":
        method = SEARCH
    if (preferred(game) if method == "preferred" else method) == TREE:
        return TreeByNodes(game, megabytes)
    return Engine(game, megabytes, threads, weights, knowledge, restless, network=network)
