"""The sequential test: a closed form, the usual approximation, and answers that are seldom wrong."""

import random
from math import log

import pytest

from ludoteca.tournament.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt, log_ratio
from ludoteca.tournament.strength import expected


def test_the_bounds_are_walds():
    assert Sprt(0, 5).bounds == pytest.approx((-2.944439, 2.944439), abs=1e-6)
    assert Sprt(0, 5, alpha=0.1, beta=0.05).bounds == pytest.approx((log(0.05 / 0.9), log(0.95 / 0.1)))


@pytest.mark.parametrize(("losses", "wins"), [(40, 60), (60, 40), (1, 30), (500, 520)])
def test_with_two_results_it_is_the_plain_likelihood_ratio(losses, wins):
    low, high = expected(0), expected(80)
    exact = wins * log(high / low) + losses * log((1 - high) / (1 - low))
    assert log_ratio([losses, wins], low, high) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize(
    "pairs", [(100, 800, 2200, 850, 120), (20, 190, 700, 210, 22), (1000, 9000, 20000, 9100, 1050)]
)
def test_close_to_even_it_is_the_usual_approximation(pairs):
    low, high, total = expected(0), expected(5), sum(pairs)
    mean = sum(n * place / 4 for place, n in enumerate(pairs)) / total
    scatter = sum(n * (place / 4 - mean) ** 2 for place, n in enumerate(pairs)) / total
    approximate = total * (high - low) * (2 * mean - low - high) / (2 * scatter)
    assert log_ratio(pairs, low, high) == pytest.approx(approximate, rel=0.02, abs=0.02)


def test_it_is_the_same_seen_from_either_side():
    pairs, test, mirrored = (3, 10, 25, 14, 5), Sprt(0, 40), Sprt(-40, 0)
    assert test.ratio(pairs) == pytest.approx(-mirrored.ratio(pairs[::-1]))


def test_nothing_played_says_nothing_and_clear_results_say_all():
    test = Sprt(0, 80)
    assert test.ratio((0, 0, 0, 0, 0)) == 0
    assert test.verdict((0, 0, 0, 0, 0)) == UNDECIDED
    assert test.verdict((0, 0, 0, 0, 3)) == UNDECIDED
    assert test.verdict((0, 0, 0, 0, 30)) == ACCEPTED
    assert test.verdict((30, 0, 0, 0, 0)) == REJECTED
    assert test.verdict((0, 0, 60, 0, 0)) == REJECTED


def played_out(test: Sprt, share: float, dice: random.Random) -> str:
    pairs = [0, 0, 0, 0, 0]
    for _ in range(5000):
        pairs[2 * (dice.random() < share) + 2 * (dice.random() < share)] += 1
        if test.verdict(pairs) != UNDECIDED:
            return test.verdict(pairs)
    return UNDECIDED


@pytest.mark.parametrize(("elo", "right"), [(0, REJECTED), (120, ACCEPTED)])
def test_it_is_wrong_about_one_time_in_twenty(elo, right):
    dice = random.Random(7)
    answers = [played_out(Sprt(0, 120), expected(elo), dice) for _ in range(80)]
    assert answers.count(UNDECIDED) == 0
    assert answers.count(right) >= 80 * 0.9
