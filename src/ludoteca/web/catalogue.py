"""The gallery's shelf: what a visitor wants to know of a game before choosing it."""

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
from ludoteca.play.catalogue import Card, card_of, cards
from ludoteca.play.sampling import stroll

LENGTHS = (("short", 0), ("medium", 25), ("long", 60))
"""How many moves random games last at least, on average."""
RULES = (("easy", 0), ("medium", 560), ("rich", 820))
"""How many characters it takes to tell the rules, at least."""
_PLAYOUTS = 40


@dataclass(frozen=True)
class Box:
    """A game on the shelf."""

    card: Card
    length: str
    """`short`, `medium` or `long`."""
    rules: str
    """`easy`, `medium` or `rich`."""
    words: str
    """All that can be searched, without accents."""


@cache
def boxes(lang: str) -> tuple[Box, ...]:
    """Every game, by family and name."""
    return tuple(_box(card, lang) for card in cards(lang))


def _box(card: Card, lang: str) -> Box:
    texts = load(card.id).words(lang)
    said = " ".join([card.id, card.name, *card.aliases, card.summary, texts.goal or "", *texts.play])
    told = sum(len(line) for line in load(card.id).words("en").play)
    return Box(card, _grade(average_length(card.id), LENGTHS), _grade(told, RULES), bare(said))


def _grade(value: float, grades: tuple[tuple[str, int], ...]) -> str:
    return [word for word, least in grades if value >= least][-1]


@cache
def average_length(game_id: str) -> float:
    """Moves in a random game."""
    found = load(game_id).playouts(_PLAYOUTS, seed=1)
    return found.moves / found.playouts


def bare(text: str) -> str:
    """Small letters without accents, to search in."""
    return unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()


def found(lang: str, search: str = "", family: str = "", length: str = "", rules: str = "") -> list[Box]:
    """The games that fit."""
    wanted = bare(search[:100]).split()
    return [
        box
        for box in boxes(lang)
        if (not family or box.card.family == family)
        and (not length or box.length == length)
        and (not rules or box.rules == rules)
        and all(word in box.words for word in wanted)
    ]


@cache
def lively(called: str) -> Position:
    """A position that shows a game in the middle of play, always the same one."""
    game = load(called)
    line = [game.start()]
    for step in stroll(game, random.Random(7)):
        line.append(step.after)
        if len(line) > 24:
            break
    going = [position for position in line if not position.is_over]
    return going[min(len(going) - 1, max(4, len(going) // 2))]


def known_game(game_id: str) -> str:
    """The id of a game of the library. Raises `UnknownGame`."""
    if game_id not in ids():
        raise UnknownGame(f'there is no game called "{game_id[:60]}". See: ludoteca list.')
    return game_id


def full_name(game_id: str, variant: str, said: Mapping[str, Any]) -> str:
    """The full name of a game with the parameters that a form gives."""
    known = card_of(raw_game(game_id), game_id, "en").parameters
    values = [
        f"{one.name}={said[f'p-{one.name}']}" for one in known if str(said.get(f"p-{one.name}", "")).strip()
    ]
    return game_id + (f"/{variant}" if variant else "") + (":" + ",".join(values) if values else "")
