"""Which way to the truth: the first method that fits, in the order of how much it tells."""

from __future__ import annotations

from ludoteca.errors import Unsolvable
from ludoteca.solver.answers import Answer, Estimate, Method, Task
from ludoteca.solver.proving import AlphaBeta, Arrows, Connection, Lines, Margins, ProofNumbers
from ludoteca.solver.retrograde import Retrograde

METHODS: tuple[Method, ...] = (
    Margins(),
    Retrograde(),
    Connection(),
    Lines(),
    Arrows(),
    AlphaBeta(),
    ProofNumbers(),
)
"""Those that tell the value of every position come before those that prove one; a margin says most."""


def method_names() -> tuple[str, ...]:
    return tuple(method.name for method in METHODS)


def estimates(task: Task) -> tuple[Estimate, ...]:
    """What every method says of the task, in their order."""
    return tuple(method.estimate(task) for method in METHODS)


def choose(task: Task, wanted: str | None = None) -> tuple[Method, Estimate]:
    """The first method that fits, or the one wanted by its name. Raises `Unsolvable` with all the reasons."""
    said = []
    for method in METHODS:
        if wanted is not None and method.name != wanted:
            continue
        estimate = method.estimate(task)
        if estimate.fits:
            return method, estimate
        said.append((method.name, estimate.why, dict(estimate.facts)))
    raise Unsolvable(task.position.game.name, said)


def solve(task: Task, wanted: str | None = None) -> Answer:
    """The value of a position, by the method that fits."""
    return choose(task, wanted)[0].solve(task)
