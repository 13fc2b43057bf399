"""Random games, cached for many tests."""

from __future__ import annotations

from functools import cache
from random import Random

from ludoteca.games import Game, Position

RandomGame = tuple[Position, ...]

_MOST_PLIES = 250
_MOST_GAMES = 12
_EFFORT = 4000
"""No further game starts once this many legal moves have been generated."""


@cache
def random_games(game: Game) -> tuple[RandomGame, ...]:
    """The positions of several random games, up to a maximum length."""
    found: list[RandomGame] = []
    effort = 0
    for seed in range(_MOST_GAMES):
        if effort > _EFFORT:
            break
        found.append(_play(game, Random(f"{game.name} {seed}")))
        effort += sum(10 + len(position.legal_moves) for position in found[-1])
    return tuple(found)


def _play(game: Game, chance: Random) -> RandomGame:
    positions = [game.start()]
    while positions[-1].legal_moves and len(positions) <= _MOST_PLIES:
        positions.append(positions[-1].play(chance.choice(positions[-1].legal_moves)))
    return tuple(positions)


def sample(game: Game, number: int, most_moves: int = 10_000) -> list[Position]:
    """A sample of positions from the random games, final ones included."""
    ends = [walk[-1] for walk in random_games(game)]
    inner = [position for walk in random_games(game) for position in walk[:-1]]
    chosen = Random(game.name).sample(inner, min(number, len(inner)))
    return [position for position in ends + chosen if len(position.legal_moves) <= most_moves]
