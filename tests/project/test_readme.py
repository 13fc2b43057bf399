"""The shop window cannot lie: README's Python is run, its game file is checked, its links lead somewhere."""

import doctest
import re
from pathlib import Path

import pytest

from ludoteca.cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PAGES = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"]
LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_the_python_does_what_it_says():
    python = "\n".join(blocks("python"))
    session = doctest.DocTestParser().get_doctest(python, {}, "README.md", "README.md", 0)
    report: list[str] = []
    assert session.examples
    doctest.DocTestRunner().run(session, out=report.append)
    assert report == [], "".join(report)


def test_the_game_file_is_a_good_one(tmp_path):
    (game,) = blocks("toml")
    file = tmp_path / "my-game.toml"
    file.write_text(game, "utf-8")
    assert main(["check", str(file)]) == 0


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    links = LINK.findall((ROOT / page).read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
