"""The solving methods, in order of preference, and the choice among them."""

from __future__ import annotations

from typing import Protocol

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES
from ludoteca.solver.answers import Answer
from ludoteca.solver.proving.alphabeta import AlphaBeta
from ludoteca.solver.proving.connection import Connection
from ludoteca.solver.proving.lines import Lines
from ludoteca.solver.proving.margins import Margins
from ludoteca.solver.proving.proof_numbers import ProofNumbers
from ludoteca.solver.proving.territory import Territory
from ludoteca.solver.retrograde.method import Retrograde
from ludoteca.solver.task import Estimate, Task
from ludoteca.solver.values import OPPOSITE, Value

__all__ = [
    "METHODS", "AlphaBeta", "Connection", "Lines", "Margins", "Method", "ProofNumbers", "Retrograde",
    "Territory", "choose", "estimates", "method_names", "proved_value", "solve",
]  # fmt: skip


class Method(Protocol):
    """A way to solve a position."""

    @property
    def name(self) -> str: ...

    def estimate(self, task: Task) -> Estimate:
        """Whether the method applies, and its cost. Takes at most about a second."""
        ...

    def solve(self, task: Task) -> Answer:
        """Solve the position. Raises `Stopped` on request, `Unsolvable` if the method does not apply."""
        ...


METHODS: tuple[Method, ...] = (
    Margins(),
    Retrograde(),
    Connection(),
    Lines(),
    Territory(),
    AlphaBeta(),
    ProofNumbers(),
)
"""Exact margins first, then values of all positions, then proofs of one position."""
FORWARD = tuple(method for method in METHODS if method.name != Retrograde.name)
"""The methods that prove one position and need no table."""


def method_names() -> tuple[str, ...]:
    return tuple(method.name for method in METHODS)


def estimates(task: Task) -> tuple[Estimate, ...]:
    """Every method's estimate, in order of preference."""
    return tuple(method.estimate(task) for method in METHODS)


def choose(task: Task, wanted: str | None = None) -> tuple[Method, Estimate]:
    """The first method that applies, or the one named. Raises `Unsolvable` with every method's reason."""
    return _first_applicable(task, [one for one in METHODS if wanted is None or one.name == wanted])


def _first_applicable(task: Task, methods: list[Method] | tuple[Method, ...]) -> tuple[Method, Estimate]:
    reasons = []
    for method in methods:
        estimate = method.estimate(task)
        if estimate.fits:
            return method, estimate
        reasons.append((method.name, estimate.why, dict(estimate.facts)))
    raise Unsolvable(task.position.game.name, reasons)


def solve(task: Task, wanted: str | None = None) -> Answer:
    """Solve a position with the first method that applies, or the one named."""
    return choose(task, wanted)[0].solve(task)


def proved_value(task: Task) -> tuple[Value, list[tuple[str, Value]], str]:
    """Values of a position and of its moves for the side to move, by forward proof, and the method's name.

    Raises `Unsolvable` with every method's reason.
    """
    method, _ = _first_applicable(task, FORWARD)
    answer = method.solve(task)
    first_to_move = task.position.mover == SIDES[0]

    def for_mover(value: str, plies: int | None) -> Value:
        return Value(value if first_to_move else OPPOSITE[value], plies)

    moves = [(one.move, for_mover(one.value, one.plies)) for one in answer.moves]
    return for_mover(answer.value, answer.plies), moves, method.name
