"""Inputs that were once answered with an error of Python, with a novel, or not refused at all."""

from __future__ import annotations

import pytest

from ludoteca.errors import BadPosition, BadRecord, IllegalMove, LudotecaError, RulesError
from ludoteca.games import load, loads
from ludoteca.messages import LANGUAGES
from ludoteca.play.players import parse_player
from ludoteca.play.record import Record, RecordedMove


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


def test_a_number_of_seeds_given_twice_counts_once():
    text = "board = {{ pits = 6, stores = true }}\nsetup = {{ seeds = 4 }}\n"
    text += 'turn = {{ do = {{ sow = "counter-clockwise", take-counts = {} }} }}\n'
    assert loads(text.format("[2, 2]")).rules_hash == loads(text.format("[2]")).rules_hash
    assert loads(text.format("[30, 30]")).start().legal_moves


@pytest.mark.parametrize("move", ["", "a1 b2", "1.", "1.a1", "3…", "{a1}", "a1\n"])
def test_a_move_that_the_text_format_cannot_hold_is_no_move(move):
    record = Record("tapatan", moves=(RecordedMove("a1-b2", "first"), RecordedMove("c1-b1", "second")))
    assert Record.from_dict(record.as_dict()) == record
    value = record.as_dict()
    value["moves"][1]["move"] = move
    assert "move 2" in refused(lambda: Record.from_dict(value), BadRecord)


@pytest.mark.parametrize("key", ["game", "rules", "comment", "others"])
def test_half_a_surrogate_pair_is_no_text(key):
    value = Record("tapatan").as_dict()
    value[key] = {"Event": "\ud800"} if key == "others" else "\ud800"
    refused(lambda: Record.from_dict(value), BadRecord)


@pytest.mark.parametrize(
    ("track", "problem"), [("x.x", "board.no-such-cell"), ("a1 b1", "board.short-track")]
)
def test_tracks_are_checked_even_if_no_action_uses_them(track, problem):
    with pytest.raises(RulesError) as refusal:
        loads(f'board = {{ grid = [5, 5], tracks = ["{track}"] }}\nturn = {{ do = "place" }}')
    assert [one.code for one in refusal.value.problems] == [problem]
