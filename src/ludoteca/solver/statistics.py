"""How many positions are won, drawn and lost, and how far from the end they are."""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteca.kernel import Solver
from ludoteca.solver.answers import Task
from ludoteca.solver.backwards import Backwards
from ludoteca.solver.space import Space
from ludoteca.solver.values import FAR, KNOWN, OVER_DRAWN, OVER_LOST, OVER_WON, WON

COUNTED_ONE_BY_ONE = 3_000_000
"""Spaces of at most so many placements are counted without symmetries, and only what can be reached."""


@dataclass
class Counts:
    """Positions by what they are worth for their mover."""

    by_value: Counter[int] = field(default_factory=Counter)
    """By the table's numbers."""
    reachable: bool = True
    """Only positions that can be reached were counted; else all that could be set up."""

    @property
    def won(self) -> int:
        return sum(n for value, n in self.by_value.items() if value == OVER_WON or value >= KNOWN + WON)

    @property
    def lost(self) -> int:
        return sum(n for v, n in self.by_value.items() if v == OVER_LOST or KNOWN <= v < KNOWN + WON)

    @property
    def drawn(self) -> int:
        return sum(n for value, n in self.by_value.items() if value == OVER_DRAWN or value == 0)

    @property
    def final(self) -> int:
        """Positions in which the game is over."""
        over = (OVER_LOST, OVER_DRAWN, OVER_WON, KNOWN, KNOWN + WON)
        return sum(n for value, n in self.by_value.items() if value in over)

    @property
    def all(self) -> int:
        return sum(self.by_value.values())

    @property
    def longest(self) -> int | None:
        """Moves of the longest forced win."""
        return max((value & FAR for value in self.by_value if value >= KNOWN), default=None)


def count(solver: Solver, first: int, last: int, among: bytearray | None = None) -> Counter[int]:
    """Positions of a range by their numbers."""
    numbers = bytearray(65536 * 8)
    solver.count(first, last, numbers, among)
    return Counter({value: n for value, n in enumerate(struct.unpack("=65536Q", numbers)) if n})


def count_all(space: Space, solver: Solver) -> list[Counter[int]]:
    """All positions that could be set up, slice by slice, by their numbers."""
    found = []
    for (first, size), weight in zip(space.ranking.slices, space.weights, strict=True):
        here = count(solver, first, first + size)
        found.append(Counter({value: n * weight for value, n in here.items()}))
    return found


def reached(space: Space, solver: Solver, start: int) -> bytearray:
    """The set of indices that can be reached from one, as bits."""
    total = space.ranking.total
    seen, done = bytearray(total // 8 + 1), bytearray(total // 8 + 1)
    seen[start >> 3] |= 1 << (start & 7)
    # Moves mostly lead to groups that were solved before: the other way round less is looked at twice.
    while any(solver.reach(group.first, group.last, seen, done) for group in reversed(space.groups)):
        pass
    return seen


@dataclass
class Counted:
    """Counts, and what was counted."""

    counts: Counts
    space: Space
    numbers: Any
    seen: bytearray | None


def all_counts(space: Space, numbers: Any, task: Task, known: Counter[int] | None = None) -> Counted:
    """Counts of a solved space. Of small ones, solved again without symmetries, what is reachable counts.

    `known` are the counts that came with a table: its numbers do not say which positions are over.
    """
    if space.placements <= COUNTED_ONE_BY_ONE:
        plain = space
        if space.is_symmetric:
            plain = Space.after(task.position, symmetric=False)
            numbers = Backwards(plain, replace(task, folder=None)).run()
        solver = Solver(plain.ranking, numbers)
        if known is not None and plain is space:
            solver.mark(0, plain.ranking.total)
        start = plain.index(task.position)
        assert start is not None
        seen = reached(plain, solver, start)
        return Counted(Counts(count(solver, 0, plain.ranking.total, seen)), plain, numbers, seen)
    if known is None:
        known = sum(count_all(space, Solver(space.ranking, numbers)), Counter[int]())
    return Counted(Counts(known, False), space, numbers, None)
