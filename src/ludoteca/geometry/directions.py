"""Directions of steps, and rays from each cell."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.geometry.board import Board, Line

_TOLERANCE = 1e-9

STEP_WORDS = ("up", "down", "left", "right", "orthogonal", "diagonal", "level", "upright")


def step_words(board: Board, start: int, end: int) -> frozenset[str]:
    """The properties of a step: `up`, `down`, `left`, `right`; `level` along a row, `upright` along a column;
    `orthogonal` or `diagonal`. On hexagonal boards no step is diagonal.
    """
    dx = board.cells[end].x - board.cells[start].x
    dy = board.cells[end].y - board.cells[start].y
    is_level, is_upright = abs(dy) <= _TOLERANCE, abs(dx) <= _TOLERANCE
    words = set()
    if not is_level:
        words.add("up" if dy > 0 else "down")
    if not is_upright:
        words.add("right" if dx > 0 else "left")
    if is_level:
        words.add("level")
    if is_upright:
        words.add("upright")
    is_orthogonal = board.shape == "hex" or is_level or is_upright
    words.add("orthogonal" if is_orthogonal else "diagonal")
    return frozenset(words)


def rays(lines: Sequence[Line], cell: int) -> list[tuple[int, ...]]:
    """The rays from a cell: the cells that follow it along each line, in both directions, sorted.

    On a ring a ray contains all other cells.
    """
    found = set()
    for line in lines:
        for place, other in enumerate(line.cells):
            if other == cell:
                found.update(_both_ways(line, place))
    return sorted(found)


def all_rays(lines: Sequence[Line], cell_count: int) -> list[list[tuple[int, ...]]]:
    """`rays` of every cell at once."""
    found: list[set[tuple[int, ...]]] = [set() for _ in range(cell_count)]
    for line in lines:
        for place, cell in enumerate(line.cells):
            found[cell].update(_both_ways(line, place))
    return [sorted(rays_of_cell) for rays_of_cell in found]


def _both_ways(line: Line, place: int) -> list[tuple[int, ...]]:
    after, before = line.cells[place + 1 :], line.cells[:place]
    if line.closed:
        onward = after + before
        return [onward, onward[::-1]]
    return [ray for ray in (after, before[::-1]) if ray]
