"""Collections of games: good first games, and the games that can be played on the same board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from ludoteca.games.compiler.boards import build_board
from ludoteca.games.library import ids, raw_game
from ludoteca.games.problems import Problems
from ludoteca.games.reader import read_game, read_toml, variants_of
from ludoteca.games.spec import Board as BoardSpec
from ludoteca.messages import catalogue

MESSAGES = catalogue("play")
_FILE = Path(__file__).parent / "collections.toml"


@cache
def _chosen() -> Mapping[str, Any]:
    """The groups that are chosen by hand."""
    return read_toml(_FILE.read_text("utf-8"), _FILE.name)


@cache
def starters() -> tuple[str, ...]:
    """The ids of good first games."""
    return tuple(_chosen()["starters"]["games"])


def regions_of(place: str) -> list[str]:
    """The regions of the world that a place belongs to."""
    return [region for region, places in _chosen()["regions"].items() if place in places]


@dataclass(frozen=True)
class BoardKind:
    """A board as one would make or buy it. Boards of equal kind are the same board."""

    kind: str
    """`squares`, `lines` (a grid of lines), `alquerque` and other grids with diagonals, `wheel`, `pits`,
    `hexagons`."""
    width: int
    height: int

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.width}x{self.height}"

    def title(self, lang: str) -> str:
        """`5×5 Alquerque board`."""
        return MESSAGES.text(lang, f"board.{self.kind}", width=self.width, height=self.height)

    def words(self, lang: str) -> str:
        """Its title and other words for it and what is played with, for searching."""
        size = f"{self.width}x{self.height}"
        others = (MESSAGES.get(lang, f"material.{key}") for key in (self.kind, f"{self.kind}-{size}"))
        return " ".join([size, self.title(lang), *others])


@cache
def boards() -> Mapping[str, BoardKind]:
    """The kind of board of every game and variant, by the name that `load` takes; where it has a kind."""
    found = {}
    for game_id in ids():
        for variant in ("", *variants_of(raw_game(game_id))):
            spec = read_game(raw_game(game_id), f"{game_id}.toml", game_id, variant)
            kind = board_kind(spec.board)
            if kind is not None:
                found[_full_name(game_id, variant)] = kind
    return found


def board_kind(spec: BoardSpec) -> BoardKind | None:
    """The kind of a board, or None for boards of their own shape."""
    if spec.wheel is not None:
        return BoardKind("wheel", *spec.wheel)
    if spec.pits is not None:
        return BoardKind("pits", spec.pits, 2)
    if spec.hex is not None:
        return BoardKind("hexagons", *spec.hex)
    if spec.grid is None or spec.holes or spec.block or spec.tracks:
        return None
    board = build_board(spec, Problems(""))
    if board is None:
        return None
    if board.style == "cells":
        return BoardKind("squares", *spec.grid)
    return BoardKind("lines" if spec.lines in ("all", "orthogonal") else spec.lines, *spec.grid)


@dataclass(frozen=True)
class BoardCollection:
    """The games that can be played on one board."""

    board: BoardKind
    games: Mapping[str, str]
    """The variant that is played on it, by the id of the game; empty if it is the game itself."""
    further: Mapping[str, tuple[str, ...]]
    """Other variants on it that have a name of their own, by the id of the game."""

    def variants(self, game_id: str) -> tuple[str, ...]:
        """The variants of a game that have a card of their own in this collection."""
        return (self.games[game_id], *self.further.get(game_id, ()))

    def ignores_lines(self, game_id: str) -> bool:
        """Whether the game uses the points of the board only: it is a game on squares."""
        own = boards()[_full_name(game_id, self.games[game_id])]
        return own.kind == "squares" != self.board.kind


@cache
def board_collections() -> Mapping[str, BoardCollection]:
    """The boards that at least two games share, by id; those with most games first."""
    shared: dict[BoardKind, dict[str, list[str]]] = {}
    for name, kind in boards().items():
        game_id, variant = _id_and_variant(name)
        shared.setdefault(kind, {}).setdefault(game_id, []).append(variant)
    for kind, games in shared.items():
        for name in _chosen()["boards"].get(kind.id, {}).get("also", ()):
            game_id, variant = _id_and_variant(name)
            games[game_id] = [variant, *(other for other in games.get(game_id, ()) if other != variant)]
    ranked = sorted(shared.items(), key=lambda one: (-len(one[1]), one[0].id))
    return {kind.id: _collection(kind, games) for kind, games in ranked if len(games) > 1}


def _full_name(game_id: str, variant: str) -> str:
    return f"{game_id}/{variant}" if variant else game_id


def _id_and_variant(name: str) -> tuple[str, str]:
    game_id, _, variant = name.partition("/")
    return game_id, variant


def _collection(kind: BoardKind, games: Mapping[str, list[str]]) -> BoardCollection:
    further = {
        game_id: tuple(variant for variant in rest if _has_name(game_id, variant))
        for game_id, (_, *rest) in games.items()
    }
    first = {game_id: variants[0] for game_id, variants in games.items()}
    return BoardCollection(kind, first, {game_id: rest for game_id, rest in further.items() if rest})


def _has_name(game_id: str, variant: str) -> bool:
    """Whether a game, or one of its variants, has a name of its own."""
    texts = variants_of(raw_game(game_id))[variant].get("text", {}) if variant else {"": {"name": ""}}
    return any("name" in words for words in texts.values())
