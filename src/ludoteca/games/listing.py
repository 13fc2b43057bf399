"""Legal moves found by walking from action to action: all of them, or only those that begin in some way."""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter

from ludoteca.games.notation import NO_CELL, Action, Move, Notation, Written
from ludoteca.kernel import Player

Fits = Callable[[Written], bool]
"""Whether it is worth going on from a beginning."""
Found = list[tuple[Written, Move]]


def complete_moves(worker: Player, notation: Notation) -> list[Move]:
    """All complete moves of the position a worker has come to, in the order of their paths."""
    return _sorted(_walk(worker, notation, lambda _: True))


def moves_written(worker: Player, notation: Notation, text: str) -> list[Move]:
    """The moves with just this text."""
    return [
        move for _, move in _walk(worker, notation, lambda w: text.startswith(w.text)) if move.text == text
    ]


def moves_along(worker: Player, notation: Notation, path: tuple[str, ...]) -> list[Move]:
    """The moves whose path begins so, in the order of their paths."""
    n = len(path)

    def fits(written: Written) -> bool:
        said = written.path
        return said[:n] == path[: len(said)]

    return _sorted([one for one in _walk(worker, notation, fits) if len(one[0].path) >= n])


def first_clicks(worker: Player, notation: Notation) -> list[str]:
    """What can be clicked first, in order: only what leads to a complete move."""
    seen: dict[str, int] = {}
    for action in worker.actions():
        written = notation.written(action, goes_onto(worker, action))
        if written.path[0] not in seen:
            worker.make(action)
            if _can_end(worker):
                seen[written.path[0]] = written.order[0]
            worker.unmake()
    return sorted(seen, key=lambda click: (seen[click], click))


def buttons(worker: Player, notation: Notation) -> list[str]:
    """The clicks of the legal moves that are no cells, as they come in the order of the moves."""
    cells = notation.compiled.board.index
    found: dict[str, tuple[tuple[int, ...], str, int]] = {}
    for written, _ in _walk(worker, notation, lambda w: notation.names_buttons or w.path[0] not in cells):
        for place, click in enumerate(written.path):
            if click not in cells:
                mine = (*_PLACE(written), place)
                found[click] = min(found.get(click, mine), mine)
    return sorted(found, key=lambda click: found[click])


def goes_onto(worker: Player, action: Action) -> bool:
    """Whether an action moves a piece onto another."""
    source, target = action[1:3]
    return target != NO_CELL and source != NO_CELL and worker.occupied(target)


def _walk(worker: Player, notation: Notation, fits: Fits) -> Found:
    found: Found = []
    base = worker.depth

    def walk(actions: tuple[Action, ...], begun: Written) -> None:
        for action in worker.actions():
            written = notation.written(action, goes_onto(worker, action))
            if actions:
                written = begun.then(written)
            if not fits(written):
                continue
            here = (*actions, action)
            worker.make(action)
            if worker.mid_move:
                walk(here, written)
            else:
                found.append((written, Move(written.text, written.path, here)))
            worker.unmake()

    walk((), Written())
    assert worker.depth == base
    return found


def _can_end(worker: Player) -> bool:
    """Whether the move that was begun can be completed."""
    if not worker.mid_move:
        return True
    for action in worker.actions():
        worker.make(action)
        ends = _can_end(worker)
        worker.unmake()
        if ends:
            return True
    return False


_PLACE = itemgetter(2, 0)
"""Of something written: by its order, and by its text among equals."""


def _sorted(found: Found) -> list[Move]:
    found.sort(key=lambda one: _PLACE(one[0]))
    return [move for _, move in found]
