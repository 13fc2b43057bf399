"""A network can be learnt in several sittings, and is kept only if it wins."""

from dataclasses import asdict
from pathlib import Path

import pytest

from ludoteca.errors import LudotecaError
from ludoteca.games import load
from ludoteca.games.networks import draft_path, read_network
from ludoteca.play.players import ask_for
from ludoteca.tournament import train_network
from ludoteca.tournament.train_network import (
    Lesson,
    School,
    begin,
    forget,
    go_to_school,
    play_lesson,
    read_report,
    write_report,
)

SCHOOL = School("tic-tac-toe", rounds=2, games=60, nodes=60, test_games=8, test_nodes=60)


class Enough(Exception):
    pass


def quiet(what: str, done: int, total: int) -> None:
    pass


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "home"))


def test_a_lesson_is_the_same_for_the_same_seed() -> None:
    one, other = (play_lesson(Lesson("tic-tac-toe", False, 60, seed)) for seed in (5, 6))
    again = play_lesson(Lesson("tic-tac-toe", False, 60, 5))
    assert (one.kinds, one.results) == (again.kinds, again.results)
    assert one.kinds != other.kinds
    assert len(one.kinds) == 8 * len(one)
    assert all(0 <= result <= 1 for result in one.results)


@pytest.mark.parametrize("when", ["play", "test"])
def test_learning_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path, when: str) -> None:
    file = tmp_path / "notes" / "school.json"

    def stop(what: str, done: int, total: int) -> None:
        if what == when and done == (55 if what == "play" else 3):
            raise Enough

    report = begin(SCHOOL)
    with pytest.raises(Enough):
        go_to_school(SCHOOL, report, file, 1, stop)
    resumed = read_report(file, SCHOOL)
    assert resumed is not None
    assert resumed.played == (50 if when == "play" else 60)
    again = go_to_school(SCHOOL, resumed, file, 1, quiet)
    forget(file, load("tic-tac-toe"))
    fresh = begin(SCHOOL)
    whole = go_to_school(SCHOOL, fresh, file, 1, quiet)
    assert again == whole
    assert asdict(resumed) == asdict(fresh)
    forget(file, load("tic-tac-toe"))
    assert list(file.parent.iterdir()) == []


def test_nothing_is_lost_between_two_savings(tmp_path: Path) -> None:
    """What is written down when it is stopped tells of as many games as what was seen holds."""
    file = tmp_path / "notes" / "school.json"

    def stop(what: str, done: int, total: int) -> None:
        if what == "play" and done == 33:
            raise Enough

    report = begin(SCHOOL)
    with pytest.raises(Enough):
        go_to_school(SCHOOL, report, file, 1, stop)
    write_report(file, report)
    resumed = read_report(file, SCHOOL)
    assert resumed is not None and resumed.played == 33
    again = go_to_school(SCHOOL, resumed, file, 1, quiet)
    forget(file, load("tic-tac-toe"))
    fresh = begin(SCHOOL)
    assert go_to_school(SCHOOL, fresh, file, 1, quiet) == again
    assert asdict(resumed) == asdict(fresh)


def test_another_course_begins_anew(tmp_path: Path) -> None:
    file = tmp_path / "school.json"
    write_report(file, begin(SCHOOL))
    assert read_report(file, SCHOOL) is None  # what was seen is gone
    file.with_suffix(".seen").write_bytes(b"")
    assert read_report(file, SCHOOL) is not None
    assert read_report(file, School("tic-tac-toe", rounds=3)) is None


def test_a_network_that_loses_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Lost:
        class strength:
            elo, low, high = -30.0, -60.0, 0.0

        games, wins, draws, losses = 8, 1, 3, 4

    monkeypatch.setattr(train_network, "_compare", lambda *_: Lost)
    report = begin(SCHOOL)
    assert go_to_school(SCHOOL, report, tmp_path / "school.json", 1, quiet) is None
    assert (report.round, report.kept, report.gain) == (2, 0, None)


def test_a_draft_plays_only_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("tic-tac-toe")
    with pytest.raises(LudotecaError, match="no network is being learnt"):
        ask_for("engine:nodes=50,network=draft").seat(game).choose(game.start())

    class Won:
        class strength:
            elo, low, high = 30.0, 10.0, None

        games, wins, draws, losses = 8, 4, 3, 1

    monkeypatch.setattr(train_network, "_compare", lambda *_: Won)
    network = go_to_school(SCHOOL, begin(SCHOOL), tmp_path / "school.json", 1, quiet)
    assert network is not None
    assert network.story["elo"] == 30.0 and "high" not in network.story and network.story["positions"] > 100
    assert read_network(draft_path("tic-tac-toe", "")) is not None
    move = ask_for("engine:nodes=50,network=draft").seat(game).choose(game.start())
    assert move in game.start().legal_moves
