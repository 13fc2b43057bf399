"""Fitting evaluation weights to game results: feature extraction and logistic regression."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec

from ludoteca.engine.scores import UNITS_PER_LOGIT
from ludoteca.errors import MissingExtra
from ludoteca.games import Game, Position
from ludoteca.kernel import Evaluator, Searcher

_UNIT = 16
"""A weight large enough that no feature is lost by rounding."""
_STEPS = 12
LARGEST = 5000
_POSITIONS_PER_GAME = 4.0
"""Positions of one game share its result: this many count as one independent sample."""


class FeatureExtractor:
    """Extracts the features of positions. The evaluation is linear in its weights, so that a feature is the
    evaluation with its weight alone."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        self.names = tuple(names)
        terms = game.compiled.eval_terms
        zero = {name: 0 for name in terms.weights}
        rows = (terms.eval_weights({**zero, name: _UNIT}) for name in names)
        self._evaluators = [Evaluator(game.rules, row) for row in rows]
        self._searcher = Searcher(game.rules, 0)

    def features(self, positions: Sequence[Position]) -> list[list[int]]:
        """For each position the value of each feature, for the mover."""
        columns = []
        for evaluator in self._evaluators:
            self._searcher.set_evaluator(evaluator)
            columns.append([round(self._searcher.evaluate(one.snapshot) / _UNIT) for one in positions])
        return [list(row) for row in zip(*columns, strict=True)]


@dataclass
class WeightSamples:
    """Features of positions, and the results of their movers."""

    width: int
    features: array[int] = field(default_factory=lambda: array("i"))
    results: array[float] = field(default_factory=lambda: array("f"))

    def add(self, row: Sequence[int], result: float) -> None:
        self.features.extend(row)
        self.results.append(result)

    def __len__(self) -> int:
        return len(self.results)


def require_numpy() -> None:
    """Raises `MissingExtra` if NumPy is not installed."""
    if find_spec("numpy") is None:
        raise MissingExtra("NumPy", "train")


def fit_weights(samples: WeightSamples, names: Sequence[str], before: Mapping[str, int]) -> dict[str, int]:
    """Weights that predict the results better, regularized towards the old ones.

    Logistic regression by Newton's method with a Gaussian prior: its standard deviation is the old weight
    itself, and at least a quarter of a piece. Raises `MissingExtra` without NumPy.
    """
    require_numpy()
    import numpy as np

    features = np.frombuffer(samples.features, np.intc).reshape(-1, samples.width) / UNITS_PER_LOGIT
    results = np.frombuffer(samples.results, np.float32)
    old = np.array([float(before.get(name, 0)) for name in names])
    precision = _POSITIONS_PER_GAME / np.maximum(25.0, np.abs(old)) ** 2
    now = old
    for _ in range(_STEPS):
        predicted = 1 / (1 + np.exp(-features @ now))
        gradient = features.T @ (predicted - results) + precision * (now - old)
        curvature = predicted * (1 - predicted)
        hessian = (features * curvature[:, np.newaxis]).T @ features + np.diag(precision)
        step = np.linalg.solve(hessian, gradient)
        now = np.clip(now - step, -LARGEST, LARGEST)
        if np.abs(step).max(initial=0.0) < 0.25:
            break
    return {name: round(float(weight)) for name, weight in zip(names, now, strict=True)}
