"""Endgame tables for the search, made in the background.

Tablebases are made when a game gets near to them, margins of sowing games at the first search.
"""

from __future__ import annotations

import os
import threading
from functools import cached_property, lru_cache

from ludoteca.errors import LudotecaError, Unsolvable
from ludoteca.games import Game, Position
from ludoteca.kernel import MarginTable, ProbedTable
from ludoteca.solver.proving.margins import new_margin_table, why_no_margins
from ludoteca.solver.retrograde.endgames import MOST_PIECES, largest_endgame_space
from ludoteca.solver.retrograde.lookup import find_endgames, make_table
from ludoteca.solver.retrograde.material import slice_of
from ludoteca.solver.retrograde.space import Space
from ludoteca.solver.retrograde.tables import NEW_TABLES_VARIABLE, Table, new_tables_folder, tables_folder
from ludoteca.solver.task import Task

NEAR = 4
"""Pieces more than in the table at which it is loaded, or made if there is none."""
_NO_CHECKPOINTS = 1e9
_solving_margins = threading.Lock()
"""One table at a time; who waits finds it complete."""


@lru_cache(maxsize=2)
def margins_of(game: Game) -> MarginTable:
    """The margins of a game, which all searches of this process share. The first of them solves the table."""
    return new_margin_table(game)


class EndgameTables:
    """The endgame table of one game. One thread may ask; another one makes the table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._maker: threading.Thread | None = None
        self._counts_seeds = why_no_margins(game) is None
        self._found: ProbedTable | None = None
        self._looked = False
        self._stop = threading.Event()

    def tablebase(self, position: Position) -> ProbedTable | None:
        """The table, if the position is near to it and it is ready."""
        if self._found is None and (self._counts_seeds or self._is_near(position)):
            self._look()
        return self._found

    def wait(self) -> None:
        """Wait until the table that is being made is ready."""
        if self._maker is not None:
            self._maker.join()

    def stop(self) -> None:
        """Make no table any more."""
        self._stop.set()
        if self._counts_seeds and self._maker is not None:
            margins_of(self.game).stop()
        self.wait()

    @cached_property
    def _space(self) -> Space | None:
        try:
            return largest_endgame_space(self.game)
        except Unsolvable:
            return None

    def _is_near(self, position: Position) -> bool:
        material = slice_of(position)
        pieces = sum(material.counts) + sum(map(sum, material.hands))
        if pieces > MOST_PIECES + NEAR:
            return False  # saves building the space
        return self._space is not None and pieces <= self._space.pieces + NEAR

    def _look(self) -> None:
        """Load the stored table, or start to make one. A server makes none: its tasks are limited."""
        if self._looked:
            return
        self._looked = True
        for folder in () if self._counts_seeds else dict.fromkeys((tables_folder(), new_tables_folder())):
            try:
                table = find_endgames(self.game, folder)
            except LudotecaError:
                continue  # damaged: replaced by a new one
            if table is not None:
                self._found = table.knowledge()
                return
        if NEW_TABLES_VARIABLE not in os.environ:
            make = self._solve_margins if self._counts_seeds else self._make
            self._maker = threading.Thread(target=make, daemon=True, name="endgames")
            self._maker.start()

    def _make(self) -> None:
        assert self._space is not None
        task = Task(
            self.game.start(), stopped=self._stop.is_set, folder=new_tables_folder(),
            keep_every=_NO_CHECKPOINTS,
        )  # fmt: skip
        try:
            table: Table = make_table(self._space, task)[0]
            self._found = table.knowledge()
        except (LudotecaError, OSError, MemoryError):
            return  # stopped, or not enough memory or disk space: the search continues without a table

    def _solve_margins(self) -> None:
        try:
            table = margins_of(self.game)
            with _solving_margins:
                # Another user of the table may have stopped it.
                while self._found is None and not self._stop.is_set():
                    self._found = table if table.solve() else None
        except (LudotecaError, MemoryError):
            return
