"""Shapes of own pieces: lines, filled lines and patterns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ludoteca import geometry
from ludoteca.games.spec import When, Windows
from tests.oracle.boards import goes

Shape = Windows | When


def shapes(board: geometry.Board, shape: Shape, own: frozenset[int]) -> Iterator[frozenset[int]]:
    """The cells of every occurrence of a shape."""
    if shape.align is not None:
        for line in _counted_lines(board, shape):
            held = own.intersection(line.cells)
            if shape.gaps and len(held) >= shape.align:
                yield held
            for run in _runs(line, own):
                if len(run) == shape.align or (len(run) > shape.align and not shape.exactly):
                    yield frozenset(run)
    if shape.filled_line is not None:
        for line in _counted_lines(board, shape):
            if len(line.cells) >= shape.filled_line and own.issuperset(line.cells):
                yield frozenset(line.cells)
    if shape.pattern is not None:
        yield from _patterns(board, shape.pattern, own)


def _counted_lines(board: geometry.Board, shape: Shape) -> Iterator[geometry.Line]:
    for line in board.lines if shape.on == "lines" else board.wide_lines:
        a, b = line.cells[:2]
        if shape.along is None or goes(board, shape.along, 0, a, b) or goes(board, shape.along, 0, b, a):
            yield line


def _runs(line: geometry.Line, own: frozenset[int]) -> Iterator[list[int]]:
    """The maximal runs of own pieces along a line."""
    cells = list(line.cells)
    if line.closed:
        if own.issuperset(cells):
            yield cells
            return
        gap = next(n for n, cell in enumerate(cells) if cell not in own)
        cells = cells[gap:] + cells[:gap]
    breaks = [-1, *(n for n, cell in enumerate(cells) if cell not in own), len(cells)]
    for before, after in pairwise(breaks):
        if after - before > 1:
            yield cells[before + 1 : after]


def _patterns(board: geometry.Board, pattern: str, own: frozenset[int]) -> Iterator[frozenset[int]]:
    rows = pattern.split("/")
    marks = [(c, -r) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "x"]
    where = {(round(cell.x), round(cell.y)): n for n, cell in enumerate(board.cells)}
    for x, y in where:
        found = {where.get((x + dx - marks[0][0], y + dy - marks[0][1])) for dx, dy in marks}
        if own.issuperset(found):
            yield frozenset(cell for cell in found if cell is not None)
