"""Learning weights: features are what the evaluation sums up, and a fit recovers what made the results."""

import random
from math import exp

import pytest

from ludoteca.engine import Engine
from ludoteca.engine.scores import UNITS_PER_LOGIT
from ludoteca.engine.weight_fitting import Features, Samples, fit, solve
from ludoteca.games import load
from tests.walking import walked


@pytest.mark.parametrize(
    "name",
    ["tic-tackle", "othello", "breakthrough", "kalah", "amazons/alquerque-5x5", "nine-mens-morris",
     "hex:size=5", "fox-and-hounds", "gomoku:size=9", "draughts", "lines-of-action"],
)  # fmt: skip
def test_an_opinion_is_the_sum_of_its_features(name: str):
    game = load(name)
    names = list(game.weights)
    features = Features(game, names)
    positions = [walked(game, 4 + 3 * i, i) for i in range(4)]
    engine = Engine(game, 0)
    for row, position in zip(features.of(positions), positions, strict=True):
        told = sum(game.weights[name] * value for name, value in zip(names, row, strict=True))
        # What is divided (nearness) may be rounded.
        assert abs(told - engine.opinion(position)) <= max(4, abs(told) // 50)


def test_a_fit_recovers_the_weights_that_made_the_results():
    dice = random.Random(1)
    true = [80, -30, 150]
    samples = Samples(3)
    for _ in range(20_000):
        row = [dice.randint(-4, 4) for _ in true]
        units = sum(a * b for a, b in zip(true, row, strict=True))
        samples.add(row, float(dice.random() < 1 / (1 + exp(-units / UNITS_PER_LOGIT))))
    found = fit(samples, ["a", "b", "c"], {"a": 40, "b": 0, "c": 100})
    assert all(abs(found[name] - weight) < 8 for name, weight in zip("abc", true, strict=True))


def test_what_the_games_do_not_show_stays():
    samples = Samples(2)
    for _ in range(100):
        samples.add([0, 1], 1.0)
        samples.add([0, -1], 0.0)
    found = fit(samples, ["a", "b"], {"a": 40, "b": 10})
    assert found["a"] == 40
    assert found["b"] > 10


def test_linear_systems_are_solved():
    assert solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])
