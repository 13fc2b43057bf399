"""Suggested rule changes: each gives a different, playable game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.messages import catalogue
from ludoteca.workshop.drafts import Draft, resized_start
from ludoteca.workshop.toml_edit import Edit
from ludoteca.workshop.words import word

MESSAGES = catalogue("workshop")


_CAPTURES = ("'take'", "'onto'", "'custody'", "'approach'", "'withdraw'", "'loops'")
"""Keys of actions that capture, as they appear in the printed tables."""


@dataclass(frozen=True)
class Idea:
    key: str
    edits: tuple[Edit, ...]
    what: object = ""

    def label(self, lang: str) -> str:
        shown = word(lang, self.what, "Board.lines") if self.key == "lines" else self.what
        return MESSAGES.text(lang, f"idea.{self.key}", what=shown)

    def apply(self, draft: Draft) -> Draft:
        for edit in self.edits:
            draft = draft.set_value(edit.path, edit.value)
        return draft


def ideas_for(draft: Draft, most: int = 12) -> tuple[Idea, ...]:
    """Changes that give a different, playable game. Empty if the draft is invalid."""
    if draft.raw is None or draft.game is None:
        return ()
    found: list[Idea] = []
    for idea in _thoughts(draft, draft.raw):
        if len(found) == most:
            break
        try:
            game = idea.apply(draft).game
        except LudotecaError:
            continue
        if game is not None and game.rules_hash != draft.game.rules_hash and not game.start().is_over:
            found.append(idea)
    return tuple(found)


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _thoughts(draft: Draft, raw: dict[str, Any]) -> Iterator[Idea]:
    yield from _ends(raw)
    yield from _boards(draft, _table(raw.get("board")))
    yield from _turns(raw)
    setup = _table(raw.get("setup"))
    begins = "first" if setup.get("starts") == "second" else "second"
    yield Idea("begins", (Edit(("setup", "starts"), begins),))


def _ends(raw: dict[str, Any]) -> Iterator[Idea]:
    ends = raw.get("end")
    for number, end in enumerate(ends if isinstance(ends, list) else []):
        align = _table(_table(end).get("when")).get("align")
        if isinstance(align, int):
            for length in (align + 1, align - 1):
                yield Idea("longer", (Edit(("end", number, "when", "align"), length),), length)
        if _table(end).get("result") == "owner wins":
            yield Idea("loses", (Edit(("end", number, "result"), "owner loses"),))


def _boards(draft: Draft, board: dict[str, Any]) -> Iterator[Idea]:
    for shape in ("grid", "hex"):
        size = board.get(shape)
        if isinstance(size, list) and len(size) == 2 and all(isinstance(side, int) for side in size):
            for step in (2, 1, -1, -2):
                width, height = size[0] + step, size[1] + step
                if width > 1 and height > 1:
                    grown = Edit(("board", shape), [width, height])
                    yield Idea(
                        "board", (grown, *resized_start(draft.raw, width, height)), f"{width}×{height}"
                    )
    for key, table in (("pits", "board"), ("seeds", "setup")):
        number = _table((draft.raw or {}).get(table)).get(key)
        if isinstance(number, int):
            yield Idea(key, (Edit((table, key), number + 1),), number + 1)
            yield Idea(key, (Edit((table, key), number - 1),), number - 1)
    if "grid" in board:
        for lines in ("orthogonal", "alquerque", "all"):
            if board.get("lines", "all") != lines:
                yield Idea("lines", (Edit(("board", "lines"), lines),), lines)


def _turns(raw: dict[str, Any]) -> Iterator[Idea]:
    turn = _table(raw.get("turn"))
    do = turn.get("do")
    if do == "place":
        yield Idea("swap", (Edit(("turn", "swap"), True),))
        yield Idea("falls", (Edit(("turn", "do"), {"place": "anywhere", "falls": True}),))
    if do == "step":
        yield Idea("fly", (Edit(("turn", "do"), "fly"),))
        yield Idea("slide", (Edit(("turn", "do"), "slide"),))
        yield Idea("trail", (Edit(("turn", "do"), {"step": "all", "trail": True}),))
        yield Idea("shoot", (Edit(("turn", "then"), "shoot"),))
    if turn and any(word in str(raw) for word in _CAPTURES):
        compulsory = turn.get("capture", "optional") == "optional"
        capture = "compulsory" if compulsory else "optional"
        yield Idea(capture, (Edit(("turn", "capture"), capture),))
    if turn:
        if turn.get("pass", "never") != "allowed":
            yield Idea("pass", (Edit(("turn", "pass"), "allowed"),))
