"""Calibration of levels: monotone curves, equal steps, and updates of the tuned file."""

import tomllib
from dataclasses import replace
from datetime import date

import pytest

from ludoteca.games import load
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.play.opponents import NAMES, Level, offered
from ludoteca.tournament.calibration import FULL, QUICK, RANDOM, Calibration, Method, calibrate, distinct
from ludoteca.tournament.curve import CurvePoint, cut, rising
from ludoteca.tournament.games import GameSetup
from ludoteca.tournament.tuned_file import tuned_file_for, write_levels


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))


@pytest.mark.parametrize(
    ("values", "risen"),
    [
        ([1, 2, 3], [1, 2, 3]),
        ([3, 2, 1], [2, 2, 2]),
        ([1, 5, 3, 4], [1, 4, 4, 4]),
        ([0, 10, 8, 20], [0, 9, 9, 20]),
        ([], []),
    ],
)
def test_isotonic_regression(values, risen):
    assert rising(values, [1] * len(values)) == risen


def test_isotonic_regression_uses_weights():
    assert rising([10, 0], [3, 1]) == [7.5, 7.5]


def test_a_curve_is_cut_into_equal_steps():
    skills, elos = [0, 250, 500, 750, 1000], [100.0, 300.0, 300.0, 900.0, 1100.0]
    points = cut(skills, elos)
    assert [point.skill for point in points] == [0, 250, 583, 667, 750, 1000]
    assert [number for number, _ in points[2].blend] == [2, 3]
    assert [share for _, share in points[2].blend] == pytest.approx([2 / 3, 1 / 3])


@pytest.mark.parametrize(("height", "number"), [(50, 3), (400, 3), (700, 5), (1000, 6), (4000, 8)])
def test_there_are_three_to_eight_levels(height, number):
    assert len(cut([0, 1000], [0.0, float(height)])) == number


def test_indistinct_levels_are_dropped_and_the_strongest_stays():
    points = [CurvePoint(skill, ((0, 1.0),)) for skill in (0, 100, 200, 900, 1000)]
    strengths = {0: 0, 100: 1, 200: 5, 900: 9, 1000: 9}

    def passes(lower: CurvePoint, upper: CurvePoint) -> bool:
        return strengths[upper.skill] - strengths[lower.skill] > 2

    assert [point.skill for point in distinct(points, passes)] == [0, 200, 1000]
    assert [point.skill for point in distinct(points, lambda lower, upper: False)] == [1000]


def test_neighbours_and_second_neighbours_play():
    method = Method((0, 500, 1000), 10, 0)
    a, b, c = "level:s=0", "level:s=0.5", "level:s=1"
    assert method.meetings == [(RANDOM, a), (a, b), (b, c), (RANDOM, b), (a, c)]
    assert len(FULL.skills) == 10
    assert len(QUICK.skills) < 10
    assert QUICK.is_quick
    assert not FULL.is_quick


def test_a_small_game_is_calibrated():
    seen = []
    method = Method((0, 430), games=8, gate=0)
    found = calibrate(
        GameSetup("tapatan"), method, 0, lambda what, done, total: seen.append((what, done, total))
    )
    assert found.games == 24
    assert seen[-1] == ("grid", 24, 24)
    assert [skill for skill, *_ in found.curve] == [0, 430]
    assert found.levels[-1].skill == 430
    assert [level.name for level in found.levels] == [NAMES[level.number - 1] for level in found.levels]
    assert all(step.verdict == "" for step in found.steps)
    again = calibrate(GameSetup("tapatan"), method, 2, lambda *_: None)
    assert again == found


def test_a_level_is_tested_against_the_one_below_it():
    method = Method((0, 571), games=4, gate=12)
    found = calibrate(GameSetup("tapatan"), method, 0, lambda *_: None)
    assert {step.verdict for step in found.steps} <= {"accepted", "rejected", "undecided"}
    assert sum(step.games for step in found.steps) > 0


def test_a_time_limit_uses_the_games_so_far():
    ticks = iter(range(100_000))
    method = Method((0, 571), games=400, gate=400, seconds=300.0)
    found = calibrate(GameSetup("tapatan"), method, 0, lambda *_: None, clock=lambda: float(next(ticks)))
    assert 10 <= found.games_per_pair < 100
    assert found.games < 400
    assert found.levels


# -- the tuned file -----------------------------------------------------------------------------------

LEVELS = [
    Level(1, "Joaninha", 0, 300, 70, 10, 130),
    Level(8, "Onça", 1000, 250_000, 560, 500, 620),
]


def found(levels: list[Level] = LEVELS) -> Calibration:
    return Calibration(
        replace(QUICK, games=3), levels, games=99, games_per_pair=3, first_advantage=12.3, draws=0.25
    )


def my_game(tmp_path, variant: str = ""):
    file = tmp_path / "my-game.toml"
    if not file.exists():
        file.write_text((LIBRARY_DIR / "tapatan.toml").read_text("utf-8"), "utf-8")
    called = str(file) + (f"/{variant}" if variant else "")
    return called, load(called)


def test_levels_are_written_beside_the_game_and_offered(tmp_path):
    called, game = my_game(tmp_path)
    place = tuned_file_for(called, game)
    assert place == tmp_path / "my-game.tuned.toml"
    write_levels(place, game, found(), date(2026, 11, 16))
    written = tomllib.loads(place.read_text("utf-8"))
    assert written["levels"][1] == {
        "name": "Onça", "s": 1.0, "nodes": 250_000, "elo": 560, "low": 500, "high": 620,
    }  # fmt: skip
    measured = written["levels-measured"]
    assert measured["games"] == 99
    assert measured["date"] == date(2026, 11, 16)
    assert measured["engine"] > 0
    assert "# Made by `ludoteca calibrate`" in place.read_text("utf-8")
    offer = offered(load(called))
    assert offer.measured
    assert offer.levels == tuple(LEVELS)


def test_the_rest_of_the_file_is_kept(tmp_path):
    called, game = my_game(tmp_path)
    place = tuned_file_for(called, game)
    place.write_text(
        '# tuned on a rainy day\n[weights]\ntempo = 7  # a little\n\n[player]\npreferred = "engine"\n',
        "utf-8",
    )
    write_levels(place, game, found(), date(2026, 11, 16))
    write_levels(place, game, found(LEVELS[1:]), date(2026, 11, 17))
    text = place.read_text("utf-8")
    written = tomllib.loads(text)
    assert "tempo = 7  # a little" in text
    assert text.startswith("# tuned on a rainy day")
    assert written["player"] == {"preferred": "engine"}
    assert [level["name"] for level in written["levels"]] == ["Onça"]
    assert text.count("Made by") == 1


def test_a_variant_has_its_own_levels(tmp_path):
    called, game = my_game(tmp_path, "free")
    place = tuned_file_for(called, game)
    write_levels(place, game, found(), date(2026, 11, 16))
    plain, usual = my_game(tmp_path)
    assert offered(load(called)).measured
    assert not offered(load(plain)).measured
    write_levels(place, usual, found(LEVELS[1:]), date(2026, 11, 17))
    assert len(offered(load(called)).levels) == 2
    assert len(offered(load(plain)).levels) == 1


def test_the_data_folder_is_used_if_the_library_is_not_writable(tmp_path, monkeypatch):
    monkeypatch.setattr("ludoteca.tournament.tuned_file._can_write", lambda path: False)
    game = load("tapatan")
    place = tuned_file_for("tapatan", game)
    assert place == tmp_path / "data" / "tuned" / "tapatan.tuned.toml"
    write_levels(place, game, found(), date(2026, 11, 16))
    assert offered(load("tapatan")).measured
