"""The board."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.spec.phrases import POINT_MADE_OF, POINT_NAME, REGION
from ludoteca.games.words import Choice, Flag, Int, Many, Named, Text, word

SHAPES = ("grid", "hex", "hexagon", "pits", "wheel", "points")


@dataclass(frozen=True)
class Board:
    """The board. Just one of `grid`, `hex`, `hexagon`, `pits`, `wheel` and `points` says its shape."""

    where: str
    grid: tuple[int, ...] | None = word(
        Many(Int(1, 20), 2, 2), "Columns and rows of a square grid.", "grid = [5, 5]", default=None
    )
    hex: tuple[int, ...] | None = word(
        Many(Int(1, 19), 2, 2), "Columns and rows of a rhombus of hexagons.", "hex = [11, 11]", default=None
    )
    hexagon: int | None = word(
        Int(2, 11), "Cells along each side of a hexagon of hexagons.", "hexagon = 5", default=None
    )
    pits: int | None = word(Int(1, 10), "Pits in each of two rows.", "pits = 6", default=None)
    stores: bool = word(
        Flag(),
        "Whether each player has a store beside the pits.",
        "stores = false",
        default=True,
        needs=("pits",),
    )
    wheel: tuple[int, ...] | None = word(
        Many(Int(1, 24), 2, 2), "Rays and rings around a centre.", "wheel = [8, 1]", default=None
    )
    points: dict[str, tuple[int, ...]] | None = word(
        Named(Many(Int(-100, 100), 2, 2), 384, POINT_NAME, POINT_MADE_OF),
        "The points of any other board, each with its place: across and up.",
        "points = { a = [0, 0], b = [1, 0], c = [2, 0] }",
        default=None,
    )
    joined: tuple[str, ...] = word(
        Many(Text('names of points in a row, such as "a b c"', 400), 400),
        "The straight lines through those points, each as the names of its points in order.",
        'joined = ["a b c", "a d g"]',
        default=(),
        needs=("points",),
    )
    rings: tuple[str, ...] = word(
        Many(Text("names of points around a ring", 400), 40),
        "Closed lines: the last point is joined to the first.",
        'rings = ["a b c d"]',
        default=(),
        needs=("points",),
    )
    tracks: tuple[str, ...] = word(
        Many(Text('names of cells along a closed track, with "~" where it goes round a loop', 600), 20),
        "Closed tracks with loops, for captures that run along them.",
        'tracks = ["b1 b2 b3 ~ c3 c2 c1 ~"]',
        default=(),
    )
    lines: str = word(
        Choice(("all", "orthogonal", "diagonal", "alquerque", "alquerque-odd", "long-diagonals")),
        "Which neighbours of a grid are joined. `alquerque` has diagonals on every second cell.",
        'lines = "alquerque"',
        default="all",
        needs=("grid",),
    )
    only: str = word(
        Choice(("all", "dark", "light")),
        "Use only the dark or the light cells of a grid.",
        'only = "dark"',
        default="all",
        needs=("grid",),
    )
    holes: str | None = word(
        REGION, "Cells of a grid that are not there.", 'holes = "a1-b2 d4"', default=None, needs=("grid",)
    )
    block: int | None = word(
        Int(2, 6), "Side of the square blocks that can be turned.", "block = 3", default=None, needs=("grid",)
    )
    style: str | None = word(
        Choice(("cells", "points")),
        "Draw cells, or crossings of lines.",
        'style = "points"',
        default=None,
        needs=("grid",),
    )
