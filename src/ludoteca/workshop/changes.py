"""A fix: a few changes to a draft that put a mistake right, and whether it helps."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludoteca.errors import LudotecaError
from ludoteca.play.language import Phrases, Table
from ludoteca.workshop.places import Path, where_of
from ludoteca.workshop.words import word

if TYPE_CHECKING:
    from ludoteca.workshop.drafts import Draft
    from ludoteca.workshop.problems import Problem

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
