"""Statistics of a solved game: values by material and depth, the longest win, the first moves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from ludoteca import render
from ludoteca.games import SIDES, Position
from ludoteca.games.scenes import scene
from ludoteca.kernel import RetrogradeSolver
from ludoteca.kernel.constants import VALUE_KNOWN, VALUE_PLIES, VALUE_WON
from ludoteca.solver.retrograde.lookup import table_for
from ludoteca.solver.retrograde.material import Slice
from ludoteca.solver.retrograde.statistics import (
    Counted,
    Counts,
    all_counts,
    count,
    count_all,
    longest_win,
)
from ludoteca.solver.retrograde.tables import MemoryTable
from ludoteca.solver.task import Task
from ludoteca.solver.values import Value, moves_of


@dataclass(frozen=True)
class Layer:
    """Positions with the same material, with either side to move."""

    material: str
    """Pieces on the board and in hand, in position notation."""
    ply: int | None
    """Moves made, if the pieces in hand determine it."""
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class Findings:
    """Statistics of a solved game. Values are for the side to move."""

    counts: Counts
    layers: tuple[Layer, ...]
    distances: tuple[tuple[int, int, int], ...]
    """Depth in plies, positions won at that depth, positions lost at that depth."""
    hardest: Position | None
    """A position with the longest forced win."""
    line: tuple[str, ...]
    """The moves of that win."""
    moves: tuple[tuple[str, Value], ...]
    """Each first move with its value for the side to move."""
    picture: str
    """The board with the values of the first moves, as text."""
    svg: str
    """The same as an SVG image."""


def explore(task: Task, most: int) -> Findings:
    """Statistics of all that follows a position. Makes a table of at most `most` indices if there is none."""
    table = table_for(task.position, task, most)
    values = table.load()
    solver = RetrogradeSolver(table.space.ranking, values)
    solver.mark_terminal(0, table.space.ranking.total)
    counted = all_counts(table.space, values, task)
    hardest, line = longest_win(counted)
    moves = tuple(moves_of(MemoryTable(table.space, values), task.position))
    drawn = _with_values(task.position, moves)
    return Findings(
        counted.counts, tuple(_layers(counted)), tuple(_distances(counted.counts)), hardest, tuple(line),
        moves, render.text(drawn), render.svg(drawn, None, True),
    )  # fmt: skip


def _layers(counted: Counted) -> list[Layer]:
    """Counts by material in game order: full hands first, then most pieces on the board."""
    space = counted.space
    slices = [one for group in space.slices.groups for one in group]
    if counted.seen is None:
        counts_by_slice = count_all(space, RetrogradeSolver(space.ranking, counted.values))
    else:
        solver = RetrogradeSolver(space.ranking, counted.values)
        counts_by_slice = [
            count(solver, first, first + size, counted.seen) for first, size in space.ranking.slices
        ]
    by_material: dict[Any, Counter[int]] = {}
    for one, found in zip(slices, counts_by_slice, strict=True):
        by_material.setdefault((one.counts, one.hands), Counter()).update(found)
    layers = []
    for (counts, hands), found in by_material.items():
        here = Counts(found)
        if here.all:
            material = _material(space.game.compiled.kinds.letters, counts, hands)
            ply = _ply(space.start, hands)
            layers.append((-sum(map(sum, hands)), -sum(counts), material, ply, here))
    return [
        Layer(m, ply, here.won, here.drawn, here.lost) for _, _, m, ply, here in sorted(layers, key=_first)
    ]


def _first(row: tuple[int, int, str, Any, Any]) -> tuple[int, int, str]:
    return row[:3]


def _ply(start: Slice, hands: Any) -> int | None:
    """Moves made, from the pieces left in hand; None if the hands are empty."""
    begun, left = sum(map(sum, start.hands)), sum(map(sum, hands))
    return begun - left if left else None


def _material(letters: tuple[str, ...], counts: Any, hands: Any) -> str:
    board = " ".join(f"{letters[code]}{n}" for code, n in enumerate(counts) if n) or "–"
    held = ",".join(f"{mark}{sum(hand)}" for mark, hand in zip("xo", hands, strict=True) if sum(hand))
    return f"{board} hand={held}" if held else board


def _distances(counts: Counts) -> list[tuple[int, int, int]]:
    found = counts.by_value
    furthest = max((value & VALUE_PLIES for value in found if value >= VALUE_KNOWN), default=-1)
    return [(n, found[VALUE_KNOWN | VALUE_WON | n], found[VALUE_KNOWN | n]) for n in range(furthest + 1)]


def _with_values(position: Position, moves: tuple[tuple[str, Value], ...]) -> render.Scene:
    """The board with the best value of a move to each cell: `+7` wins in 7, `=` draws, `-8` loses in 8."""
    mover = SIDES.index(position.mover)
    best: dict[int, Value] = {}
    for text, value in moves:
        path = position.find(text).path
        cells = [position.game.board.index[click] for click in path if click in position.game.board.index]
        if cells and (cells[-1] not in best or value.rank > best[cells[-1]].rank):
            best[cells[-1]] = value
    shown = scene(position)
    pieces = dict(shown.pieces)
    for cell, value in best.items():
        side = {"win": SIDES[mover], "loss": SIDES[1 - mover]}.get(value.kind, "shared")
        sign = {"win": "+", "loss": "-"}.get(value.kind, "=")
        pieces[cell] = render.PieceStyle(side, "letter", f"{sign}{value.plies or ''}")
    return replace(shown, pieces=pieces)
