"""Games of the engine against itself, to learn from: what it saw in them, and how they ended."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from ludoteca.engine import Engine, Estimate, Limits
from ludoteca.engine.weight_fitting import Features
from ludoteca.games import Game, Move, Position, load

_LONGEST = 400
_SPARED = 4
"""One position of so many is kept: neighbours say the same."""


@dataclass(frozen=True)
class Lesson:
    """A game to be played and looked at."""

    game: str
    names: tuple[str, ...]
    weights: tuple[tuple[str, int], ...]
    nodes: int
    seed: int


@dataclass(frozen=True)
class Learnt:
    """What one game teaches: rows of features, and what each position's mover scored."""

    rows: tuple[tuple[tuple[int, ...], float], ...]
    result: str | None


@cache
def _tools(
    name: str, names: tuple[str, ...], weights: tuple[tuple[str, int], ...]
) -> tuple[Game, Engine, Features]:
    game = load(name)
    return game, Engine(game, 4, weights=dict(weights)), Features(game, names)


def play_lesson(lesson: Lesson) -> Learnt:
    """One game: a few random moves, then the engine for both sides with a touch of chance."""
    game, engine, features = _tools(lesson.game, lesson.names, lesson.weights)
    engine.forget()
    dice = random.Random(f"lesson {lesson.seed}")
    position = game.start()
    for _ in range(dice.randint(2, 8)):
        if not position.is_over:
            position = position.play(dice.choice(position.legal_moves))
    seen: list[Position] = []
    plies = 0
    while not position.is_over and plies < _LONGEST:
        if dice.random() < 0.04:
            position = position.play(dice.choice(position.legal_moves))
            continue
        best = engine.best(position, Limits(nodes=lesson.nodes))
        if isinstance(best.score, Estimate) and dice.randrange(_SPARED) == 0:
            # Where the play it expects comes to rest is what the score was an opinion of.
            quiet = _end_of(position, best.continuation)
            if not quiet.is_over:
                seen.append(quiet)
        position = position.play(best.move)
        plies += 1
    winner = position.outcome.winner if position.outcome else None
    rows = features.of(seen)
    return Learnt(
        tuple((tuple(row), _result(winner, one)) for row, one in zip(rows, seen, strict=True)), winner
    )


def _end_of(position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _result(winner: str | None, position: Position) -> float:
    return 0.5 if winner is None else float(winner == position.mover)


def lessons(
    game: str, names: Sequence[str], weights: Mapping[str, int], nodes: int, seed: int, first: int, count: int
) -> list[Lesson]:
    """Some games, numbered from `first`; the same numbers give the same games."""
    kept = tuple(sorted(weights.items()))
    return [Lesson(game, tuple(names), kept, nodes, seed * 1_000_003 + first + i) for i in range(count)]
