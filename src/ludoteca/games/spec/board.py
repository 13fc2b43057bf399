"""The board."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, ListOf, MapOf, OneOf, String, spec_field
from ludoteca.games.spec.common import POINT_MADE_OF, POINT_NAME, REGION

SHAPES = ("grid", "hex", "hexagon", "triangle", "pits", "wheel", "points")


@dataclass(frozen=True)
class Board:
    """The board. Exactly one of `grid`, `hex`, `hexagon`, `triangle`, `pits`, `wheel`, `points` is given."""

    where: str
    grid: tuple[int, ...] | None = spec_field(
        ListOf(Integer(1, 20), 2, 2), "Columns and rows of a square grid.", "grid = [5, 5]", default=None
    )
    hex: tuple[int, ...] | None = spec_field(
        ListOf(Integer(1, 19), 2, 2),
        "Columns and rows of a rhombus of hexagons.",
        "hex = [11, 11]",
        default=None,
        general="the usual board of connection games",
    )
    hexagon: int | None = spec_field(
        Integer(2, 11),
        "Cells on each side of a hexagon of hexagons.",
        "hexagon = 5",
        default=None,
        general="hexagonal boards of any size",
    )
    triangle: int | None = spec_field(
        Integer(2, 27),
        "Cells on each side of a triangle of hexagons.",
        "triangle = 8",
        default=None,
        general="boards with three sides: connection games, races from a corner",
    )
    pits: int | None = spec_field(Integer(1, 10), "Pits in each of two rows.", "pits = 6", default=None)
    stores: bool = spec_field(
        Boolean(),
        "Whether each player has a store beside the pits.",
        "stores = false",
        default=True,
        needs=("pits",),
        general="sowing games are played with stores and without",
    )
    wheel: tuple[int, ...] | None = spec_field(
        ListOf(Integer(1, 24), 2, 2), "Spokes and rings around a centre.", "wheel = [8, 1]", default=None
    )
    points: dict[str, tuple[int, ...]] | None = spec_field(
        MapOf(ListOf(Integer(-100, 100), 2, 2), 384, POINT_NAME, POINT_MADE_OF),
        "The points of any other board with their coordinates: horizontal and vertical.",
        "points = { a = [0, 0], b = [1, 0], c = [2, 0] }",
        default=None,
    )
    joined: tuple[str, ...] = spec_field(
        ListOf(String("expected.line", 400), 400),
        "The straight lines through those points, each given by the names of its points in order.",
        'joined = ["a b c", "a d g"]',
        default=(),
        needs=("points",),
    )
    rings: tuple[str, ...] = spec_field(
        ListOf(String("expected.ring", 400), 40),
        "Closed lines: the last point is connected to the first.",
        'rings = ["a b c d"]',
        default=(),
        needs=("points",),
        general="closed lines on any board of points; `wheel` is made of them",
    )
    tracks: tuple[str, ...] = spec_field(
        ListOf(String("expected.track", 600), 20),
        "Closed tracks with loops, for captures along them.",
        'tracks = ["b1 b2 b3 ~ c3 c2 c1 ~"]',
        default=(),
        general="any closed curved path, inside or outside the board",
    )
    lines: str = spec_field(
        OneOf(("all", "orthogonal", "diagonal", "alquerque", "alquerque-odd", "long-diagonals")),
        "Which neighbours of a grid are connected. `alquerque` has diagonals on every second cell.",
        'lines = "alquerque"',
        default="all",
        needs=("grid",),
    )
    only: str = spec_field(
        OneOf(("all", "dark", "light")),
        "Use only the dark or the light cells of a grid.",
        'only = "dark"',
        default="all",
        needs=("grid",),
    )
    holes: str | None = spec_field(
        REGION, "Cells to leave out of a grid.", 'holes = "a1-b2 d4"', default=None, needs=("grid",)
    )
    block: int | None = spec_field(
        Integer(2, 6),
        "The side of the square blocks that can be rotated.",
        "block = 3",
        default=None,
        needs=("grid",),
        general="rotating blocks of a grid, of any size that fits",
    )
    style: str | None = spec_field(
        OneOf(("cells", "points")),
        "Draw cells, or intersections of lines.",
        'style = "points"',
        default=None,
        needs=("grid",),
    )
