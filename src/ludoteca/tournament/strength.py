"""Elo difference of a match with its confidence interval.

The two games of an opening are correlated: an opening that favours one side gives each player a point. So the
statistics use pairs of games and their observed variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, log10, sqrt

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution."""


def expected(elo: float) -> float:
    """The expected score for an Elo difference."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float:
    """The Elo difference for a score strictly between 0 and 1."""
    return 400 * log10(share / (1 - share))


@dataclass(frozen=True)
class Strength:
    """The strength of one player against another."""

    share: float
    """The score from 0 to 1; a draw counts half."""
    elo: float
    """Always finite: a perfect score is rated as if one more game had been drawn."""
    low: float | None
    high: float | None
    """The 95 % confidence interval; None where it is unbounded."""
    superiority: float
    """The likelihood of superiority (LOS)."""


def strength(points: Sequence[tuple[float, int]]) -> Strength:
    """The strength from the points and the number of games (one or two) of each opening."""
    games = sum(n for _, n in points)
    if not games:
        return Strength(0.5, 0.0, None, None, 0.5)
    total = sum(won for won, _ in points)
    share = total / games
    weight = _weight(points, games, share)
    low, high = wilson(share, weight)
    return Strength(
        share=share,
        elo=elo_of(share if 0 < share < 1 else (total + 0.5) / (games + 1)),
        low=elo_of(low) if low > 0 else None,
        high=elo_of(high) if high < 1 else None,
        superiority=normal(2 * (share - 0.5) * sqrt(weight)),
    )


def _weight(points: Sequence[tuple[float, int]], games: int, share: float) -> float:
    """The effective sample size, in independent games without draws.

    One more opening with independent games is added to the observed variance, so that a few openings with
    equal results do not look certain.
    """
    variance = share * (1 - share)
    if not variance:
        return games * games / (games + games / len(points))
    observed = sum((won - n * share) ** 2 for won, n in points)
    return variance * games * games / (observed + variance * games / len(points))


def wilson(share: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval: within 0 and 1, and with a positive width even if every game was won."""
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return (0.0 if share == 0 else middle - reach), (1.0 if share == 1 else middle + reach)


def normal(z: float) -> float:
    """The cumulative normal distribution."""
    return (1 + erf(z / sqrt(2))) / 2
