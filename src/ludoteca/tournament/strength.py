"""How much stronger? What one side scored as an Elo difference, with its interval.

Games of one opening, played from both sides, depend on each other: an opening that favours a side gives one
point to each player. So pairs are counted, not games, and their scatter is measured rather than assumed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, log10, sqrt

Z95 = 1.959963984540054
"""How many standard errors on either side hold 95 % of a normal distribution."""


def expected(elo: float) -> float:
    """The share of the points that a player stronger by so much takes."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of(share: float) -> float:
    """The difference that makes one take such a share, which is neither nothing nor all."""
    return 400 * log10(share / (1 - share))


@dataclass(frozen=True)
class Strength:
    """What is known of one player's strength against another's."""

    share: float
    """Of the points; a draw counts half."""
    elo: float
    """Always a number: whoever took every point is rated as if one more game had been drawn."""
    low: float | None
    high: float | None
    """Where the difference lies with 95 % confidence; None where nothing bounds it."""
    superiority: float
    """The likelihood of being the stronger one."""


def strength(points: Sequence[tuple[float, int]]) -> Strength:
    """The strength behind the points of each opening: how many, in how many games (one or two)."""
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
    """How many independent games without draws would tell as much.

    The scatter seen is joined by that of one more opening, whose games know nothing of each other: a few
    openings that happened to agree must not look like certainty.
    """
    chance = share * (1 - share)
    if not chance:
        return games * games / (games + games / len(points))
    seen = sum((won - n * share) ** 2 for won, n in points)
    return chance * games * games / (seen + chance * games / len(points))


def wilson(share: float, games: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share: within 0 and 1, and of some width even when every game was won."""
    spread = z * z / games
    middle = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    return (0.0 if share == 0 else middle - reach), (1.0 if share == 1 else middle + reach)


def normal(z: float) -> float:
    """The part of a normal distribution below so many standard errors."""
    return (1 + erf(z / sqrt(2))) / 2
