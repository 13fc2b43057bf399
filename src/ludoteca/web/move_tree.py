"""Legal moves as a tree of clicks, so that a page can light what may come next and knows no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.games import Move, Position

MANY = 800
"""Of more moves than these a page gets the first clicks, and asks for the rest as it goes."""
END = "."
"""The key of a node where a move is complete."""

Node = dict[str, Any]


def has_many(position: Position) -> bool:
    return position.move_count > MANY


def tree(moves: Sequence[Move], skip: int = 0) -> Node:
    """Every path after some clicks: each leads to a node; a node with the key `.` completes a move."""
    root: Node = {}
    for move in moves:
        node = root
        for click in move.path[skip:]:
            node = node.setdefault(click, {})
        node[END] = move.text
    return root


def page_tree(position: Position) -> Node:
    """What a page is given at first: everything, or the first clicks alone where there is too much.

    A node that is not told yet is None.
    """
    if has_many(position):
        return dict.fromkeys(position.first_clicks())
    return tree(position.legal_moves)


def below(position: Position, prefix: Sequence[str]) -> Node:
    """The part of the tree after some clicks; empty if they lead nowhere."""
    return tree(position.moves_along(prefix), len(prefix))


def beside(position: Position) -> list[str]:
    """The clicks that are no cells, as the legal moves have them."""
    if has_many(position):
        return position.buttons()
    cells = position.game.board.index
    return list(dict.fromkeys(c for move in position.legal_moves for c in move.path if c not in cells))
