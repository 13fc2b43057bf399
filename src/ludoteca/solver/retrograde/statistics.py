"""Counts of won, drawn and lost positions by depth to win, and the longest forced win."""

from __future__ import annotations

import struct
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from ludoteca.games import Position
from ludoteca.kernel import RetrogradeSolver
from ludoteca.kernel.constants import (
    VALUE_KNOWN,
    VALUE_OVER_DRAWN,
    VALUE_OVER_LOST,
    VALUE_OVER_WON,
    VALUE_PLIES,
    VALUE_WON,
)
from ludoteca.solver.retrograde.analysis import RetrogradeAnalysis
from ludoteca.solver.retrograde.space import Space
from ludoteca.solver.retrograde.tables import MemoryTable
from ludoteca.solver.task import Task
from ludoteca.solver.values import best_line

COUNTED_ONE_BY_ONE = 3_000_000
"""Spaces with at most this many placements are counted without symmetries, reachable positions only."""


@dataclass
class Counts:
    """Positions by value for the side to move."""

    by_value: Counter[int] = field(default_factory=Counter)
    """By table value."""
    reachable: bool = True
    """Only reachable positions are counted; otherwise all that could be set up."""

    @property
    def won(self) -> int:
        return sum(
            n
            for value, n in self.by_value.items()
            if value == VALUE_OVER_WON or value >= VALUE_KNOWN + VALUE_WON
        )

    @property
    def lost(self) -> int:
        return sum(
            n
            for v, n in self.by_value.items()
            if v == VALUE_OVER_LOST or VALUE_KNOWN <= v < VALUE_KNOWN + VALUE_WON
        )

    @property
    def drawn(self) -> int:
        return sum(n for value, n in self.by_value.items() if value == VALUE_OVER_DRAWN or value == 0)

    @property
    def final(self) -> int:
        """Positions in which the game is over."""
        over = (VALUE_OVER_LOST, VALUE_OVER_DRAWN, VALUE_OVER_WON, VALUE_KNOWN, VALUE_KNOWN + VALUE_WON)
        return sum(n for value, n in self.by_value.items() if value in over)

    @property
    def all(self) -> int:
        return sum(self.by_value.values())

    @property
    def longest(self) -> int | None:
        """Plies of the longest forced win."""
        return max((value & VALUE_PLIES for value in self.by_value if value >= VALUE_KNOWN), default=None)


def count(solver: RetrogradeSolver, first: int, last: int, among: bytearray | None = None) -> Counter[int]:
    """Positions of an index range, by table value."""
    totals = bytearray(65536 * 8)
    solver.count(first, last, totals, among)
    return Counter({value: n for value, n in enumerate(struct.unpack("=65536Q", totals)) if n})


def count_all(space: Space, solver: RetrogradeSolver) -> list[Counter[int]]:
    """For each slice, all positions that could be set up, by table value."""
    counts = []
    for (first, size), weight in zip(space.ranking.slices, space.weights, strict=True):
        here = count(solver, first, first + size)
        counts.append(Counter({value: n * weight for value, n in here.items()}))
    return counts


def reachable_from(space: Space, solver: RetrogradeSolver, start: int) -> bytearray:
    """The indices reachable from one, as a bit set."""
    total = space.ranking.total
    seen, done = bytearray(total // 8 + 1), bytearray(total // 8 + 1)
    seen[start >> 3] |= 1 << (start & 7)
    # Moves mostly lead to groups solved earlier, so the reverse order needs fewer passes.
    while any(solver.expand(group.first, group.last, seen, done) for group in reversed(space.groups)):
        pass
    return seen


@dataclass
class Counted:
    """Counts, with the space and the values they were taken from."""

    counts: Counts
    space: Space
    values: Any
    seen: bytearray | None
    """Bit set of the reachable indices; None if all positions were counted."""


def all_counts(space: Space, values: Any, task: Task, known: Counter[int] | None = None) -> Counted:
    """Counts of a solved space. A small one is solved again without symmetries to count what is reachable.

    `known` are the counts stored in a table, whose values do not mark positions that are over.
    """
    if space.placements <= COUNTED_ONE_BY_ONE:
        return _reachable_counts(space, values, task, known is not None)
    if known is None:
        known = sum(count_all(space, RetrogradeSolver(space.ranking, values)), Counter[int]())
    return Counted(Counts(known, False), space, values, None)


def _reachable_counts(space: Space, values: Any, task: Task, from_table: bool) -> Counted:
    plain = space
    if space.is_symmetric:
        plain = Space.after(task.position, symmetric=False)
        values = RetrogradeAnalysis(plain, replace(task, folder=None)).run()
    solver = RetrogradeSolver(plain.ranking, values)
    if from_table and plain is space:
        solver.mark_terminal(0, plain.ranking.total)
    start = plain.index(task.position)
    assert start is not None
    seen = reachable_from(plain, solver, start)
    return Counted(Counts(count(solver, 0, plain.ranking.total, seen)), plain, values, seen)


def longest_win(counted: Counted) -> tuple[Position | None, list[str]]:
    """A position with the longest forced win, preferably with the winner to move, and its moves."""
    longest = counted.counts.longest
    if not longest:
        return None, []
    solver = RetrogradeSolver(counted.space.ranking, counted.values)
    space, table = counted.space, MemoryTable(counted.space, counted.values)
    for value in (VALUE_KNOWN | VALUE_WON | longest, VALUE_KNOWN | longest):
        at = solver.find(0, space.ranking.total, value, counted.seen)
        while at is not None:
            position = space.position(at)
            # Values of finished positions and of non-canonical indices mean nothing.
            if not position.is_over and space.index(position) == at:
                return position, best_line(table, position)
            at = solver.find(at + 1, space.ranking.total, value, counted.seen)
    return None, []
