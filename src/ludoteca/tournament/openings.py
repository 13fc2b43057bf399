"""Varied openings: a few random moves each, all of them different as long as the game has enough. On demand
those come first that leave the game open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import cycle, islice

from ludoteca.games import Position
from ludoteca.tournament.balance import EVEN, Scales

USUAL = (2, 4)
"""How many moves an opening has if nothing is said: from so many to so many."""
_PATIENCE = 40
"""Tries in a row that lead to nothing new, before it is taken that nothing new is left."""
_TRIES = 30
"""Openings in a row that are not even, before one of those passed over will do."""
_FEWER = 3
"""The same once that has happened: the game seems to have few even openings, and looking takes time."""


def openings(
    start: Position, seed: int, plies: int | None = None, *, even: bool = False
) -> Iterator[tuple[str, ...]]:
    """Openings without end, as moves to be made from `start`; the same seed gives the same ones.

    None of them ends the game, and no two lead to the same position until there is no other. With `plies`
    each is so long, or shorter where the game allows no more; otherwise two to four moves.

    With `even` a short search thinks that either side may win, or has proved a draw. Where it thinks so of
    none of many tries, the most even one will do that was not given yet. This takes time, but the same seed
    still gives the same openings on every machine.
    """
    dice = random.Random(f"openings {seed}")
    given: list[tuple[str, ...]] = []
    different = _different(start, dice, USUAL if plies is None else (plies, plies))
    for opening in _even(start, different) if even else different:
        given.append(opening)
        yield opening
    yield from cycle(given)


def _even(start: Position, different: Iterator[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """All the openings, those that are even as soon as they are met, the others when nothing better is."""
    scales = Scales(start.game)
    passed_over: list[tuple[float, tuple[str, ...]]] = []
    tries = _TRIES
    while True:
        for opening in islice(different, tries):
            tilt = scales.tilt(start.play_all(opening))
            if tilt <= EVEN:
                yield opening
                break
            heappush(passed_over, (tilt, opening))
        else:
            if not passed_over:
                return
            tries = _FEWER
            yield heappop(passed_over)[1]


def _different(start: Position, dice: random.Random, plies: tuple[int, int]) -> Iterator[tuple[str, ...]]:
    """Openings to positions not met before. Where long ones always end the game, shorter ones will do."""
    met: set[str] = set()
    least, most = plies
    while True:
        found = next(filter(None, islice(_tries(start, dice, least, most, met), _PATIENCE)), None)
        if found is None and not met and most:
            least, most = max(least - 1, 0), most - 1
        elif found is None:
            return
        else:
            opening, last = found
            met.add(last)
            yield opening


def _tries(
    start: Position, dice: random.Random, least: int, most: int, met: set[str]
) -> Iterator[tuple[tuple[str, ...], str] | None]:
    """Random walks: each with where it led to, or None if the game ended or somebody was there before."""
    while True:
        position, moves = start, list[str]()
        for _ in range(dice.randint(least, most)):
            move = dice.choice(position.legal_moves)
            position = position.play(move)
            moves.append(move.text)
            if position.is_over:
                break
        new = not position.is_over and position.text not in met
        yield (tuple(moves), position.text) if new else None
