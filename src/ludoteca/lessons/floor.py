"""The game on the floor, with people or large things as pieces: how to draw the board, and who does what."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games import Game
from ludoteca.games.scenes import piece_style
from ludoteca.messages import catalogue
from ludoteca.messages.message import number
from ludoteca.workshop.print_sheet import PieceSet, piece_sets

MESSAGES = catalogue("lessons")

MOST_PEOPLE = 24
"""With more pieces, people are too few: the pieces are things."""
_FOR_PEOPLE, _FOR_THINGS, _SMALLEST = 100, 40, 30
"""The distance of neighbouring cells in centimetres: at most for people and for things, and at least."""
_MOST_METRES = 7.0
"""The width of the board, if the cells are not the smallest."""


@dataclass(frozen=True)
class FloorBoard:
    """The measures of the board."""

    columns: int
    rows: int
    side: int
    """The distance of neighbouring cells in centimetres."""
    width: float
    """In metres."""
    height: float


def measure(game: Game) -> FloorBoard:
    """A board that pupils can walk on: cells as large as 7 metres allow, but not larger than they need."""
    board = game.board
    unit = board.spacing if board.shape == "graph" else 1.0
    on_cells = 1 if board.style == "cells" else 0
    across, up = board.width / unit + on_cells, board.height / unit + on_cells
    largest = _FOR_PEOPLE if _are_people(_pieces_of(game, piece_sets(game, "en")), game) else _FOR_THINGS
    side = max(_SMALLEST, min(largest, 10 * int(_MOST_METRES * 10 / max(across, up, 1.0))))
    columns, rows = round(board.width / unit) + 1, round(board.height / unit) + 1
    return FloorBoard(columns, rows, side, across * side / 100, up * side / 100)


def instructions(game: Game, lang: str) -> list[str]:
    """The steps, in the order in which they are done."""
    traits, sets = game.traits, piece_sets(game, lang)
    if traits.sows:
        return [_board(game, lang), *_said(lang, "numbers", "sower", "teams", "record")]
    own = _pieces_of(game, sets)
    people = _are_people(own, game)
    parts = [_board(game, lang), *_said(lang, "names"), _pieces(own, people, lang)]
    more = {
        "hand": people and traits.has_hands,
        "tiles": any(one.style.shape == "tile" for one in sets) and not traits.blocks_cells,
        "falls": traits.pieces_fall,
        "captured": people and traits.removes_pieces and not traits.converts,
        "promoted": people and traits.promotes,
        "changed": people and traits.converts,
        "plates": not people and traits.converts,
        "blocked": traits.blocks_cells or traits.blocked_cells,
        "rotate": traits.blocks_turn,
    }
    return [*parts, *_said(lang, *(key for key, applies in more.items() if applies), "teams", "record")]


def _are_people(own: list[PieceSet], game: Game) -> bool:
    return sum(one.number for one in own) <= MOST_PEOPLE and not (game.traits.blocks_turn or game.traits.sows)


def _pieces_of(game: Game, sets: list[PieceSet]) -> list[PieceSet]:
    """The pieces without the markers of blocked cells, and without those that promotion makes."""
    own = [one for one in sets if one.style.shape != "block"]
    if not game.traits.promotes:
        return own
    start = {piece_style(game, code) for code in game.start().snapshot.cells[: len(game.board.cells)] if code}
    return [one for one in own if one.style in start] or own


def _pieces(own: list[PieceSet], people: bool, lang: str) -> str:
    who = "; ".join(one.label for one in own)
    if people:
        return MESSAGES.text(lang, "floor.people", n=sum(one.number for one in own), who=who)
    return MESSAGES.text(lang, "floor.things", who=who)


def _board(game: Game, lang: str) -> str:
    board, floor = game.board, measure(game)
    if board.style == "pits":
        seeds = sum(game.start().snapshot.pits)
        return MESSAGES.text(lang, "floor.pits", n=len(board.cells), seeds=seeds)
    measures = {
        "side": MESSAGES.text(lang, "floor.centimetres", number=floor.side),
        "width": metres(floor.width, lang), "height": metres(floor.height, lang),
    }  # fmt: skip
    if board.style == "points":
        return MESSAGES.text(lang, "floor.points", n=len(board.cells), **measures)
    if board.shape == "hex":
        return MESSAGES.text(lang, "floor.hex", n=len(board.cells), **measures)
    return MESSAGES.text(lang, "floor.grid", columns=floor.columns, rows=floor.rows, **measures)


def metres(length: float, lang: str) -> str:
    """A length in metres, with one digit after the point."""
    return MESSAGES.text(lang, "floor.metres", number=number(length, lang, 1))


def _said(lang: str, *keys: str) -> list[str]:
    return [MESSAGES.text(lang, f"floor.{key}") for key in keys]
