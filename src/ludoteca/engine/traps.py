"""Trap search in drawn positions: among equal moves, the one with the most losing replies for the opponent,
and no repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ludoteca.engine.scores import units_to_chance
from ludoteca.games import Move, Position
from ludoteca.kernel import Searcher

_REPLY_DEPTH = 6
_SHALLOW = 8
"""The depth at which moves must be equal before they are compared as traps."""
_REPETITION_COST = 0.15
"""The cost of returning to a position, for each earlier occurrence."""
_LEAST_NODES = 40
"""Nodes per reply."""


@dataclass(frozen=True)
class TrapSearch:
    """Compares the moves of one position as traps."""

    searcher: Searcher
    position: Position
    depth: int
    """The depth of the search that found a draw."""
    proved: bool
    """Whether the draw is proved; then only proved draws are equal moves."""
    repetition_score: int
    nodes: int
    """For each of the three parts: equal moves, their replies, and the check of the chosen move."""

    def run(self, best: Move, is_spent: Callable[[], bool], is_late: Callable[[], bool]) -> Move:
        """The best trap, or `best` if there is none or the limits are reached."""
        self.searcher.begin(self.position.snapshot, self.nodes, self.repetition_score)
        equal = self._equal_moves(best)
        if len(equal) < 2 or is_spent():
            return best
        move = self._best_trap(equal, is_late)
        if move is None or move == best:
            return best
        return move if self.proved or self._is_sound(move) else best

    def _equal_moves(self, best: Move) -> list[Move]:
        """The moves that score as well as the best one. The searcher has the position loaded."""
        depth = self.depth if self.proved else min(self.depth, _SHALLOW)
        least = 0 if self.proved else self.repetition_score
        found = [best]
        while len(found) < len(self.position.legal_moves):
            self.searcher.restrict([], [move.actions for move in found], 0)
            other = self.searcher.verify(0, depth) if self.proved else self.searcher.search(depth)
            if other is None or other[3] or other[0] < least or (self.proved and not other[1]):
                break
            pv = other[2]
            legal = self.position.legal_moves
            move = next((one for one in legal if one.actions == tuple(pv[: len(one.actions)])), None)
            if move is None or move in found:
                break
            found.append(move)
        return found

    def _best_trap(self, moves: Iterable[Move], is_late: Callable[[], bool]) -> Move | None:
        """The move with the highest chance against a random reply; None if time ran out."""
        moves = list(moves)
        chances: list[float] = []
        share = max(_LEAST_NODES, self.nodes // (len(moves) * max(1, len(self.position.legal_moves))))
        for move in moves:
            after = self.position.play(move)
            chance = self._chance_against_random(after, share, is_late)
            if chance is None:
                return None
            repeated = self.position.snapshot.history.count(after.snapshot.key)
            chances.append(chance - _REPETITION_COST * repeated)
        return moves[chances.index(max(chances))]

    def _chance_against_random(
        self, after: Position, nodes: int, is_late: Callable[[], bool]
    ) -> float | None:
        """The mover's win chance if the opponent replied at random."""
        mover = self.position.mover
        if after.is_over or after.mover == mover:
            return 0.5
        chances = []
        for reply in after.legal_moves:
            then = after.play(reply)
            if then.outcome:
                winner = then.outcome.winner
                chances.append(0.5 if winner is None else float(winner == mover))
                continue
            units = self._search_reply(then, nodes)
            if is_late():
                return None
            chances.append(units_to_chance(units if then.mover == mover else -units))
        return sum(chances) / len(chances)

    def _search_reply(self, position: Position, nodes: int) -> int:
        units = 0
        self.searcher.begin(position.snapshot, nodes)
        for depth in range(1, _REPLY_DEPTH + 1):
            found = self.searcher.search(depth)
            if found is None or found.stopped:
                break
            units = found.score
        return units

    def _is_sound(self, move: Move) -> bool:
        """Whether the full depth does not refute a move that was equal at the shallow depth."""
        self.searcher.begin(self.position.snapshot, self.nodes, self.repetition_score)
        self.searcher.restrict([move.actions], [], 0)
        for depth in range(min(self.depth, _SHALLOW), self.depth + 1):
            found = self.searcher.search(depth)
            if found is None or found.stopped:
                break
            if found.score < self.repetition_score:
                return False
        return True
