"""Verification of a table: every position is compared with its successors.

A win must have a successor lost one ply sooner, and none lost earlier than that. A loss must have only won
successors, the longest one ply shorter. A draw must have no lost successor, and one that is not won.
Distances decrease along each step, so a table that satisfies this everywhere is the unique solution.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from ludoteca.errors import LimitExceeded, Stopped
from ludoteca.kernel import RetrogradeSolver
from ludoteca.solver.retrograde.parallel import CHUNK, process
from ludoteca.solver.retrograde.tables import Table
from ludoteca.solver.task import Task

T = TypeVar("T")


@dataclass(frozen=True)
class Verdict:
    """The result of verification."""

    positions: int
    """Positions checked, up to symmetry."""
    wrong: int
    example: str
    """A position with a wrong value, if there is one."""
    checksum: str
    seconds: float


def verify(table: Table, task: Task) -> Verdict:
    """Check every position. Raises `BadTable` if the file itself is damaged."""
    begun = time.monotonic()
    values = table.load()
    ranking = table.space.ranking
    solvers = [RetrogradeSolver(ranking, values) for _ in range(task.threads)]
    _for_each_chunk(solvers, ranking.total, task, "marking", RetrogradeSolver.mark_terminal)
    results = _for_each_chunk(solvers, ranking.total, task, "checking", RetrogradeSolver.verify)
    if any(problem for _, _, _, problem in results):
        raise LimitExceeded("table.out-of-reach")
    example = min((index for _, wrong, index, _ in results if wrong), default=None)
    text = table.space.position(example).text if example is not None else ""
    positions, wrong = (sum(one[i] for one in results) for i in (0, 1))
    return Verdict(positions, wrong, text, table.checksum, time.monotonic() - begun)


def _for_each_chunk(
    solvers: list[RetrogradeSolver],
    total: int,
    task: Task,
    phase: str,
    check: Callable[[RetrogradeSolver, int, int], T],
) -> list[T]:
    size = CHUNK
    results: list[T] = []

    def interrupted() -> bool:
        task.progress(min(len(results) * size, total), total, phase)
        return task.stopped()

    process(
        solvers, range(-(-total // size)),
        lambda solver, chunk: check(solver, chunk * size, min((chunk + 1) * size, total)),
        lambda _, result: results.append(result), interrupted,
    )  # fmt: skip
    if task.stopped():
        raise Stopped("stopped.nothing-changed")
    return results
