"""Sentences that are known by their pattern, and what is said instead of each."""

from __future__ import annotations

import re
from collections.abc import Iterable

Table = tuple[tuple[re.Pattern[str], str], ...]
HINT = re.compile(r' Did you mean "([^"]*)"\?')
"""The nearest known word, at the end of a sentence."""


def table_of(rows: Iterable[tuple[str, str]]) -> Table:
    return tuple((re.compile(pattern, re.DOTALL), said) for pattern, said in rows)


def fitting(table: Table, sentence: str) -> tuple[re.Match[str], str] | None:
    """The first pattern that fits a whole sentence, as a match, and what is said instead."""
    for pattern, said in table:
        found = pattern.fullmatch(sentence)
        if found:
            return found, found.expand(said)
    return None
