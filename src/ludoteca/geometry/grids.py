"""Square grids, with or without diagonals, holes and rotating blocks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from ludoteca.geometry.board import Board, BoardError, Cell, Line
from ludoteca.geometry.lattice import Place, extremes, letters, rectangle, straight_runs

GRID_LINES = ("all", "orthogonal", "diagonal", "alquerque", "alquerque-odd", "long-diagonals")
GRID_STYLES = ("cells", "points")
GRID_COLOURS = ("all", "dark", "light")

_RANK, _FILE, _RISING, _FALLING = (0, 1), (1, 0), (1, 1), (-1, 1)
_DRAWN_AS_POINTS = ("alquerque", "alquerque-odd", "long-diagonals")


def grid(
    width: int,
    height: int,
    lines: str = "all",
    style: str | None = None,
    only: str = "all",
    holes: Iterable[str] = (),
    block: int | None = None,
) -> Board:
    """A square grid, numbered row by row from `a1` at the bottom left.

    `lines` selects the neighbours that are joined, `only` keeps the cells of one colour (`a1` is dark),
    `holes` are cells to leave out, `block` is the side of the square blocks that can be rotated.
    """
    _check(width, height, lines, style, only)
    places = _places(width, height, only, frozenset(holes))
    cells = tuple(Cell(_name(place), float(place[1]), float(place[0])) for place in places)
    return Board(
        shape="grid",
        style=style or ("points" if lines in _DRAWN_AS_POINTS else "cells"),
        cells=cells,
        lines=_lines(places, lines, width),
        wide_lines=_lines(places, "all", width),
        rows=tuple(tuple(places.get((r, c)) for c in range(width)) for r in reversed(range(height))),
        outlines=tuple(rectangle(cell.x, cell.y) for cell in cells),
        blocks=_blocks(places, width, height, block) if block else (),
        sides=extremes(enumerate(cells)),
    )


def _check(width: int, height: int, lines: str, style: str | None, only: str) -> None:
    if width < 1 or height < 1:
        raise BoardError("board.grid-size", width=width, height=height)
    if lines == "long-diagonals" and width != height:
        raise BoardError("board.long-diagonals", width=width, height=height)
    for word, known, code in (
        (lines, GRID_LINES, "board.unknown-lines"),
        (style or "cells", GRID_STYLES, "board.unknown-style"),
        (only, GRID_COLOURS, "board.unknown-colour"),
    ):
        if word not in known:
            raise BoardError(code, word=word, known=tuple(known))


def _name(place: Place) -> str:
    row, column = place
    return f"{letters(column)}{row + 1}"


def _places(width: int, height: int, only: str, holes: frozenset[str]) -> dict[Place, int]:
    everywhere = [(row, column) for row in range(height) for column in range(width)]
    unknown = holes - {_name(place) for place in everywhere}
    if unknown:
        raise BoardError("board.unknown-holes", cells=tuple(sorted(unknown)))
    parities = {"all": (0, 1), "dark": (0,), "light": (1,)}[only]
    kept = [place for place in everywhere if sum(place) % 2 in parities and _name(place) not in holes]
    if not kept:
        raise BoardError("board.no-cells")
    return {place: number for number, place in enumerate(kept)}


def _lines(places: dict[Place, int], kind: str, width: int) -> tuple[Line, ...]:
    found: list[Line] = []
    if kind != "diagonal":
        found += straight_runs(places, _RANK) + straight_runs(places, _FILE)
    for step in (_RISING, _FALLING):
        found += straight_runs(places, step, partial(_has_diagonal, kind, step, width))
    return tuple(found)


def _has_diagonal(kind: str, step: Place, width: int, place: Place) -> bool:
    """Whether the diagonal through a place is drawn: all places of a diagonal have the same parity."""
    row, column = place
    match kind:
        case "all" | "diagonal":
            return True
        case "alquerque":
            return (row + column) % 2 == 0
        case "alquerque-odd":
            return (row + column) % 2 == 1
        case "long-diagonals":
            return row == column if step == _RISING else row + column == width - 1
        case _:
            return False


def _blocks(places: dict[Place, int], width: int, height: int, side: int) -> tuple[tuple[int, ...], ...]:
    if side < 2 or width % side or height % side:
        raise BoardError("board.block-size", width=width, height=height, side=side)
    if len(places) != width * height:
        raise BoardError("board.block-holes")
    down, across = range(0, -side, -1), range(side)
    return tuple(
        tuple(places[top + row, left + column] for row in down for column in across)
        for top in range(height - 1, 0, -side)
        for left in range(0, width, side)
    )
