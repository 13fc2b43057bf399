"""Problems of a draft as data: card, key, line and message, with fixes; a test of whether a fix helps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ludoteca import errors
from ludoteca.errors import LudotecaError
from ludoteca.messages import catalogue
from ludoteca.workshop.cards import card_of
from ludoteca.workshop.drafts import Draft
from ludoteca.workshop.toml_edit import Edit
from ludoteca.workshop.toml_positions import format_path, resolve_path
from ludoteca.workshop.words import word


@dataclass(frozen=True)
class Problem:
    """One problem of a draft, with its place in the text."""

    problem: errors.Problem
    line: int
    card: str
    """The card it is shown on, or empty."""
    fixes: tuple[Fix, ...] = ()

    @property
    def where(self) -> str:
        """The path of the key, `end[1].when.align`; empty for the whole file."""
        return self.problem.key

    def message(self, lang: str) -> str:
        """What is wrong, with an initial capital."""
        text = self.problem.sentence(lang)
        return text[:1].upper() + text[1:]

    def as_dict(self, lang: str) -> dict[str, Any]:
        return {
            "where": self.where,
            "line": self.line,
            "card": self.card,
            "message": self.message(lang),
            "fixes": [fix.label(lang) for fix in self.fixes],
        }


def locate(draft: Draft, problem: errors.Problem) -> Problem:
    """A problem of a draft with the line and the card it is about."""
    if problem.line:
        return Problem(problem, problem.line, "")
    line = draft.source.line(resolve_path(draft.raw, problem.key)) if draft.source else 1
    return Problem(problem, line, card_of(problem.key))


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
        return len(fixed.problems) < len(draft.problems)
    same = any(_kind(one) == _kind(problem.problem) for one in fixed.problems)
    return not same and len(fixed.problems) <= len(draft.problems)


def _kind(problem: errors.Problem) -> tuple[str, str, dict[str, object]]:
    """A problem without its numbers: the same one with another number counts as the same."""
    params = problem.message.params.items()
    kept = {name: _without_digits(value) for name, value in params if not isinstance(value, int)}
    return problem.code, str(_without_digits(problem.key)), kept


def _without_digits(value: object) -> object:
    return re.sub(r"\d+", "#", value) if isinstance(value, str) else value
