"""Builds the kernel's tables of cells, rays and regions, without duplicates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar

from ludoteca.games.cell_sets import CellSets, StepFilter
from ludoteca.games.problems import Problems
from ludoteca.geometry import Board, Line
from ludoteca.kernel import LIMITS
from ludoteca.kernel.constants import RAY_LOOPED
from ludoteca.kernel.rows import CustodyRow, WindowRow

TOO_MANY = {
    "blocks": "limit.blocks",
    "codes": "limit.kinds",
    "ends": "limit.ends",
    "phases": "limit.phases",
    "rules": "limit.actions",
    "stages": "limit.stages",
    "tables": "limit.tables",
    "regions": "limit.regions",
    "window sets": "limit.shapes",
}
"""The problem of a file that exceeds a limit of the kernel."""
Items = tuple[list[int], list[int]]
Targets = Counter[tuple[int, int]]
"""Pairs (from, to) of cells, with the number of ways from one to the other."""
RayPair = tuple[tuple[int, ...], tuple[int, ...]]


_MOST_SANDWICHES = 4
_Row = TypeVar("_Row", WindowRow, CustodyRow)


class Layout:
    """Tables under construction."""

    def __init__(self, board: Board, cell_sets: CellSets, problems: Problems) -> None:
        self.board = board
        self.cell_sets = cell_sets
        self.problems = problems
        self.size = len(board.cells)
        self.tables: list[Items] = []
        self.ray_cells: list[int] = []
        self.regions: list[int] = []
        self.windows: list[WindowRow] = []
        self.sandwiches: list[CustodyRow] = []
        self.targets: dict[tuple[int, ...], Targets] = {}
        """The moves of rules that have been looked at: see duplicates.py."""
        self._goals: tuple[list[frozenset[int]], list[frozenset[int]]] = ([], [])
        self._table_numbers: dict[Any, int] = {}
        self._ray_places: dict[tuple[int, ...], int] = {}
        self._directions: dict[tuple[int, int], int] = {}
        self._pairs = line_rays(board.lines, self.size)
        self._wide_pairs = line_rays(board.wide_lines, self.size)

    # -- small things ---------------------------------------------------------------------------------

    def windows_index(self, row: WindowRow, where: str) -> int:
        """The index of a set of windows."""
        known = _index(row, self.windows)
        self.within("window sets", len(self.windows), where)
        return known

    def sandwich_index(self, row: CustodyRow, where: str) -> int:
        """The index of a rule of custodian capture."""
        count = len(self.sandwiches)
        known = _index(row, self.sandwiches)
        if known == count >= _MOST_SANDWICHES:
            self.problems.add(where, "limit.custody", limit=_MOST_SANDWICHES)
        return known

    def region(self, cells: Iterable[int]) -> int:
        """The index of a set of cells."""
        mask = sum(1 << cell for cell in cells)
        if mask not in self.regions:
            self.regions.append(mask)
            self.within("regions", len(self.regions))
        return self.regions.index(mask)

    def goals(self, side: int, goals: Iterable[frozenset[int]]) -> int:
        """The bits of goals that a chain of a side can reach."""
        known, found = self._goals[side], 0
        for cells in goals:
            if cells not in known:
                known.append(cells)
            found |= 1 << known.index(cells)
        return found

    def goals_of_cells(self) -> list[list[int]]:
        """For each side and cell the bits of the goals that the cell belongs to."""
        return [
            [sum(1 << bit for bit, cells in enumerate(known) if cell in cells) for cell in range(self.size)]
            for known in self._goals
        ]

    def within(self, what: str, number: int, where: str = "") -> bool:
        """Whether a number is within the kernel's limit; adds a problem if not."""
        if number > LIMITS[what]:
            self.problems.add(where, TOO_MANY[what], limit=LIMITS[what])
            return False
        return True

    def direction(self, start: int, end: int) -> int:
        """The index of the direction of a step, equal for parallel steps."""
        a, b = self.board.cells[start], self.board.cells[end]
        dx, dy = b.x - a.x, b.y - a.y
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        key = (round(dx / length * 1000), round(dy / length * 1000))
        return self._directions.setdefault(key, len(self._directions))

    def _ray(self, cells: tuple[int, ...]) -> int:
        if cells not in self._ray_places:
            self._ray_places[cells] = len(self.ray_cells)
            self.ray_cells.extend(cells)
        return self._ray_places[cells]

    def _table(self, rows: list[list[int]], key: Any) -> int:
        """Store the items of each cell; equal tables share an index."""
        first, items = [0], list[int]()
        for row in rows:
            items.extend(row)
            first.append(len(items))
        return self._add(first, items, key)

    def _add(self, first: list[int], items: list[int], key: Any) -> int:
        signature = (key, tuple(items), tuple(first))
        if signature not in self._table_numbers:
            self._table_numbers[signature] = len(self.tables)
            self.tables.append((first, items))
            self.within("tables", len(self.tables))
        return self._table_numbers[signature]

    # -- what lies around each cell -------------------------------------------------------------------

    def step_table(self, fits: StepFilter) -> tuple[int, set[tuple[int, int]]]:
        """The neighbours of each cell that fit, and all pairs (from, to)."""
        rows = [
            sorted({ahead[0] for ahead, _ in pairs if fits(cell, ahead[0])})
            for cell, pairs in enumerate(self._pairs)
        ]
        return self._table(rows, "step"), {(cell, to) for cell, row in enumerate(rows) for to in row}

    def distance_table(self, steps: int) -> tuple[int, set[tuple[int, int]]]:
        """The cells at this distance from each cell, and all pairs (from, to)."""
        rows = [self._cells_away(cell, steps) for cell in range(self.size)]
        return self._table(rows, "step"), {(cell, to) for cell, row in enumerate(rows) for to in row}

    def _cells_away(self, cell: int, steps: int) -> list[int]:
        seen, ring = {cell}, {cell}
        for _ in range(steps):
            ring = {near for at in ring for near in self.board.neighbours[at]} - seen
            seen |= ring
        return sorted(ring)

    def leap_table(self, fits: StepFilter) -> tuple[int, set[tuple[int, int]]]:
        """For each cell: over, landing, direction."""
        rows: list[list[int]] = []
        for cell, pairs in enumerate(self._pairs):
            leaps = {(a[0], a[1]) for a, _ in pairs if len(a) > 1 and fits(cell, a[0]) and a[1] != cell}
            rows.append([n for over, land in sorted(leaps) for n in (over, land, self.direction(cell, over))])
        ends = {(cell, row[i + 1]) for cell, row in enumerate(rows) for i in range(0, len(row), 3)}
        return self._table(rows, "leap"), ends

    def ray_table(self, fits: StepFilter, shortest: int = 1, longest: int | None = None) -> int:
        """For each cell: offset, length and direction of each ray that is long enough, cut to `longest`."""
        rows = []
        for cell, pairs in enumerate(self._pairs):
            fitting = {ahead[:longest] for ahead, _ in pairs if fits(cell, ahead[0])}
            rays = sorted(ray for ray in fitting if len(ray) >= shortest)
            rows.append([n for ray in rays for n in (self._ray(ray), len(ray), self.direction(cell, ray[0]))])
        return self._table(rows, "ray")

    def axis_table(self, fits: StepFilter, wide: bool = False, both_ways: bool = True) -> int:
        """For each cell and axis: offset, length, direction of a ray; offset, length of the opposite ray."""
        rows = []
        for cell, pairs in enumerate(self._wide_pairs if wide else self._pairs):
            row: list[int] = []
            for ahead, behind in sorted(set(pairs)):
                if not ahead or not fits(cell, ahead[0]) or (not both_ways and behind and behind < ahead):
                    continue
                row += [
                    self._ray(ahead),
                    len(ahead),
                    self.direction(cell, ahead[0]),
                    self._ray(behind),
                    len(behind),
                ]
            rows.append(row)
        return self._table(rows, "axis")

    def track_table(self, tracks: list[list[tuple[int, bool]]]) -> int:
        """For each cell: the closed tracks through it in both directions, cells after a loop marked."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for track in tracks:
            for i, (cell, _) in enumerate(track):
                for cells in (_onward(track, i), _backward(track, i)):
                    rows[cell] += [self._ray(cells), len(cells), 0]
        return self._table(rows, "track")

    def pair_table(self, pairs: Iterable[tuple[int, int]]) -> int:
        """For each cell the second cells of its pairs."""
        rows: list[list[int]] = [[] for _ in range(self.size)]
        for start, end in sorted(pairs):
            rows[start].append(end)
        return self._table(rows, "step")

    def value_table(self, values: list[int]) -> int:
        """One number for each cell."""
        return self._add(list(range(len(values) + 1)), values, "value")

    def neighbours(self) -> Items:
        first, items = [0], list[int]()
        for cell in range(self.size):
            items.extend(sorted(self.board.neighbours[cell]))
            first.append(len(items))
        return first, items


def line_rays(lines: tuple[Line, ...], size: int) -> list[list[RayPair]]:
    """For each cell and each line through it, both ways: the cells ahead and the cells behind."""
    found: list[list[RayPair]] = [[] for _ in range(size)]
    for line in lines:
        cells = line.cells
        for i, cell in enumerate(cells):
            ahead, behind = cells[i + 1 :], cells[:i][::-1]
            if line.closed:
                ahead, behind = cells[i + 1 :] + cells[:i], (cells[i + 1 :] + cells[:i])[::-1]
            if ahead:
                found[cell].append((ahead, behind))
            if behind:
                found[cell].append((behind, ahead))
    return found


def _onward(track: list[tuple[int, bool]], start: int) -> tuple[int, ...]:
    """The cells after an index of a track, once round, each with whether a loop comes before it."""
    seen, looped = [], False
    for i in range(1, len(track)):
        cell, loop = track[(start + i) % len(track)]
        looped = looped or loop
        seen.append(cell | (RAY_LOOPED if looped else 0))
    return tuple(seen)


def _backward(track: list[tuple[int, bool]], start: int) -> tuple[int, ...]:
    seen, looped = [], False
    for i in range(1, len(track)):
        looped = looped or track[(start - i + 1) % len(track)][1]
        seen.append(track[(start - i) % len(track)][0] | (RAY_LOOPED if looped else 0))
    return tuple(seen)


def _index(row: _Row, rows: list[_Row]) -> int:
    """The index of a row with the same values, which is added if there is none. Rows of the kernel have no
    equality of their own."""
    values = _values(row)
    for number, known in enumerate(rows):
        if _values(known) == values:
            return number
    rows.append(row)
    return len(rows) - 1


def _values(row: WindowRow | CustodyRow) -> list[object]:
    return [getattr(row, field.name) for field in fields(row)]
