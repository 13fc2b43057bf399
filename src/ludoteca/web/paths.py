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


def tree(moves: Sequence[Move]) -> Node:
    """Every path: each click leads to a node; a node with the key `.` completes a move."""
    root: Node = {}
    for move in moves:
        node = root
        for click in move.path:
            node = node.setdefault(click, {})
        node[END] = move.text
    return root


def page_tree(position: Position) -> Node:
    """What a page is given at first: everything, or the first clicks alone where there is too much.

    A node that is not told yet is None.
    """
    moves = position.legal_moves
    if len(moves) <= MANY:
        return tree(moves)
    return dict.fromkeys(dict.fromkeys(move.path[0] for move in moves))


def below(position: Position, prefix: Sequence[str]) -> Node:
    """The part of the tree after some clicks; empty if they lead nowhere."""
    start = tuple(prefix)
    return tree_below([move for move in position.legal_moves if move.path[: len(start)] == start], len(start))


def tree_below(moves: Sequence[Move], skip: int) -> Node:
    root: Node = {}
    for move in moves:
        node = root
        for click in move.path[skip:]:
            node = node.setdefault(click, {})
        node[END] = move.text
    return root
