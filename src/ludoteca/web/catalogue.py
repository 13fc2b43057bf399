"""The catalogue of games as the gallery filters, searches and groups it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from ludoteca.errors import UnknownGame
from ludoteca.games import Position, ids, load
from ludoteca.games.collections import BoardCollection, board_collections, starters
from ludoteca.games.library import raw_game
from ludoteca.games.problems import shown
from ludoteca.games.reader import variants_of
from ludoteca.games.search import search, search_boards
from ludoteca.games.spec import FAMILIES
from ludoteca.play.catalogue import Card, Variant, card_of, cards
from ludoteca.play.sampling import random_game

LENGTHS = (("short", 0), ("medium", 25), ("long", 60))
"""The average length of random games, in moves, from which each word applies."""
RULES = (("easy", 0), ("medium", 560), ("rich", 820))
"""The length of the rules text, in characters, from which each word applies."""
MOST_COLLECTIONS = 4
"""Boards that the gallery offers."""
_PLAYOUTS = 40


@dataclass(frozen=True)
class CatalogueEntry:
    """A game of the catalogue."""

    card: Card
    lang: str
    length: str
    """`short`, `medium` or `long`."""
    rules: str
    """`easy`, `medium` or `rich`."""
    variant: Variant | None = None
    """The variant that was searched for, or that is played on the chosen board."""

    @property
    def path(self) -> str:
        """The page of the game, with the variant chosen."""
        return f"/games/{self.card.id}" + (f"?variant={self.variant.id}" if self.variant else "")

    @property
    def name(self) -> str:
        """The name of the game, or of the variant if it has one of its own."""
        return self._own.get("name") or self.card.name

    @property
    def summary(self) -> str:
        return self._own.get("summary") or self.card.summary

    @property
    def _own(self) -> Mapping[str, str]:
        """The texts of the variant."""
        if self.variant is None:
            return {}
        table = variants_of(raw_game(self.card.id))[self.variant.id]
        found: Mapping[str, str] = table.get("text", {}).get(self.lang, {})
        return found

    def of(self, variant: str) -> CatalogueEntry:
        """The same entry for one of the game's variants."""
        return replace(self, variant=next((one for one in self.card.variants if one.id == variant), None))


@cache
def entries(lang: str) -> tuple[CatalogueEntry, ...]:
    """Every game, by family and name."""
    return tuple(_entry(card, lang) for card in cards(lang))


def _entry(card: Card, lang: str) -> CatalogueEntry:
    told = sum(len(line) for line in load(card.id).words("en").play)
    return CatalogueEntry(card, lang, _grade(average_length(card.id), LENGTHS), _grade(told, RULES))


def _grade(value: float, grades: tuple[tuple[str, int], ...]) -> str:
    return [word for word, least in grades if value >= least][-1]


@cache
def average_length(game_id: str) -> float:
    """The average number of moves of random games."""
    found = load(game_id).playouts(_PLAYOUTS, seed=1)
    return found.moves / found.playouts


@dataclass(frozen=True)
class GameFilter:
    """What a visitor looks for in the gallery."""

    q: str = ""
    family: str = ""
    length: str = ""
    rules: str = ""
    board: str = ""
    """The id of a board collection."""

    def __bool__(self) -> bool:
        return any((self.q.strip(), self.family, self.length, self.rules, self.board))


def filtered(lang: str, wanted: GameFilter) -> list[CatalogueEntry]:
    """The games that match a search, the best matches first, and the filters."""
    known = {one.card.id: one for one in entries(lang)}
    if wanted.q.strip():
        found = [known[one.id].of(one.variant) for one in search(wanted.q)]
    else:
        found = list(known.values())
    if wanted.board:
        here = collection(wanted.board)
        known_here = (one for one in found if one.card.id in here.games)
        found = [one.of(variant) for one in known_here for variant in here.variants(one.card.id)]
    return [
        one
        for one in found
        if wanted.family in ("", one.card.family)
        and wanted.length in ("", one.length)
        and wanted.rules in ("", one.rules)
    ]


def collection(board_id: str) -> BoardCollection:
    """The games on one board. Raises `UnknownGame`."""
    known = board_collections()
    if board_id not in known:
        raise UnknownGame("game.unknown-board", name=shown(board_id[:60]))
    return known[board_id]


def collections_for(wanted: GameFilter) -> list[BoardCollection]:
    """The boards with most games, or those that match a search."""
    found = search_boards(wanted.q) if wanted else list(board_collections().values())
    return found[:MOST_COLLECTIONS]


def first_games(lang: str) -> list[CatalogueEntry]:
    """Good games to begin with."""
    known = {one.card.id: one for one in entries(lang)}
    return [known[game_id] for game_id in starters()]


def by_family(found: list[CatalogueEntry]) -> list[tuple[str, list[CatalogueEntry]]]:
    """The games of each family, in the usual order of the families."""
    groups = ((family, [one for one in found if one.card.family == family]) for family in FAMILIES)
    return [(family, games) for family, games in groups if games]


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
