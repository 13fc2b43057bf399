"""Finding the table that covers a position, or making one if it is small."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from ludoteca.errors import BadTable, Unsolvable
from ludoteca.games import Game, Position
from ludoteca.kernel import RetrogradeSolver
from ludoteca.solver.retrograde.analysis import RetrogradeAnalysis
from ludoteca.solver.retrograde.space import Space, TooManySlices, game_stem, why_not_indexable
from ludoteca.solver.retrograde.statistics import count_all
from ludoteca.solver.retrograde.tables import SUFFIX, Table, table_path, write_table
from ludoteca.solver.task import Task

QUICK = 4_000_000
"""Spaces with at most this many indices are solved on demand: a few seconds."""


def find_table(position: Position, folder: Path) -> Table | None:
    """A valid table that covers the position, if there is one: the game's own, one from this position, or one
    of endgames."""
    if not any(folder.glob(f"{game_stem(position.game)}-*{SUFFIX}")):
        return None  # saves building the spaces
    for space in _spaces(position):
        path = table_path(folder, space)
        if space.covers(position) and path.exists():
            return Table(path, position.game)
    endgames = find_endgames(position.game, folder)
    return endgames if endgames is not None and endgames.space.covers(position) else None


def find_endgames(game: Game, folder: Path) -> Table | None:
    """The table of the endgames with the most pieces, if there is one and it is valid."""
    found = {
        int(path.name.removeprefix(f"{game_stem(game)}-endgames").removesuffix(SUFFIX)): path
        for path in folder.glob(f"{game_stem(game)}-endgames[0-9]*{SUFFIX}")
    }
    return Table(found[max(found)], game) if found else None


def table_for(position: Position, task: Task, most: int = QUICK) -> Table:
    """A table that covers the position, made if it has at most `most` indices. Raises `Unsolvable`."""
    assert task.folder is not None
    try:
        found = find_table(position, task.folder)
        if found is not None:
            return found
    except BadTable:
        pass  # replaced by a new one
    covering = [space for space in _spaces(position) if space.covers(position)]
    for space in covering:
        if space.indices <= most:
            return make_table(space, task)[0]
    game = position.game
    if covering:
        raise Unsolvable(game.name, [("retrograde", "retrograde.no-table", {"game": game.name})])
    raise Unsolvable(game.name, [("retrograde", f"retrograde.{why_not_indexable(game) or 'slices'}", {})])


def make_table(space: Space, task: Task) -> tuple[Table, Any]:
    """Solve a space and save its table; returns the table and the values in memory."""
    assert task.folder is not None
    analysis = RetrogradeAnalysis(space, task)
    values = analysis.run()
    solver = RetrogradeSolver(space.ranking, values)
    counts = sum(count_all(space, solver), Counter[int]())
    path = table_path(task.folder, space)
    write_table(path, space, solver, counts)
    analysis.discard_checkpoint()
    return Table(path, space.game), values


def _spaces(position: Position) -> list[Space]:
    """The space after the game's start, and the one after the position."""
    if why_not_indexable(position.game):
        return []
    try:
        return [Space.after(position.game.start()), Space.after(position)]
    except TooManySlices:
        return []
