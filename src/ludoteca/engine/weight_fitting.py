"""Learning weights from games: what the evaluation sees in positions, and which weights would have foretold
their results best."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ludoteca.engine.scores import UNITS_PER_LOGIT
from ludoteca.games import Game, Position
from ludoteca.kernel import Evaluator, Searcher, logistic_sums

_UNIT = 16
"""A weight large enough that no feature is lost by rounding."""
_STEPS = 12
LARGEST = 5000
_KIN = 4.0
"""Positions of one game share its result: so many of them tell as much as one that stands alone."""


class Features:
    """Looks at positions with one weight at a time: the evaluation is a sum, so this is what each is
    multiplied with."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.names = tuple(names)
        outlook = game.compiled.outlook
        nothing = {name: 0 for name in outlook.weights}
        rows = (outlook.row({**nothing, name: _UNIT}) for name in names)
        self._evaluators = [Evaluator(game.rules, row) for row in rows]
        self._searcher = Searcher(game.rules, 0)

    def of(self, positions: Sequence[Position]) -> list[list[int]]:
        """For each position a number for each name, in the mover's eyes."""
        columns = []
        for evaluator in self._evaluators:
            self._searcher.set_evaluator(evaluator)
            columns.append([round(self._searcher.evaluate(one.snapshot) / _UNIT) for one in positions])
        return [list(row) for row in zip(*columns, strict=True)]


@dataclass
class Samples:
    """Positions as features, and what their movers scored in the end."""

    width: int
    features: array[int] = field(default_factory=lambda: array("i"))
    results: array[float] = field(default_factory=lambda: array("f"))

    def add(self, row: Sequence[int], result: float) -> None:
        self.features.extend(row)
        self.results.append(result)

    def __len__(self) -> int:
        return len(self.results)


def fit(samples: Samples, names: Sequence[str], before: Mapping[str, int]) -> dict[str, int]:
    """Weights that foretell the results better, held near the old ones where the games say little.

    Logistic regression by Newton's method. A weight's freedom is as large as the weight itself, and never
    smaller than a quarter of a piece.
    """
    old = [float(before.get(name, 0)) for name in names]
    hold = [_KIN / max(25.0, abs(weight)) ** 2 for weight in old]
    now = list(old)
    for _ in range(_STEPS):
        _, slope, bend = logistic_sums(
            samples.features, samples.results, array("d", now), 1 / UNITS_PER_LOGIT
        )
        for i, held in enumerate(hold):
            slope[i] += held * (now[i] - old[i])
            bend[i][i] += held
        step = solve(bend, slope)
        now = [max(-LARGEST, min(LARGEST, weight - by)) for weight, by in zip(now, step, strict=True)]
        if max(map(abs, step), default=0.0) < 0.25:
            break
    return {name: round(weight) for name, weight in zip(names, now, strict=True)}


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a symmetric positive system, by Gauss's elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = rows[i][i]
        for k in range(i + 1, n):
            factor = rows[k][i] / pivot
            if factor:
                for j in range(i, n + 1):
                    rows[k][j] -= factor * rows[i][j]
    found = [0.0] * n
    for i in reversed(range(n)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, n))
        found[i] = (rows[i][n] - rest) / rows[i][i]
    return found
