"""The generalized sequential probability ratio test (GSPRT): is A stronger by `elo1`, or at most by `elo0`?

The pentanomial model: pairs of games have five possible scores. The test compares the maximum-likelihood
distributions with either mean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from ludoteca.tournament.strength import expected

ACCEPTED, REJECTED, UNDECIDED = "accepted", "rejected", "undecided"

_UNSEEN = 1e-3
"""Regularization: the count used for a result that did not occur."""
_STEPS = 100


@dataclass(frozen=True)
class Sprt:
    """The two hypotheses and the error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test rejects (lower) and accepts (upper)."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, pairs: Sequence[int]) -> float:
        """The log-likelihood ratio of `elo1` to `elo0`; `pairs` are the pentanomial counts."""
        if not any(pairs):
            return 0.0
        return log_ratio(pairs, expected(self.elo0), expected(self.elo1))

    def verdict(self, pairs: Sequence[int]) -> str:
        ratio, (low, high) = self.ratio(pairs), self.bounds
        return ACCEPTED if ratio >= high else REJECTED if ratio <= low else UNDECIDED


def log_ratio(counts: Sequence[int], mean0: float, mean1: float) -> float:
    """The generalized log-likelihood ratio of two means; `counts` are of scores spread evenly from 0 to 1."""
    seen = [count or _UNSEEN for count in counts]
    values = [place / (len(seen) - 1) for place in range(len(seen))]
    total = sum(seen)
    shares = [count / total for count in seen]
    likeliest0, likeliest1 = (_with_mean(shares, values, mean) for mean in (mean0, mean1))
    return sum(count * log(one / zero) for count, one, zero in zip(seen, likeliest1, likeliest0, strict=True))


def _with_mean(shares: Sequence[float], values: Sequence[float], mean: float) -> list[float]:
    """The maximum-likelihood distribution with a mean: share / (1 + t (value − mean)), t by bisection."""
    offsets = [value - mean for value in values]
    low, high = -1 / max(offsets), -1 / min(offsets)
    for _ in range(_STEPS):
        t = (low + high) / 2
        if sum(share * off / (1 + t * off) for share, off in zip(shares, offsets, strict=True)) > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [share / (1 + t * off) for share, off in zip(shares, offsets, strict=True)]
