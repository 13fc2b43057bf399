"""Cards: the rules of a file as sentences with blanks, each blank tied to a place in the text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludoteca.workshop.places import Path, where_of

CARDS = ("board", "pieces", "setup", "turn", "end", "draw", "names")
_CARD_OF = {
    "board": "board", "regions": "board", "pieces": "pieces", "setup": "setup", "turn": "turn",
    "phase": "turn", "end": "end", "draw": "draw", "text": "names", "family": "names", "origin": "names",
    "inventor": "names", "year": "names", "source": "names", "based-on": "names",
}  # fmt: skip


@dataclass(frozen=True)
class Option:
    """One of the words that a blank can be filled with."""

    word: str
    label: str
    value: Any
    """What is then said in the file."""


@dataclass(frozen=True)
class Field:
    """One blank, and the sentence around it."""

    path: Path
    kind: str
    """`number`, `numbers` (two), `choice`, `flag`, `text`, `list` (texts or numbers with commas between them)
    or `told` (shown, but changed in the text only)."""
    before: str
    after: str
    value: Any
    """As the file says it, or as it usually is."""
    is_said: bool
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    longest: int = 0

    @property
    def where(self) -> str:
        """Its place as messages write it."""
        return where_of(self.path)

    @property
    def label(self) -> str:
        """The sentence without what fills it."""
        return " … ".join(part for part in (self.before, self.after) if part) or "…"

    @property
    def shown(self) -> str:
        """What fills the blank, as one writes it into a form."""
        if isinstance(self.value, list | tuple):
            return ", ".join(str(item) for item in self.value)
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return "" if self.value is None else str(self.value)


@dataclass(frozen=True)
class Offer:
    """Something that can be said as well."""

    path: Path
    label: str
    value: Any

    @property
    def where(self) -> str:
        return where_of(self.path)


@dataclass
class Group:
    """Blanks that belong together: an action, an end, a kind of piece."""

    path: Path
    title: str = ""
    is_removable: bool = False
    part: str = ""
    """Tells groups of the same place apart."""
    fields: list[Field] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)

    @property
    def where(self) -> str:
        return where_of(self.path)

    @property
    def id(self) -> str:
        """A word of its own for each group of a card."""
        return self.where + (f"-{self.part}" if self.part else "")

    def every_field(self) -> Iterator[Field]:
        yield from self.fields
        for group in self.groups:
            yield from group.every_field()

    def every_group(self) -> Iterator[Group]:
        yield self
        for group in self.groups:
            yield from group.every_group()


@dataclass(frozen=True)
class Card:
    id: str
    title: str
    sentences: tuple[str, ...]
    """What it says, told from the rules."""
    group: Group


def card_of(where: str) -> str:
    """The card on which something at a place of the file is shown; nothing if on none."""
    return _CARD_OF.get(where.partition(".")[0].partition("[")[0], "")
