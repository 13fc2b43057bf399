"""Mistakes as data: the card, the key and the line of each, what is wrong, and fixes to click."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ludoteca.games.spec import GameSpec
from ludoteca.games.words import keys_of
from ludoteca.play.complaints import said
from ludoteca.workshop.cards import card_of

if TYPE_CHECKING:
    from ludoteca.workshop.changes import Fix
    from ludoteca.workshop.drafts import Draft

MOST_FIXED = 8
"""Fixes are looked for this many mistakes at once, …"""
PATIENCE = 0.4
"""… and for so many seconds: trying them takes time, and on a large board much."""

_LINE = re.compile(r"(?:line (\d+), column \d+|end of document): (.+)", re.DOTALL)


@dataclass(frozen=True)
class Problem:
    """One mistake."""

    where: str
    """The place as the language writes it, `end[1].when.align`; nothing if it is the whole file's."""
    what: str
    """What is wrong, in English, as the reader says it."""
    line: int
    card: str
    """The card it is shown on, or nothing."""
    fixes: tuple[Fix, ...] = ()

    def message(self, lang: str) -> str:
        return said(self.what, lang)

    def as_dict(self, lang: str) -> dict[str, Any]:
        return {
            "where": self.where,
            "line": self.line,
            "card": self.card,
            "message": self.message(lang),
            "fixes": [fix.label(lang) for fix in self.fixes],
        }


def problems_of(draft: Draft) -> tuple[Problem, ...]:
    """The mistakes of a draft, each with the fixes that put it right."""
    from ludoteca.workshop.fixes import fixes_for

    found = [_problem(draft, message) for message in draft.messages]
    until = time.process_time() + PATIENCE
    return tuple(
        replace(one, fixes=fixes_for(draft, one, until)) if n < MOST_FIXED else one
        for n, one in enumerate(found)
    )


def bare(draft: Draft, message: str) -> str:
    """A message without the name of the file before it."""
    return re.sub(rf"^{re.escape(draft.name)}\.toml(?:/[^:\s]+)?: ", "", message)


def _problem(draft: Draft, message: str) -> Problem:
    what = bare(draft, message)
    at_line = _LINE.fullmatch(what)
    if at_line:
        line = int(at_line[1]) if at_line[1] else draft.text.count("\n") + 1
        return Problem("", at_line[2], line, "")
    where = _where(draft, what)
    what = what.removeprefix(f"{where}: ") if where else what
    from ludoteca.workshop.places import path_of

    line = draft.places.line(path_of(draft.raw, where)) if draft.places else 1
    return Problem(where, what, line, card_of(where))


def _where(draft: Draft, what: str) -> str:
    """The place that a message begins with, if it begins with one."""
    known = {*keys_of(GameSpec), "variants", *(draft.raw or {})}
    start = re.match(r"([^.\[:]+)[.\[:]", what)
    if not start or start[1] not in known:
        return ""
    return what.partition(": ")[0]
