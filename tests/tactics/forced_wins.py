"""Forced wins found by exhaustive AND/OR search with a table of proved positions.

Independent of the engine: only move generation, make and unmake of the kernel are used.
"""

from __future__ import annotations

from collections import defaultdict

from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import REASONS
from ludoteca.games.notation import Action
from ludoteca.kernel import MutablePosition

_EVER = 1000
"""More plies than any game without repetition takes."""

_NEVER = _EVER + 1
_FAR = 40
"""Beyond this depth only the existence of a win matters, not its distance."""

_REPETITION = next(code for code, name in REASONS.items() if name == "repetition")


class BudgetExceeded(Exception):
    """The proof needs more nodes than allowed."""


class RepetitionFound(BudgetExceeded):
    """The position can repeat: values then depend on the path."""


class ForcedWinSearch:
    """Proves that one side wins against any defence, or that it cannot."""

    def __init__(self, game: Game, side: str, most_nodes: int = 2_000_000) -> None:
        self.side = SIDES.index(side)
        self.most_nodes = most_nodes
        """For each query."""
        self.nodes = 0
        self._worker = MutablePosition(game.rules)
        self._known: dict[int, tuple[int, int]] = {}  # key: proved win depth, refuted depth
        self._history: tuple[dict[Action, int], dict[Action, int]] = (defaultdict(int), defaultdict(int))
        self._path: set[int] = set()

    def within(self, position: Position, plies: int) -> bool:
        """Whether the side has a forced win within `plies` plies."""
        self._worker.load(position.snapshot)
        self._path.clear()
        self.nodes = 0
        return self._wins(plies if position.snapshot.mid_move else plies + 1)

    def ever(self, position: Position) -> bool:
        """Whether the side has a forced win. Raises `RepetitionFound` where positions can repeat."""
        return self.within(position, _EVER)

    def distance(self, position: Position, most: int) -> int | None:
        """The plies of the shortest forced win; None if there is none within `most`."""
        return next((plies for plies in range(most + 1) if self.within(position, plies)), None)

    def _wins(self, left: int) -> bool:
        """`left` includes the move that led here, unless it is still incomplete."""
        worker = self._worker
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise BudgetExceeded
        here = worker.snapshot()
        if not here.mid_move:
            left -= 1
        if here.outcome or left == 0:
            if here.outcome and here.reason == _REPETITION:
                raise RepetitionFound
            return (here.outcome or worker.resolve()) == 1 + self.side
        key = here.key
        won, failed = self._known.get(key, (_NEVER, 0))
        if left >= won or left <= failed:
            return left >= won
        actions = worker.actions()
        if not actions:
            return worker.resolve() == 1 + self.side
        if left > _FAR:
            if key in self._path:
                raise RepetitionFound
            self._path.add(key)
        wins = self._attacks(actions, failed, left) if here.mover == self.side else self._holds(actions, left)
        self._path.discard(key)
        won, failed = self._known.get(key, (_NEVER, 0))
        self._known[key] = (min(left, won), failed) if wins else (won, max(left, failed))
        return wins

    def _attacks(self, actions: list[Action], failed: int, left: int) -> bool:
        """OR node: whether some action wins. Short wins first, ordered by history."""
        history = self._history[0]
        for reach in _reaches(failed, left):
            actions.sort(key=history.__getitem__, reverse=True)
            for action in actions:
                if self._after(action, reach):
                    history[action] += reach
                    return True
        return False

    def _holds(self, actions: list[Action], left: int) -> bool:
        """AND node: whether every reply loses, ordered by history."""
        history = self._history[1]
        actions.sort(key=history.__getitem__, reverse=True)
        for action in actions:
            if not self._after(action, left):
                history[action] += min(left, _FAR)
                return False
        return True

    def _after(self, action: Action, left: int) -> bool:
        self._worker.make(action)
        wins = self._wins(left)
        self._worker.unmake()
        return wins


def _reaches(failed: int, left: int) -> list[int]:
    """The depths to search, shallow first; the last is the full depth."""
    if left > _FAR:
        return [reach for reach in (1, 3) if failed < reach] + [left]
    return [reach for reach in range(2 - left % 2, left + 1, 2) if reach > failed]
