"""Cards: the rules of a game file as forms. Each field is bound to a path in the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ludoteca.games.fields import Boolean, Integer, ListOf, OneOf, PerSide, Reader, String, Year
from ludoteca.games.spec import RESULTS, SHAPES
from ludoteca.messages import catalogue
from ludoteca.workshop.toml_positions import Path, format_path
from ludoteca.workshop.words import word

MESSAGES = catalogue("rules")

CARDS = ("board", "pieces", "setup", "turn", "end", "draw", "names")
_CARD_OF = {
    "board": "board", "regions": "board", "pieces": "pieces", "setup": "setup", "turn": "turn",
    "phase": "turn", "end": "end", "draw": "draw", "text": "names", "family": "names", "origin": "names",
    "inventor": "names", "year": "names", "source": "names", "based-on": "names",
}  # fmt: skip


@dataclass(frozen=True)
class Option:
    """One option of a choice field."""

    word: str
    label: str
    value: Any
    """The value that the option sets in the file."""


@dataclass(frozen=True)
class Field:
    """A form field with the sentence around it."""

    path: Path
    kind: str
    """`number`, `numbers` (two), `choice`, `flag`, `text`, `list` (comma-separated texts or numbers) or
    `told` (read-only: edited in the text only)."""
    before: str
    after: str
    value: Any
    """The value in the file, or the default."""
    is_set: bool
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    longest: int = 0

    @property
    def where(self) -> str:
        """The path as messages write it."""
        return format_path(self.path)

    @property
    def label(self) -> str:
        """The sentence without the value."""
        return " … ".join(part for part in (self.before, self.after) if part) or "…"

    @property
    def shown(self) -> str:
        """The value as form input."""
        if isinstance(self.value, list | tuple):
            return ", ".join(str(item) for item in self.value)
        if isinstance(self.value, bool):
            return "true" if self.value else "false"
        return "" if self.value is None else str(self.value)


@dataclass(frozen=True)
class Offer:
    """A key that could be added."""

    path: Path
    label: str
    value: Any

    @property
    def where(self) -> str:
        return format_path(self.path)


@dataclass
class Group:
    """Fields that belong together: an action, an end, a kind of piece."""

    path: Path
    title: str = ""
    is_removable: bool = False
    part: str = ""
    """Distinguishes groups with the same path."""
    fields: list[Field] = field(default_factory=list)
    groups: list[Group] = field(default_factory=list)
    offers: list[Offer] = field(default_factory=list)

    @property
    def where(self) -> str:
        return format_path(self.path)

    @property
    def id(self) -> str:
        """Unique among the groups of a card."""
        return self.where + (f"-{self.part}" if self.part else "")

    def all_fields(self) -> Iterator[Field]:
        yield from self.fields
        for group in self.groups:
            yield from group.all_fields()

    def all_groups(self) -> Iterator[Group]:
        yield self
        for group in self.groups:
            yield from group.all_groups()


@dataclass(frozen=True)
class Card:
    id: str
    title: str
    sentences: tuple[str, ...]
    """The rules text of this card."""
    group: Group


def card_of(where: str) -> str:
    """The card that shows a path of the file, or an empty string."""
    return _CARD_OF.get(where.partition(".")[0].partition("[")[0], "")


def table_of(value: Any) -> dict[str, Any]:
    """The value if it is a table, else an empty table."""
    return value if isinstance(value, dict) else {}


class FieldBuilder:
    """Builds the fields of one file in one language."""

    def __init__(self, raw: Mapping[str, Any], lang: str) -> None:
        self.raw, self.lang = raw, lang
        self.shape = next((shape for shape in SHAPES if shape in table_of(raw.get("board"))), "grid")
        self.kinds = list(table_of(raw.get("pieces"))) or ["piece"]

    def say(self, key: str, **values: object) -> str:
        return MESSAGES.text(self.lang, key, **values)

    def _label(self, key: str) -> str:
        """The sentence of a key without its value."""
        text = self.say(key, v="…") if key in MESSAGES else key
        return text.strip(" …:,").strip() if text.startswith("…") or text.endswith("…") else text

    def _fields(self, path: Path, key: str, known: Any, value: Any, is_set: bool) -> list[Field]:
        return self._side_fields(path, key, known.metadata["reader"], value, is_set)

    def _side_fields(
        self, path: Path, key: str, reader: Reader, value: Any, is_set: bool, name: str = ""
    ) -> list[Field]:
        """One field, or one for each side where the file has a value for each."""
        inner = reader.inner if isinstance(reader, PerSide) else reader
        if isinstance(value, dict) and value and set(value) <= {"first", "second"}:
            return [
                self._field(
                    (*path, side), key, inner, value[side], True, named=f"{name} ({self.say(f'side.{side}')})"
                )
                for side in value
            ]
        if isinstance(value, tuple) and isinstance(reader, PerSide):
            value = value[0]
        return [self._field(path, key, inner, value, is_set, named=name)]

    def _field(
        self, path: Path, key: str, reader: Reader, value: Any, is_set: bool,
        options: tuple[Option, ...] = (), named: str = "",
    ) -> Field:  # fmt: skip
        before, after = self._around(key, named)
        kind, limits = _kind_of(reader, value)
        if isinstance(reader, OneOf) and not options:
            words = self._results(path) if key == "End.result" else reader.words
            options = tuple(Option(one, word(self.lang, one, key), one) for one in words)
        return Field(path, kind, before, after, value, is_set, options, **limits)

    def _results(self, path: Path) -> tuple[str, ...]:
        """The results that are valid for the condition of an end."""
        end: Any = self.raw
        for part in path[:-1]:
            end = end[part]
        when = table_of(end).get("when")
        is_no_move = isinstance(when, str) or "no-move" in table_of(when)
        unfit = ("owner wins", "owner loses") if is_no_move else ("mover wins", "mover loses")
        uncounted = ("most pieces", "fewest pieces") if self.shape == "pits" else ("most seeds",)
        return tuple(one for one in RESULTS if one not in (*unfit, *uncounted))

    def _around(self, key: str, named: str) -> tuple[str, str]:
        text = self.say(key, v="\0")
        before, _, after = text.partition("\0")
        if key == "region":
            return f"{named}: ", ""
        before = f"{before.strip()} {named}".strip() if named else before.strip()
        return before, after.strip()


def _kind_of(reader: Reader, value: Any) -> tuple[str, dict[str, int]]:
    """The kind of field for a reader, and its limits."""
    if isinstance(reader, Integer):
        # A number may be an expression with parameters, such as `$size`.
        kind = "text" if isinstance(value, str) else "number"
        return kind, {"least": reader.low, "most": reader.high, "longest": 80}
    if isinstance(reader, Boolean):
        return "flag", {}
    if isinstance(reader, OneOf):
        return "choice", {}
    if (
        isinstance(reader, ListOf)
        and isinstance(reader.inner, Integer)
        and reader.fewest == reader.longest == 2
    ):
        plain = isinstance(value, list) and len(value) == 2 and all(isinstance(n, int) for n in value)
        return "numbers" if plain else "list", {"least": reader.inner.low, "most": reader.inner.high}
    if isinstance(reader, ListOf) and isinstance(reader.inner, Integer | String | OneOf):
        return "list", {"longest": 400}
    if isinstance(reader, String | Year):
        return "text", {"longest": getattr(reader, "longest", 60)}
    return "told", {}
