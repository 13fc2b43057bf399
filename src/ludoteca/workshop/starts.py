"""The start drawn on the board: a click on a cell puts the next piece there, and the text follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.games import Game, Position
from ludoteca.workshop.drafts import BadDraft, Draft

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_DRAWN = 225
"""Larger boards are set up in the text: their cells would be too small to hit."""
_CELLS = ("first", "second", "shared", "blocked")
"""Other ways to say what stands where; a drawn board takes their place."""


def is_drawn(game: Game) -> bool:
    """Whether the start of a game can be changed by clicks."""
    return not game.compiled.data["sowing"] and len(game.board.cells) <= MOST_DRAWN


def next_code(game: Game, code: int) -> int:
    """What comes after something on a cell: empty, first's pieces, second's, shared ones, a block, empty."""
    order: list[int] = [0, *range(2, len(game.compiled.kinds.letters)), 1]
    return order[(order.index(code) + 1) % len(order)]


def with_next(game: Game, cell: int) -> Position:
    """The start with the next piece on one cell."""
    start = game.start()
    now = start.snapshot
    cells = list(now.cells[: game.compiled.layout.size])
    cells[cell] = next_code(game, cells[cell])
    return game.set_up(cells, now.mover, (list(now.hand(0)), list(now.hand(1))), [], 0)


def cycled(draft: Draft, game: Game, name: str) -> Draft:
    """The draft with the next piece on a cell of its start. `game` is its last text that was one."""
    if not is_drawn(game):
        raise BadDraft("this start can be changed in the text only.")
    if name not in game.board.index:
        raise BadDraft("there is no such cell.")
    board = with_next(game, game.board.index[name]).text.split()[0]
    for key in _said(draft, _CELLS):
        draft = draft.drop(f"setup.{key}")
    return draft.put(("setup", "board"), board)


def _said(draft: Draft, keys: Iterable[str]) -> list[str]:
    setup = (draft.raw or {}).get("setup")
    return [key for key in keys if isinstance(setup, dict) and key in setup]
