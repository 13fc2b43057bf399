"""Files of learnt evaluations: the format, damaged files, and which game uses which file."""

from __future__ import annotations

import hashlib
import pickle
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.engine import Engine
from ludoteca.errors import BadTuning
from ludoteca.games import Game, load
from ludoteca.games.learnt import (
    LearntEvaluation,
    geometry_hash,
    learnt_path,
    parse_learnt,
    read_learnt,
    to_bytes,
)
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.patterns import PatternBoard, PatternForm, Symmetry, pattern_row, read_form
from ludoteca.games.tuned import read_tuned, tuned_path
from ludoteca.kernel import PatternTables
from ludoteca.play.players import UnknownPlayer, parse_player


def learnt_for(game: Game, value: int = 40) -> LearntEvaluation:
    """An evaluation whose tables all say the same."""
    board = PatternBoard(game.compiled)
    symmetries = (Symmetry(tuple(range(board.places)), False),)
    form = PatternForm(("lines",))
    count = PatternTables(pattern_row(board, form, symmetries)).count
    weights = value.to_bytes(2, "little", signed=True) * count
    return LearntEvaluation(
        game.rules_hash, geometry_hash(board), form, symmetries, {"tempo": 3}, (), weights
    )


@pytest.fixture
def own_game(tmp_path: Path) -> Path:
    """A game in a folder of one's own, without any tuning."""
    file = tmp_path / "my-game.toml"
    shutil.copy(LIBRARY_DIR / "tic-tackle.toml", file)
    return file


def test_a_file_keeps_everything() -> None:
    game = load("draughts")
    learnt = replace(learnt_for(game), cells=(), story={"positions": 12, "gain": None})
    again = parse_learnt(to_bytes(learnt), "x")
    assert again == learnt and again.story == learnt.story
    assert pickle.loads(pickle.dumps(again)) == learnt


def test_the_same_evaluation_has_the_same_bytes() -> None:
    learnt = learnt_for(load("tic-tackle"))
    assert to_bytes(learnt) == to_bytes(parse_learnt(to_bytes(learnt), "x"))


def test_a_game_uses_the_file_beside_it(own_game: Path) -> None:
    before = Engine(load(str(own_game))).evaluate(load(str(own_game)).start())
    learnt = learnt_for(load(str(own_game)))
    learnt_path(own_game).write_bytes(to_bytes(learnt))
    game = load(str(own_game))
    patterns = game.rules.default_weights.patterns.patterns
    assert game.learnt == learnt
    # Each pattern adds 40 / 4 units, and the tempo 3.
    assert Engine(game).evaluate(game.start()) == patterns * 10 + 3
    assert Engine(game, evaluation="tuned").evaluate(game.start()) == before
    assert pickle.loads(pickle.dumps(game)).learnt == learnt


def test_given_weights_replace_what_was_learnt(own_game: Path) -> None:
    game = load(str(own_game))
    expected = Engine(game, weights={"tempo": 77}).evaluate(game.start())
    learnt_path(own_game).write_bytes(to_bytes(learnt_for(game)))
    game = load(str(own_game))
    assert Engine(game, weights={"tempo": 77}).evaluate(game.start()) == expected


@pytest.mark.parametrize("cut", [0, 5, 40, 200, -33, -1])
def test_a_truncated_file_is_refused(cut: int) -> None:
    data = to_bytes(learnt_for(load("tic-tackle")))
    with pytest.raises(BadTuning) as refused:
        parse_learnt(data[:cut], "x.eval")
    assert refused.value.code in ("tuning.learnt-format", "tuning.learnt-checksum")
    assert "x.eval" in refused.value.text("en")


@pytest.mark.parametrize("place", [30, 100, -40, -1])
def test_a_damaged_file_is_refused(place: int) -> None:
    data = bytearray(to_bytes(learnt_for(load("tic-tackle"))))
    data[place] ^= 1
    with pytest.raises(BadTuning) as refused:
        parse_learnt(bytes(data), "x.eval")
    assert refused.value.code == "tuning.learnt-checksum"


def test_an_unknown_version_is_refused() -> None:
    data = bytearray(to_bytes(learnt_for(load("tic-tackle"))))
    data[8] = 99
    with pytest.raises(BadTuning) as refused:
        parse_learnt(bytes(data), "x.eval")
    assert refused.value.code == "tuning.learnt-version"


def _sealed(body: bytes) -> bytes:
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"form":"lines"', b'"form":"liNes"'),
        (b'"places":27', b'"places":99'),
        (b'"swaps":[0]', b'"swaps":[] '),
        (b'"tempo":3', b'"tempo":x'),
    ],
)
def test_a_description_that_makes_no_sense_is_refused(old: bytes, new: bytes) -> None:
    body = to_bytes(learnt_for(load("tic-tackle")))[:-32]
    assert old in body
    with pytest.raises(BadTuning) as refused:
        parse_learnt(_sealed(body.replace(old, new)), "x.eval")
    assert refused.value.code in ("tuning.learnt-format", "tuning.learnt-size")


def test_tables_of_the_wrong_size_are_refused(own_game: Path) -> None:
    learnt = learnt_for(load(str(own_game)))
    learnt_path(own_game).write_bytes(to_bytes(replace(learnt, tables=learnt.tables[2:])))
    game = load(str(own_game))
    with pytest.raises(BadTuning) as refused:
        Engine(game)
    assert refused.value.code == "tuning.learnt-size"


def test_an_evaluation_for_another_board_is_not_used(own_game: Path) -> None:
    learnt_path(own_game).write_bytes(to_bytes(learnt_for(load("othello"))))
    game = load(str(own_game))
    assert game.learnt is None
    Engine(game).evaluate(game.start())


def test_a_given_evaluation_for_another_board_is_refused() -> None:
    with pytest.raises(BadTuning):
        Engine(load("tic-tackle"), evaluation=learnt_for(load("othello")))


def test_a_variant_on_the_same_board_shares_the_evaluation(tmp_path: Path) -> None:
    file = tmp_path / "draughts.toml"
    shutil.copy(LIBRARY_DIR / "draughts.toml", file)
    learnt = learnt_for(load(str(file)))
    learnt_path(file).write_bytes(to_bytes(learnt))
    english = load(f"{file}/english")
    assert english.rules_hash != learnt.rules and english.learnt == learnt
    own = replace(learnt_for(english), scalars={"tempo": 9})
    learnt_path(file, "english").write_bytes(to_bytes(own))
    assert load(f"{file}/english").learnt == own
    assert load(str(file)).learnt == learnt


def test_another_board_size_falls_back_to_the_tuned_weights(tmp_path: Path) -> None:
    file = tmp_path / "hex.toml"
    shutil.copy(LIBRARY_DIR / "hex.toml", file)
    learnt_path(file).write_bytes(to_bytes(learnt_for(load(str(file)))))
    assert load(str(file)).learnt is not None
    assert load(f"{file}:size=5").learnt is None


def test_weights_of_ones_own_replace_a_shipped_evaluation(tmp_path: Path, own_game: Path) -> None:
    learnt_path(own_game).write_bytes(to_bytes(learnt_for(load(str(own_game)))))
    shipped = read_tuned(tuned_path(own_game))
    own = tmp_path / "own" / "my-game.tuned.toml"
    own.parent.mkdir()
    own.write_text("[weights]\ntempo = 5\n", "utf-8")
    assert shipped.learnt and not shipped.under(read_tuned(own)).learnt
    learnt_path(own).write_bytes(to_bytes(learnt_for(load(str(own_game)), 8)))
    assert shipped.under(read_tuned(own)).learnt_for() == learnt_for(load(str(own_game)), 8)


def test_shipped_evaluations_fit_their_games() -> None:
    files = sorted(LIBRARY_DIR.glob("*.eval"))
    assert sum(file.stat().st_size for file in files) < 16_000_000
    for file in files:
        name = file.name.removesuffix(".eval").replace(".", "/", 1)
        game = load(name)
        learnt = read_learnt(file)
        assert learnt.rules == game.rules_hash, f"{file.name} was learnt for other rules"
        assert game.learnt == learnt
        assert learnt.story["positions"] > 0 and learnt.story["games"] > 0 and learnt.story["gain"]["elo"] > 0
        learnt.eval_weights(game)


@pytest.mark.parametrize(
    "text", ["lines blocks", "lines:5 blocks shared stages=3", "pits plain", "", "stars:9 hands"]
)
def test_forms_are_read_as_they_are_written(text: str) -> None:
    assert read_form(text).text.split() == text.split() or set(read_form(text).text.split()) == set(
        text.split()
    )
    assert read_form(read_form(text).text) == read_form(text)


@pytest.mark.parametrize("text", ["line", "lines:1", "lines:99", "stages=0", "stages=9", "blocks:x"])
def test_unknown_forms_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_form(text)


def test_players_choose_their_evaluation() -> None:
    game = load("othello")
    for word in ("learnt", "tuned", "default"):
        move = parse_player(f"engine:nodes=50,evaluation={word}").for_game(game).choose(game.start())
        assert move in game.start().legal_moves
    with pytest.raises(UnknownPlayer):
        parse_player("engine:evaluation=best")


def test_a_variant_with_another_goal_does_not_share_the_evaluation(tmp_path: Path) -> None:
    file = tmp_path / "tic-tackle.toml"
    text = (LIBRARY_DIR / "tic-tackle.toml").read_text("utf-8")
    file.write_text(
        f'{text}\n[variants.losing]\nend = [{{ when = {{ align = 3 }}, result = "owner loses" }}]\n', "utf-8"
    )
    learnt_path(file).write_bytes(to_bytes(learnt_for(load(str(file)))))
    assert load(str(file)).learnt is not None
    assert load(f"{file}/losing").learnt is None
