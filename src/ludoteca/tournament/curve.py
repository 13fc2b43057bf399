"""From measured strengths to levels: a curve that never falls, cut into equal steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST, MOST = 3, 8
"""How many levels a game may have."""
STEP = 200.0
"""Elo from one level to the next, as near as it goes."""


def rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """The nearest sequence that never falls: neighbours in the wrong order take their weighted mean."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append((value, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, m, i), (b, n, j) = blocks[-2:]
            blocks[-2:] = [((a * m + b * n) / (m + n), m + n, i + j)]
    return [value for value, _, length in blocks for _ in range(length)]


@dataclass(frozen=True)
class Place:
    """A place on the knob, between two that were measured."""

    knob: int
    blend: tuple[tuple[int, float], ...]
    """The measured places it lies between, by their numbers, and the share of each."""


def cut(knobs: Sequence[int], elos: Sequence[float]) -> list[Place]:
    """The levels of a curve that never falls: its two ends, and between them equal steps of about 200."""
    height = elos[-1] - elos[0]
    number = min(max(round(height / STEP) + 1, LEAST), MOST)
    wanted = [elos[0] + height * step / (number - 1) for step in range(1, number - 1)]
    between = [_where(knobs, elos, elo) for elo in wanted]
    last = len(knobs) - 1
    return [Place(knobs[0], ((0, 1.0),)), *between, Place(knobs[last], ((last, 1.0),))]


def _where(knobs: Sequence[int], elos: Sequence[float], elo: float) -> Place:
    """The lowest place on the curve that is so strong."""
    above = next(place for place, here in enumerate(elos) if here >= elo)
    if above == 0 or elos[above] == elos[above - 1]:
        return Place(knobs[above], ((above, 1.0),))
    part = (elo - elos[above - 1]) / (elos[above] - elos[above - 1])
    knob = round(knobs[above - 1] + part * (knobs[above] - knobs[above - 1]))
    return Place(knob, ((above - 1, 1 - part), (above, part)))
