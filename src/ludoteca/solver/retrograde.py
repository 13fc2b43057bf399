"""Retrograde analysis: the value and distance of every position of a game, from its ends backwards."""

from __future__ import annotations

import time
from typing import Any

from ludoteca.errors import Unsolvable
from ludoteca.games import Position
from ludoteca.kernel import Solver
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.backwards import Backwards
from ludoteca.solver.space import Space, TooManySlices, why_not
from ludoteca.solver.statistics import all_counts
from ludoteca.solver.values import FAR, KNOWN, Value, best_line, moves_of, value_at_end, value_of

SECONDS = 1.5e-6
"""For a position, in one thread: looking at it and telling its predecessors."""
BYTES = 2
"""For a position, at the peak."""
MOST = 4_000_000_000
"""Positions that anybody would wait for."""


class Retrograde:
    """Solves games whose positions can be numbered without gaps."""

    name = "retrograde"

    def estimate(self, task: Task) -> Estimate:
        """Whether the positions can be numbered, and how many they are."""
        reason = why_not(task.position.game)
        if reason:
            return Estimate(self.name, False, f"retrograde.{reason}")
        try:
            space = Space(task.position)
        except TooManySlices:
            return Estimate(self.name, False, "retrograde.slices")
        positions = space.indices
        size, seconds = BYTES * positions, SECONDS * positions / max(task.threads, 1)
        facts: dict[str, object] = {"positions": f"{positions:.3g}", "gibibytes": f"{size / 2**30:.1f}"}
        if positions > MOST or (size > task.memory and (task.folder is None or size > 8 * task.memory)):
            return Estimate(self.name, False, "retrograde.memory", facts, positions, seconds, size)
        kind = "moving" if len(space.slices.onward) <= 2 else "layers"
        facts = {"layers": len(space.slices.groups), "images": len(space.symmetry.images)}
        return Estimate(self.name, True, f"retrograde.{kind}", facts, positions, seconds, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        reason = why_not(task.position.game)
        if reason:
            raise Unsolvable(task.position.game.name, [(self.name, f"retrograde.{reason}", {})])
        space = Space(task.position)
        work = Backwards(space, task)
        table = work.run()
        known = InMemory(space, table)
        seconds = time.monotonic() - begun
        return answer(task, known, seconds)


class InMemory:
    """A space with its table."""

    def __init__(self, space: Space, table: Any) -> None:
        self.space, self.table = space, table
        self.numbers = memoryview(table).cast("H")

    def value(self, position: Position) -> Value | None:
        if position.is_over:
            return value_at_end(position)
        index = self.space.index(position)
        return None if index is None else value_of(self.numbers[index])


def answer(task: Task, known: InMemory, seconds: float) -> Answer:
    """All that a solved space says about the position it was solved for."""
    position, space = task.position, known.space
    value = known.value(position)
    assert value is not None
    moves = tuple(
        MoveValue(move, one.for_first(position.mover), one.plies) for move, one in moves_of(known, position)
    )
    counts, counted, table, seen = all_counts(space, known.table, task)
    longest = counts.longest
    example, line = "", list[str]()
    if longest:
        solver = Solver(counted.ranking, table)
        at = None
        for number in (KNOWN | 0x4000 | longest, KNOWN | longest):
            at = solver.find(0, counted.ranking.total, number, seen) if at is None else at
        assert at is not None
        shown = counted.position(at)
        example, line = shown.text, best_line(InMemory(counted, table), shown)
    return Answer(
        value.for_first(position.mover), value.plies, moves, Retrograde.name, seconds,
        BYTES * space.ranking.total, positions=counts.all, won=counts.won, drawn=counts.drawn,
        lost=counts.lost, longest=longest, example=example, example_moves=tuple(line),
        details={"final": counts.final, "reachable": counts.reachable, "indices": space.ranking.total},
    )  # fmt: skip


__all__ = ["FAR", "InMemory", "Retrograde", "answer"]
