"""Sowing boards: two rows of pits, with or without stores."""

from __future__ import annotations

from ludoteca.geometry.board import Board, BoardError, Cell
from ludoteca.geometry.lattice import Outline, rectangle

_APART = 1.3
"""The distance between the rows, with space for seeds and their number."""


def pits(count: int, stores: bool = True) -> Board:
    """Two rows of `count` pits, numbered counter-clockwise.

    First's pits come first, from first's left, then first's store at the right end; then the same for second,
    from second's left. Second's cells have a prime: `1'`, `store'`.
    """
    if count < 1:
        raise BoardError("board.pits-size", count=count)
    first = [Cell(f"{n + 1}", float(n), 0.0) for n in range(count)]
    second = [Cell(f"{n + 1}'", float(count - 1 - n), _APART) for n in range(count)]
    if stores:
        first.append(Cell("store", float(count), _APART / 2))
        second.append(Cell("store'", -1.0, _APART / 2))
    cells = (*first, *second)
    mine = tuple(range(count))
    yours = tuple(range(len(first), len(first) + count))
    return Board(
        shape="pits",
        style="pits",
        cells=cells,
        lines=(),
        wide_lines=(),
        rows=(tuple(reversed(yours)), mine),
        outlines=tuple(_outline(cell) for cell in cells),
        sides={"top": tuple(reversed(yours)), "bottom": mine},
    )


def is_store(cell: Cell) -> bool:
    """Whether a cell of a sowing board is a store: only stores lie between the rows."""
    return cell.y == _APART / 2


def _outline(cell: Cell) -> Outline:
    return rectangle(cell.x, cell.y, height=(2 if is_store(cell) else 1) * _APART)
