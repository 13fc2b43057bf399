"""Which keywords of the language each library game uses."""

from __future__ import annotations

import re
from functools import cache

from ludoteca.games.library import ids, raw_game, variants
from ludoteca.games.problems import Problems
from ludoteca.games.reader import read_spec

Keyword = tuple[str, str]
"""(table, key), or (`cells` or `directions`, word of a phrase)."""

CELL_PATTERNS = {
    "all": r"\ball\b",
    "centre": r"\bcentre\b",
    "corners": r"\bcorners\b",
    "edge": r"\bedge\b",
    "far row": r"\bfar row\b",
    "far rows N": r"\bfar rows\b",
    "near row": r"\bnear row\b",
    "near rows N": r"\bnear rows\b",
    "row N": r"(?<!far )(?<!near )\brow\b",
    "rows N-M": r"(?<!far )(?<!near )\brows\b",
    "column c": r"\bcolumn\b",
    "columns a-c": r"\bcolumns\b",
    "not …": r"(?<!but )\bnot\b",
    "a1": r"\b(?<!-)[a-z]\d+\b(?!-)",
    "a1-c1": r"\b[a-z]\d+-[a-z]\d+\b",
    "cell C R": r"\bcell \d",
    "anywhere": r"\banywhere\b",
    "dark": r"\bdark\b",
    "light": r"\blight\b",
    "A but not B": r"\bbut not\b",
    "A within B": r"\bwithin\b",
    "enemy A": r"\benemy\b",
}
"""The pattern of each keyword in a phrase for cells."""


SHAPES = ("When", "Windows")
"""The tables that describe shapes: in ends, and in conditions of actions."""
SHAPE_KEYWORDS = ("align", "exactly", "gaps", "on", "along", "filled-line", "pattern")


@cache
def keywords_of(game_id: str) -> frozenset[Keyword]:
    """All keywords that a game or one of its variants uses."""
    found: set[Keyword] = set()
    for variant in ("", *variants(game_id)):
        problems = Problems(game_id)
        read_spec(raw_game(game_id), problems, game_id, variant)
        found |= problems.words
        for of, phrase in problems.phrases:
            found |= {(of, word) for word in _words_in(of, phrase)}
    return frozenset(found)


def _words_in(of: str, phrase: str) -> list[str]:
    if of == "directions":
        return phrase.split()
    return [word for word, pattern in CELL_PATTERNS.items() if re.search(pattern, phrase)]


def games_using(word: Keyword) -> list[str]:
    """The ids of the games that use a keyword. Shape keys of both tables count as one."""
    table, key = word
    tables = SHAPES if table in SHAPES and key in SHAPE_KEYWORDS else (table,)
    return [game_id for game_id in ids() if any((one, key) in keywords_of(game_id) for one in tables)]
