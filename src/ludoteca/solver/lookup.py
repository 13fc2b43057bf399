"""What is a position worth? From a table that is there, or that is quick to make; else by a proof."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTable, Unsolvable
from ludoteca.games import Position
from ludoteca.kernel import Solver
from ludoteca.solver.answers import Task
from ludoteca.solver.backwards import Backwards, game_stem
from ludoteca.solver.space import Space, TooManySlices, why_not
from ludoteca.solver.statistics import count_all
from ludoteca.solver.tables import SUFFIX, Table, table_path, write_table

QUICK = 4_000_000
"""Spaces of at most so many indices are solved when they are asked about: a few seconds."""


def find_table(position: Position, folder: Path) -> Table | None:
    """A sound table that knows the position, if there is one: the game's own, or one of this beginning."""
    if not any(folder.glob(f"{game_stem(position.game)}-*{SUFFIX}")):
        return None  # without numbering anything
    for space in _spaces(position):
        path = table_path(folder, space)
        if space.covers(position) and path.exists():
            return Table(path, position.game)
    return None


def table_for(position: Position, task: Task, most: int = QUICK) -> Table:
    """A table that knows the position, made if it is quick to make. Raises `Unsolvable` if there is none."""
    assert task.folder is not None
    try:
        found = find_table(position, task.folder)
        if found is not None:
            return found
    except BadTable:
        pass  # a new one takes its place
    reasons: list[tuple[str, str, dict[str, object]]] = []
    reason = why_not(position.game)
    for space in _spaces(position):
        if not space.covers(position):
            continue
        if space.indices <= most:
            return make_table(space, task)[0]
        reasons = [("retrograde", "retrograde.no-table", {"game": position.game.name})]
    if not reasons:
        reasons = [("retrograde", f"retrograde.{reason or 'slices'}", {})]
    raise Unsolvable(position.game.name, reasons)


def make_table(space: Space, task: Task) -> tuple[Table, Any]:
    """Solve a space and keep its table; with it, the numbers that are still in memory."""
    assert task.folder is not None
    work = Backwards(space, task)
    numbers = work.run()
    solver = Solver(space.ranking, numbers)
    counts = sum(count_all(space, solver), Counter[int]())
    path = table_path(task.folder, space)
    write_table(path, space, solver, counts)
    work.forget()
    return Table(path, space.game), numbers


def _spaces(position: Position) -> list[Space]:
    """The space of the game's own start, and that of the position."""
    if why_not(position.game):
        return []
    try:
        return [Space.after(position.game.start()), Space.after(position)]
    except TooManySlices:
        return []
