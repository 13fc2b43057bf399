"""Ratings of many players from the games among them: Bradley and Terry's model with Davidson's draws.

With d the difference of two strengths plus what moving first is worth, the first player wins, draws and loses
in the proportion of exp(d/2) to exp(draws) to exp(−d/2). The likeliest strengths are found by Newton's
method: the likelihood has one summit, and how sharp it is says how sure they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from ludoteca.tournament.strength import Z95, normal

PER_STRENGTH = 400 / log(10)
"""Elo points for each unit of the model's strengths."""

_VIRTUAL = 0.25
"""Of a win, a draw and a loss, added wherever two have met: no strength is without bounds."""
_ROUNDS = 60
_CLOSE = 1e-9

Matrix = list[list[float]]


@dataclass(frozen=True)
class Meeting:
    """What came of the games of two players with these sides, as first sees it."""

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
    """Where it lies with 95 % confidence, the anchor taken as known."""


class Ratings:
    """The strengths of some players; that of the anchor is 0."""

    def __init__(self, meetings: Iterable[Meeting], anchor: str) -> None:
        """Raises ValueError if some player is not joined to the anchor by games."""
        met = [one for one in meetings if one.wins + one.draws + one.losses]
        self.players = list(
            dict.fromkeys([anchor, *(name for one in met for name in (one.first, one.second))])
        )
        self.anchor = anchor
        self._refuse_strangers(met)
        self._model = _fitted(self.players, met)
        self._covariance = _inverse(self._model.bend)

    def _refuse_strangers(self, met: Sequence[Meeting]) -> None:
        known, before = {self.anchor}, 0
        while len(known) > before:
            before = len(known)
            known |= {
                name for one in met if known & {one.first, one.second} for name in (one.first, one.second)
            }
        strangers = [name for name in self.players if name not in known]
        if strangers:
            raise ValueError(f"no games lead from {self.anchor} to {', '.join(strangers)}")

    @property
    def first_advantage(self) -> float:
        """What moving first is worth, in Elo."""
        return self._model.at[-2] * PER_STRENGTH

    @property
    def draws(self) -> float:
        """The share of draws between equals."""
        return exp(self._model.at[-1]) / (2 + exp(self._model.at[-1]))

    def __getitem__(self, player: str) -> Rating:
        return self.difference(player, self.anchor)

    def difference(self, player: str, other: str) -> Rating:
        """How much stronger one is than the other."""
        return self.blend({player: 1.0, other: -1.0} if player != other else {})

    def superiority(self, player: str, other: str) -> float:
        """The likelihood that one is stronger than the other."""
        return self.likelihood({player: 1.0, other: -1.0} if player != other else {})

    def blend(self, shares: Mapping[str, float]) -> Rating:
        """A sum of strengths, each with its share: somebody between two players, or what parts them."""
        elo, error = self._sum(shares)
        return Rating(elo, elo - Z95 * error, elo + Z95 * error)

    def likelihood(self, shares: Mapping[str, float]) -> float:
        """How likely such a sum is to be positive."""
        elo, error = self._sum(shares)
        return normal(elo / error) if error else 0.5

    def _sum(self, shares: Mapping[str, float]) -> tuple[float, float]:
        """The sum and its standard error. The anchor's place is not among the free strengths."""
        free = [
            (self.players.index(name) - 1, share) for name, share in shares.items() if name != self.anchor
        ]
        elo = sum(share * self._model.at[place] for place, share in free)
        scatter = sum(s * t * self._covariance[i][j] for i, s in free for j, t in free)
        return elo * PER_STRENGTH, sqrt(max(scatter, 0.0)) * PER_STRENGTH


# -- the model ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Model:
    at: list[float]
    """The free strengths (all but the anchor's), then the worth of moving first and the weight of draws."""
    bend: Matrix
    """How sharply the likelihood falls off there: the second derivatives, their sign turned."""


def _fitted(players: Sequence[str], meetings: Sequence[Meeting]) -> _Model:
    size = len(players) + 1
    rows = [_row(players, one, size) for one in meetings]
    at = [0.0] * size
    height = _height(rows, at)
    for _ in range(_ROUNDS):
        slope, bend = _slopes(rows, at)
        step = _solved(bend, slope)
        # Half as far, and again, until it leads upwards: far from the summit a whole step may overshoot.
        scale = 1.0
        while scale > _CLOSE:
            there = [place + scale * move for place, move in zip(at, step, strict=True)]
            if (now := _height(rows, there)) >= height:
                at, height = there, now
                break
            scale /= 2
        if max(map(abs, step)) * scale < _CLOSE:
            break
    return _Model(at, _slopes(rows, at)[1])


@dataclass(frozen=True)
class _Row:
    side: list[tuple[int, float]]
    """Which parameters make up the difference of strengths, with their signs."""
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


def _chances(row: _Row, at: Sequence[float]) -> tuple[float, float, float]:
    """How likely first is to win, to draw and to lose."""
    far = sum(sign * at[place] for place, sign in row.side)
    parts = (far / 2, at[row.draw], -far / 2)
    most = max(parts)
    weights = [exp(part - most) for part in parts]
    whole = sum(weights)
    return weights[0] / whole, weights[1] / whole, weights[2] / whole


def _height(rows: Sequence[_Row], at: Sequence[float]) -> float:
    total = 0.0
    for row in rows:
        win, draw, loss = (max(chance, 1e-300) for chance in _chances(row, at))
        total += row.wins * log(win) + row.draws * log(draw) + row.losses * log(loss)
    return total


def _slopes(rows: Sequence[_Row], at: Sequence[float]) -> tuple[list[float], Matrix]:
    """The first derivatives of the likelihood, and the second with their sign turned."""
    slope = [0.0] * len(at)
    bend = [[0.0] * len(at) for _ in at]
    for place in range(len(at)):
        bend[place][place] = 1e-9  # a strength that no game speaks of stays where it is
    for row in rows:
        games = row.wins + row.draws + row.losses
        win, draw, loss = _chances(row, at)
        # Each result's exponent is linear in the parameters: half the difference, the draws, or minus half.
        far_slope = (row.wins - row.losses - games * (win - loss)) / 2
        far_bend = games * (win + loss - (win - loss) ** 2) / 4
        both = -games * (win - loss) * draw / 2
        for place, sign in row.side:
            slope[place] += sign * far_slope
            bend[place][row.draw] += sign * both
            bend[row.draw][place] += sign * both
            for other, twin in row.side:
                bend[place][other] += sign * twin * far_bend
        slope[row.draw] += row.draws - games * draw
        bend[row.draw][row.draw] += games * draw * (1 - draw)
    return slope, bend


# -- linear equations ---------------------------------------------------------------------------------


def _solved(matrix: Matrix, right: Sequence[float]) -> list[float]:
    """Gauss's elimination, with the largest pivot."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for column in range(size):
        best = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[best] = rows[best], rows[column]
        for row in range(size):
            if row != column:
                times = rows[row][column] / rows[column][column]
                rows[row] = [a - times * b for a, b in zip(rows[row], rows[column], strict=True)]
    return [rows[place][size] / rows[place][place] for place in range(size)]


def _inverse(matrix: Matrix) -> Matrix:
    size = len(matrix)
    columns = [_solved(matrix, [float(row == column) for row in range(size)]) for column in range(size)]
    return [[columns[column][row] for column in range(size)] for row in range(size)]
