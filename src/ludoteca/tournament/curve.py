"""From rated players to levels: a monotone rating curve, cut into equal steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

LEAST, MOST = 3, 8
"""Bounds for the number of levels."""
STEP = 200.0
"""The intended Elo difference between neighbouring levels."""


def rising(values: Sequence[float], weights: Sequence[float]) -> list[float]:
    """Isotonic regression by pooling adjacent violators: the nearest sequence that never falls."""
    blocks: list[tuple[float, float, int]] = []
    for value, weight in zip(values, weights, strict=True):
        blocks.append((value, weight, 1))
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            (a, m, i), (b, n, j) = blocks[-2:]
            blocks[-2:] = [((a * m + b * n) / (m + n), m + n, i + j)]
    return [value for value, _, length in blocks for _ in range(length)]


@dataclass(frozen=True)
class CurvePoint:
    """A skill, interpolated between two rated players."""

    skill: int
    blend: tuple[tuple[int, float], ...]
    """The indices of the rated players it lies between, and the share of each."""


def cut(skills: Sequence[int], elos: Sequence[float]) -> list[CurvePoint]:
    """Levels on a curve that never falls: both ends, and equal steps of about 200 Elo between them."""
    height = elos[-1] - elos[0]
    number = min(max(round(height / STEP) + 1, LEAST), MOST)
    wanted = [elos[0] + height * step / (number - 1) for step in range(1, number - 1)]
    between = [_point_at(skills, elos, elo) for elo in wanted]
    last = len(skills) - 1
    return [CurvePoint(skills[0], ((0, 1.0),)), *between, CurvePoint(skills[last], ((last, 1.0),))]


def _point_at(skills: Sequence[int], elos: Sequence[float], elo: float) -> CurvePoint:
    """The lowest point of the curve with a rating."""
    above = next(place for place, here in enumerate(elos) if here >= elo)
    if above == 0 or elos[above] == elos[above - 1]:
        return CurvePoint(skills[above], ((above, 1.0),))
    part = (elo - elos[above - 1]) / (elos[above] - elos[above - 1])
    skill = round(skills[above - 1] + part * (skills[above] - skills[above - 1]))
    return CurvePoint(skill, ((above - 1, 1 - part), (above, part)))
