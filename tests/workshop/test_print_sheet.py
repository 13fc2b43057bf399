"""The print sheet of every game in every language."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from ludoteca.games import ids, load
from ludoteca.messages import LANGUAGES
from ludoteca.workshop.drafts import copy_of
from ludoteca.workshop.print_sheet import page, piece_sets, raw_of, sheet


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game_id", ids()[::3])
def test_every_game_has_a_sheet(game_id, lang):
    game = load(game_id)
    text = page(game, raw_of(game_id), lang)
    ElementTree.fromstring(text.split("\n", 1)[1].replace('<meta charset="utf-8">', ""))
    assert game.words(lang).play[0][:20].split("'")[0].split('"')[0] in text
    assert len(re.findall("<svg", text)) >= 2
    assert "<script" not in text


def test_the_pieces_are_those_of_the_start():
    sets = piece_sets(load("coyote"), "pt-BR")
    assert [(one.style.side, one.number, one.label) for one in sets] == [
        ("first", 12, "Galinhas: 12"), ("second", 1, "Coiote: 1"),
    ]  # fmt: skip


def test_pieces_in_hand_and_blocked_cells_are_counted():
    assert [one.number for one in piece_sets(load("nine-mens-morris"), "en")] == [9, 9]
    assert [one.style.side for one in piece_sets(load("amazons"), "en")] == ["first", "second", "neutral"]


def needed(name):
    return [(one.style.side, one.style.shape, one.number) for one in piece_sets(load(name), "en")]


def test_there_are_enough_pieces():
    """Those that change sides, that are placed later, that promotion makes, and blocked cells."""
    assert needed("othello") == [("first", "disc", 64), ("second", "disc", 64)]
    assert needed("ataxx")[0] == ("first", "disc", 49)
    assert needed("gomoku") == [("first", "disc", 113), ("second", "disc", 113)]
    assert [number for *_, number in needed("draughts")] == [12, 12, 12, 12]
    assert needed("amazons")[-1] == ("neutral", "block", 92)
    for name in ("othello", "draughts", "amazons"):
        drawn = re.findall(r'<svg[^>]*class="cutouts".*', sheet(load(name), raw_of(name), "en"))
        assert "".join(drawn).count('class="piece ') == sum(number for *_, number in needed(name))


@pytest.mark.parametrize("game_id", ids())
def test_pieces_are_no_larger_than_the_cells(game_id):
    text = sheet(load(game_id), raw_of(game_id), "en")
    board = re.search(r'<div class="paper-middle( paper-wide)?".*?viewBox="\S+ \S+ (\S+) (\S+)"', text)
    assert board
    cell = 100 * min((190 if board[1] else 122) / float(board[2]), 128 / float(board[3]))
    for width, units in re.findall(
        r'viewBox="0 0 (\S+) \S+" role="img" class="cutouts"[^>]* width="(\S+)mm"', text
    ):
        assert 100 * float(units) / float(width) <= min(cell, 22) + 0.1


def test_boards_of_pits_have_no_numbers():
    """Neither the board nor the empty stores of the start position."""
    text = sheet(load("kalah"), raw_of("kalah"), "en")
    assert re.findall(r'class="count"[^>]*>(\d+)<', text) == ["4"] * 12
    assert text.count('class="cell pit"') == 24


def test_seeds_are_counted_on_the_sheet():
    assert "48 sementes" in sheet(load("kalah"), raw_of("kalah"), "pt-BR")


def test_rules_text_stands_in_for_missing_texts():
    draft = copy_of("tapatan", "Mine").fill("end[1].when.align", "2")
    assert draft.game is not None
    text = sheet(draft.game, draft.raw or {}, "pt-BR")
    assert "2 peças próprias em linha" in text
    assert "Baseado em tapatan." in text
