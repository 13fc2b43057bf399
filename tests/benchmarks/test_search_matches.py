"""Matches between settings of the search, and the tuning of its constants."""

import pytest

from benchmarks.search_matches import Setting, interval, opening, pair
from benchmarks.spsa import moved, step
from ludoteca.games import load


def test_a_setting_is_read():
    setting = Setting.parse("no-futility,window=30")
    assert setting.disabled == {"futility"}
    assert setting.parameters == {"window": 30}
    for wrong in ("futility", "no-window", "none=1"):
        with pytest.raises(ValueError):
            Setting.parse(wrong)


def test_equal_settings_share_the_points():
    game = load("tic-tackle")
    a, b = Setting().engine(game), Setting().engine(game)
    assert opening(game, 1, 4).text == opening(game, 1, 4).text
    assert pair(game, a, b, 1, 200) == 0.5


def test_the_interval_of_equal_results_is_a_point():
    assert interval([0.5, 0.5, 0.5]) == (0.5, 0.0)
    assert interval([0.0, 1.0])[1] > 0.5


def test_a_step_moves_every_constant_within_its_range():
    values = {"futility-margin": 24.0, "singular-margin": 1.0}
    assert moved(values, {"futility-margin": 1, "singular-margin": -1}, 0.1) == {
        "futility-margin": 26, "singular-margin": 1,
    }  # fmt: skip
    after = step(values, 0, ["tic-tac-toe"], 100, 1)
    assert after == step(values, 0, ["tic-tac-toe"], 100, 1)
    assert all(value >= 1 for value in after.values())
