"""Elo from points: closed forms, known values, and perfect scores."""

from math import isclose, sqrt

import pytest

from ludoteca.tournament.strength import elo_of, expected, normal, strength, wilson


@pytest.mark.parametrize(
    ("elo", "share"),
    [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (200, 0.7597), (80, 0.6131), (800, 100 / 101)],
)
def test_elo_and_expected_score(elo, share):
    assert expected(elo) == pytest.approx(share, abs=5e-5)
    assert elo_of(expected(elo)) == pytest.approx(elo)


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    # Published values of Wilson's interval: 95 %, no continuity correction.
    [(0.5, 10, 0.2366, 0.7634), (0.9, 10, 0.5958, 0.9821), (1.0, 10, 0.7225, 1.0), (0.0, 20, 0.0, 0.1611)],
)
def test_wilson_gives_the_published_intervals(share, games, low, high):
    assert wilson(share, games) == pytest.approx((low, high), abs=5e-5)


def test_the_normal_distribution():
    assert normal(0) == 0.5
    assert normal(1.959964) == pytest.approx(0.975, abs=1e-6)
    assert normal(-1) == pytest.approx(0.158655, abs=1e-6)


def single(wins: int, draws: int, losses: int) -> list[tuple[float, int]]:
    """Games without the paired one."""
    return [(1.0, 1)] * wins + [(0.5, 1)] * draws + [(0.0, 1)] * losses


def test_a_score_of_76_per_cent_is_200_elo_with_an_error_of_80():
    found = strength(single(76, 0, 24))
    assert found.share == 0.76
    assert found.elo == pytest.approx(200.24, abs=0.01)
    assert found.low == pytest.approx(200 - 80, abs=4)
    assert found.high == pytest.approx(200 + 80, abs=4)


def test_single_games_without_draws_count_fully():
    """The likelihood of superiority is then that of wins against losses."""
    found = strength(single(60, 0, 40))
    assert found.superiority == pytest.approx(normal((60 - 40) / sqrt(100)), abs=0.002)


def test_draws_make_a_lead_more_certain():
    even, drawish = strength(single(60, 0, 40)), strength(single(30, 60, 10))
    assert even.share == drawish.share
    assert drawish.superiority > even.superiority
    assert drawish.superiority == pytest.approx(normal((30 - 10) / sqrt(30 + 10)), abs=0.005)


def test_decisive_openings_make_the_players_equal():
    """If first always wins, each pair scores 1–1: equal with certainty."""
    found, loose = strength([(1.0, 2)] * 50), strength(single(50, 0, 50))
    assert found.elo == loose.elo == 0
    assert found.superiority == 0.5
    assert found.low is not None
    assert loose.low is not None
    assert loose.low < found.low < 0


def test_correlated_pairs_count_less_than_single_games():
    pairs, loose = strength([(2.0, 2)] * 30 + [(0.0, 2)] * 20), strength(single(60, 0, 40))
    assert pairs.elo == loose.elo
    assert pairs.low is not None
    assert loose.low is not None
    assert pairs.low < loose.low
    # Two games with equal results count as one.
    assert pairs.superiority == pytest.approx(normal((30 - 20) / sqrt(50)), abs=0.01)


@pytest.mark.parametrize("games", [1, 2, 10, 1000])
def test_a_perfect_score_is_finite_without_an_upper_bound(games):
    found = strength(single(games, 0, 0))
    assert found.elo == pytest.approx(elo_of((games + 0.5) / (games + 1)))
    assert found.high is None
    assert found.low is not None
    assert found.low < found.elo
    mirrored = strength(single(0, 0, games))
    assert isclose(mirrored.elo, -found.elo)
    assert mirrored.low is None
    assert mirrored.superiority == pytest.approx(1 - found.superiority)


def test_more_wins_are_more_certain():
    found = [strength([(2.0, 2)] * n) for n in (1, 5, 25, 125)]
    lows = [one.low for one in found]
    assert lows == sorted(lows, key=lambda low: low or 0)
    assert [one.superiority for one in found] == sorted(one.superiority for one in found)
    assert found[-1].superiority > 0.999999


def test_only_draws_are_equal_and_uncertain():
    found = strength([(1.0, 2)] * 10)
    assert (found.elo, found.superiority) == (0, 0.5)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0 < found.high


def test_no_games_give_no_information():
    found = strength([])
    assert (found.elo, found.low, found.high, found.superiority) == (0, None, None, 0.5)


def test_the_coverage_of_the_interval_is_correct():
    """Simulated pairs of games: 95 % of the intervals contain the true difference."""
    import random

    dice, truth, held, rounds = random.Random(1), 0.62, 0, 600
    for _ in range(rounds):
        points = []
        for _ in range(40):
            favour = dice.uniform(-0.25, 0.25)  # what the opening gives to first
            points.append((float(dice.random() < truth + favour) + (dice.random() < truth - favour), 2))
        found = strength(points)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= elo_of(truth) <= found.high
    assert 0.92 <= held / rounds <= 0.985
