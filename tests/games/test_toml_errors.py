"""The messages of the TOML parser as problems with codes."""

from __future__ import annotations

import tomllib

import pytest

from ludoteca.errors import RulesError
from ludoteca.games import loads
from ludoteca.messages import LANGUAGES

BROKEN = {
    "a = ": "toml.invalid-value",
    "a": "toml.expected-equals",
    "= 1": "toml.invalid-statement",
    "a.= 1": "toml.invalid-key",
    "[a": "toml.unclosed-table-name",
    "[[a]": "toml.unclosed-array-name",
    "a = 1 2": "toml.expected-newline",
    "a = '''x": "toml.expected",
    "a = [1": "toml.unclosed-array",
    "a = [1 2]": "toml.unclosed-array",
    "a = { b = 1": "toml.unclosed-inline-table",
    'a = "x': "toml.unterminated-string",
    "a = 1\na = 2": "toml.overwritten",
    "[a]\n[a]": "toml.declared-twice",
    "a = { b = 1, b = 2 }": "toml.duplicate-key",
    "a = { b = 1 }\na.c = 2": "toml.redefined",
    'a = "\\q"': "toml.unescaped-backslash",
    'a = "\\uZZZZ"': "toml.invalid-escape",
    'a = "\\ud800"': "toml.invalid-escape",
    "a = 2020-02-30": "toml.invalid-date",
    "a = 'x\x01'": "toml.invalid-character",
}


@pytest.mark.parametrize(("text", "code"), BROKEN.items())
def test_every_message_of_the_parser_has_a_code(text, code):
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(text)
    with pytest.raises(RulesError) as refused:
        loads(text, "x")
    (problem,) = refused.value.problems
    assert problem.code == code
    assert all(problem.sentence(lang) != problem.sentence("en") for lang in LANGUAGES[1:])


def test_a_problem_has_its_line_and_column():
    with pytest.raises(RulesError) as refused:
        loads("[a.b]\n[a.b]", "x")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (2, 5)
    assert str(problem) == "x.toml: line 2, column 5: this is not TOML: cannot declare a.b twice."
    portuguese = "x.toml: linha 2, coluna 5: isto não é TOML: a tabela a.b é declarada duas vezes."
    assert problem.text("pt-BR") == portuguese


def test_the_end_of_the_file_is_the_last_line():
    with pytest.raises(RulesError) as refused:
        loads("a = 1\nb = [1\n", "x")
    (problem,) = refused.value.problems
    assert (problem.line, problem.column) == (3, 0)
    assert str(problem) == "x.toml: end of document: this is not TOML: unclosed array."


def test_the_file_and_the_key_are_not_translated():
    with pytest.raises(RulesError) as refused:
        loads('[board]\ngrid = [3, 3]\n[[end]]\nwhen = { align = 9 }\nresult = "owner wins"\n', "mine")
    said = refused.value.text("pt-BR")
    assert "mine.toml: end[1].when: uma linha de 9 não cabe neste tabuleiro." in said
