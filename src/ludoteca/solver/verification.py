"""Verification of a table: every position held against its successors, whatever way the values were found.

A win must have a successor that is lost one move sooner and none sooner than that; a loss, nothing but wins,
the longest one move shorter; a draw, no lost successor and one that is not won. Distances fall along every
such step, so that these three, true everywhere, leave no other values.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass

from ludoteca.errors import LimitExceeded, Stopped
from ludoteca.kernel import Solver
from ludoteca.solver.answers import Task
from ludoteca.solver.tables import Table

CHUNK = 1 << 14


@dataclass(frozen=True)
class Verdict:
    """What verification found."""

    positions: int
    """Positions that were held against their successors, up to symmetry."""
    wrong: int
    example: str
    """A position whose value is wrong, if there is one."""
    checksum: str
    seconds: float


def verify(table: Table, task: Task) -> Verdict:
    """Check everything. Raises `BadTable` if the file itself is damaged."""
    begun = time.monotonic()
    numbers = table.load()
    total = table.space.ranking.total
    solvers = [Solver(table.space.ranking, numbers) for _ in range(task.threads)]
    found: list[tuple[int, int, int, int]] = []
    for what in ("marking", "checking"):
        found = _everywhere(solvers, total, task, what)
    if any(problem for _, _, _, problem in found):
        raise LimitExceeded("a position leads where the table does not reach.")
    wrong = sum(one[1] for one in found)
    example = min((one[2] for one in found if one[1]), default=None)
    shown = table.space.position(example).text if example is not None else ""
    return Verdict(sum(one[0] for one in found), wrong, shown, table.checksum, time.monotonic() - begun)


def _everywhere(solvers: list[Solver], total: int, task: Task, what: str) -> list[tuple[int, int, int, int]]:
    left = iter(range(0, total, CHUNK))
    found: list[tuple[int, int, int, int]] = []
    lock = threading.Lock()
    problems: list[BaseException] = []

    def labour(solver: Solver) -> None:
        while not problems and not task.stopped():
            with lock:
                first = next(left, None)
            if first is None:
                return
            last = min(first + CHUNK, total)
            try:
                one = solver.check(first, last) if what == "checking" else None
                if one is None:
                    solver.mark(first, last)
                    one = (0, 0, 0, 0)
            except BaseException as problem:
                problems.append(problem)
                return
            with lock:
                found.append(one)

    workers = [threading.Thread(target=labour, args=(solver,), daemon=True) for solver in solvers]
    for worker in workers:
        worker.start()
    for worker in workers:
        while worker.is_alive():
            worker.join(0.1)
            task.progress(min(len(found) * CHUNK, total), total, what)
    if problems:
        raise problems[0]
    if task.stopped():
        raise Stopped("stopped; nothing was changed.")
    return found
