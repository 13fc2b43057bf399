"""Wins on the next move, found by trying: which the opponent has, and which a move takes away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.games import Move, Position
from ludoteca.games.notation import Action
from ludoteca.kernel import MutablePosition

_FIRST_LOOK = 24
"""So many other moves are tried to see whether there is a threat at all."""
_TRIES = 150_000
"""More replies than these are not tried."""

Path = tuple[Action, ...]


@dataclass(frozen=True)
class Threat:
    """A win that the opponent has on the next move after most other moves, and has no longer."""

    line: tuple[Move, ...]
    """Another move, and the reply that wins."""
    beaten: int
    """How many of the other moves lose to that reply at once."""
    tried: int
    """How many were tried: all of them, unless they are very many."""


def stopped_threat(position: Position, move: Move) -> Threat | None:
    """The threat that a move stops, if the opponent would win at once after most of the others."""
    others = [other for other in position.legal_moves if other != move]
    with position.game.worker() as worker:
        worker.load(position.snapshot)
        if not others or _winning_replies(worker, position, move):
            return None
        few = _spread(others, _FIRST_LOOK)
        found = {other: _winning_replies(worker, position, other) for other in few}
        if 2 * sum(map(bool, found.values())) <= len(few):
            return None
        if len(others) * len(position.legal_moves) <= _TRIES:
            rest = [other for other in others if other not in found]
            found |= {other: _winning_replies(worker, position, other) for other in rest}
    return _commonest(position, found)


def _commonest(position: Position, found: dict[Move, list[Path]]) -> Threat | None:
    """The reply that beats most of them, if there is one."""
    counts = Counter(reply for replies in found.values() for reply in replies)
    if not counts:
        return None
    reply, beaten = counts.most_common(1)[0]
    if 2 * beaten <= len(found):
        return None
    other = next(move for move, replies in found.items() if reply in replies)
    answer = next(move for move in position.play(other).legal_moves if move.actions == reply)
    return Threat((other, answer), beaten, len(found))


def _spread(moves: Sequence[Move], number: int) -> Sequence[Move]:
    """So many of the moves, evenly spread."""
    if len(moves) <= number:
        return moves
    return [moves[place * len(moves) // number] for place in range(number)]


def _winning_replies(worker: MutablePosition, position: Position, move: Move) -> list[Path]:
    """The opponent's moves that win at once after a move; none where the mover goes on moving."""
    for action in move.actions:
        worker.make(action)
    replier = worker.snapshot().mover
    found: list[Path] = []
    if not worker.resolve() and replier != position.snapshot.mover:
        _collect_wins(worker, replier, (), found)
    for _ in move.actions:
        worker.unmake()
    return found


def _collect_wins(worker: MutablePosition, side: int, path: Path, found: list[Path]) -> None:
    """All complete moves of a side that win at once."""
    for action in worker.actions():
        worker.make(action)
        here = (*path, action)
        if worker.mid_move:
            _collect_wins(worker, side, here, found)
        elif worker.resolve() == side + 1:
            found.append(here)
        worker.unmake()
