"""A test that stops as soon as it knows: is A stronger by `elo1`, or no more than by `elo0`?

The generalised sequential probability ratio test, on the points of pairs of games: of all ways in which the
five results of a pair could be distributed, the likeliest with either mean are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ludoteca.tournament.strength import expected

ACCEPTED, REJECTED, UNDECIDED = "accepted", "rejected", "undecided"

_UNSEEN = 1e-3
"""Stands for a result that did not occur: nothing is impossible after a few games."""
_STEPS = 100


@dataclass(frozen=True)
class Sprt:
    """The two differences to tell apart, and how often either answer may be wrong."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: rejected at the lower one, accepted at the upper one."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """How much likelier `elo1` is, as a logarithm. `pairs` counts those of 0, ½, 1, 1½ and 2 points."""
        if not any(pairs):
            return 0.0
        return log_ratio(pairs, expected(self.elo0), expected(self.elo1))

    def verdict(self, pairs: Sequence[int]) -> str:
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return ACCEPTED if ratio >= high else REJECTED if ratio <= low else UNDECIDED


def log_ratio(counts: Sequence[int], mean0: float, mean1: float) -> float:
    """How much likelier the counts are with one mean than with the other, each at its best.

    `counts` are of results worth equal steps from 0 to 1.
    """
    seen = [count or _UNSEEN for count in counts]
    values = [place / (len(seen) - 1) for place in range(len(seen))]
    total = sum(seen)
    shares = [count / total for count in seen]
    likeliest0, likeliest1 = (_with_mean(shares, values, mean) for mean in (mean0, mean1))
    return sum(count * log(one / zero) for count, one, zero in zip(seen, likeliest1, likeliest0, strict=True))


def _with_mean(shares: Sequence[float], values: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution of that mean: each share over 1 + t(value − mean), t found by halving."""
    away = [value - mean for value in values]
    low, high = -1 / max(away), -1 / min(away)
    for _ in range(_STEPS):
        t = (low + high) / 2
        if sum(share * far / (1 + t * far) for share, far in zip(shares, away, strict=True)) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [share / (1 + t * far) for share, far in zip(shares, away, strict=True)]
