"""Weight training can be interrupted and resumed, and writes the tuned file beside the game's file."""

from dataclasses import asdict
from pathlib import Path

import pytest

from ludoteca.errors import BadTuning
from ludoteca.games import load
from ludoteca.games.tuned import read_tuned
from ludoteca.tournament.training import read_checkpoint, write_checkpoint
from ludoteca.tournament.tuning import (
    WeightCheckpoint,
    WeightTraining,
    WeightTrainingOptions,
    fitted_names,
    start_weights,
    write_weights,
)
from ludoteca.tournament.workers import Progress

OPTIONS = WeightTrainingOptions("tic-tac-toe", rounds=1, games=12, nodes=60, test_games=4, test_nodes=60)


class Interrupted(Exception):
    pass


def no_progress(what: str, done: int, total: int) -> None:
    pass


def run(state: WeightCheckpoint, file: Path, progress: Progress = no_progress) -> WeightCheckpoint:
    WeightTraining(OPTIONS, state, file, 1, progress).run()
    return state


def test_a_resumed_training_ends_as_an_uninterrupted_one(tmp_path: Path):
    file = tmp_path / "checkpoints" / "tuning.json"

    def interrupt(what: str, done: int, total: int) -> None:
        if what == "play" and done == total // 2:
            raise Interrupted

    state = start_weights(OPTIONS)
    with pytest.raises(Interrupted):
        run(state, file, interrupt)
    write_checkpoint(file, state)
    resumed = read_checkpoint(file, WeightCheckpoint, OPTIONS)
    assert resumed is not None
    assert resumed.played == 6
    again = run(resumed, file)
    whole = run(start_weights(OPTIONS), file)
    assert asdict(again) == asdict(whole)
    assert again.round == 1


def test_a_checkpoint_of_other_options_is_not_used(tmp_path: Path):
    file = tmp_path / "tuning.json"
    write_checkpoint(file, start_weights(OPTIONS))
    assert read_checkpoint(file, WeightCheckpoint, OPTIONS) is not None
    assert read_checkpoint(file, WeightCheckpoint, WeightTrainingOptions("tic-tac-toe", rounds=3)) is None
    assert read_checkpoint(tmp_path / "nothing.json", WeightCheckpoint, OPTIONS) is None


@pytest.mark.parametrize("text", ["", "[]", "{", '{"course": {}, "rules": ""}'])
def test_a_broken_checkpoint_is_not_used(tmp_path: Path, text: str):
    file = tmp_path / "tuning.json"
    file.write_text(text, "utf-8")
    assert read_checkpoint(file, WeightCheckpoint, OPTIONS) is None


def test_symmetric_cells_share_a_weight():
    # The setup is invariant under half a turn and both diagonals, and under the others with colours swapped.
    assert len([n for n in fitted_names(load("othello")) if n.startswith("cell-")]) == 20
    assert len([n for n in fitted_names(load("tic-tac-toe")) if n.startswith("cell-")]) == 3
    breakthrough = load("breakthrough")
    assert len([n for n in fitted_names(breakthrough) if n.startswith("cell-")]) == 32
    cell_symmetry = breakthrough.compiled.eval_terms.cell_symmetry
    first, second = (breakthrough.compiled.kinds.code_of[side][0] for side in range(2))
    index = breakthrough.board.index
    assert (
        cell_symmetry.name(first, index["a3"])
        == cell_symmetry.name(first, index["h3"])
        == cell_symmetry.name(second, index["a6"])
    )


def test_weights_are_written_and_the_rest_of_the_file_is_kept(tmp_path: Path):
    game = load("tic-tac-toe")
    file = tmp_path / "tic-tac-toe.tuned.toml"
    file.write_text('# mine\n[player]\npreferred = "mcts"\n', "utf-8")
    gain = {"elo": 12.0, "low": -3.25, "high": None, "games": 10, "wins": 5, "draws": 5, "losses": 0}
    weights = {**game.weights, "line-1": 77, "cell-piece-b2": 9}
    state = WeightCheckpoint(asdict(OPTIONS), game.rules_hash, positions=5, gain=gain, weights=weights)
    write_weights(file, game, OPTIONS, state)
    text = file.read_text("utf-8")
    assert "# mine" in text
    tuned = read_tuned(file)
    assert tuned.player() == "mcts"
    assert tuned.weights()["line-1"] == 77
    assert tuned.weights()["cell-piece-b2"] == 9
    assert tuned.raw["tuning"]["low"] == -3.2


@pytest.mark.parametrize("text", ["[weights]\nline-1 = 1.5\n", "[weights]\nline-1 = 99999\n", "[weights\n"])
def test_bad_weights_are_refused(tmp_path: Path, text: str):
    file = tmp_path / "x.tuned.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadTuning):
        read_tuned(file)


def test_tuned_weights_do_not_change_the_rules_hash(tmp_path: Path):
    """The same rules with other weights: another evaluation, the same hash."""
    source = (Path(load.__code__.co_filename).parent / "library" / "tic-tackle.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(source, "utf-8")
    plain = load(str(tmp_path / "mine.toml"))
    (tmp_path / "mine.tuned.toml").write_text("[weights]\nline-2 = 999\n", "utf-8")
    tuned = load(str(tmp_path / "mine.toml"))
    assert tuned.rules_hash == plain.rules_hash
    assert tuned.weights["line-2"] == 999
    assert plain.weights["line-2"] != 999
