"""Tuning can be stopped and taken up again, and writes beside the game's file what it has found."""

from dataclasses import asdict
from pathlib import Path

import pytest

from ludoteca.errors import BadTuning
from ludoteca.games import load
from ludoteca.games.tuned import read_tuned
from ludoteca.tournament.tuning import (
    Course,
    State,
    begin,
    keep_weights,
    learnable,
    read_state,
    tune,
    write_state,
)

COURSE = Course("tic-tac-toe", rounds=1, games=12, nodes=60, test_games=4, test_nodes=60)


class Enough(Exception):
    pass


def test_a_tuning_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path):
    file = tmp_path / "notes" / "tuning.json"

    def stop_half_way(what: str, done: int, total: int) -> None:
        if what == "play" and done == total // 2:
            raise Enough

    state = begin(COURSE)
    with pytest.raises(Enough):
        tune(COURSE, state, 1, lambda now: None, stop_half_way)
    write_state(file, state)
    resumed = read_state(file, COURSE)
    assert resumed is not None
    assert resumed.played == 6
    quiet = lambda what, done, total: None  # noqa: E731
    again = tune(COURSE, resumed, 1, lambda now: None, quiet)
    whole = tune(COURSE, begin(COURSE), 1, lambda now: None, quiet)
    assert asdict(again) == asdict(whole)
    assert again.round == 1


def test_another_course_begins_anew(tmp_path: Path):
    file = tmp_path / "tuning.json"
    write_state(file, begin(COURSE))
    assert read_state(file, COURSE) is not None
    assert read_state(file, Course("tic-tac-toe", rounds=2)) is None
    assert read_state(tmp_path / "nothing.json", COURSE) is None


def test_cells_that_are_alike_share_a_weight():
    # Its set-up is the same after half a turn and across the diagonals, and with colours changed otherwise.
    assert len([n for n in learnable(load("othello")) if n.startswith("cell-")]) == 20
    assert len([n for n in learnable(load("tic-tac-toe")) if n.startswith("cell-")]) == 3
    breakthrough = load("breakthrough")
    assert len([n for n in learnable(breakthrough) if n.startswith("cell-")]) == 32
    alike = breakthrough.compiled.outlook.alike
    first, second = (breakthrough.compiled.kinds.code_of[side][0] for side in range(2))
    index = breakthrough.board.index
    assert alike.name(first, index["a3"]) == alike.name(first, index["h3"]) == alike.name(second, index["a6"])


def test_weights_are_kept_beside_the_game_and_what_else_is_there_stays(tmp_path: Path):
    game = load("tic-tac-toe")
    file = tmp_path / "tic-tac-toe.tuned.toml"
    file.write_text('# mine\n[player]\npreferred = "mcts"\n', "utf-8")
    gain = {"elo": 12.0, "low": -3.25, "high": None, "games": 10, "wins": 5, "draws": 5, "losses": 0}
    weights = {**game.weights, "line-1": 77, "cell-piece-b2": 9}
    keep_weights(file, game, COURSE, State(asdict(COURSE), game.rules_hash, weights, positions=5, gain=gain))
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


def test_tuned_weights_belong_to_no_rule(tmp_path: Path):
    """The same rules with other weights: other opinions, the same hash."""
    source = (Path(load.__code__.co_filename).parent / "library" / "tic-tackle.toml").read_text("utf-8")
    (tmp_path / "mine.toml").write_text(source, "utf-8")
    plain = load(str(tmp_path / "mine.toml"))
    (tmp_path / "mine.tuned.toml").write_text("[weights]\nline-2 = 999\n", "utf-8")
    tuned = load(str(tmp_path / "mine.toml"))
    assert tuned.rules_hash == plain.rules_hash
    assert tuned.weights["line-2"] == 999
    assert plain.weights["line-2"] != 999
