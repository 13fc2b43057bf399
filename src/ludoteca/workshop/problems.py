"""Problems of a draft as data: card, key, line and message, with fixes; a test of whether a fix helps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games.fields import keys_of
from ludoteca.games.spec import GameSpec
from ludoteca.messages import catalogue
from ludoteca.play.complaints import said
from ludoteca.workshop.cards import card_of
from ludoteca.workshop.drafts import Draft
from ludoteca.workshop.toml_edit import Edit
from ludoteca.workshop.toml_positions import format_path, resolve_path
from ludoteca.workshop.words import word

_LINE = re.compile(r"(?:line (\d+), column \d+|end of document): (.+)", re.DOTALL)


@dataclass(frozen=True)
class Problem:
    """One error in a draft."""

    where: str
    """The path as error messages write it, `end[1].when.align`; empty for the whole file."""
    what: str
    """The message of the reader, in English."""
    line: int
    card: str
    """The card it is shown on, or empty."""
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


def _without_file_name(draft: Draft, message: str) -> str:
    """A message without the file name in front of it."""
    return re.sub(rf"^{re.escape(draft.name)}\.toml(?:/[^:\s]+)?: ", "", message)


def problem_of(draft: Draft, message: str) -> Problem:
    what = _without_file_name(draft, message)
    at_line = _LINE.fullmatch(what)
    if at_line:
        line = int(at_line[1]) if at_line[1] else draft.text.count("\n") + 1
        return Problem("", at_line[2], line, "")
    where = _where(draft, what)
    what = what.removeprefix(f"{where}: ") if where else what
    line = draft.source.line(resolve_path(draft.raw, where)) if draft.source else 1
    return Problem(where, what, line, card_of(where))


def _where(draft: Draft, what: str) -> str:
    """The path that a message begins with, if any."""
    known = {*keys_of(GameSpec), "variants", *(draft.raw or {})}
    start = re.match(r"([^.\[:]+)[.\[:]", what)
    if not start or start[1] not in known:
        return ""
    return what.partition(": ")[0]


MESSAGES = catalogue("workshop")


@dataclass(frozen=True)
class Fix:
    """Changes that remove a problem."""

    key: str
    what: str = ""
    edits: tuple[Edit, ...] = ()
    text: str | None = field(default=None, repr=False)
    """The whole new text, for a draft that is not valid TOML."""

    def label(self, lang: str) -> str:
        known = self.key in ("use", "add") and self.what and not self.what[0].isdigit()
        shown = word(lang, self.what) if known else self.what
        marked = f"“{shown}”" if known or self.key == "remove" else shown
        return MESSAGES.text(lang, f"fix.{self.key}", what=marked)

    def apply(self, draft: Draft) -> Draft:
        if self.text is not None:
            return Draft(self.text, draft.name)
        for edit in self.edits:
            if edit.is_removed:
                draft = draft.remove(format_path(edit.path))
            else:
                draft = draft.set_value(edit.path, edit.value)
        return draft


def helps(fix: Fix, draft: Draft, problem: Problem) -> bool:
    """Whether a fix removes a problem without adding others of its kind."""
    try:
        fixed = fix.apply(draft)
    except (LudotecaError, RecursionError):
        return False
    if fixed.raw is None or fixed.text == draft.text:
        return False
    if draft.raw is None or fixed.game is not None:
        return True
    if fix.key == "remove":
        return len(fixed.messages) < len(draft.messages)
    kind = _kind(f"{problem.where}: {problem.what}")
    same = any(_kind(one).endswith(kind) for one in fixed.messages)
    return not same and len(fixed.messages) <= len(draft.messages)


def _kind(message: str) -> str:
    """A message without its numbers, so that the same error with another number counts as the same."""
    return re.sub(r"\d+", "#", message)
