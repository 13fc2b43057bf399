"""Shapes (lines, filled lines, patterns) as sets of windows: cells that must all hold own pieces."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from math import comb, isqrt

from ludoteca.games.compiler.layout import Layout
from ludoteca.games.spec import When, Windows
from ludoteca.geometry import Line
from ludoteca.kernel import LIMITS
from ludoteca.kernel.constants import NO_CELL
from ludoteca.kernel.rows import WindowRow

Window = tuple[tuple[int, ...], tuple[int, ...]]
"""The cells of a window, and the cells beyond its ends that must not be own."""
MOST_WINDOWS = 4000


def windows_of(shape: Windows | When, layout: Layout, inside: frozenset[int] | None = None) -> list[Window]:
    """All windows of a shape on the board, or inside a set of cells."""
    lines = layout.board.wide_lines if shape.on == "anywhere" else layout.board.lines
    if shape.along:
        fits = layout.cell_sets.step_filter(shape.along, 0, f"{shape.where}.along")
        lines = tuple(line for line in lines if len(line.cells) > 1 and fits(line.cells[0], line.cells[1]))
    if shape.align and shape.gaps:
        found = _spread(lines, shape, layout)
    elif shape.align:
        found = [window for line in lines for window in _runs(line, shape.align, shape.exactly)]
    elif shape.filled_line:
        found = [(line.cells, ()) for line in lines if len(line.cells) >= shape.filled_line]
    else:
        found = [(cells, ()) for cells in _patterns(shape.pattern or "", layout)]
    if inside is not None:
        whole = [(cells, beyond) for cells, beyond in found if inside.issuperset(cells)]
        found = [(cells, tuple(cell for cell in beyond if cell in inside)) for cells, beyond in whole]
    unique = {(tuple(sorted(cells)), tuple(sorted(beyond))): None for cells, beyond in found}
    return list(unique)


def _spread(lines: Iterable[Line], shape: Windows | When, layout: Layout) -> list[Window]:
    """All combinations of `align` cells of one line, with gaps allowed."""
    number = shape.align or 0
    if shape.exactly:
        layout.problems.add(f"{shape.where}.exactly", "shape.exactly-gaps")
    if sum(comb(len(line.cells), number) for line in lines) > MOST_WINDOWS:
        layout.problems.add(f"{shape.where}.gaps", "shape.too-many", limit=MOST_WINDOWS)
        return []
    return [(cells, ()) for line in lines for cells in combinations(line.cells, number)]


def _runs(line: Line, length: int, exactly: bool) -> Iterable[Window]:
    """All runs of a length on a line, with the adjacent cells if longer runs do not count."""
    cells = line.cells
    if len(cells) < length:
        return
    last = len(cells) if line.closed and len(cells) > length else len(cells) - length + 1
    for start in range(last):
        run = tuple(cells[(start + i) % len(cells)] for i in range(length))
        beyond: list[int] = []
        if exactly:
            if start > 0 or line.closed:
                beyond.append(cells[start - 1])
            if start + length < len(cells) or line.closed:
                beyond.append(cells[(start + length) % len(cells)])
        yield run, tuple(cell for cell in beyond if cell not in run)


def _patterns(pattern: str, layout: Layout) -> Iterable[tuple[int, ...]]:
    """All placements of a pattern on the board."""
    shape = [row for row in pattern.split("/")]
    rows = layout.board.rows
    wanted = [(r, c) for r, row in enumerate(shape) for c, mark in enumerate(row) if mark == "x"]
    width = max((len(row) for row in rows), default=0)
    for top in range(len(rows) - len(shape) + 1):
        for left in range(width - max(map(len, shape)) + 1):
            cells = [rows[top + r][left + c] if left + c < len(rows[top + r]) else None for r, c in wanted]
            if cells and all(cell is not None for cell in cells):
                yield tuple(cell for cell in cells if cell is not None)


def add_windows(shape: Windows | When, layout: Layout, inside: frozenset[int] | None = None) -> int:
    """The index of the window set of a shape."""
    if isinstance(shape, Windows):
        asked = [shape.align, shape.filled_line, shape.pattern]
        if sum(item is not None for item in asked) != 1:
            layout.problems.add(shape.where, "shape.one-of")
            return 0
    if shape.pattern is not None and (set(shape.pattern) - set("x./") or "x" not in shape.pattern):
        layout.problems.add(f"{shape.where}.pattern", "shape.pattern", pattern=shape.pattern)
        return 0
    found = windows_of(shape, layout, inside)
    if not found and not layout.problems.has(f"{shape.where}.gaps"):
        if shape.pattern:
            layout.problems.add(shape.where, "shape.pattern-too-large")
        else:
            layout.problems.add(shape.where, "shape.line-too-long", length=shape.align or shape.filled_line)
    if not found:
        return 0
    return layout.windows_index(_rows(found, layout.size), shape.where)


def _rows(found: list[Window], size: int) -> WindowRow:
    longest = max(len(cells) for cells, _ in found)
    first, through = [0], list[int]()
    of_cell: list[list[int]] = [[] for _ in range(size)]
    for number, (cells, _) in enumerate(found):
        for cell in cells:
            of_cell[cell].append(number)
    for numbers in of_cell:
        through.extend(numbers)
        first.append(len(through))
    small = size <= 64
    return WindowRow(
        size=longest,
        count=len(found),
        least=min(len(cells) for cells, _ in found),
        mask=[sum(1 << c for c in cells) for cells, _ in found] if small else [],
        beyond=[sum(1 << c for c in beyond) for _, beyond in found] if small else [],
        cells=[c for cells, _ in found for c in (*cells, *[NO_CELL] * (longest - len(cells)))],
        ends=[cell for _, beyond in found for cell in (*beyond, NO_CELL, NO_CELL)[:2]],
        exact=int(any(beyond for _, beyond in found)),
        first=first,
        through=through,
    )


def add_turned(number: int, layout: Layout) -> int | None:
    """The index of the windows that a block rotation maps into a set; None if there are none."""
    row = layout.windows[number]
    size = row.size
    plain = [tuple(c for c in row.cells[i * size : (i + 1) * size] if c != NO_CELL) for i in range(row.count)]
    found: dict[frozenset[int], Window] = {}
    for block in layout.board.blocks:
        for goes_to in turns(isqrt(len(block))):
            came_from = {block[place]: block[i] for i, place in enumerate(goes_to)}
            for cells in plain:
                before = tuple(came_from.get(cell, cell) for cell in cells)
                found.setdefault(frozenset(before), (before, ()))
    for cells in plain:
        found.pop(frozenset(cells), None)
    if not found or len(layout.windows) >= LIMITS["window sets"]:
        return None
    layout.windows.append(_rows(list(found.values()), layout.size))
    return len(layout.windows) - 1


def add_neighbours(layout: Layout) -> int | None:
    """The index of the set of all neighbour pairs; None if there are none, or too many sets."""
    pairs = [
        (cell, other)
        for cell in range(layout.size)
        for other in sorted(layout.board.neighbours[cell])
        if cell < other
    ]
    if not pairs or len(layout.windows) >= LIMITS["window sets"]:
        return None
    layout.windows.append(_rows([(pair, ()) for pair in pairs], layout.size))
    return len(layout.windows) - 1


def turns(side: int) -> list[list[int]]:
    """The permutation of a square block, clockwise and counter-clockwise."""
    clockwise = [(i % side) * side + side - 1 - i // side for i in range(side * side)]
    back = [(side - 1 - i % side) * side + i // side for i in range(side * side)]
    return [clockwise, back]
