"""The pages' words: every key that is used exists, every phrase takes the same places in both languages."""

import re
import string
from pathlib import Path

import pytest

from ludoteca.web import board_buttons
from ludoteca.web.words import WORDS

WEB = Path(__file__).parents[2] / "src" / "ludoteca" / "web"
USED = re.compile(
    r'say\(\s*["\']([a-z]+(?:\.[a-z0-9<>-]+)+)["\']|WORDS\.say\(\s*\w+(?:\.\w+)?,\s*"([a-z]+\.[a-z0-9-]+)"'
)


def used():
    """Every key that a template or a module names outright."""
    files = [*WEB.rglob("*.html"), *WEB.rglob("*.py")]
    found = {(one or other) for file in files for one, other in USED.findall(file.read_text("utf-8"))}
    return {key for key in found if not key.endswith("-")}


def test_every_key_that_is_used_exists():
    keys = used()
    assert len(keys) > 150
    known = set(WORDS) | set(board_buttons.WORDS)
    assert sorted(key for key in keys if key not in known) == []


@pytest.mark.parametrize("phrases", [WORDS, board_buttons.WORDS], ids=["pages", "cells"])
def test_both_languages_have_the_same_places_to_fill(phrases):
    for key in phrases:
        english, portuguese = phrases._texts[key]
        assert english and portuguese, key
        places = [
            {name for _, name, _, _ in string.Formatter().parse(text) if name}
            for text in (english, portuguese)
        ]
        assert places[0] == places[1], key
        assert english.count("|") == portuguese.count("|"), key
