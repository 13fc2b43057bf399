"""Legal moves as a tree of clicks, so that a page can highlight the next clicks without knowing any rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ludoteca.games import Game, Move, Position
from ludoteca.games.steps import MOVE, SOW, TURN, Step, half_moves, steps_of

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


def subtree(position: Position, prefix: Sequence[str]) -> dict[str, Any]:
    """For a page that fetches what it lacks: the tree after some clicks, empty if they lead nowhere, and what
    the clicks do."""
    moves = position.moves_along(prefix)
    return {"tree": tree(moves, len(prefix)), "half": half_move_tree(position, moves, len(prefix))}


# -- steps: what a page draws --------------------------------------------------------------------------


def half_move_tree(position: Position, moves: Iterable[Move], skip: int = 0) -> dict[str, Any]:
    """What the board looks like after the first clicks of longer moves, and what is chosen next; by the
    clicks, separated by spaces."""
    return {
        " ".join(clicks): {"steps": step_list(position.game, half.steps), "next": half.next}
        for clicks, half in half_moves(position, moves, skip).items()
    }


def last_steps(position: Position) -> list[Any]:
    """The steps of the last move."""
    if position.last is None or position.before is None:
        return []
    return step_list(position.game, steps_of(position.game, position.before, position.last))


def step_list(game: Game, steps: Iterable[Step]) -> list[Any]:
    """Steps as JSON: `["move", "a1", "b2"]`, `["add", "c3", 3]`, `["turn", ["a1", …], 1]`."""
    found: list[Any] = []
    for step in steps:
        names = [game.board.cells[cell].name for cell in step.cells]
        if step.kind == MOVE:
            found.append([step.kind, *names])
        else:
            found.append([step.kind, names if step.kind in (TURN, SOW) else names[0], step.code])
    return found


def landing_cells(position: Position) -> dict[str, str]:
    """Where pieces fall: the empty cells above each cell that can be played on, which stand for it."""
    if not position.game.traits.pieces_fall:
        return {}
    board, content, clicks = position.game.board, position.snapshot.cells, position.first_clicks()
    empty = {cell.name: cell.x for number, cell in enumerate(board.cells) if not content[number]}
    lands = {empty[click]: click for click in clicks if click in empty}
    return {name: lands[x] for name, x in empty.items() if x in lands and name not in clicks}


# -- buttons ------------------------------------------------------------------------------------------


def extra_clicks(position: Position) -> list[str]:
    """The clicks of the legal moves that are not cells."""
    if has_many(position):
        return position.buttons()
    cells = position.game.board.index
    return list(dict.fromkeys(c for move in position.legal_moves for c in move.path if c not in cells))
