"""Ratings of many players: the Bradley–Terry model with Davidson's draws and a first-move advantage.

With d the difference of two strengths plus the advantage of moving first, win, draw and loss of the first
player are in the proportion exp(d/2) : exp(draws) : exp(−d/2). Newton's method finds the maximum of the
likelihood, which is unique; the inverse Hessian there gives the confidence intervals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from ludoteca.tournament.linear import Matrix, inverse, solve
from ludoteca.tournament.strength import Z95, normal

PER_STRENGTH = 400 / log(10)
"""Elo points per unit of strength."""

_VIRTUAL = 0.25
"""Virtual wins, draws and losses added to every pair, so that all strengths are finite."""
_ROUNDS = 60
_CLOSE = 1e-9


@dataclass(frozen=True)
class Meeting:
    """The results of two players with these sides, for the first one."""

    first: str
    second: str
    wins: float = 0
    draws: float = 0
    losses: float = 0


@dataclass(frozen=True)
class Rating:
    elo: float
    low: float
    high: float
    """The 95 % confidence interval, relative to the anchor."""


class Ratings:
    """Ratings of players relative to an anchor."""

    def __init__(self, meetings: Iterable[Meeting], anchor: str) -> None:
        """Raises ValueError if games do not connect every player to the anchor."""
        met = [one for one in meetings if one.wins + one.draws + one.losses]
        self.players = list(
            dict.fromkeys([anchor, *(name for one in met for name in (one.first, one.second))])
        )
        self.anchor = anchor
        self._check_connected(met)
        self._model = _fitted(self.players, met)
        self._covariance = inverse(self._model.information)

    def _check_connected(self, met: Sequence[Meeting]) -> None:
        known, before = {self.anchor}, 0
        while len(known) > before:
            before = len(known)
            known |= {
                name for one in met if known & {one.first, one.second} for name in (one.first, one.second)
            }
        others = [name for name in self.players if name not in known]
        if others:
            raise ValueError(f"no games connect {self.anchor} with {', '.join(others)}")

    @property
    def first_advantage(self) -> float:
        """The advantage of moving first, in Elo."""
        return self._model.at[-2] * PER_STRENGTH

    @property
    def draws(self) -> float:
        """The draw rate between equals."""
        return exp(self._model.at[-1]) / (2 + exp(self._model.at[-1]))

    def __getitem__(self, player: str) -> Rating:
        return self.difference(player, self.anchor)

    def difference(self, player: str, other: str) -> Rating:
        """The rating difference of two players."""
        return self.blend({player: 1.0, other: -1.0} if player != other else {})

    def superiority(self, player: str, other: str) -> float:
        """The likelihood that one player is stronger than the other."""
        return self.likelihood({player: 1.0, other: -1.0} if player != other else {})

    def blend(self, shares: Mapping[str, float]) -> Rating:
        """A weighted sum of ratings: an interpolated player, or a difference."""
        elo, error = self._sum(shares)
        return Rating(elo, elo - Z95 * error, elo + Z95 * error)

    def likelihood(self, shares: Mapping[str, float]) -> float:
        """The likelihood that such a sum is positive."""
        elo, error = self._sum(shares)
        return normal(elo / error) if error else 0.5

    def _sum(self, shares: Mapping[str, float]) -> tuple[float, float]:
        """The sum in Elo and its standard error. The anchor is not a free parameter."""
        free = [
            (self.players.index(name) - 1, share) for name, share in shares.items() if name != self.anchor
        ]
        elo = sum(share * self._model.at[place] for place, share in free)
        variance = sum(s * t * self._covariance[i][j] for i, s in free for j, t in free)
        return elo * PER_STRENGTH, sqrt(max(variance, 0.0)) * PER_STRENGTH


# -- the model ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Model:
    at: list[float]
    """The parameters: the strengths of all but the anchor, the first-move advantage, the draw parameter."""
    information: Matrix
    """The observed information: the negative Hessian of the log-likelihood."""


def _fitted(players: Sequence[str], meetings: Sequence[Meeting]) -> _Model:
    size = len(players) + 1
    rows = [_row(players, one, size) for one in meetings]
    at = [0.0] * size
    likelihood = _log_likelihood(rows, at)
    for _ in range(_ROUNDS):
        gradient, information = _derivatives(rows, at)
        step = solve(information, gradient)
        # Backtracking line search: far from the maximum a full step may overshoot.
        scale = 1.0
        while scale > _CLOSE:
            there = [place + scale * move for place, move in zip(at, step, strict=True)]
            if (now := _log_likelihood(rows, there)) >= likelihood:
                at, likelihood = there, now
                break
            scale /= 2
        if max(map(abs, step)) * scale < _CLOSE:
            break
    return _Model(at, _derivatives(rows, at)[1])


@dataclass(frozen=True)
class _Row:
    side: list[tuple[int, float]]
    """The parameters of the difference of strengths, with their signs."""
    draw: int
    wins: float
    draws: float
    losses: float


def _row(players: Sequence[str], one: Meeting, size: int) -> _Row:
    places = ((players.index(one.first) - 1, 1.0), (players.index(one.second) - 1, -1.0), (size - 2, 1.0))
    extra = _VIRTUAL
    return _Row(
        [p for p in places if p[0] >= 0], size - 1, one.wins + extra, one.draws + extra, one.losses + extra
    )


def _probabilities(row: _Row, at: Sequence[float]) -> tuple[float, float, float]:
    """The probabilities that first wins, draws and loses."""
    lead = sum(sign * at[place] for place, sign in row.side)
    parts = (lead / 2, at[row.draw], -lead / 2)
    most = max(parts)
    weights = [exp(part - most) for part in parts]
    whole = sum(weights)
    return weights[0] / whole, weights[1] / whole, weights[2] / whole


def _log_likelihood(rows: Sequence[_Row], at: Sequence[float]) -> float:
    total = 0.0
    for row in rows:
        win, draw, loss = (max(one, 1e-300) for one in _probabilities(row, at))
        total += row.wins * log(win) + row.draws * log(draw) + row.losses * log(loss)
    return total


def _derivatives(rows: Sequence[_Row], at: Sequence[float]) -> tuple[list[float], Matrix]:
    """The gradient of the log-likelihood and its negative Hessian."""
    gradient = [0.0] * len(at)
    hessian = [[0.0] * len(at) for _ in at]
    for place in range(len(at)):
        hessian[place][place] = 1e-9  # a parameter without games stays at its value
    for row in rows:
        games = row.wins + row.draws + row.losses
        win, draw, loss = _probabilities(row, at)
        # The exponents of the results are linear in the parameters: ±half the difference, or the draws.
        side_gradient = (row.wins - row.losses - games * (win - loss)) / 2
        side_hessian = games * (win + loss - (win - loss) ** 2) / 4
        mixed = -games * (win - loss) * draw / 2
        for place, sign in row.side:
            gradient[place] += sign * side_gradient
            hessian[place][row.draw] += sign * mixed
            hessian[row.draw][place] += sign * mixed
            for other, twin in row.side:
                hessian[place][other] += sign * twin * side_hessian
        gradient[row.draw] += row.draws - games * draw
        hessian[row.draw][row.draw] += games * draw * (1 - draw)
    return gradient, hessian
