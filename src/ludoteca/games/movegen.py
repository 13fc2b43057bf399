"""Move generation: complete moves built from kernel actions, all of them or those with a given prefix."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludoteca.errors import LimitExceeded
from ludoteca.games.notation import EMPTY_MOVE, Action, Move, Notation, PartialMove, extended
from ludoteca.kernel import MutablePosition
from ludoteca.kernel.constants import NO_CELL

Predicate = Callable[[PartialMove], bool]
"""Whether a partial move can still match."""
MovesWithKeys = tuple[list[Move], list[tuple[int, ...]]]
"""Moves with their sort keys."""


def complete_moves(worker: MutablePosition, notation: Notation) -> list[Move]:
    """All complete moves of a position, sorted by path."""
    with _without_gc():
        return _sorted(_walk(worker, notation, lambda _: True))


@contextmanager
def _without_gc() -> Iterator[None]:
    """Suspend the garbage collector: tens of thousands of new tuples would trigger it again and again."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def moves_with_text(worker: MutablePosition, notation: Notation, text: str) -> list[Move]:
    """The moves with exactly this text."""
    moves, _ = _walk(worker, notation, lambda partial: text.startswith(partial[0]))
    return [move for move in moves if move.text == text]


def moves_along(worker: MutablePosition, notation: Notation, path: tuple[str, ...]) -> list[Move]:
    """The moves whose path has this prefix, sorted by path."""
    n = len(path)

    def fits(partial: PartialMove) -> bool:
        clicks = partial[1]
        return clicks[:n] == path[: len(clicks)]

    return [move for move in _sorted(_walk(worker, notation, fits)) if len(move.path) >= n]


def first_clicks(worker: MutablePosition, notation: Notation) -> list[str]:
    """The possible first clicks, in order: only those that lead to a complete move."""
    seen: dict[str, int] = {}
    for action in worker.actions():
        _, path, order = notation.format_action(action, is_onto_piece(worker, action))
        if path[0] not in seen:
            worker.make(action)
            if _can_end(worker):
                seen[path[0]] = order[0]
            worker.unmake()
    return sorted(seen, key=lambda click: (seen[click], click))


def buttons(worker: MutablePosition, notation: Notation) -> list[str]:
    """The clicks of legal moves that are not cells, in move order."""
    cells = notation.compiled.board.index
    found = _walk(worker, notation, lambda partial: notation.names_buttons or partial[1][0] not in cells)
    return list(dict.fromkeys(click for move in _sorted(found) for click in move.path if click not in cells))


def is_onto_piece(worker: MutablePosition, action: Action) -> bool:
    """Whether an action moves a piece onto another."""
    source, target = action[1:3]
    return target != NO_CELL and source != NO_CELL and worker.occupied(target)


def _walk(worker: MutablePosition, notation: Notation, fits: Predicate) -> MovesWithKeys:
    moves: list[Move] = []
    places: list[tuple[int, ...]] = []
    base, most = worker.depth, notation.most_moves

    def walk(actions: tuple[Action, ...], before: PartialMove) -> None:
        for action in worker.actions():
            partial = notation.format_action(action, is_onto_piece(worker, action))
            if actions:
                partial = extended(before, partial)
            if not fits(partial):
                continue
            here = (*actions, action)
            worker.make(action)
            if worker.mid_move:
                walk(here, partial)
            else:
                moves.append(Move(partial[0], partial[1], here))
                if most is not None and len(moves) > most:
                    raise LimitExceeded("limit.listed", limit=most)
                places.append(partial[2])
            worker.unmake()

    walk((), EMPTY_MOVE)
    assert worker.depth == base
    return moves, places


def _can_end(worker: MutablePosition) -> bool:
    """Whether the partial move can be completed."""
    if not worker.mid_move:
        return True
    for action in worker.actions():
        worker.make(action)
        ends = _can_end(worker)
        worker.unmake()
        if ends:
            return True
    return False


def _sorted(found: MovesWithKeys) -> list[Move]:
    """Sorted by path, then by text."""
    moves, places = found
    return [moves[n] for n in sorted(range(len(moves)), key=lambda n: (places[n], moves[n].text))]
