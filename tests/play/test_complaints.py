"""Mistakes in a game's file, said in Portuguese."""

import ast
import tomllib
from pathlib import Path

import pytest

from ludoteca.errors import LudotecaError, RulesError
from ludoteca.games import loads
from ludoteca.play.complaints import portuguese
from ludoteca.play.translations import explain

GAMES = Path(__file__).parents[2] / "src" / "ludoteca" / "games"


def sentences():
    """Every sentence that the reader or the compiler writes as a whole, its blanks filled somehow."""
    for file in sorted(GAMES.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            text = _text(node.args[1]) if node.func.attr == "add" and len(node.args) == 2 else None
            if text and not text.startswith("7"):
                yield text.replace(".7 ", ". ").replace("the 7 player", "the first player")


def refusals():
    """Every sentence with which a room that players meet refuses something, its blanks filled somehow."""
    for room in ("games", "play", "workshop"):
        for file in sorted((GAMES.parent / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                raised = node.exc if isinstance(node, ast.Raise) else None
                if (
                    not isinstance(raised, ast.Call)
                    or not isinstance(raised.func, ast.Name)
                    or not raised.args
                ):
                    continue
                text = _text(raised.args[0])
                if text and " " in text and raised.func.id not in NOT_FOR_PLAYERS:
                    yield text.replace(".7 ", ". ").replace("7: 7.", "")


NOT_FOR_PLAYERS = (
    "ValueError",
    "TypeError",
    "RuntimeError",
    "KeyError",
    "AttributeError",
    "BadTuning",
    "ExpressionError",
)


def test_every_refusal_has_its_portuguese():
    found = [one for one in refusals() if one]
    assert len(found) > 60
    assert [one for one in found if explain(LudotecaError(one), "pt-BR") == one] == []


def _text(node):
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "7" for one in node.values)
    return None


def test_every_sentence_about_a_mistake_has_its_portuguese():
    found = list(sentences())
    assert len(found) > 60
    assert [one for one in found if portuguese(one) is None] == []


BROKEN = (
    "a = ", "a", "= 1", "[a", "[[a]", "a = 1 2", "a = [1", "a = { b = 1", 'a = "x', "a = 1\na = 2",
    "a.b = 1\n[a]\n[a]", "[a]\n[a]", "a = { b = 1, b = 2 }", 'a = "\\q"', 'a = "\\uZZZZ"', "a = 2020-13-01",
    "a = \x01", "a = { b = 1 }\na.c = 2", "a = [1 2]", 'a = "\\ud800"',
)  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_what_the_parser_says_is_said_in_portuguese(text):
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    with pytest.raises(RulesError) as refused:
        loads(text, "x")
    told = explain(refused.value, "pt-BR")
    assert "isto não é TOML: " in told
    assert "algo aqui não se entende" not in told, refused.value
    for english in ("expected", "invalid", "unclosed", "cannot", "character", "line "):
        assert english not in told.lower()


def test_the_file_and_the_place_stay():
    with pytest.raises(RulesError) as refused:
        loads('[board]\ngrid = [3, 3]\n[[end]]\nwhen = { align = 9 }\nresult = "owner wins"\n', "mine")
    assert "mine.toml: end[1].when: uma linha de 9 não cabe neste tabuleiro." in explain(
        refused.value, "pt-BR"
    )


def test_a_table_said_twice_is_named_as_one_writes_it():
    with pytest.raises(
        RulesError, match=r"x\.toml: line 2, column 5: this is not TOML: cannot declare a\.b twice"
    ):
        loads("[a.b]\n[a.b]", "x")
