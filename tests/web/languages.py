"""The texts of a page, and which of them are English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

from ludoteca.play.players import kinds
from tests.messages.test_catalogues import read
from tests.messages.test_catalogues import texts as forms

DOMAINS = ("web", "play", "rules", "workshop")
LONG = 14
"""Pieces of this length are searched for inside texts; a shorter one must be the whole text."""
_SILENT = ("script", "style", "textarea", "pre", "code", "template")
_SAID = ("aria-label", "title", "alt", "placeholder")


class _Reader(HTMLParser):
    """Collects what is seen or read out, except what is written in the language of rules."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.silent += tag in _SILENT
        self.said += [value for name, value in attributes if name in _SAID and value]

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self.silent and data.strip():
            self.said.append(" ".join(data.split()))


def said_on(page: str) -> list[str]:
    """Every text of a page, labels included."""
    reader = _Reader()
    reader.feed(page)
    return reader.said


def _pieces(text: str) -> Iterator[str]:
    """The literal parts of a phrase."""
    yield from (part.strip(" .:,;()") for part in re.split(r"\{[^}]*\}", text))


def texts(lang: str) -> list[str]:
    """Every template of the catalogues that pages use, each plural form by itself."""
    return [text for domain in DOMAINS for entry in read(lang, domain) for text in forms(entry)]


@cache
def english(lang: str) -> set[str]:
    """Every piece of an English text that no text of another language contains."""
    translated = "\n".join(texts(lang))
    pieces = {piece for text in texts("en") for piece in _pieces(text) if len(piece) > 2}
    docstrings = {kind.about for kind in kinds().values()}
    return docstrings | {piece for piece in pieces if piece not in translated}


def left_in_english(said: list[str], lang: str) -> list[str]:
    """The English texts on a page of another language."""
    short = {piece.casefold() for piece in english(lang) if len(piece) < LONG}
    long = [piece for piece in english(lang) if len(piece) >= LONG]
    found = [text for text in said if text.strip(" .:,;()…").casefold() in short]
    return found + [f"{piece!r} in {text!r}" for text in said for piece in long if piece in text]
