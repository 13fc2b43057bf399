"""The proof of a puzzle: that one move alone keeps the value, the principal line, and the refutations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludoteca.games import Move, Position
from ludoteca.puzzles.puzzle import Refutation, Step
from ludoteca.solver import ExactSource, Value
from ludoteca.solver.values import OPPOSITE

LEAST_STEPS = 3
"""Own moves that the win takes, or that the defence must hold."""
MOST_STEPS = 5
"""Own moves that the solver is asked for."""
LEAST_CHOICES = 3
"""Legal moves in the position of a puzzle."""
LONGEST_LINE = 40
"""Plies of the principal line that are stored."""

Valued = list[tuple[Move, Value]]


@dataclass(frozen=True)
class Proof:
    value: Value
    line: tuple[str, ...]
    steps: tuple[Step, ...]
    method: str


def only_move(source: ExactSource, position: Position) -> tuple[Move, str] | None:
    """The one move that wins, or the one that draws where none wins, and which of the two it is."""
    if position.is_over or len(position.legal_moves) < LEAST_CHOICES:
        return None
    winning: list[Move] = []
    drawing: list[Move] = []
    for move, kind in source.kinds(position):
        if kind is None:
            return None
        winning += [move] if kind == "win" else []
        drawing += [move] if kind == "draw" else []
        if len(winning) > 1:
            return None
    if winning:
        return winning[0], "win"
    return (drawing[0], "draw") if len(drawing) == 1 else None


def prove(
    source: ExactSource, position: Position, accepts: Callable[[Move], bool] = lambda solution: True,
    least_steps: int = LEAST_STEPS,
) -> Proof | None:  # fmt: skip
    """The proof of a puzzle; None if the position is none, if its solution is not accepted, or if the limits
    of the source are too narrow."""
    source.clear_proofs()
    found = only_move(source, position)
    if found is None or not _is_deep(source, position, *found, least_steps) or not accepts(found[0]):
        return None
    return _LineBuilder(source, position, found[1], least_steps).proof()


def _is_deep(source: ExactSource, position: Position, solution: Move, kind: str, least_steps: int) -> bool:
    """Whether a win takes long enough."""
    if kind == "draw":
        return True
    value = source.value(position.after(solution))
    return value is not None and value.plies is not None and value.plies >= 2 * least_steps - 2


class _LineBuilder:
    """Follows best play by both sides from the position of a puzzle."""

    def __init__(self, source: ExactSource, position: Position, kind: str, least_steps: int) -> None:
        self.source, self.position, self.kind, self.least_steps = source, position, kind, least_steps
        self.side, self.at = position.mover, position
        self.line: list[str] = []
        self.steps: list[Step] = []

    def proof(self) -> Proof | None:
        value: Value | None = None
        while not self.at.is_over and not self._is_long_enough():
            valued = self.source.moves(self.at)
            if valued is None:
                return None
            move = self._own(valued) if self.at.mover == self.side else self._reply(valued)
            if move is None:
                return None
            best = max((one for _, one in valued), key=lambda one: one.rank)
            value = value or best
            if not self._agrees(value, best):
                return None
            self.line.append(move.text)
            self.at = self.at.after(move)
        if value is None or len(self.steps) < self.least_steps or (self.kind == "win" and not self._wins()):
            return None
        return Proof(value, tuple(self.line), tuple(self.steps), self.source.method(self.position))

    def _agrees(self, value: Value, best: Value) -> bool:
        """Whether the distance has become smaller by one with each move of the line."""
        return self.kind == "draw" or best.plies == (value.plies or 0) - len(self.line)

    def _is_long_enough(self) -> bool:
        """A drawn game may be endless: its line ends when the defence has held long enough."""
        if self.kind == "draw":
            return len(self.steps) >= self.least_steps
        return len(self.line) >= LONGEST_LINE

    def _wins(self) -> bool:
        outcome = self.at.outcome
        return len(self.line) >= LONGEST_LINE or (outcome is not None and outcome.winner == self.side)

    def _own(self, valued: Valued) -> Move | None:
        best = max(valued, key=lambda one: one[1].rank)[0]
        if len(self.steps) < MOST_STEPS:
            also = tuple(move.text for move, value in valued if value.kind == self.kind and move != best)
            wrong = {
                move.text: self._refuted(move, value) for move, value in valued if value.kind != self.kind
            }
            if any(one is None for one in wrong.values()):
                return None
            known = {move: one for move, one in wrong.items() if one is not None}
            self.steps.append(Step(len(self.line), also, known))
        return best

    def _refuted(self, move: Move, value: Value) -> Refutation | None:
        after = self.at.after(move)
        if after.is_over or after.mover == self.at.mover:
            return Refutation(value, "")
        for reply in after.legal_moves:
            later = after.after(reply)
            kind = value.kind if later.mover == self.at.mover else OPPOSITE[value.kind]
            if self.source.has_value(later, Value(kind, None if value.plies is None else value.plies - 2)):
                return Refutation(value, reply.text)
        return None

    def _reply(self, valued: Valued) -> Move | None:
        """The longest defence against a win; in a draw, the reply that leaves the fewest drawing moves."""
        if self.kind == "win":
            return max(valued, key=lambda one: one[1].rank)[0]
        drawing = [move for move, value in valued if value.kind == "draw"]
        counted = [(self._answers(self.at.after(move)), number) for number, move in enumerate(drawing)]
        return drawing[min(counted)[1]] if counted else None

    def _answers(self, position: Position) -> float:
        """How many moves keep the draw; a game that is over leaves nothing to solve."""
        if position.is_over:
            return float("inf")
        kinds: Sequence[str | None] = [kind for _, kind in self.source.kinds(position)]
        return kinds.count("draw")
