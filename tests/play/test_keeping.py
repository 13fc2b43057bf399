"""Results and unfinished games: atomic writes, correct counts, and damaged files."""

import json
import threading
from datetime import datetime, timedelta

import pytest

from ludoteca.games import Outcome, load
from ludoteca.games.userdata import CannotWrite, data_folder, write_text
from ludoteca.play.match import Match
from ludoteca.play.players import Human, Random
from ludoteca.play.results import GameResult, Tally, tallies, tally
from ludoteca.play.saves import Saves
from ludoteca.play.scores import Scores

GAME = load("tic-tac-toe")


def finished(player: str = "Ana", side: str = "first", winner: str | None = "first") -> GameResult:
    outcome = Outcome(winner, "align" if winner else "full board")
    return GameResult(player, side, "random", GAME.name, GAME.rules_hash, outcome, 7)


def played(*moves: str) -> Match:
    match = Match(GAME, Human(), Random(1), names=("Ana", "random"))
    for move in moves:
        match.play(move)
    return match


# -- the folder ---------------------------------------------------------------------------------------


def test_the_data_folder_can_be_chosen(monkeypatch, tmp_path):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path / "mine"))
    assert data_folder() == tmp_path / "mine"
    monkeypatch.delenv("LUDOTECA_DATA")
    assert data_folder().name == "ludoteca"


def test_writes_are_atomic(tmp_path):
    file = tmp_path / "deep" / "file"
    write_text(file, "old")
    with pytest.raises(UnicodeEncodeError):
        write_text(file, "new \ud800")
    assert file.read_text() == "old"
    assert [one.name for one in file.parent.iterdir()] == ["file"]


def test_a_folder_that_cannot_be_created_is_explained(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(CannotWrite, match="file"):
        write_text(tmp_path / "file" / "below", "text")
    with pytest.raises(CannotWrite, match="file"):
        Scores(tmp_path / "file" / "scores.sqlite").add(finished())


# -- scores -------------------------------------------------------------------------------------------


def test_wins_draws_and_losses_are_counted_by_game_and_side(tmp_path):
    scores = Scores(tmp_path / "scores.sqlite")
    assert tallies(scores) == []
    for winner in ("first", "first", "second", None):
        scores.add(finished(winner=winner))
    scores.add(finished(side="second", winner="second"))
    scores.add(finished("Bia", winner="second"))
    assert tallies(scores, "Ana") == [
        Tally("Ana", "tic-tac-toe", "first", 2, 1, 1),
        Tally("Ana", "tic-tac-toe", "second", 1, 0, 0),
    ]
    assert tally(scores, "Ana", "tic-tac-toe") == Tally("Ana", "tic-tac-toe", "both", 3, 1, 1)
    assert len(tallies(Scores(tmp_path / "scores.sqlite"))) == 3


def test_two_processes_can_store_results_at_once(tmp_path):
    def add_ten() -> None:
        for _ in range(10):
            Scores(tmp_path / "scores.sqlite").add(finished())

    windows = [threading.Thread(target=add_ten) for _ in range(4)]
    for window in windows:
        window.start()
    for window in windows:
        window.join()
    assert tally(Scores(tmp_path / "scores.sqlite"), "Ana", "tic-tac-toe").wins == 40


def test_a_damaged_score_file_is_set_aside(tmp_path):
    file = tmp_path / "scores.sqlite"
    file.write_bytes(b"this was a database once " * 100)
    scores = Scores(file, clock=lambda: datetime(2026, 11, 15, 12, 0, 5))
    scores.add(finished())
    (aside,) = scores.aside
    assert aside.kept.name == "scores.sqlite.broken-20261115-120005"
    assert aside.kept.read_bytes().startswith(b"this was a database once")
    assert "not a database" in str(aside.why)
    assert tally(scores, "Ana", "tic-tac-toe").wins == 1
    file.write_bytes(b"broken again " * 100)
    assert tallies(scores) == []
    assert scores.aside[1].kept.name == "scores.sqlite.broken-20261115-120005-2"


# -- unfinished games ---------------------------------------------------------------------------------


@pytest.fixture
def saves(tmp_path):
    ticks = iter(range(10_000))
    return Saves(
        tmp_path / "unfinished", clock=lambda: datetime(2026, 11, 15) + timedelta(seconds=next(ticks))
    )


def test_a_game_is_saved_and_found(saves):
    path = saves.new_path("tic-tac-toe")
    match = played("a1", "b1")
    saves.keep(path, match.record, "human", "random:seed=1")
    match.play("a2")
    saves.keep(path, match.record, "human", "random:seed=1")
    (save,) = saves.all()
    assert save.record == match.record
    assert (save.first, save.second) == ("human", "random:seed=1")
    saves.drop(path)
    assert saves.all() == []


def test_the_newest_game_comes_first_and_none_is_overwritten(saves):
    for game in ("hex", "tic-tac-toe", "hex"):
        saves.keep(saves.new_path(game), played("a1").record.__class__(game), "human", "human")
    assert [save.record.game for save in saves.all()] == ["hex", "tic-tac-toe", "hex"]
    assert saves.latest("tic-tac-toe").record.game == "tic-tac-toe"
    assert saves.latest().record.game == "hex"
    assert saves.latest("kalah") is None


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": "ludoteca-save"}', b"[" * 100_000]
)
def test_a_damaged_save_is_set_aside(saves, content):
    good = saves.new_path("hex")
    saves.keep(good, played("a1").record, "human", "human")
    broken = saves.folder / "zzz.json"
    broken.write_bytes(content)
    assert [save.path for save in saves.all()] == [good]
    (aside,) = saves.aside
    assert aside.kept.read_bytes() == content
    assert not broken.exists()


def test_levels_of_older_saves_stay_the_same_animals(saves):
    """In version 1, `level:3` was the third level of a game: Jaguatirica in Tic-Tac-Toe."""
    path = saves.new_path("tic-tac-toe")
    saves.keep(path, played("a1").record, "human", "level:3,seed=5")
    path.write_text(path.read_text("utf-8").replace('"version": 2', '"version": 1', 1), "utf-8")
    (save,) = saves.all()
    assert (save.first, save.second) == ("human", "level:6,seed=5")


def test_a_save_is_json(saves):
    path = saves.new_path("tic-tac-toe")
    saves.keep(path, played("a1").record, "human", "random")
    value = json.loads(path.read_text("utf-8"))
    assert value["format"] == "ludoteca-save"
    assert value["record"]["moves"] == [{"move": "a1", "by": "first"}]
