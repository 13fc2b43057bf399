"""Pits and stores as SVG, with seeds and their number."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin, sqrt

from ludoteca.geometry import is_store
from ludoteca.render.frame import Frame
from ludoteca.render.markup import Point, label, tag
from ludoteca.render.palette import Paint
from ludoteca.render.scene import Scene

_SEED = 7.0
_MOST_SEEDS = 12
_MOST_STORED = 40
"""The most seeds drawn in a pit and in a store."""
_GOLDEN_TURN = pi * (3 - sqrt(5))


def draw_pits(scene: Scene, frame: Frame, paint: Paint, small: bool = False) -> list[str]:
    """The pits and stores; in a `small` picture only the numbers. A pit without a count has no number."""
    counts = scene.counts or {}
    cells = range(len(frame.board.cells))
    return [draw_pit(frame, number, counts.get(number), paint, small) for number in cells]


def draw_pit(frame: Frame, number: int, count: int | None, paint: Paint, small: bool = False) -> str:
    cell = frame.board.cells[number]
    half_height = half_height_of(frame, number)
    return _drawn(cell.name, is_store(cell), frame.cell(number), half_height, count, paint, small)


@lru_cache(maxsize=1024)
def _drawn(
    name: str, tall: bool, at: Point, half_height: float, count: int | None, paint: Paint, small: bool
) -> str:
    """One pit or store, cached: most do not change from move to move."""
    x, y = at
    box = {"x": x - 43, "width": 86, "rx": 38}
    seeds = [] if small or not count else _seed_points(count, tall, x, y)
    number_at, size = ((x, y), 62) if small else ((x, y + half_height - 24), 30)
    parts = [
        # A shadow at the upper edge.
        tag("rect", **box, y=y - half_height, height=2 * half_height, fill="#000", fill_opacity="0.3"),
        tag("rect", **box, y=y - half_height + 6, height=2 * half_height - 6, fill=paint("hollow")),
        *(_seed(point, paint) for point in seeds),
    ]
    if count is not None:
        style = {"class_": "count", "fill": paint("seed"), "font_weight": "700"}
        parts.append(label(str(count), number_at, **style, font_size=size))
    return tag("g", *parts, class_="cell store" if tall else "cell pit", data_cell=name)


def half_height_of(frame: Frame, number: int) -> float:
    """Half the drawn height of a pit or store."""
    ys = [y for _, y in frame.outline(number)]
    return (max(ys) - min(ys)) / 2 - 5


def _seed_points(count: int, tall: bool, x: float, y: float) -> list[Point]:
    """A phyllotaxis (sunflower) arrangement: even and deterministic."""
    shown = min(count, _MOST_STORED if tall else _MOST_SEEDS)
    middle, stretch = (y - 20, 2.6) if tall else (y - 16, 1.0)
    spread = 30 / sqrt(max(shown, 6))
    points = []
    for n in range(shown):
        radius, angle = spread * sqrt(n + 0.3), n * _GOLDEN_TURN
        points.append((x + radius * cos(angle), middle + stretch * radius * sin(angle)))
    return points


def _seed(point: Point, paint: Paint) -> str:
    x, y = point
    rim = {"stroke": "#000", "stroke_opacity": "0.45"}
    return tag("circle", cx=x, cy=y, r=_SEED, fill=paint("seed"), class_="seed", **rim)


def pit_names(frame: Frame, paint: Paint) -> list[str]:
    """The number of each pit from its owner's left, outside the rows."""
    texts = []
    for number, cell in enumerate(frame.board.cells):
        if not is_store(cell):
            x, y = frame.cell(number)
            outward = 1 if (cell.y == 0) != frame.flipped else -1
            y += outward * (half_height_of(frame, number) + frame.font * 0.85)
            texts.append(label(cell.name.rstrip("'"), (x, y)))
    return [tag("g", *texts, class_="coordinates", fill=paint("coordinate"), font_size=frame.font)]
