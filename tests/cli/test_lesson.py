"""`ludoteca lesson`: the pack as HTML and PDF."""

from __future__ import annotations

import pytest

from ludoteca.games.library import LIBRARY_DIR
from ludoteca.lessons import pdf


def test_an_html_file(run, tmp_path):
    file = tmp_path / "lesson.html"
    answer = run("lesson", "tapatan", "-o", str(file), "--lang", "pt-BR", "--json")
    assert answer.code == 0
    assert answer.json["game"] == "tapatan" and answer.json["file"] == str(file)
    assert len(answer.json["puzzles"]) == 3 and answer.json["trees"] == ["values", "cuts"]
    assert "Notas para quem ensina" in file.read_text("utf-8")
    assert str(file) in answer.err


def test_the_usual_file_and_stdout(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("lesson", "tapatan").code == 0
    assert "Notes for the teacher" in (tmp_path / "tapatan-lesson.html").read_text("utf-8")
    assert run("lesson", "tapatan", "-o", "-").out.startswith("<!DOCTYPE html>")


def test_a_file_of_ones_own(run, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text((LIBRARY_DIR / "achi.toml").read_text("utf-8"), "utf-8")
    assert run("lesson", str(file), "-o", str(tmp_path / "mine.html")).code == 0
    assert "Achi" in (tmp_path / "mine.html").read_text("utf-8")


def test_without_a_browser_a_pdf_becomes_html(run, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None)
    answer = run("lesson", "tapatan", "-o", str(tmp_path / "lesson.pdf"))
    assert answer.code == 0 and "No Chromium or Chrome was found" in answer.err
    assert (tmp_path / "lesson.html").is_file() and not (tmp_path / "lesson.pdf").exists()


@pytest.mark.skipif(pdf.find_chromium() is None, reason="no Chromium")
def test_a_pdf(run, tmp_path):
    file = tmp_path / "lesson.pdf"
    assert run("lesson", "tapatan", "-o", str(file)).code == 0
    assert file.read_bytes().startswith(b"%PDF")


def test_a_browser_that_fails_is_reported(run, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: "/bin/false")
    answer = run("lesson", "tapatan", "-o", str(tmp_path / "lesson.pdf"))
    assert answer.code == 2 and "could not write the PDF" in answer.err


def test_bad_input(run, tmp_path):
    assert run("lesson", "no-such-game").code == 2
    assert run("lesson", "tapatan", "--seconds", "0").code == 2
    assert run("lesson", "tapatan", "-o", str(tmp_path / "no" / "folder.html")).code == 2
