"""The sequential test: closed form, common approximation, and error rates."""

import random
from math import log

import pytest

from ludoteca.tournament.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt, log_ratio
from ludoteca.tournament.strength import expected


def test_the_bounds_are_those_of_wald():
    assert Sprt(0, 5).bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0, 5, alpha=0.1, beta=0.05).bounds == pytest.approx((log(0.05 / 0.9), log(0.95 / 0.1)))


@pytest.mark.parametrize(("losses", "wins"), [(40, 60), (60, 40), (1, 30), (500, 520)])
def test_with_two_results_it_is_the_simple_likelihood_ratio(losses, wins):
    low, high = expected(0), expected(80)
    exact = wins * log(high / low) + losses * log((1 - high) / (1 - low))
    assert log_ratio([losses, wins], low, high) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(
    "pairs", [(100, 800, 2200, 850, 120), (20, 190, 700, 210, 22), (1000, 9000, 20000, 9100, 1050)]
)
def test_near_equality_it_agrees_with_the_normal_approximation(pairs):
    low, high, total = expected(0), expected(5), sum(pairs)
    mean = sum(n * place / 4 for place, n in enumerate(pairs)) / total
    scatter = sum(n * (place / 4 - mean) ** 2 for place, n in enumerate(pairs)) / total
    approximate = total * (high - low) * (2 * mean - low - high) / (2 * scatter)
    assert log_ratio(pairs, low, high) == pytest.approx(approximate, rel=0.02, abs=0.02)


def test_the_test_is_symmetric():
    pairs, test, mirrored = (3, 10, 25, 14, 5), Sprt(0, 40), Sprt(-40, 0)
    assert test.ratio(pairs) == pytest.approx(-mirrored.ratio(pairs[::-1]))


def test_no_games_are_undecided_and_clear_results_are_decided():
    test = Sprt(0, 80)
    assert test.ratio((0, 0, 0, 0, 0)) == 0
    assert test.verdict((0, 0, 0, 0, 0)) == UNDECIDED
    assert test.verdict((0, 0, 0, 0, 3)) == UNDECIDED
    assert test.verdict((0, 0, 0, 0, 30)) == ACCEPTED
    assert test.verdict((30, 0, 0, 0, 0)) == REJECTED
    assert test.verdict((0, 0, 60, 0, 0)) == REJECTED


def simulate(test: Sprt, share: float, rng: random.Random) -> str:
    pairs = [0, 0, 0, 0, 0]
    for _ in range(5000):
        pairs[2 * (rng.random() < share) + 2 * (rng.random() < share)] += 1
        if test.verdict(pairs) != UNDECIDED:
            return test.verdict(pairs)
    return UNDECIDED


@pytest.mark.parametrize(("elo", "right"), [(0, REJECTED), (120, ACCEPTED)])
def test_the_error_rate_is_about_five_per_cent(elo, right):
    rng = random.Random(7)
    answers = [simulate(Sprt(0, 120), expected(elo), rng) for _ in range(80)]
    assert answers.count(UNDECIDED) == 0
    assert answers.count(right) >= 80 * 0.9
