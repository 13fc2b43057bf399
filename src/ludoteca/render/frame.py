"""The transformation from board coordinates to SVG coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludoteca.geometry import Board
from ludoteca.render.board_lines import loop_path
from ludoteca.render.markup import Point
from ludoteca.render.scene import Scene

UNIT = 100.0
"""The distance of neighbouring cells, the same in every picture."""
HAND_HEIGHT = 75.0
_MARGINS = {"cells": 1.9, "points": 1.3, "pits": 1.7}
"""Margin for coordinates, in font sizes."""
_HEX_MARGIN = 2.4
"""Margin with space for the bands of owned edges."""
_SLANTED_MARGIN = 90.0
"""Margin with space for the names of rows and columns beside a parallelogram of hexagons."""


@dataclass(frozen=True)
class Frame:
    """SVG coordinates of a board; y grows downwards."""

    board: Board
    flipped: bool = False
    hands: tuple[str, str] = ("", "")

    @cached_property
    def scale(self) -> float:
        return UNIT / (self.board.spacing if self.board.shape == "graph" else 1.0)

    def at(self, x: float, y: float) -> Point:
        """A board point in SVG coordinates."""
        return (-x * self.scale, y * self.scale) if self.flipped else (x * self.scale, -y * self.scale)

    def cell(self, number: int) -> Point:
        return self.at(self.board.cells[number].x, self.board.cells[number].y)

    def outline(self, number: int) -> list[Point]:
        return [self.at(x, y) for x, y in self.board.outlines[number]]

    @cached_property
    def loops(self) -> list[list[Point]]:
        """The loops outside the board as polylines."""
        return [[self.at(x, y) for x, y in loop_path(self.board, *loop)] for loop in self.board.loops]

    @cached_property
    def area(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the board itself."""
        if self.board.shape == "graph":
            points = [self.cell(n) for n in range(len(self.board.cells))]
            room = UNIT / 2
        else:
            points = [corner for n in range(len(self.board.cells)) for corner in self.outline(n)]
            room = 0.0
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room

    @property
    def font(self) -> float:
        """The font size of coordinates: larger on large boards, which are scaled down more."""
        left, top, right, bottom = self.area
        return min(44.0, max(26.0, max(right - left, bottom - top) * 0.024))

    @cached_property
    def view(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the whole picture."""
        left, top, right, bottom = self.area
        margin = self.font * (_HEX_MARGIN if self.board.shape == "hex" else _MARGINS[self.board.style])
        if self.board.shape == "hex" and len({len(row) for row in self.board.rows}) == 1:
            margin = max(margin, _SLANTED_MARGIN)
        above, below = self.hands if self.flipped else self.hands[::-1]
        left, right = left - margin, right + margin
        top, bottom = top - margin, bottom + margin
        for x, y in (point for loop in self.loops for point in loop):
            left, right = min(left, x - UNIT / 4), max(right, x + UNIT / 4)
            top, bottom = min(top, y - UNIT / 4), max(bottom, y + UNIT / 4)
        top -= HAND_HEIGHT if above else 0
        bottom += HAND_HEIGHT if below else 0
        return left, top, right - left, bottom - top


def frame_of(scene: Scene) -> Frame:
    return Frame(scene.board, scene.flipped, scene.hands)


def boxes(scene: Scene) -> dict[int, tuple[float, float, float, float]]:
    """Left, top, width and height of each cell as fractions of the picture, for buttons over it."""
    frame = frame_of(scene)
    left, top, width, height = frame.view
    found = {}
    for number in range(len(scene.board.cells)):
        xs, ys = zip(*frame.outline(number), strict=True)
        found[number] = (
            (min(xs) - left) / width,
            (min(ys) - top) / height,
            (max(xs) - min(xs)) / width,
            (max(ys) - min(ys)) / height,
        )
    return found
