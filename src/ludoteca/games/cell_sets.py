"""Sets of cells and directions by phrase, from each side's point of view."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from ludoteca.errors import did_you_mean
from ludoteca.games.problems import Problems, nearest
from ludoteca.geometry import Board, UnknownRegion, region, step_words
from ludoteca.messages import WordList

FORWARD = ("up", "down")
"""The forward direction of each side."""

DIRECTION_WORDS: dict[str, tuple[str, str]] = {
    "all": ("", ""),
    "forward": ("up", "down"),
    "backward": ("down", "up"),
    "sideways": ("level", "level"),
    "vertical": ("upright", "upright"),
    "orthogonal": ("orthogonal", "orthogonal"),
    "diagonal": ("diagonal", "diagonal"),
    "up": ("up", "up"),
    "down": ("down", "down"),
    "left": ("left", "left"),
    "right": ("right", "right"),
}
"""The step property that each direction word requires, for the first and the second player."""

CELL_WORDS: dict[str, Callable[[Board, int], bool]] = {
    "anywhere": lambda board, cell: True,
    "dark": lambda board, cell: round(board.cells[cell].x + board.cells[cell].y) % 2 == 0,
    "light": lambda board, cell: round(board.cells[cell].x + board.cells[cell].y) % 2 == 1,
}
"""Set names in addition to those of `geometry.regions`."""

_GRID_CELL = re.compile(r"cell (\d{1,3}) (\d{1,3})")

StepFilter = Callable[[int, int], bool]


class CellSets:
    """Resolves the sets of cells of one game."""

    def __init__(
        self, board: Board, named: Mapping[str, tuple[str | None, str | None]], problems: Problems
    ) -> None:
        self.board = board
        self.named = dict(named)
        self.problems = problems
        self._open: list[tuple[str, int]] = []
        self._known: dict[tuple[str, int], frozenset[int]] = {}
        self._steps: dict[tuple[int, int], frozenset[str]] = {}

    def cells(self, phrase: str, side: int, where: str) -> frozenset[int]:
        """The cells of a phrase for a side: `A but not B`, `A within B`, `enemy A`, or plain names."""
        if " but not " in phrase:
            kept, _, dropped = phrase.partition(" but not ")
            return self.cells(kept, side, where) - self.cells(dropped, side, where)
        if " within " in phrase:
            part, _, whole = phrase.partition(" within ")
            return self.cells(part, side, where) & self.cells(whole, side, where)
        phrase = phrase.strip()
        if phrase.startswith("enemy "):
            return self.cells(phrase.removeprefix("enemy "), 1 - side, where)
        try:
            return region(self.board, phrase, FORWARD[side], _NamedSets(self, side, where))
        except UnknownRegion as error:
            self.problems.add_message(where, error.message)
            return frozenset()

    def own(self, name: str, side: int, where: str) -> frozenset[int]:
        """The cells of a named region, of a name in `CELL_WORDS`, or of `cell C R`."""
        if name in CELL_WORDS and name not in self.named:
            return frozenset(i for i in range(len(self.board.cells)) if CELL_WORDS[name](self.board, i))
        match = _GRID_CELL.fullmatch(name)
        if match and name not in self.named:
            return self._grid_cell(int(match[1]), int(match[2]), where)
        if (name, side) in self._open:
            self.problems.add(where, "region.circular", name=name)
            return frozenset()
        if (name, side) not in self._known:
            self._open.append((name, side))
            phrase = self.named[name][side]
            self._known[name, side] = self.cells(phrase, side, f"regions.{name}") if phrase else frozenset()
            self._open.pop()
        return self._known[name, side]

    def check_all(self) -> None:
        """Report problems in unused regions too."""
        for name in self.named:
            for side in range(2):
                self.own(name, side, f"regions.{name}")

    def _grid_cell(self, column: int, row: int, where: str) -> frozenset[int]:
        """The cell at a column and row, counted from 1 at the bottom left."""
        if self.board.shape != "grid":
            self.problems.add(where, "region.cell-needs-grid", column=column, row=row)
            return frozenset()
        cells = enumerate(self.board.cells)
        found = [i for i, c in cells if (round(c.x), round(c.y)) == (column - 1, row - 1)]
        if not found:
            self.problems.add(where, "region.no-such-cell", column=column, row=row)
        return frozenset(found)

    def step_filter(self, phrases: tuple[str, ...], side: int, where: str) -> StepFilter:
        """A predicate: whether a step goes in one of these directions, for a side."""
        wanted = [self._words(phrase, side, where) for phrase in phrases]

        def fits(start: int, end: int) -> bool:
            true = self._true_of(start, end)
            return any(words <= true for words in wanted)

        if any(not words for words in wanted):
            return lambda start, end: True
        return fits

    def _true_of(self, start: int, end: int) -> frozenset[str]:
        """The properties of a step, cached: every rule needs them."""
        if (start, end) not in self._steps:
            self._steps[start, end] = step_words(self.board, start, end)
        return self._steps[start, end]

    def _words(self, phrase: str, side: int, where: str) -> frozenset[str]:
        found = set()
        if not phrase.split():
            self.problems.add(where, "direction.empty", words=WordList(DIRECTION_WORDS))
        for one in phrase.split():
            if one not in DIRECTION_WORDS:
                hint, known = did_you_mean(nearest(one, DIRECTION_WORDS)), WordList(DIRECTION_WORDS)
                self.problems.add(where, "direction.unknown", word=one, hint=hint, words=known)
                return frozenset({"none"})
            found.add(DIRECTION_WORDS[one][side])
        return frozenset(found - {""})


class _NamedSets(Mapping[str, frozenset[int]]):
    """A lazy mapping of named sets of cells."""

    def __init__(self, places: CellSets, side: int, where: str) -> None:
        self.sets, self.side, self.where = places, side, where

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (name in self._names() or _GRID_CELL.fullmatch(name) is not None)

    def __getitem__(self, name: str) -> frozenset[int]:
        return self.sets.own(name, self.side, self.where)

    def __iter__(self) -> Iterator[str]:
        return iter((*self._names(), "cell C R"))

    def __len__(self) -> int:
        return len(self._names()) + 1

    def _names(self) -> dict[str, None]:
        return dict.fromkeys((*CELL_WORDS, *self.sets.named))
