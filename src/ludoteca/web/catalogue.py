"""The catalogue of games with what the gallery filters and searches by."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteca.errors import UnknownGame
from ludoteca.games import Position, ids, load
from ludoteca.games.library import raw_game
from ludoteca.games.problems import shown
from ludoteca.play.catalogue import Card, card_of, cards
from ludoteca.play.sampling import random_game

LENGTHS = (("short", 0), ("medium", 25), ("long", 60))
"""The average length of random games, in moves, from which each word applies."""
RULES = (("easy", 0), ("medium", 560), ("rich", 820))
"""The length of the rules text, in characters, from which each word applies."""
_PLAYOUTS = 40


@dataclass(frozen=True)
class CatalogueEntry:
    """A game of the catalogue."""

    card: Card
    length: str
    """`short`, `medium` or `long`."""
    rules: str
    """`easy`, `medium` or `rich`."""
    words: str
    """All searchable text, folded."""


@cache
def entries(lang: str) -> tuple[CatalogueEntry, ...]:
    """Every game, by family and name."""
    return tuple(_entry(card, lang) for card in cards(lang))


def _entry(card: Card, lang: str) -> CatalogueEntry:
    texts = load(card.id).words(lang)
    said = " ".join([card.id, card.name, *card.aliases, card.summary, texts.goal or "", *texts.play])
    told = sum(len(line) for line in load(card.id).words("en").play)
    return CatalogueEntry(card, _grade(average_length(card.id), LENGTHS), _grade(told, RULES), fold(said))


def _grade(value: float, grades: tuple[tuple[str, int], ...]) -> str:
    return [word for word, least in grades if value >= least][-1]


@cache
def average_length(game_id: str) -> float:
    """The average number of moves of random games."""
    found = load(game_id).playouts(_PLAYOUTS, seed=1)
    return found.moves / found.playouts


def fold(text: str) -> str:
    """Lower case without accents, for searching."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()


def search_games(
    lang: str, search: str = "", family: str = "", length: str = "", rules: str = ""
) -> list[CatalogueEntry]:
    """The games that match a search and the filters."""
    wanted = fold(search[:100]).split()
    return [
        one
        for one in entries(lang)
        if (not family or one.card.family == family)
        and (not length or one.length == length)
        and (not rules or one.rules == rules)
        and all(word in one.words for word in wanted)
    ]


@cache
def sample_position(called: str) -> Position:
    """A position from the middle of a random game, always the same one."""
    game = load(called)
    line = [game.start()]
    for step in random_game(game, random.Random(7)):
        line.append(step.after)
        if len(line) > 24:
            break
    going = [position for position in line if not position.is_over]
    return going[min(len(going) - 1, max(4, len(going) // 2))]


def known_game(game_id: str) -> str:
    """The id of a game of the library. Raises `UnknownGame`."""
    if game_id not in ids():
        raise UnknownGame("game.unknown", name=shown(game_id[:60]), hint="")
    return game_id


def full_name(game_id: str, variant: str, said: Mapping[str, Any]) -> str:
    """The full name of a game with the variant and the parameters of a form."""
    known = card_of(raw_game(game_id), game_id, "en").parameters
    values = [
        f"{one.name}={said[f'p-{one.name}']}" for one in known if str(said.get(f"p-{one.name}", "")).strip()
    ]
    return game_id + (f"/{variant}" if variant else "") + (":" + ",".join(values) if values else "")
