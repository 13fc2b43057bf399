"""The shape of a piece in drawings: the one in the game's file, or the one that its name calls for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca.games.game import Game

_NAMED = {
    "x": "cross", "cross": "cross", "o": "nought", "nought": "nought", "king": "crowned", "queen": "crowned",
    "dux": "crowned", "cat": "cat", "chicken": "chicken", "hen": "chicken", "cow": "cow", "ox": "cow",
    "dog": "dog", "hound": "dog", "fox": "fox", "wolf": "fox", "goat": "goat",
    "sheep": "goat", "goose": "goose", "geese": "goose", "hare": "hare", "rabbit": "hare",
    "jaguar": "jaguar", "leopard": "jaguar", "tiger": "tiger",
}  # fmt: skip
"""English words for pieces, in the singular, and their shapes."""


def shape_of(game: Game, kind: int, side: int | None = None) -> str:
    """The shape of a kind of piece. `side` is its owner, if one side owns it."""
    kinds = game.compiled.kinds
    spec = kinds.specs[kind]
    if spec.shape is not None:
        return spec.shape
    found = _shape_named(kinds.names[kind])
    if found is None and side in (0, 1) and len(kinds.of_side(side)) == 1:
        found = _shape_named(game.words("en").sides[side])
    return found or "disc"


def _shape_named(name: str) -> str | None:
    word = name.casefold()
    return _NAMED.get(word) or _NAMED.get(word.removesuffix("s"))
