"""The catalogue of the library: names, summaries, variants and parameters, without compiling a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.games.library import ids, kebab, raw_game
from ludoteca.games.reader import read_path, variants_of
from ludoteca.games.spec import FAMILIES
from ludoteca.play.opponents import offered_by_id


@dataclass(frozen=True)
class Variant:
    id: str
    name: str
    """Its own name, if any."""
    note: str
    """The difference from the game."""


@dataclass(frozen=True)
class Choice:
    """A parameter with its range."""

    name: str
    default: int
    least: int
    most: int
    step: int
    values: tuple[int, ...]
    """The allowed values, if each is a variant."""

    @property
    def range(self) -> str:
        """The range as text: `2–19`, `4–10 (+2)`, `5, 8, 10`."""
        if self.values:
            return ", ".join(map(str, self.values))
        return f"{self.least}–{self.most}" + (f" (+{self.step})" if self.step > 1 else "")


@dataclass(frozen=True)
class Card:
    """The catalogue entry of a game."""

    id: str
    name: str
    family: str
    summary: str
    aliases: tuple[str, ...]
    variants: tuple[Variant, ...]
    parameters: tuple[Choice, ...]
    levels: tuple[str, ...]
    """The names of its levels, weakest first."""
    measured: bool
    """Whether its levels were calibrated in this game."""


def cards(lang: str) -> list[Card]:
    """All games of the library, sorted by family and name."""
    found = [card_of(raw_game(game_id), game_id, lang) for game_id in ids()]
    return sorted(found, key=lambda card: (FAMILIES.index(card.family), kebab(card.name)))


def card_for(called: str, game_id: str, lang: str) -> Card:
    """The entry of a game loaded as `called`, from the library or from a file."""
    path, dot, _ = called.partition(".toml")
    raw = read_path(Path(path + dot)) if dot else raw_game(game_id)
    return card_of(raw, game_id, lang)


def card_of(raw: Mapping[str, Any], game_id: str, lang: str) -> Card:
    words = _words(raw, lang)
    offer = offered_by_id(game_id)
    family = raw.get("family", FAMILIES[0])
    return Card(
        id=game_id,
        name=words.get("name") or game_id,
        family=family if family in FAMILIES else FAMILIES[0],
        summary=words.get("summary", ""),
        aliases=tuple(words.get("aliases", ())),
        variants=tuple(_variant(word, table, lang) for word, table in variants_of(dict(raw)).items()),
        parameters=tuple(_choice(word, table) for word, table in raw.get("parameters", {}).items()),
        levels=tuple(level.name for level in offer.levels),
        measured=offer.measured,
    )


def _words(table: Mapping[str, Any], lang: str) -> dict[str, Any]:
    texts = table.get("text", {})
    return texts.get(lang) or texts.get("en") or {}


def _variant(word: str, table: Mapping[str, Any], lang: str) -> Variant:
    words = _words(table, lang)
    return Variant(word, words.get("name", ""), words.get("note", ""))


def _choice(word: str, table: Mapping[str, Any]) -> Choice:
    default = table.get("default", 0)
    values = tuple(int(value) for value in table.get("variants", {}) if value.isdecimal())
    least, most = table.get("least", default), table.get("most", default)
    return Choice(word, default, least, most, table.get("step", 1), values)
