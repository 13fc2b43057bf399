"""Verdicts on the claims of the reports: figures with 95 % intervals, and the rule that decides.

A check compares a figure with a limit. It holds if the whole interval is on the claimed side, does not hold
if the whole interval is on the other side, and is undecided in between.

| relation | claim | holds | does not hold |
|---|---|---|---|
| `above` | the figure is greater than the limit | low > limit | high <= limit |
| `below` | the figure is less than the limit | high < limit | low >= limit |
| `near` | the figure of the report | low <= limit <= high | never: otherwise it differs |
| `equal` | an exact figure | figure = limit | figure is another |
| `always` | true of every case | no counterexample | one counterexample |

`near` and `always` hold only if the interval is narrow enough; a few cases confirm nothing.

The verdict on a claim is the worst of its checks: did not hold, undecided, differs, held.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import exp, inf, log, sqrt

from ludoteca.tournament.strength import wilson

Score = tuple[int, int, int]
"""Games won, drawn and lost."""

ABOVE, BELOW, NEAR, EQUAL, ALWAYS = "above", "below", "near", "equal", "always"
RELATIONS = (ABOVE, BELOW, NEAR, EQUAL, ALWAYS)

WIDEST = 20.0
"""An interval of a share that is wider, in percentage points, confirms no figure. That of a ratio may be as
wide as the ratio."""

# The 97.5 % quantiles of Student's t by degrees of freedom; the normal distribution beyond.
_STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


class Outcome(StrEnum):
    """The verdict on a claim, from the best to the worst."""

    HELD = "held"
    DIFFERS = "differs"
    UNDECIDED = "undecided"
    NOT_HELD = "did-not-hold"


@dataclass(frozen=True)
class Check:
    """A figure with its 95 % interval, and what the claim requires of it."""

    value: float
    low: float
    high: float
    relation: str
    limit: float
    of: str = "figure"
    """What the figure is: `figure`, the row's own; `score`, `losses` or `wins` of a match, in percent."""
    widest: float = inf
    """The width of the interval up to which `near` and `always` are confirmed."""

    @property
    def outcome(self) -> Outcome:
        if self.relation == ABOVE:
            return _side(self.low > self.limit, self.high <= self.limit)
        if self.relation == BELOW:
            return _side(self.high < self.limit, self.low >= self.limit)
        confirmed = Outcome.HELD if self.high - self.low <= self.widest else Outcome.UNDECIDED
        if self.relation == NEAR:
            return confirmed if self.low <= self.limit <= self.high else Outcome.DIFFERS
        return confirmed if self.value == self.limit else Outcome.NOT_HELD


def _side(holds: bool, fails: bool) -> Outcome:
    return Outcome.HELD if holds else Outcome.NOT_HELD if fails else Outcome.UNDECIDED


def verdict(checks: Iterable[Check]) -> Outcome:
    """The worst outcome of the checks; without any, nothing is decided."""
    found = {check.outcome for check in checks}
    worst = [outcome for outcome in reversed(Outcome) if outcome in found]
    return worst[0] if worst else Outcome.UNDECIDED


# -- figures with intervals ---------------------------------------------------------------------------


def exact(value: float, expected: float) -> Check:
    """A figure that does not depend on chance or on the machine."""
    return Check(value, value, value, EQUAL, expected)


def share(part: int, whole: int, relation: str, limit: float, of: str = "figure") -> Check:
    """A share in percent, with Wilson's score interval."""
    low, high = wilson(part / whole, whole) if whole else (0.0, 1.0)
    return Check(100 * part / max(1, whole), 100 * low, 100 * high, relation, limit, of, WIDEST)


def always(part: int, whole: int) -> Check:
    """A statement about every case: 100 % of the cases seen."""
    return share(part, whole, ALWAYS, 100.0)


def score(result: Score, relation: str, limit: float = 50.0) -> Check:
    """The score of a match in percent; a draw counts half. Wilson's interval is on the safe side: draws, and
    openings played with both colours, make the true one narrower."""
    games = sum(result)
    points = (result[0] + result[1] / 2) / games if games else 0.5
    low, high = wilson(points, games) if games else (0.0, 1.0)
    return Check(100 * points, 100 * low, 100 * high, relation, limit, "score", WIDEST)


def losses(result: Score, relation: str, limit: float) -> Check:
    """The share of lost games in percent."""
    return share(result[2], sum(result), relation, limit, "losses")


def wins(result: Score, relation: str, limit: float) -> Check:
    """The share of won games in percent."""
    return share(result[0], sum(result), relation, limit, "wins")


def mean(samples: Sequence[float], relation: str, limit: float) -> Check:
    """A mean of figures that are not negative, with Student's interval."""
    middle, reach = _student(samples)
    return Check(middle, max(0.0, middle - reach), middle + reach, relation, limit)


def ratio(pairs: Sequence[tuple[float, float]], relation: str, limit: float) -> Check:
    """How many times greater the first figure of each pair is: the geometric mean, with Student's interval of
    the logarithms. Pairs without two positive figures do not count."""
    middle, reach = _student([log(one / other) for one, other in pairs if one > 0 and other > 0])
    return Check(exp(middle), _exp(middle - reach), _exp(middle + reach), relation, limit, widest=limit)


def difference(one: tuple[int, int], other: tuple[int, int], relation: str, limit: float = 0.0) -> Check:
    """The difference of two shares in percentage points, with Newcombe's interval (from two of Wilson)."""
    first, second = (share(part, whole, relation, limit) for part, whole in (one, other))
    value = first.value - second.value
    low = value - sqrt((first.value - first.low) ** 2 + (second.high - second.value) ** 2)
    high = value + sqrt((first.high - first.value) ** 2 + (second.value - second.low) ** 2)
    return Check(value, low, high, relation, limit)


def _student(samples: Sequence[float]) -> tuple[float, float]:
    """The mean, and the reach of its interval to each side."""
    n = len(samples)
    if not n:
        return 0.0, inf
    middle = sum(samples) / n
    if n == 1:
        return middle, inf
    variance = sum((one - middle) ** 2 for one in samples) / (n - 1)
    quantile = _STUDENT[n - 2] if n - 2 < len(_STUDENT) else 1.96
    return middle, quantile * sqrt(variance / n)


def _exp(value: float) -> float:
    return exp(value) if value < 700 else inf
