"""`ludoteca train`: learn the evaluation of a game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.cli.main import main
from ludoteca.engine.self_play import SelfPlayGame
from ludoteca.games import load
from ludoteca.games.learnt import read_learnt
from ludoteca.tournament.learning import Learning
from ludoteca.tournament.samples import play_sample_game
from ludoteca.tournament.series import Score

QUICK = (
    "--rounds", "1", "--games", "6", "--nodes", "40", "--test-games", "4", "--test-nodes", "30", "--workers",
    "1", "--form", "lines",
)  # fmt: skip

Captured = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(Learning, "_gate", lambda self, candidate: Score())


def test_training_writes_an_evaluation(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "found.eval"
    assert main(["train", "tic-tackle", *QUICK, "--output", str(file)]) == 0
    told = capsys.readouterr().out
    assert "Elo over the old evaluation" in told and str(file) in told
    learnt = read_learnt(file)
    assert learnt.rules == load("tic-tackle").rules_hash and learnt.story["games"] == 6
    # Nothing is left of a finished training.
    assert not list((tmp_path / "data").rglob("*.samples"))


def test_training_of_several_games_as_json(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.tournament.tuned_file._can_write", lambda path: False)
    assert main(["train", "tic-tackle", "three-mens-morris", *QUICK, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["game"] for row in found] == ["tic-tackle", "three-mens-morris"]
    assert all(row["kept"] == 1 and Path(row["file"]).is_file() and row["positions"] > 0 for row in found)
    # The library is read-only here: the evaluation is in the user's own folder, and used.
    assert load("tic-tackle").learnt is not None


def test_nothing_is_written_without_a_gain(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Learning, "_gate", lambda self, candidate: None)
    file = tmp_path / "found.eval"
    assert main(["train", "tic-tackle", *QUICK, "--output", str(file)]) == 1
    assert not file.exists() and "no improvement" in capsys.readouterr().out


def test_an_interrupted_training_resumes(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: Callable[[SelfPlayGame], bytes] = play_sample_game
    count = 0

    def stop_at_the_third(task: SelfPlayGame) -> bytes:
        nonlocal count
        count += 1
        if count == 3:
            raise KeyboardInterrupt
        return played(task)

    monkeypatch.setattr("ludoteca.tournament.learning.play_sample_game", stop_at_the_third)
    file = tmp_path / "found.eval"
    words = ["train", "tic-tackle", *QUICK, "--output", str(file)]
    assert main(words) == 130
    assert not file.exists()
    assert main(words) == 0
    assert "after 2 games" in capsys.readouterr().err
    assert read_learnt(file).story["games"] == 6


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "Name one or more games"),
        (["tic-tackle", "--all"], "Name one or more games"),
        (["tic-tackle", "othello", "--output", "x.eval"], "one game only"),
        (["tic-tackle", "--form", "circles"], "circles"),
        (["no-such-game"], "no-such-game"),
        (["tic-tackle", "--minutes", "soon"], "soon"),
    ],
)
def test_wrong_arguments_are_explained(words: list[str], told: str, capsys: Captured) -> None:
    assert main(["train", *words]) == 2
    assert told in capsys.readouterr().err
