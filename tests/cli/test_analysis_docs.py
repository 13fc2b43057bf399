"""The examples of `docs/analysis.md` match the output of the commands."""

import re
import shlex
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs" / "analysis.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.+?)```", DOCS.read_text("utf-8"), re.DOTALL)


def without_lines(text: str) -> str:
    """The output without variations in brackets, whose order of equal moves may change."""
    return re.sub(r"\s*\([^)]*\)", "", text)


def test_examples_match_the_output(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (record,) = blocks("text")
    Path("game.txt").write_text(record, "utf-8")
    examples = blocks("console")
    assert len(examples) == 2
    for example in examples:
        command, _, shown = example.partition("\n")
        answer = run(*shlex.split(command.removeprefix("$ ludoteca ")))
        assert without_lines(answer.out).split() == without_lines(shown).split()


def test_every_kind_of_reason_is_documented():
    from ludoteca.engine.reasons import KINDS

    table = DOCS.read_text("utf-8").partition("## Reasons")[2].partition("## The tree")[0]
    assert set(re.findall(r"`([a-z]+(?:-[a-z]+)+|captures|stores|promotes)`", table)) >= set(KINDS)


def test_linked_pictures_exist():
    for name in re.findall(r"\((pictures/[^)]+)\)", DOCS.read_text("utf-8")):
        assert (DOCS.parent / name).exists()
