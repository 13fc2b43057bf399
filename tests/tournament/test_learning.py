"""Training of learnt evaluations: rounds, the gate, checkpoints and resuming."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca.games import load
from ludoteca.games.learnt import LearntEvaluation, to_bytes
from ludoteca.games.library import ids
from ludoteca.games.patterns import read_form
from ludoteca.tournament import learning
from ludoteca.tournament.forms import candidate_forms
from ludoteca.tournament.learning import (
    Learning,
    LearningOptions,
    read_learning,
    samples_path,
    start_learning,
)
from ludoteca.tournament.series import Score

QUICK = LearningOptions(
    "tic-tackle", rounds=2, games=12, nodes=60, test_games=8, test_nodes=60, form="lines blocks"
)


@pytest.fixture(autouse=True)
def lenient_gate(monkeypatch: pytest.MonkeyPatch) -> None:
    """A few quick games prove nothing: every candidate passes."""
    monkeypatch.setattr(learning, "_is_won", lambda score: True)
    monkeypatch.setattr(learning, "_LADDER_GAMES", 2)
    monkeypatch.setattr(learning, "_CHOICE_GAMES", 2)
    monkeypatch.setattr(Learning, "_gate", lambda self, candidate: Score())


def run(options: LearningOptions, path: Path, workers: int = 0) -> Learning:
    work = Learning(options, read_learning(path, options) or start_learning(options), path, workers)
    work.run()
    return work


def result(work: Learning) -> bytes:
    found = work.result()
    assert found
    return to_bytes(replace(found, story={}))


def test_the_same_seed_and_form_give_the_same_weights(tmp_path: Path) -> None:
    one = run(QUICK, tmp_path / "one.json")
    two = run(QUICK, tmp_path / "two.json", workers=2)
    assert result(one) == result(two)
    assert one.state.round == 2 and one.state.kept == 2 and one.state.games == 24
    other = run(replace(QUICK, seed=2), tmp_path / "three.json")
    assert result(other) != result(one)


def test_a_stopped_training_resumes_and_ends_the_same(tmp_path: Path) -> None:
    whole = run(QUICK, tmp_path / "whole.json")
    path = tmp_path / "stopped.json"
    work = Learning(QUICK, start_learning(QUICK), path)

    def stop(step: str, done: int, total: int) -> None:
        if step == "play" and work.state.round == 1 and done == 5:
            raise KeyboardInterrupt

    work.progress = stop
    with pytest.raises(KeyboardInterrupt):
        work.run()
    work.save()
    # Samples that were written after the checkpoint are dropped.
    with samples_path(path).open("ab") as file:
        file.write(b"half a game")
    saved = read_learning(path, QUICK)
    assert saved and saved.round == 1 and saved.played == 5
    assert result(run(QUICK, path)) == result(whole)


def test_a_checkpoint_of_other_options_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "state.json"
    run(replace(QUICK, rounds=1), path)
    assert read_learning(path, replace(QUICK, rounds=1))
    assert read_learning(path, QUICK) is None
    samples_path(path).unlink()
    assert read_learning(path, replace(QUICK, rounds=1)) is None


@pytest.mark.parametrize(
    "change",
    [
        {"versions": ["AAAA"]},
        {"versions": [7]},
        {"form": "nothing"},
        {"bytes": -1},
        {"cost": "x"},
        {"choices": 3},
    ],
)
def test_a_damaged_checkpoint_is_not_used(tmp_path: Path, change: dict[str, Any]) -> None:
    path = tmp_path / "state.json"
    run(replace(QUICK, rounds=1), path)
    state = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({**state, **change}), "utf-8")
    assert read_learning(path, replace(QUICK, rounds=1)) is None


def test_a_candidate_that_does_not_win_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Learning, "_gate", lambda self, candidate: None)
    work = run(replace(QUICK, rounds=5), tmp_path / "state.json")
    assert work.result() is None
    # Two rounds in a row without a gain end the training.
    assert work.state.round == 2 and work.state.kept == 0


def test_the_form_is_chosen_by_matches_and_recorded(tmp_path: Path) -> None:
    work = run(replace(QUICK, rounds=1, form="auto"), tmp_path / "state.json")
    state = work.state
    assert state.form in candidate_forms(load("tic-tackle"))
    assert sum("score" in one for one in state.choices) >= 1
    found = work.result()
    assert found and found.story["choices"] == state.choices and found.form == read_form(state.form)
    assert found.story["positions"] == state.positions and found.story["gain"]["games"] == 8


def test_time_ends_a_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    def clock() -> float:
        now[0] += 2.0
        return now[0]

    monkeypatch.setattr("ludoteca.tournament.learning.time.monotonic", clock)
    work = run(replace(QUICK, rounds=50, games=500, minutes=1.0), tmp_path / "state.json")
    assert 0 < work.state.games < 500 and work.state.round < 50


def test_all_games_have_forms() -> None:
    for name in ids():
        forms = candidate_forms(load(name))
        assert forms and all(read_form(form).text == form for form in forms)


@pytest.mark.parametrize(
    "name", ["kalah", "nine-mens-morris", "rastros", "draughts/english", "pretwa", "adugo"]
)
def test_games_of_every_kind_can_be_trained(name: str, tmp_path: Path) -> None:
    options = LearningOptions(name, rounds=1, games=3, nodes=30, test_games=2, test_nodes=20, form="")
    assert isinstance(run(options, tmp_path / "state.json").result(), LearntEvaluation)


@pytest.mark.slow
@pytest.mark.parametrize("name", ids())
def test_every_game_can_be_trained(name: str, tmp_path: Path) -> None:
    options = LearningOptions(name, rounds=1, games=4, nodes=40, test_games=2, test_nodes=30)
    assert isinstance(run(options, tmp_path / "state.json").result(), LearntEvaluation)
