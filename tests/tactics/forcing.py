"""Which positions a side wins by force, found by looking at every move of both sides.

Nothing of the engine is used: the kernel lists, makes and takes back actions, and this page decides. It looks
wherever the rules allow a move, keeps what it has proved of each position, and guesses nothing.
"""

from __future__ import annotations

from collections import defaultdict

from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import REASONS
from ludoteca.games.notation import Action
from ludoteca.kernel import MutablePosition

_EVER = 1000
"""More moves than any game takes that cannot come back to where it was."""

_NEVER = _EVER + 1
_FAR = 40
"""Beyond this the number of moves is of no interest: the question is whether there is a win at all."""

_REPETITION = next(code for code, name in REASONS.items() if name == "repetition")


class TooMuch(Exception):
    """The proof would take more nodes than were allowed."""


class Endless(TooMuch):
    """The game can come back to where it was: on the way there its value is another than elsewhere."""


class Forcing:
    """Proofs that one side wins, whatever the other does, or that it cannot."""

    def __init__(self, game: Game, side: str, most_nodes: int = 2_000_000) -> None:
        self.side = SIDES.index(side)
        self.most_nodes = most_nodes
        """For each question."""
        self.nodes = 0
        self._worker = MutablePosition(game.rules)
        self._known: dict[int, tuple[int, int]] = {}  # key: wins within so many moves, fails within so many
        self._worth: tuple[dict[Action, int], dict[Action, int]] = (defaultdict(int), defaultdict(int))
        self._path: set[int] = set()

    def within(self, position: Position, plies: int) -> bool:
        """Whether the side forces a win from here in at most so many moves of both sides together."""
        self._worker.load(position.snapshot)
        self._path.clear()
        self.nodes = 0
        return self._wins(plies if position.snapshot.mid_move else plies + 1)

    def ever(self, position: Position) -> bool:
        """Whether the side forces a win at all. Raises `Endless` where the game can go round."""
        return self.within(position, _EVER)

    def distance(self, position: Position, most: int) -> int | None:
        """The fewest moves in which the side forces a win; None if it takes more than `most`, or is none."""
        return next((plies for plies in range(most + 1) if self.within(position, plies)), None)

    def _wins(self, left: int) -> bool:
        """`left` counts the move that led here, unless that is still being made."""
        worker = self._worker
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise TooMuch
        here = worker.snapshot()
        if not here.mid_move:
            left -= 1
        if here.outcome or left == 0:
            if here.outcome and here.reason == _REPETITION:
                raise Endless
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
                raise Endless
            self._path.add(key)
        wins = self._attacks(actions, failed, left) if here.mover == self.side else self._holds(actions, left)
        self._path.discard(key)
        won, failed = self._known.get(key, (_NEVER, 0))
        self._known[key] = (min(left, won), failed) if wins else (won, max(left, failed))
        return wins

    def _attacks(self, actions: list[Action], failed: int, left: int) -> bool:
        """Whether some action wins; near wins are looked for first, and what has won before."""
        worth = self._worth[0]
        for reach in _reaches(failed, left):
            actions.sort(key=worth.__getitem__, reverse=True)
            for action in actions:
                if self._after(action, reach):
                    worth[action] += reach
                    return True
        return False

    def _holds(self, actions: list[Action], left: int) -> bool:
        """Whether every action of the other side loses; what has held before is tried first."""
        worth = self._worth[1]
        actions.sort(key=worth.__getitem__, reverse=True)
        for action in actions:
            if not self._after(action, left):
                worth[action] += min(left, _FAR)
                return False
        return True

    def _after(self, action: Action, left: int) -> bool:
        self._worker.make(action)
        wins = self._wins(left)
        self._worker.unmake()
        return wins


def _reaches(failed: int, left: int) -> list[int]:
    """How far to look, nearest first; the last is as far as asked."""
    if left > _FAR:
        return [reach for reach in (1, 3) if failed < reach] + [left]
    return [reach for reach in range(2 - left % 2, left + 1, 2) if reach > failed]
