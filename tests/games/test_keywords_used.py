"""The language stays small and general, and the files short."""

from __future__ import annotations

from statistics import median

import pytest

from ludoteca.games import ids
from ludoteca.games import reference_prose as prose
from ludoteca.games.fields import keys_of
from ludoteca.games.keyword_usage import SHAPE_KEYWORDS, Keyword, games_using
from ludoteca.games.library import LIBRARY_DIR
from ludoteca.games.reference import reference
from ludoteca.games.reference_general import COUNTERPARTS, GENERAL
from ludoteca.games.spec import VERBS
from tests.games.examples import TABLES

TEXTS = "# What players read."
WORDS: list[Keyword] = [
    *((table.__name__, key) for table in TABLES for key in keys_of(table)),
    *(("Action", verb) for verb in VERBS),
    *(("cells", word) for word in prose.CELLS),
    *(("directions", word) for word in prose.DIRECTIONS),
]


def lines_of_rules(game_id: str) -> int:
    """Non-empty lines before the texts."""
    rules, mark, _ = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8").partition(TEXTS)
    assert mark, f"{game_id}.toml does not say where its texts begin"
    said = (line.strip() for line in rules.splitlines())
    return sum(bool(line) and not line.startswith("#") for line in said)


def test_half_of_the_files_have_fewer_than_forty_lines_of_rules():
    assert median(lines_of_rules(game_id) for game_id in ids()) < 40


def test_no_file_has_texts_among_its_rules():
    for game_id in ids():
        rules = (LIBRARY_DIR / f"{game_id}.toml").read_text("utf-8").partition(TEXTS)[0]
        assert "[text." not in rules, game_id


@pytest.mark.parametrize("word", WORDS, ids=" ".join)
def test_every_keyword_is_used_and_general(word: Keyword):
    """A keyword that only one game uses has a reason; every keyword is used."""
    using = games_using(word)
    if len(using) > 1:
        return
    assert using or word in COUNTERPARTS, "no game uses this word: give it one, or take it out"
    shape = ("When", word[1]) if word[1] in SHAPE_KEYWORDS else word
    assert word in GENERAL or shape in GENERAL, f"only {using} uses this word: say why it is general"


def test_reasons_for_keywords_are_documented():
    assert set(GENERAL) <= set(WORDS)
    assert COUNTERPARTS <= set(GENERAL)
    page = reference()
    for word, reason in GENERAL.items():
        if len(games_using(word)) <= 1:
            assert f"eneral: {reason}." in page, word


def test_counterparts_are_unused():
    assert [word for word in COUNTERPARTS if games_using(word)] == []
