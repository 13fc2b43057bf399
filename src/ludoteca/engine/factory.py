"""Choice of the engine for a game: alpha-beta search or MCTS, whichever the tuned file says is stronger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from ludoteca.engine.limits import Limits
from ludoteca.engine.mcts import MctsEngine
from ludoteca.engine.search import Engine, SearchResult, Weights
from ludoteca.games import Game, Move, Position
from ludoteca.games.learnt import LearntEvaluation
from ludoteca.games.networks import Network
from ludoteca.kernel import ProbedTable

ALPHA_BETA, MCTS = "search", "mcts"
METHODS = ("preferred", ALPHA_BETA, MCTS)
NODES_PER_PLAYOUT = 20
"""Converts a node limit to a playout limit."""


class AnyEngine(Protocol):
    """Alpha-beta search or MCTS."""

    game: Game

    def best(
        self, position: Position, limits: Limits | None = None,
        watch: Callable[[SearchResult], None] | None = None, only: Sequence[Move] = (),
    ) -> SearchResult: ...  # fmt: skip

    def stop(self) -> None: ...


class MctsByNodes(MctsEngine):
    """MCTS that takes its limit in nodes, as the alpha-beta search does."""

    def best(
        self, position: Position, limits: Limits | None = None,
        watch: Callable[[SearchResult], None] | None = None, only: Sequence[Move] = (),
    ) -> SearchResult:  # fmt: skip
        if limits and limits.nodes is not None:
            limits = replace(limits, nodes=max(1, limits.nodes // NODES_PER_PLAYOUT))
        return super().best(position, limits, watch, only)


def preferred(game: Game) -> str:
    """The method that the tuned file prefers; alpha-beta search by default."""
    return MCTS if game.tuned.player(game.spec.variant or "") == MCTS else ALPHA_BETA


def engine_for(
    game: Game, megabytes: int = 16, threads: int = 1, weights: Weights | None = None,
    method: str = "preferred", tablebase: ProbedTable | None = None, avoid_repetition: bool = False,
    network: Network | None = None, evaluation: LearntEvaluation | str | None = None,
) -> AnyEngine:  # fmt: skip
    """An engine for a game; the options are those of `Engine`. MCTS ignores `threads` and
    `avoid_repetition` and cannot probe a tablebase: with one, alpha-beta search is preferred."""
    if tablebase is not None and method == "preferred":
        method = ALPHA_BETA
    if (preferred(game) if method == "preferred" else method) == MCTS:
        given = weights is not None or network or evaluation
        row = game.eval_weights(weights, network, evaluation) if given else None
        return MctsByNodes(game, megabytes, evaluation=row)
    return Engine(
        game, megabytes, threads, weights, tablebase, avoid_repetition, network=network, evaluation=evaluation
    )
