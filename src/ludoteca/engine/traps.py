"""When nothing can be won by force: of moves that are equally good, the one that leaves the other side most
ways to go wrong, and that has not led in circles before."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludoteca.engine.scores import chance
from ludoteca.games import Move, Position
from ludoteca.kernel import Searcher

_DEPTH = 6
_AGAIN = 0.15
"""What coming back to a position costs, for each time it has been on the board."""


def equal_moves(
    searcher: Searcher, position: Position, best: Move, depth: int, proved: bool, least: int
) -> list[Move]:
    """The moves that a search of so many moves thinks as good as the best one, worth `least` units or more;
    where the best one is proved to draw, those that are proved to draw as well. The position is loaded."""
    found = [best]
    while len(found) < len(position.legal_moves):
        searcher.restrict([], [move.actions for move in found], 0)
        other = searcher.verify(0, depth) if proved else searcher.search(depth)
        if other is None or other[3] or other[0] < least or (proved and not other[1]):
            break
        move = next(
            (one for one in position.legal_moves if one.actions == tuple(other[2][: len(one.actions)])), None
        )
        if move is None or move in found:
            break
        found.append(move)
    return found


def best_trap(
    searcher: Searcher, position: Position, moves: Iterable[Move], nodes: int, is_time: Callable[[], bool]
) -> Move | None:
    """Of equal moves the one after which a careless reply costs most. None if there was no time to look."""
    moves = list(moves)
    hopes: list[float] = []
    share = max(40, nodes // (len(moves) * max(1, len(position.legal_moves))))
    for move in moves:
        after = position.play(move)
        hope = _hope(searcher, position, after, share, is_time)
        if hope is None:
            return None
        hopes.append(hope - _AGAIN * position.snapshot.history.count(after.snapshot.key))
    return moves[hopes.index(max(hopes))]


def _hope(
    searcher: Searcher, before: Position, after: Position, nodes: int, is_time: Callable[[], bool]
) -> float | None:
    """The mover's chance if the other side replied at random."""
    if after.is_over or after.mover == before.mover:
        return 0.5
    chances = []
    for reply in after.legal_moves:
        then = after.play(reply)
        if then.outcome:
            winner = then.outcome.winner
            chances.append(0.5 if winner is None else float(winner == before.mover))
            continue
        units = 0
        searcher.begin(then.snapshot, nodes)
        for depth in range(1, _DEPTH + 1):
            found = searcher.search(depth)
            if found is None or found[3]:
                break
            units = found[0]
        if is_time():
            return None
        chances.append(chance(units if then.mover == before.mover else -units))
    return sum(chances) / len(chances)
