"""Legal moves as a tree of clicks, so that a page can highlight the next clicks without knowing any rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.games import Move, Position

MANY = 800
"""With more legal moves than these a page gets the first clicks only and fetches the rest."""
END = "."
"""The key of a node that completes a move."""

Node = dict[str, Any]


def has_many(position: Position) -> bool:
    return position.move_count > MANY


def tree(moves: Sequence[Move], skip: int = 0) -> Node:
    """All paths after the first `skip` clicks. A node with the key `.` completes a move."""
    root: Node = {}
    for move in moves:
        node = root
        for click in move.path[skip:]:
            node = node.setdefault(click, {})
        node[END] = move.text
    return root


def page_tree(position: Position) -> Node:
    """The tree that a page starts with: all moves, or the first clicks only if there are too many.

    A node to be fetched later is None.
    """
    if has_many(position):
        return dict.fromkeys(position.first_clicks())
    return tree(position.legal_moves)


def subtree(position: Position, prefix: Sequence[str]) -> Node:
    """The subtree after some clicks; empty if they lead nowhere."""
    return tree(position.moves_along(prefix), len(prefix))


def extra_clicks(position: Position) -> list[str]:
    """The clicks of the legal moves that are not cells."""
    if has_many(position):
        return position.buttons()
    cells = position.game.board.index
    return list(dict.fromkeys(c for move in position.legal_moves for c in move.path if c not in cells))
