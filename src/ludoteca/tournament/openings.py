"""Random openings of a few moves, all different as far as the game allows; balanced ones first on request."""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import cycle, islice

from ludoteca.games import Position
from ludoteca.tournament.balance import BALANCED, BalanceMeter

DEFAULT_PLIES = (2, 4)
"""The least and the most plies of an opening."""
_MAX_REPEATS = 40
"""After this many repeated openings in a row, the supply counts as exhausted."""
_TRIES = 30
"""After this many unbalanced openings in a row, the best of them is accepted."""
_FEWER_TRIES = 3
"""The same once that has happened: the game seems to have few balanced openings, and the search is slow."""


def openings(
    start: Position, seed: int, plies: int | None = None, *, even: bool = False
) -> Iterator[tuple[str, ...]]:
    """An endless stream of openings as moves from `start`; the same seed gives the same ones.

    No opening ends the game, and positions repeat only when there are no others. `plies` sets the length (or
    the longest possible one); the default is two to four moves.

    With `even`, a short search filters out unbalanced openings. If many tries in a row are unbalanced, the
    least unbalanced unused one is taken. The result does not depend on the machine.
    """
    rng = random.Random(f"openings {seed}")
    given: list[tuple[str, ...]] = []
    different = _different(start, rng, DEFAULT_PLIES if plies is None else (plies, plies))
    for opening in _balanced(start, different) if even else different:
        given.append(opening)
        yield opening
    yield from cycle(given)


def _balanced(start: Position, different: Iterator[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """All the openings: balanced ones at once, the others when there is nothing better."""
    meter = BalanceMeter(start.game)
    unbalanced: list[tuple[float, tuple[str, ...]]] = []
    tries = _TRIES
    while True:
        for opening in islice(different, tries):
            imbalance = meter.imbalance(start.play_all(opening))
            if imbalance <= BALANCED:
                yield opening
                break
            heappush(unbalanced, (imbalance, opening))
        else:
            if not unbalanced:
                return
            tries = _FEWER_TRIES
            yield heappop(unbalanced)[1]


def _different(start: Position, rng: random.Random, plies: tuple[int, int]) -> Iterator[tuple[str, ...]]:
    """Openings to distinct positions; shorter ones where long ones always end the game."""
    seen: set[str] = set()
    least, most = plies
    while True:
        found = next(filter(None, islice(_tries(start, rng, least, most, seen), _MAX_REPEATS)), None)
        if found is None and not seen and most:
            least, most = max(least - 1, 0), most - 1
        elif found is None:
            return
        else:
            opening, last = found
            seen.add(last)
            yield opening


def _tries(
    start: Position, rng: random.Random, least: int, most: int, seen: set[str]
) -> Iterator[tuple[tuple[str, ...], str] | None]:
    """Random walks with their final positions; None if the game ended or the position was seen before."""
    while True:
        position, moves = start, list[str]()
        for _ in range(rng.randint(least, most)):
            move = rng.choice(position.legal_moves)
            position = position.play(move)
            moves.append(move.text)
            if position.is_over:
                break
        new = not position.is_over and position.text not in seen
        yield (tuple(moves), position.text) if new else None
