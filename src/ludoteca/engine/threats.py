"""Immediate threats, by trying all replies: wins on the opponent's next move that a move prevents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.games import Move, Position
from ludoteca.games.notation import Action
from ludoteca.kernel import MutablePosition

_SAMPLE = 24
"""Moves that are tried first, to see whether there is a threat at all."""
_MAX_REPLIES = 150_000
"""With more replies in all, only the sample is tried."""

Path = tuple[Action, ...]


@dataclass(frozen=True)
class Threat:
    """An immediate win of the opponent after most other moves."""

    line: tuple[Move, ...]
    """Another move and the reply that wins."""
    beaten: int
    """The number of other moves that lose to that reply at once."""
    tried: int
    """The number of other moves tried: all of them, or a sample."""


def stopped_threat(position: Position, move: Move) -> Threat | None:
    """The threat that a move stops, if the opponent wins at once after most other moves."""
    others = [other for other in position.legal_moves if other != move]
    with position.game.worker() as worker:
        worker.load(position.snapshot)
        if not others or _winning_replies(worker, position, move):
            return None
        sample = _sample(others, _SAMPLE)
        found = {other: _winning_replies(worker, position, other) for other in sample}
        if 2 * sum(map(bool, found.values())) <= len(sample):
            return None
        if len(others) * len(position.legal_moves) <= _MAX_REPLIES:
            rest = [other for other in others if other not in found]
            found |= {other: _winning_replies(worker, position, other) for other in rest}
    return _commonest(position, found)


def _commonest(position: Position, found: dict[Move, list[Path]]) -> Threat | None:
    """The reply that beats most of the moves, if there is one."""
    counts = Counter(reply for replies in found.values() for reply in replies)
    if not counts:
        return None
    reply, beaten = counts.most_common(1)[0]
    if 2 * beaten <= len(found):
        return None
    other = next(move for move, replies in found.items() if reply in replies)
    answer = next(move for move in position.play(other).legal_moves if move.actions == reply)
    return Threat((other, answer), beaten, len(found))


def _sample(moves: Sequence[Move], number: int) -> Sequence[Move]:
    """At most `number` of the moves, evenly spread."""
    if len(moves) <= number:
        return moves
    return [moves[place * len(moves) // number] for place in range(number)]


def _winning_replies(worker: MutablePosition, position: Position, move: Move) -> list[Path]:
    """The opponent's replies that win at once; none if the mover moves again."""
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
