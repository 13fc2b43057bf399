"""Inputs that were once answered with an error of Python, with a novel, or not refused at all."""

from __future__ import annotations

import pytest

from ludoteca.errors import BadPosition, IllegalMove, LudotecaError, RulesError
from ludoteca.games import load, loads
from ludoteca.messages import LANGUAGES
from ludoteca.play.players import parse_player


def refused(ask, kind: type[LudotecaError]) -> str:
    with pytest.raises(kind) as refusal:
        ask()
    assert all(len(refusal.value.text(lang)) < 600 for lang in LANGUAGES)
    return str(refusal.value)


def test_a_long_text_is_cut_in_the_sentence_that_refuses_it():
    long = "9" * 100_000
    assert "a board and the side to move" in refused(lambda: load("tapatan").position(long), BadPosition)
    refused(lambda: load("tapatan").position(f"{long} x"), BadPosition)
    refused(lambda: load("tapatan").start().play(f"a1-{long}"), IllegalMove)
    refused(lambda: parse_player(f"engine:depth={long}"), LudotecaError)


@pytest.mark.parametrize("text", ["0", "01", "0000019", "000001" + "9" * 5000, "1" * 5000])
def test_a_number_that_is_no_pit_is_refused(text):
    assert "there is no such pit" in refused(lambda: load("kalah").start().play(text), IllegalMove)


@pytest.mark.parametrize("text", ["٣", "²"])
def test_a_pit_has_a_plain_number(text):
    assert "number of a pit" in refused(lambda: load("kalah").start().play(text), IllegalMove)


@pytest.mark.parametrize(
    ("track", "problem"), [("x.x", "board.no-such-cell"), ("a1 b1", "board.short-track")]
)
def test_tracks_are_checked_even_if_no_action_uses_them(track, problem):
    with pytest.raises(RulesError) as refusal:
        loads(f'board = {{ grid = [5, 5], tracks = ["{track}"] }}\nturn = {{ do = "place" }}')
    assert [one.code for one in refusal.value.problems] == [problem]
