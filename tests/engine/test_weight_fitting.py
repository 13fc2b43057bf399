"""Fitting weights: the evaluation is the sum of its features, and a fit recovers the true weights."""

import random
from math import exp

import pytest

from ludoteca.engine import Engine
from ludoteca.engine.scores import UNITS_PER_LOGIT
from ludoteca.engine.weight_fitting import FeatureExtractor, WeightSamples, fit_weights
from ludoteca.errors import MissingExtra
from ludoteca.games import load
from tests.walking import walked


@pytest.mark.parametrize(
    "name",
    ["tic-tackle", "othello", "breakthrough", "kalah", "amazons/alquerque-5x5", "nine-mens-morris",
     "hex:size=5", "fox-and-hounds", "gomoku:size=9", "draughts", "lines-of-action"],
)  # fmt: skip
def test_the_evaluation_is_the_sum_of_its_features(name: str):
    game = load(name)
    names = list(game.weights)
    features = FeatureExtractor(game, names)
    positions = [walked(game, 4 + 3 * i, i) for i in range(4)]
    engine = Engine(game, 0, evaluation="tuned")
    for row, position in zip(features.features(positions), positions, strict=True):
        total = sum(game.weights[name] * value for name, value in zip(names, row, strict=True))
        # Features that are divided (nearness) may be rounded.
        assert abs(total - engine.evaluate(position)) <= max(4, abs(total) // 50)


def test_a_fit_recovers_the_weights_that_made_the_results():
    rng = random.Random(1)
    true = [80, -30, 150]
    samples = WeightSamples(3)
    for _ in range(20_000):
        row = [rng.randint(-4, 4) for _ in true]
        units = sum(a * b for a, b in zip(true, row, strict=True))
        samples.add(row, float(rng.random() < 1 / (1 + exp(-units / UNITS_PER_LOGIT))))
    found = fit_weights(samples, ["a", "b", "c"], {"a": 40, "b": 0, "c": 100})
    assert all(abs(found[name] - weight) < 8 for name, weight in zip("abc", true, strict=True))


def test_weights_without_evidence_do_not_change():
    samples = WeightSamples(2)
    for _ in range(100):
        samples.add([0, 1], 1.0)
        samples.add([0, -1], 0.0)
    found = fit_weights(samples, ["a", "b"], {"a": 40, "b": 10})
    assert found["a"] == 40
    assert found["b"] > 10


def test_fitting_needs_numpy(monkeypatch):
    monkeypatch.setattr("ludoteca.engine.weight_fitting.find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"NumPy is needed.*ludoteca\[train\]"):
        fit_weights(WeightSamples(1), ["a"], {"a": 40})
