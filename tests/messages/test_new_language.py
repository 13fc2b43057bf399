"""A language is added by catalogues alone: a made-up one needs no change of code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import polib
import pytest

import ludoteca
from ludoteca.messages import LANGUAGES
from tools.compile_catalogues import compile_all

PACKAGE = Path(ludoteca.__file__).parent
PSEUDO = "qps"
"""The code that Windows and others use for pseudo-locales."""

PAGES = """
import sys
from fastapi.testclient import TestClient
from ludoteca.web.app import create_app
from ludoteca.web.settings import Settings
settings = Settings(database=f"sqlite:///{sys.argv[1]}", workers=1, hosts=("testserver",))
with TestClient(create_app(settings), headers={"accept-language": "qps"}) as client:
    for path in sys.argv[2:]:
        print(client.get(path).text)
"""


def translate(text: str) -> str:
    return f"[{text}]"


def pseudo_locale(source: Path, target: Path) -> None:
    """The English catalogues with brackets around every text."""
    target.mkdir(parents=True)
    for file in source.glob("*.po"):
        catalogue = polib.pofile(str(file))
        for entry in catalogue:
            if entry.msgid_plural:
                entry.msgstr_plural = {n: translate(text) for n, text in entry.msgstr_plural.items()}
            elif not entry.msgid.startswith(("number.", "typed.")):
                entry.msgstr = translate(entry.msgstr)
        catalogue.save(str(target / file.name))


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package as it is, and one language more."""
    root = tmp_path_factory.mktemp("translated")
    copy = root / "ludoteca"
    (copy / "locale").mkdir(parents=True)
    for part in PACKAGE.iterdir():
        if part.name not in ("locale", "__pycache__"):
            (copy / part.name).symlink_to(part)
    for language in (PACKAGE / "locale").iterdir():
        (copy / "locale" / language.name).symlink_to(language)
    pseudo_locale(PACKAGE / "locale/en/LC_MESSAGES", copy / "locale" / PSEUDO / "LC_MESSAGES")
    compile_all(copy / "locale")
    return root


def run(package: Path, *words: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(package)}
    done = subprocess.run(
        [sys.executable, *words], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout + done.stderr


def test_the_help_names_the_language_and_is_translated(package: Path) -> None:
    answer = run(package, "-m", "ludoteca", "--help", "--lang", PSEUDO)
    assert f"[language: {', '.join((*LANGUAGES, PSEUDO))}]" in answer
    assert "[list the games with their variants and parameters]" in answer


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("list",), "[BLOCKING]"),
        (("rules", "tic-tac-toe"), "\n[Goal]\n"),
        (
            ("best", "tic-tac-toe", "--position", "xx1/oo1/3 x", "--nodes", "100"),
            "[wins: [pieces in a row]]",
        ),
        (("playtest", "tic-tac-toe", "--seconds", "0.5"), "[Both sides can win.]"),
    ],
)
def test_commands_answer_in_the_language(package: Path, words: tuple[str, ...], text: str) -> None:
    assert text in run(package, "-m", "ludoteca", *words, "--lang", PSEUDO)


def test_pages_are_in_the_language_that_the_browser_prefers(package: Path, tmp_path: Path) -> None:
    paths = ("/", "/games/tapatan", "/workshop", "/nothing-here")
    pages = run(package, "-c", PAGES, str(tmp_path / "web.sqlite"), *paths)
    assert pages.count(f'<html lang="{PSEUDO}"') == len(paths)
    assert pages.count(f'<option value="{PSEUDO}" selected lang="{PSEUDO}">[English]</option>') == len(paths)
    assert "[Page not found.]" in pages
