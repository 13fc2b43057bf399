"""Retrograde analysis: the value and distance of every position of a game, from its ends backwards."""

from __future__ import annotations

import time
from typing import Any

from ludoteca.errors import BadTable, Unsolvable
from ludoteca.games import Position
from ludoteca.kernel import Solver
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.backwards import Backwards
from ludoteca.solver.lookup import find_table, make_table
from ludoteca.solver.space import Space, TooManySlices, why_not
from ludoteca.solver.statistics import Counted, all_counts
from ludoteca.solver.tables import Table
from ludoteca.solver.values import KNOWN, WON, Value, best_line, moves_of, value_at_end, value_of

SECONDS = 2.5e-6
"""For a position, in one thread: looking at it and telling its predecessors."""
BYTES = 2
"""For a position, at the peak."""
MOST = 4_000_000_000
"""Positions that anybody would wait for."""

MOST_PLACED = 5_000_000
"""Positions of a game in which none comes back: of more, proofs forward need to see only a few."""


class Retrograde:
    """Solves games whose positions can be numbered without gaps."""

    name = "retrograde"

    def estimate(self, task: Task) -> Estimate:
        """Whether the positions can be numbered, and how many they are."""
        reason = why_not(task.position.game)
        if reason:
            return Estimate(self.name, False, f"retrograde.{reason}")
        try:
            space = Space.after(task.position)
        except TooManySlices:
            return Estimate(self.name, False, "retrograde.slices")
        positions = space.indices
        size, seconds = BYTES * positions, SECONDS * positions / max(task.threads, 1)
        facts: dict[str, object] = {"positions": f"{positions:.3g}", "gibibytes": f"{size / 2**30:.1f}"}
        if positions > MOST or (size > task.memory and (task.folder is None or size > 8 * task.memory)):
            return Estimate(self.name, False, "retrograde.memory", facts, positions, seconds, size)
        if positions > MOST_PLACED and not space.comes_back:
            return Estimate(self.name, False, "retrograde.placing", facts, positions, seconds, size)
        kind = "moving" if len(space.slices.onward) <= 2 else "layers"
        facts = {"layers": len(space.slices.groups), "images": len(space.symmetry.images)}
        return Estimate(self.name, True, f"retrograde.{kind}", facts, positions, seconds, size)

    def solve(self, task: Task) -> Answer:
        """The answer, from a table that is there already, or by solving; the table is kept."""
        begun = time.monotonic()
        reason = why_not(task.position.game)
        if reason:
            raise Unsolvable(task.position.game.name, [(self.name, f"retrograde.{reason}", {})])
        space, numbers, table = _solved(task)
        seconds = time.monotonic() - begun
        counted = all_counts(space, numbers, task, table.counts if table is not None else None)
        return answer(task, InMemory(space, numbers), counted, seconds, table)


def _solved(task: Task) -> tuple[Space, Any, Table | None]:
    """A space that holds the position, its numbers, and the table they are kept in."""
    if task.folder is None:
        space = Space.after(task.position)
        return space, Backwards(space, task).run(), None
    try:
        table = find_table(task.position, task.folder)
    except BadTable:
        table = None  # a new one takes its place
    if table is None:
        table, numbers = make_table(Space.after(task.position), task)
    else:
        numbers = table.load()
    return table.space, numbers, table


class InMemory:
    """A space with its numbers."""

    def __init__(self, space: Space, numbers: Any) -> None:
        self.space = space
        self.numbers = memoryview(numbers).cast("H")

    def value(self, position: Position) -> Value | None:
        """What a position is worth for its mover; None if it is none of the space's."""
        if position.is_over:
            return value_at_end(position)
        index = self.space.index(position)
        return None if index is None else value_of(self.numbers[index])


def answer(task: Task, known: InMemory, counted: Counted, seconds: float, table: Table | None) -> Answer:
    """All that a solved space says about the position it was solved for."""
    position, counts = task.position, counted.counts
    value = known.value(position)
    assert value is not None
    moves = tuple(
        MoveValue(move, one.for_first(position.mover), one.plies) for move, one in moves_of(known, position)
    )
    example, line = longest_win(counted)
    indices = known.space.ranking.total
    size = max(BYTES * indices, table.size if table is not None else 0)
    return Answer(
        value.for_first(position.mover), value.plies, moves, Retrograde.name, seconds, size,
        positions=counts.all, won=counts.won, drawn=counts.drawn, lost=counts.lost, longest=counts.longest,
        example=example.text if example else "", example_moves=tuple(line),
        file=str(table.path) if table is not None else "",
        details={"final": counts.final, "reachable": counts.reachable, "indices": indices},
    )  # fmt: skip


def longest_win(counted: Counted) -> tuple[Position | None, list[str]]:
    """A position with the longest forced win, the winner to move if there is one, and the moves of it."""
    longest = counted.counts.longest
    if not longest:
        return None, []
    solver = Solver(counted.space.ranking, counted.numbers)
    space, known = counted.space, InMemory(counted.space, counted.numbers)
    for number in (KNOWN | WON | longest, KNOWN | longest):
        at = solver.find(0, space.ranking.total, number, counted.seen)
        while at is not None:
            position = space.position(at)
            # The numbers of a table say nothing of positions that are over, or that others stand for.
            if not position.is_over and space.index(position) == at:
                return position, best_line(known, position)
            at = solver.find(at + 1, space.ranking.total, number, counted.seen)
    return None, []
