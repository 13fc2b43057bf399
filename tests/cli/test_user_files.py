"""Damaged files in the user's data folder: unfinished games, results, and trainings that were interrupted."""

from __future__ import annotations

import json
import shutil
import sqlite3
from dataclasses import asdict
from pathlib import Path

import pytest

from ludoteca.errors import BadTuning
from ludoteca.games import load
from ludoteca.games.networks import checkpoint_path
from ludoteca.tournament import train_network, tuning
from ludoteca.tournament.training import read_checkpoint
from tests.cli.conftest import Run
from tests.cli.mutations import damaged, spoilt
from tests.cli.test_damaged_files import all_damages, as_json, check

GAIN = {"elo": 1.0, "low": None, "high": 3.0, "games": 2, "wins": 1, "draws": 1, "losses": 0}


@pytest.fixture
def save(run: Run, own_folder: Path) -> Path:
    """An unfinished game."""
    assert run("play", "tic-tac-toe", "--second", "random:seed=1", typed="a1\nquit\n").code == 0
    (file,) = (own_folder / "unfinished").glob("*.json")
    return file


def test_unfinished_games(run, save):
    content = save.read_bytes()
    more = [("deep", b"[" * 100_000)]
    for name, damage in [*all_damages(content, json.loads(content), as_json, null=True), *more]:
        shutil.rmtree(save.parent)
        save.parent.mkdir()
        save.write_bytes(damage)
        check(run, ["play", "--resume"], name, typed="quit\n")


def test_an_unfinished_game_that_is_too_large_is_set_aside(run, save):
    with save.open("wb") as file:
        file.truncate(3 * 10**9)
    answer = run("play", "--resume", typed="quit\n")
    assert answer.code == 2
    assert "more than 16 MB are not read" in answer.err
    assert not save.exists()


def test_results(run, own_folder):
    words = ["play", "tic-tac-toe", "--first", "human", "--second", "random:seed=1", "--name", "Ana"]
    assert run(*words, typed="resign\n").code == 0
    file = own_folder / "scores.sqlite"
    content = file.read_bytes()
    for name, damage in spoilt(content):
        for old in own_folder.glob("scores*"):
            old.unlink()
        file.write_bytes(damage)
        check(run, ["scores"], name)
        check(run, ["scores", "--json"], name)


@pytest.mark.parametrize(
    "statement",
    [
        "create table results (x)",
        "create view results as select 1",
        "create table results (day, game, rules, player, side, opponent, result, reason, plies);"
        "insert into results values (1, 2, 3, 4, 5, 6, 7, 8, 9);"
        "insert into results values (null, null, null, null, null, null, null, null, null);"
        "insert into results values (x'ff', x'ff', x'ff', x'ff', 'first', 'x', 'win', 'z', -1);",
    ],
)
def test_results_in_tables_of_another_shape(run, own_folder, statement):
    own_folder.mkdir()
    connection = sqlite3.connect(own_folder / "scores.sqlite")
    connection.executescript(statement)
    connection.close()
    check(run, ["scores"], statement)
    check(run, ["scores", "--json"], statement)


# -- trainings ----------------------------------------------------------------------------------------


def weight_training():
    options = tuning.WeightTrainingOptions("tic-tac-toe", rounds=2, games=4)
    state = tuning.start_weights(options)
    width = len(tuning.fitted_names(load("tic-tac-toe")))
    state.rows, state.results, state.played, state.gain = [[1] * width] * 2, [0.0, 0.5], 2, GAIN
    return options, state


def test_checkpoints_of_weights():
    """A damaged checkpoint is not resumed; one that reads as before is."""
    options, state = weight_training()
    path = checkpoint_path("tic-tac-toe", "", ".json")
    path.parent.mkdir(parents=True)
    value = asdict(state)
    path.write_text(json.dumps(value))
    assert read_checkpoint(path, tuning.WeightCheckpoint, options) == state
    for name, damage in all_damages(path.read_bytes(), value, as_json, null=True):
        path.write_bytes(damage)
        found = read_checkpoint(path, tuning.WeightCheckpoint, options)
        if found is not None:
            assert found.is_valid(load("tic-tac-toe")), name
            training = tuning.WeightTraining(options, found, path, 1, lambda *_: None)
            assert len(training.tasks(found.played)) <= 4, name
            training.fit()


def test_checkpoints_of_networks(tmp_path):
    options = train_network.NetworkTrainingOptions("pentago", rounds=2, games=4)
    state = train_network.start_network(options)
    network = load("pentago").network
    assert network is not None
    state.network, state.gain = network.text, GAIN
    path = tmp_path / "pentago.network.json"
    samples = train_network.samples_path(path)
    samples.write_bytes(bytes(1000))
    for name, damage in damaged(asdict(state), null=True):
        path.write_bytes(as_json(damage))
        found = train_network.read_network_checkpoint(path, options)
        if found is not None:
            training = train_network.NetworkTraining(options, found, path, 1, lambda *_: None)
            assert len(training.tasks(found.played)) <= 4, name
            samples.write_bytes(bytes(1000))
            training.result()


def test_a_damaged_checkpoint_is_not_resumed(run, tmp_path):
    path = checkpoint_path("tic-tac-toe", "", ".json")
    path.parent.mkdir(parents=True)
    path.write_text("[" * 100_000)
    few = ["--rounds", "1", "--games", "2", "--nodes", "10", "--test-games", "2", "--test-nodes", "10"]
    words = ["tune", "tic-tac-toe", *few, "--no-cells", "--processes", "1"]
    words += ["--output", str(tmp_path / "out.tuned.toml")]
    check(run, words, "deep", allowed=(0, 1))


def test_a_file_that_is_not_a_tuned_file_is_not_overwritten(run, tmp_path):
    options, state = weight_training()
    for content in ("weights = 3", "x = [", "[" * 50_000):
        file = tmp_path / "out.tuned.toml"
        file.write_text(content)
        with pytest.raises(BadTuning):
            tuning.write_weights(file, load("tic-tac-toe"), options, state)
        assert file.read_text() == content
