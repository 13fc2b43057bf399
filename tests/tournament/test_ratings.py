"""Ratings recover the known strengths of simulated players."""

import random
from math import exp

import pytest

from ludoteca.tournament.linear import inverse, solve
from ludoteca.tournament.ratings import PER_STRENGTH, Meeting, Ratings
from ludoteca.tournament.strength import elo_of

TRUTH = {"random": 0.0, "b": 180.0, "c": 390.0, "d": 520.0, "e": 800.0}


def simulated(games: int, advantage: float, draw: float, seed: int = 1) -> list[Meeting]:
    """Neighbours and second neighbours play with both sides."""
    rng, names = random.Random(seed), list(TRUTH)
    found = []
    for near in (1, 2):
        for one, other in zip(names, names[near:], strict=False):
            for first, second in ((one, other), (other, one)):
                far = (TRUTH[first] - TRUTH[second] + advantage) / PER_STRENGTH
                weights = [exp(far / 2), exp(draw), exp(-far / 2)]
                results = rng.choices("wdl", weights, k=games)
                found.append(Meeting(first, second, *(results.count(word) for word in "wdl")))
    return found


@pytest.mark.parametrize(("advantage", "draw"), [(0.0, -20.0), (90.0, 0.0), (-60.0, 1.0)])
def test_known_strengths_are_recovered(advantage, draw):
    found = Ratings(simulated(4000, advantage, draw), "random")
    assert found["random"].elo == 0
    for name, elo in TRUTH.items():
        assert found[name].elo == pytest.approx(elo, abs=25)
    assert found.first_advantage == pytest.approx(advantage, abs=10)
    assert found.draws == pytest.approx(exp(draw) / (2 + exp(draw)), abs=0.02)


def test_the_coverage_of_the_intervals_is_correct():
    held = rounds = 0
    for seed in range(60):
        found = Ratings(simulated(60, 40.0, 0.0, seed), "random")
        for name in list(TRUTH)[1:]:
            rating = found[name]
            held += rating.low <= TRUTH[name] <= rating.high
            rounds += 1
    assert 0.9 <= held / rounds <= 0.99


def test_two_players_without_draws_agree_with_the_closed_form():
    meetings = [Meeting("a", "b", 7600, 0, 2400), Meeting("b", "a", 2400, 0, 7600)]
    found = Ratings(meetings, "b")
    assert found["a"].elo == pytest.approx(elo_of(0.76), abs=0.2)
    assert found.first_advantage == pytest.approx(0, abs=1e-6)
    # The standard error of a share of 0.76 in 20000 games, in Elo.
    error = PER_STRENGTH / (20000 * 0.76 * 0.24) ** 0.5
    assert found["a"].high - found["a"].elo == pytest.approx(1.96 * error, rel=0.02)


def test_a_first_move_advantage_is_not_a_difference_of_strength():
    found = Ratings([Meeting("a", "b", 50), Meeting("b", "a", 50)], "a")
    assert found["b"].elo == pytest.approx(0, abs=1e-6)
    assert found.first_advantage > 600


def test_a_perfect_score_has_a_finite_rating():
    found = Ratings([Meeting("a", "b", 50), Meeting("b", "a", 0, 0, 50)], "b")
    assert 600 < found["a"].elo < 1500
    assert found["a"].low > 300
    assert found.superiority("a", "b") > 0.999
    assert found.superiority("b", "a") < 0.001


def test_differences_are_more_certain_between_players_who_have_met():
    found = Ratings(simulated(200, 0.0, 0.0), "random")
    near, far = found.difference("e", "d"), found["e"]
    assert near.high - near.low < far.high - far.low
    assert near.elo == pytest.approx(found["e"].elo - found["d"].elo)
    assert found.superiority("a" if "a" in TRUTH else "e", "e") == 0.5


def test_players_without_games_in_common_are_refused():
    with pytest.raises(ValueError, match="no games connect a with c, d"):
        Ratings([Meeting("a", "b", 1), Meeting("c", "d", 1)], "a")


def test_the_anchor_alone_is_zero():
    assert Ratings([], "a")["a"].elo == 0


def test_linear_systems_are_solved():
    assert solve([[4.0, 1.0], [1.0, 3.0]], [1.0, 2.0]) == pytest.approx([1 / 11, 7 / 11])
    assert solve([[0.0, 2.0], [3.0, 0.0]], [2.0, 6.0]) == pytest.approx([2.0, 1.0])
    assert inverse([[4.0, 1.0], [1.0, 3.0]])[0] == pytest.approx([3 / 11, -1 / 11])
