"""Self-play games for weight fitting: quiet positions as features, and the result of the game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludoteca.engine import Engine, Estimate, Limits
from ludoteca.engine.weight_fitting import FeatureExtractor
from ludoteca.games import Game, Move, Position, load

_LONGEST = 400
_SAMPLE_EVERY = 4
"""On average one position in this many is a sample: neighbouring positions are too similar."""
_RANDOM_MOVE = 0.04

Row = tuple[tuple[int, ...], float]
"""The features of a position and its mover's result."""


@dataclass(frozen=True)
class SelfPlayGame:
    """A game to play, with the weights to play it with and the features to extract."""

    game: str
    names: tuple[str, ...]
    weights: tuple[tuple[str, int], ...]
    nodes: int
    seed: int


@lru_cache(maxsize=2)
def _tools(
    name: str, names: tuple[str, ...], weights: tuple[tuple[str, int], ...]
) -> tuple[Game, Engine, FeatureExtractor]:
    game = load(name)
    return game, Engine(game, 4, weights=dict(weights)), FeatureExtractor(game, names)


def play_weight_game(task: SelfPlayGame) -> tuple[Row, ...]:
    """Play one game: a few random moves, then the engine for both sides with occasional random moves."""
    game, engine, extractor = _tools(task.game, task.names, task.weights)
    engine.clear_hash()
    rng = random.Random(f"lesson {task.seed}")
    position = random_opening(game.start(), rng, (2, 8))
    sampled: list[Position] = []
    plies = 0
    while not position.is_over and plies < _LONGEST:
        if rng.random() < _RANDOM_MOVE:
            position = position.play(rng.choice(position.legal_moves))
            continue
        best = engine.best(position, Limits(nodes=task.nodes))
        if isinstance(best.score, Estimate) and rng.randrange(_SAMPLE_EVERY) == 0:
            # The score is the static evaluation at the end of the PV: sample that position.
            leaf = _leaf(position, best.continuation)
            if not leaf.is_over:
                sampled.append(leaf)
        position = position.play(best.move)
        plies += 1
    features = extractor.features(sampled)
    winner = position.outcome.winner if position.outcome else None
    return tuple((tuple(row), result_for(winner, one)) for row, one in zip(features, sampled, strict=True))


def random_opening(position: Position, rng: random.Random, plies: tuple[int, int]) -> Position:
    """The position after some random moves, or at the end of the game."""
    for _ in range(rng.randint(*plies)):
        if not position.is_over:
            position = position.play(rng.choice(position.legal_moves))
    return position


def result_for(winner: str | None, position: Position) -> float:
    """The result of the game for the mover of a position."""
    return 0.5 if winner is None else float(winner == position.mover)


def _leaf(position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position
