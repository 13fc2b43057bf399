"""Searching the library by words, in all languages at once.

Every word of a search must begin a word of the game: of a name, alias, family, origin, board or summary.
Case, accents and punctuation do not matter, nor do articles and prepositions. Names count most, and whole
words more than beginnings.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteca.games.collections import MESSAGES, BoardCollection, board_collections, boards, regions_of
from ludoteca.games.library import ids, raw_game
from ludoteca.games.reader import variants_of
from ludoteca.messages import LANGUAGES

LONGEST = 100
"""Characters of a search; the rest is ignored."""
_NAME, _ALIAS, _ORIGIN, _VARIANT, _FAMILY, _BOARD, _SUMMARY = 100, 90, 85, 80, 70, 40, 10
"""What a word found there counts."""
_BEGINNING, _LONGER = 0.8, 0.5
"""The share for the beginning of a word, and for a word with another ending (`hunting` finds `hunt`)."""
_PHRASE = 100
"""The bonus for a name that is the search itself; half of it for a name that begins with it."""
_STEM, _ENDING = 4, 3
"""Letters that two words with different endings share at least, and of the ending at most."""
_SIMILAR = 0.7
"""How similar a misspelt word is at least to the right one."""


@dataclass(frozen=True)
class Found:
    """A game that matches a search."""

    id: str
    variant: str
    """The variant whose name was searched for, or empty."""
    score: float


@dataclass(frozen=True)
class _Text:
    """A text of a game that is searched."""

    folded: str
    weight: int
    variant: str = ""

    @property
    def words(self) -> list[str]:
        """Its words, and all of them as one: `tictactoe`."""
        parts = self.folded.split()
        return [*parts, "".join(parts)] if self.weight >= _VARIANT else parts


def fold(text: str) -> str:
    """Lower-case words without accents and punctuation, separated by single spaces."""
    plain = text.replace("×", "x").replace("'", "").replace("’", "")
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode().casefold()
    return " ".join(re.findall(r"[a-z0-9]+", plain))


def search(words: str) -> list[Found]:
    """The games that match, best first; all of them for an empty search."""
    wanted = fold(words[:LONGEST])
    found = [_match(game_id, wanted) for game_id in ids()]
    return sorted((one for one in found if one is not None), key=lambda one: -one.score)


def search_boards(words: str) -> list[BoardCollection]:
    """The boards with a title that matches, those with most games first; none for an empty search."""
    wanted = _needed(fold(words[:LONGEST]))

    def matches(found: BoardCollection) -> bool:
        titles = [fold(found.board.words(lang)).split() for lang in LANGUAGES]
        return any(all(any(own.startswith(word) for own in title) for word in wanted) for title in titles)

    return [found for found in board_collections().values() if wanted and matches(found)]


def corrected(words: str) -> str:
    """The search with similar words in the place of unknown ones; empty if that finds nothing either."""
    known = _known_words()

    def nearest(word: str) -> str:
        if word in known or word in _fillers():
            return word
        return next(iter(difflib.get_close_matches(word, known, 1, _SIMILAR)), "")

    found = [nearest(word) for word in fold(words[:LONGEST]).split()]
    text = " ".join(found)
    if all(found) and search(text):
        return text
    # "tick tack toe" is one word to some.
    whole = nearest(fold(words[:LONGEST]).replace(" ", ""))
    return whole if whole and search(whole) else ""


@cache
def _known_words() -> tuple[str, ...]:
    """The words of names and aliases."""
    texts = [text for game_id in ids() for text in _texts(game_id) if text.weight >= _VARIANT]
    return tuple(sorted({word for text in texts for word in text.words}))


@cache
def _fillers() -> frozenset[str]:
    """Words that need not be found: articles, prepositions, `game`."""
    return frozenset(
        word for lang in LANGUAGES for word in fold(MESSAGES.get(lang, "search.fillers")).split()
    )


def _needed(wanted: str) -> list[str]:
    """The words that must be found: all if there are fillers only."""
    words = wanted.split()
    return [word for word in words if word not in _fillers()] or words


def _match(game_id: str, wanted: str) -> Found | None:
    texts = _texts(game_id)
    needed = _needed(wanted)
    best = [_best(texts, word) for word in needed]
    if not all(score for score, _ in best):
        return None
    phrase, phrase_variant = max(
        ((_phrase(text, wanted), text.variant) for text in texts), key=lambda one: one[0]
    )
    variants = {phrase_variant} if phrase else {variant for _, variant in best}
    score = sum(score for score, _ in best) + phrase
    return Found(game_id, variants.pop() if len(variants) == 1 else "", score)


def _best(texts: Iterable[_Text], word: str) -> tuple[float, str]:
    """What the word counts where it counts most, and the variant that it is from."""
    return max(
        ((text.weight * max((_share(own, word) for own in text.words), default=0.0), text.variant)
         for text in texts),
        key=lambda one: one[0],
    )  # fmt: skip


def _share(own: str, word: str) -> float:
    if own == word:
        return 1.0
    if own.startswith(word):
        return _BEGINNING
    has_other_ending = _STEM <= len(own) < len(word) <= len(own) + _ENDING and word.startswith(own)
    return _LONGER if has_other_ending else 0.0


def _phrase(text: _Text, wanted: str) -> float:
    if not wanted or text.weight < _VARIANT or text.weight == _ORIGIN:
        return 0.0
    if text.folded == wanted:
        return float(_PHRASE)
    return _PHRASE / 2 if text.folded.startswith(wanted) else 0.0


# -- the texts of a game ------------------------------------------------------------------------------


@cache
def _texts(game_id: str) -> tuple[_Text, ...]:
    raw = raw_game(game_id)
    texts = [_Text(fold(game_id), _ALIAS), *_named(raw, _NAME, _ALIAS)]
    for variant, table in variants_of(raw).items():
        texts += [_Text(one.folded, one.weight, variant) for one in _named(table, _VARIANT, _VARIANT)]
    for lang in LANGUAGES:
        for key in (f"family.{raw.get('family')}", f"family-words.{raw.get('family')}"):
            texts.append(_Text(fold(MESSAGES.get(lang, key)), _FAMILY))
        origin = str(raw.get("origin", ""))
        texts.append(_Text(fold(MESSAGES.get(lang, f"place.{origin}", origin)), _ORIGIN))
        texts += [_Text(fold(MESSAGES.get(lang, f"region.{one}")), _ORIGIN) for one in regions_of(origin)]
        texts += [
            _Text(fold(kind.words(lang)), _BOARD, name.partition("/")[2])
            for name, kind in boards().items()
            if name.partition("/")[0] == game_id
        ]
    return tuple(text for text in dict.fromkeys(texts) if text.folded)


def _named(table: Mapping[str, Any], name: int, alias: int) -> Iterator[_Text]:
    for words in table.get("text", {}).values():
        yield _Text(fold(words.get("name", "")), name)
        yield from (_Text(fold(one), alias) for one in words.get("aliases", ()))
        yield _Text(fold(words.get("summary", "")), _SUMMARY)
