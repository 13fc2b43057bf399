"""The retrograde method: estimate, solve, and the answer from a table."""

from __future__ import annotations

import time
from typing import Any

from ludoteca.errors import BadTable, Unsolvable
from ludoteca.games import Game
from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.retrograde.analysis import RetrogradeAnalysis
from ludoteca.solver.retrograde.lookup import find_table, make_table
from ludoteca.solver.retrograde.space import Space, TooManySlices, why_not_indexable
from ludoteca.solver.retrograde.statistics import Counted, all_counts, longest_win
from ludoteca.solver.retrograde.tables import MemoryTable, Table
from ludoteca.solver.task import Estimate, Task
from ludoteca.solver.values import moves_of

SECONDS = 2.5e-6
"""Per position, in one thread."""
BYTES = 2
"""Per position, at the peak."""
MOST = 4_000_000_000
"""Largest number of positions that is attempted."""
MOST_PLACED = 5_000_000
"""The same for games in which no position repeats: beyond this, forward proofs visit far fewer positions."""


class Retrograde:
    """Solves games whose positions have a dense index."""

    name = "retrograde"

    def estimate(self, task: Task) -> Estimate:
        """Whether the positions can be indexed, and their number."""
        reason = why_not_indexable(task.position.game)
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
        if positions > MOST_PLACED and not space.may_repeat:
            return Estimate(self.name, False, "retrograde.placing", facts, positions, seconds, size)
        kind = "moving" if len(space.slices.successors) <= 2 else "layers"
        facts = {"layers": len(space.slices.groups), "images": len(space.symmetry.images)}
        return Estimate(self.name, True, f"retrograde.{kind}", facts, positions, seconds, size)

    def solve(self, task: Task) -> Answer:
        """Answer from an existing table, or analyse and save the table."""
        begun = time.monotonic()
        reason = why_not_indexable(task.position.game)
        if reason:
            raise Unsolvable(task.position.game.name, [(self.name, f"retrograde.{reason}", {})])
        space, values, table = _solved(task)
        seconds = time.monotonic() - begun
        counted = all_counts(space, values, task, table.counts if table is not None else None)
        return _answer(task, MemoryTable(space, values), counted, seconds, table)


def endgame_estimate(game: Game, space: Space) -> Estimate:
    """The cost of a table of endgames. Raises `Unsolvable` if it is too large."""
    positions = space.indices
    size, seconds = BYTES * positions, SECONDS * positions
    if positions > MOST:
        facts: dict[str, object] = {"positions": f"{positions:.3g}", "gibibytes": f"{size / 2**30:.1f}"}
        raise Unsolvable(game.name, [(Retrograde.name, "retrograde.memory", facts)])
    return Estimate(
        Retrograde.name, True, "retrograde.endgames", {"pieces": space.pieces}, positions, seconds, size
    )


def _solved(task: Task) -> tuple[Space, Any, Table | None]:
    """A solved space that contains the position, its values, and the table file if there is one."""
    if task.folder is None:
        space = Space.after(task.position)
        return space, RetrogradeAnalysis(space, task).run(), None
    try:
        table = find_table(task.position, task.folder)
    except BadTable:
        table = None  # replaced by a new one
    if table is None:
        table, values = make_table(Space.after(task.position), task)
    else:
        values = table.load()
    return table.space, values, table


def _answer(task: Task, values: MemoryTable, counted: Counted, seconds: float, table: Table | None) -> Answer:
    position, counts = task.position, counted.counts
    value = values.value(position)
    assert value is not None
    moves = tuple(
        MoveValue(move, one.for_first(position.mover), one.plies) for move, one in moves_of(values, position)
    )
    example, line = longest_win(counted)
    indices = values.space.ranking.total
    size = max(BYTES * indices, table.size if table is not None else 0)
    return Answer(
        value.for_first(position.mover), value.plies, moves, Retrograde.name, seconds, size,
        positions=counts.all, won=counts.won, drawn=counts.drawn, lost=counts.lost, longest=counts.longest,
        example=example.text if example else "", example_moves=tuple(line),
        file=str(table.path) if table is not None else "",
        details={"final": counts.final, "reachable": counts.reachable, "indices": indices},
    )  # fmt: skip
