"""A board as a graph: cells, the straight lines that join them, and coordinates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import hypot, inf

from ludoteca.errors import LudotecaError


class BoardError(LudotecaError, ValueError):
    """A board that cannot be built, or cells that it does not have."""

    domain = "problems"


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell or point of the board."""

    name: str
    """Its name: `c3`, or a name from the game file."""
    x: float
    """Horizontal coordinate; neighbours on a grid are one unit apart."""
    y: float
    """Vertical coordinate, upwards."""


@dataclass(frozen=True, slots=True)
class Line:
    """Cells in a straight line, in order; consecutive cells are neighbours."""

    cells: tuple[int, ...]
    closed: bool = False
    """A ring: the last cell is joined to the first."""


@dataclass(frozen=True)
class Board:
    """A board without pieces. All fields refer to cells by index."""

    shape: str
    """`grid`, `hex`, `pits` or `graph`."""
    style: str
    """How it is drawn: `cells` (areas), `points` (crossings of lines) or `pits`."""
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    """Maximal straight lines as drawn; steps, slides and leaps follow them."""
    wide_lines: tuple[Line, ...]
    """Maximal straight lines including those that are not drawn; equal to `lines` if there are no others."""
    rows: tuple[tuple[int | None, ...], ...]
    """The cells in rows, top row first, left to right; None where there is no cell."""
    outlines: tuple[tuple[tuple[float, float], ...], ...]
    """The polygon of each cell (for points and pits: the square around it)."""
    blocks: tuple[tuple[int, ...], ...] = ()
    """Square blocks that can be rotated, in reading order; each lists its cells in reading order."""
    sides: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """`top`, `bottom`, `left`, `right`: the cells of each edge."""

    loops: tuple[tuple[int, int], ...] = ()
    """Pairs of edge cells joined by a loop outside the board."""

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The index of each cell by name."""
        return {cell.name: number for number, cell in enumerate(self.cells)}

    @cached_property
    def width(self) -> float:
        return max(c.x for c in self.cells) - min(c.x for c in self.cells)

    @cached_property
    def height(self) -> float:
        return max(c.y for c in self.cells) - min(c.y for c in self.cells)

    @cached_property
    def spacing(self) -> float:
        """The least distance between two cells, which limits the size of pieces; 1 for a single cell."""
        nearest = inf
        by_x = sorted(self.cells, key=lambda cell: cell.x)
        for place, cell in enumerate(by_x):
            for other in by_x[place + 1 :]:
                if other.x - cell.x >= nearest:
                    break
                nearest = min(nearest, hypot(other.x - cell.x, other.y - cell.y))
        return nearest if nearest < inf else 1.0

    @cached_property
    def neighbours(self) -> tuple[frozenset[int], ...]:
        """The cells joined to each cell by a drawn line."""
        joined: list[set[int]] = [set() for _ in self.cells]
        for line in self.lines:
            for a, b in line_steps(line):
                joined[a].add(b)
                joined[b].add(a)
        return tuple(frozenset(cells) for cells in joined)


def line_steps(line: Line) -> list[tuple[int, int]]:
    """The pairs of consecutive cells of a line."""
    cells = line.cells
    pairs = list(pairwise(cells))
    if line.closed:
        pairs.append((cells[-1], cells[0]))
    return pairs
