"""The key `protocols` of a game file."""

from pathlib import Path

import pytest

from ludoteca.errors import RulesError
from ludoteca.games import load, loads
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.protocols.dialects import client_side, default_game, engine_side, supports
from ludoteca.protocols.names import DIALECTS
from tests.protocols.talking import Talk

TEXT = (LIBRARY_DIR / "tapatan.toml").read_text("utf-8")


def test_it_is_no_part_of_the_rules_hash():
    assert loads(f'protocols = ["gtp"]\n{TEXT}').rules_hash == loads(TEXT).rules_hash


@pytest.mark.parametrize("value", ['["gpt"]', "[3]", '["ugi"]'])
def test_it_is_validated(value):
    with pytest.raises(RulesError):
        loads(f"protocols = {value}\n{TEXT}")


@pytest.mark.parametrize("name", DIALECTS)
def test_every_protocol_has_both_sides_and_a_game(name):
    assert engine_side(name) and client_side(name)
    assert supports(default_game(name), name)


def test_a_variant_may_have_none():
    assert supports(load("ataxx/four-walls"), "uai")
    assert not supports(load("ataxx/hexagon"), "uai")


@pytest.mark.parametrize("name", DIALECTS)
def test_every_command_has_a_test(name):
    """Each word that a dialect knows is said in its test file."""
    text = Path(__file__).with_name(f"test_{name}.py").read_text("utf-8").casefold()
    assert [word for word in Talk(name).dialect.commands if f'"{word}' not in text] == []
