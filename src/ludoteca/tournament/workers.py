"""Games of a match in worker processes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import count

from ludoteca.errors import LudotecaError
from ludoteca.games import Position
from ludoteca.parallel import Pool, TaskFuture, WorkerDied, map_unordered
from ludoteca.tournament.games import GameFailed, GameSetup, Pairing, Played, play

Progress = Callable[[str, int, int], None]
"""Called with the current step, the number of finished items, and their total."""


def play_games(pool: Pool, setup: GameSetup, pairings: Iterable[Pairing]) -> Iterator[Played]:
    """The games in order of completion. A pairing is drawn only when a worker is free.

    A game whose worker died is played again, once. Raises `GameFailed`.
    """
    for pairing, future in map_unordered(pool, partial(_play, setup, next(_matches)), pairings):
        yield _result(pairing, future)


_matches = count()


def _play(setup: GameSetup, match: int, pairing: Pairing) -> Played:
    return play(setup, _first_position(setup, match), pairing)


@lru_cache(1)
def _first_position(setup: GameSetup, match: int) -> Position:
    """The games of a match share one compiled game in each process; the next match reads the file again."""
    return setup.first_position()


def _result(pairing: Pairing, future: TaskFuture[Played]) -> Played:
    try:
        return future.result()
    except WorkerDied as died:
        raise GameFailed("match.worker-died", game=pairing.number + 1, exit_code=died.exit_code) from None
    except GameFailed:
        raise
    except LudotecaError as problem:
        raise GameFailed("match.failed", problem=problem.message) from None
