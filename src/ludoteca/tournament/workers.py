"""Games of a match in worker processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial

from ludoteca.errors import LudotecaError
from ludoteca.games import Position
from ludoteca.parallel import Pool, TaskFuture, WorkerDied, map_unordered
from ludoteca.tournament.games import GameFailed, GameSetup, Pairing, Played, play

Progress = Callable[[str, int, int], None]
"""Called with the current step, the number of finished items, and their total."""


def play_games(pool: Pool, setup: GameSetup, pairings: Iterable[Pairing]) -> Iterator[Played]:
    """The games in order of completion. A pairing is drawn when a worker is free or soon will be.

    The workers get the game itself, so that they need no file of it, and other machines play by the same
    weights. A game whose worker died is played again, once. Raises `GameFailed`.
    """
    start = pickle.dumps(setup.first_position())
    for pairing, future in map_unordered(pool, partial(_play, setup, start), pairings):
        yield _result(pairing, future)


def _play(setup: GameSetup, start: bytes, pairing: Pairing) -> Played:
    return play(setup, _first_position(start), pairing)


@lru_cache(1)
def _first_position(start: bytes) -> Position:
    """The games of a match share one compiled game in each process."""
    found: Position = pickle.loads(start)
    return found


def _result(pairing: Pairing, future: TaskFuture[Played]) -> Played:
    try:
        return future.result()
    except WorkerDied as died:
        raise GameFailed("match.worker-died", game=pairing.number + 1, exit_code=died.exit_code) from None
    except GameFailed:
        raise
    except LudotecaError as problem:
        raise GameFailed("match.failed", problem=problem.message) from None
