"""What is made from the games and the language is fresh, and a playthrough is there for every game."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games import ids
from tests import accept

FILES = list(accept.generated())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_generated_files_are_fresh(file: Path):
    assert file.exists(), "run `make accept`"
    assert file.read_text("utf-8") == accept.generated()[file](), "run `make accept`, and read the diff"


def test_every_game_has_a_playthrough_and_no_other_game_has():
    assert sorted(file.stem for file in accept.PLAYTHROUGHS.glob("*.txt")) == ids()
    assert accept.orphans() == []


@pytest.mark.parametrize("game_id", ids())
def test_playthroughs_can_be_read_at_a_glance(game_id: str):
    lines = (accept.PLAYTHROUGHS / f"{game_id}.txt").read_text("utf-8").splitlines()
    assert len(lines) <= 60
    assert lines[-1].startswith("After ")


@pytest.fixture
def one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A world in which one file is made, and none is there yet."""
    file = tmp_path / "docs" / "page.md"
    monkeypatch.setattr(accept, "ROOT", tmp_path)
    monkeypatch.setattr(accept, "PLAYTHROUGHS", tmp_path)
    monkeypatch.setattr(accept, "generated", lambda: {file: lambda: "new\n"})
    return file


def test_check_names_what_is_stale_and_how_to_refresh_it(one_file: Path, capsys: pytest.CaptureFixture[str]):
    assert accept.main(["--check"]) == 1
    told = capsys.readouterr().err.replace("\\", "/")
    assert told == "docs/page.md is not fresh.\nTo refresh: make accept. Then read the diff.\n"
    assert not one_file.exists()


def test_accept_writes_and_removes_and_then_all_is_fresh(
    one_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    (tmp_path / "gone.txt").touch()
    assert accept.main([]) == 0
    assert one_file.read_text("utf-8") == "new\n"
    assert not (tmp_path / "gone.txt").exists()
    assert capsys.readouterr().out.replace("\\", "/") == "removed gone.txt\nwrote docs/page.md\n"
    assert accept.main(["--check"]) == 0


def test_sentences_of_the_spec_reach_the_english_catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    catalogue = tmp_path / "rules.po"
    catalogue.write_text('msgid "Action.one"\nmsgstr "old"\n')
    monkeypatch.setattr(accept, "ENGLISH_RULES", catalogue)
    monkeypatch.setattr(accept, "sentences", lambda: [("Action.one", "new"), ("Action.two", "added")])
    assert accept.english_rules() == (
        'msgid "Action.one"\nmsgstr "new"\n\nmsgid "Action.two"\nmsgstr "added"\n'
    )
