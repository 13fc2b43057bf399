"""Mistakes as data: the card, the key and the line of each, what is wrong, and fixes to click.

A fix: a few changes to a draft that put a mistake right, and whether it helps.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from ludoteca.errors import LudotecaError
from ludoteca.games.spec import GameSpec
from ludoteca.games.words import keys_of
from ludoteca.play.complaints import said
from ludoteca.play.language import Phrases, Table
from ludoteca.workshop.cards import card_of
from ludoteca.workshop.toml_positions import Path, where_of
from ludoteca.workshop.words import word

if TYPE_CHECKING:
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
    from ludoteca.workshop.toml_positions import path_of

    line = draft.places.line(path_of(draft.raw, where)) if draft.places else 1
    return Problem(where, what, line, card_of(where))


def _where(draft: Draft, what: str) -> str:
    """The place that a message begins with, if it begins with one."""
    known = {*keys_of(GameSpec), "variants", *(draft.raw or {})}
    start = re.match(r"([^.\[:]+)[.\[:]", what)
    if not start or start[1] not in known:
        return ""
    return what.partition(": ")[0]


LABELS: Table = {
    "use": ("Use {what}", "Usar {what}"),
    "remove": ("Remove {what}", "Remover {what}"),
    "add": ("Add {what}", "Acrescentar {what}"),
    "grow": ("Make the board {what}", "Fazer o tabuleiro {what}"),
    "fit-start": ("Fit the start to the board", "Ajustar o início ao tabuleiro"),
    "empty-start": ("Begin with an empty board", "Começar com o tabuleiro vazio"),
    "quote": ("Put it between quotes", "Pôr entre aspas"),
    "close": ("Close it with {what}", "Fechar com {what}"),
    "drop-line": ("Remove line {what}", "Remover a linha {what}"),
    "move-then": ("Say it in “then”", "Dizer em “then”"),
}
_LABELS = Phrases(LABELS)


@dataclass(frozen=True)
class Change:
    """A value to be put at a path, or what stands there to be dropped."""

    path: Path
    value: Any = None
    is_gone: bool = False


@dataclass(frozen=True)
class Fix:
    """A few changes that put a mistake right."""

    key: str
    what: str = ""
    changes: tuple[Change, ...] = ()
    text: str | None = field(default=None, repr=False)
    """The whole new text, where it cannot be told as changes: it was not TOML."""

    def label(self, lang: str) -> str:
        known = self.key in ("use", "add") and self.what and not self.what[0].isdigit()
        shown = word(lang, self.what) if known else self.what
        marked = f"“{shown}”" if known or self.key == "remove" else shown
        return _LABELS.say(lang, self.key, what=marked)

    def apply(self, draft: Draft) -> Draft:
        from ludoteca.workshop.drafts import Draft

        if self.text is not None:
            return Draft(self.text, draft.name)
        for change in self.changes:
            if change.is_gone:
                draft = draft.drop(where_of(change.path))
            else:
                draft = draft.put(change.path, change.value)
        return draft


def helps(fix: Fix, draft: Draft, problem: Problem) -> bool:
    """Whether a fix makes a mistake go away without making others like it."""
    try:
        mended = fix.apply(draft)
    except (LudotecaError, RecursionError):
        return False
    if mended.raw is None or mended.text == draft.text:
        return False
    if draft.raw is None or mended.game is not None:
        return True
    if fix.key == "remove":
        return len(mended.messages) < len(draft.messages)
    kind = _kind(f"{problem.where}: {problem.what}")
    same = any(_kind(one).endswith(kind) for one in mended.messages)
    return not same and len(mended.messages) <= len(draft.messages)


def _kind(message: str) -> str:
    """A message without its numbers: a line of eight that does not fit is no better than one of nine."""
    return re.sub(r"\d+", "#", message)
