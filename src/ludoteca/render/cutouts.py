"""Pieces to cut out of paper, in rows, each in a dashed circle."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.render.markup import FONT, number, tag, words
from ludoteca.render.palette import painter
from ludoteca.render.pieces import draw_piece
from ludoteca.render.scene import PieceStyle

_STEP = 100.0
_CUT = 47.0


def cutouts(styles: Sequence[PieceStyle], columns: int, dark_side: str, step: float, title: str = "") -> str:
    """The pieces as a standalone SVG, in rows. Tiles and blocks have square outlines.

    `step` is the distance between two pieces in millimetres.
    """
    rows = -(-len(styles) // columns)
    width, height = columns * _STEP, rows * _STEP
    parts, paint = list[str](), painter(dark_side)
    for place, style in enumerate(styles):
        at = (_STEP * (place % columns) + _STEP / 2, _STEP * (place // columns) + _STEP / 2)
        parts += [_cut(style, at), draw_piece(style, "", at, paint)]
    return tag(
        "svg", tag("title", words(title)) if title else "", *parts, xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}", role="img", class_="cutouts", font_family=FONT,
        width=f"{columns * step:.2f}mm", height=f"{rows * step:.2f}mm",
    )  # fmt: skip


def _cut(style: PieceStyle, at: tuple[float, float]) -> str:
    line: dict[str, str | float | None] = {
        "fill": "none",
        "stroke": "#999",
        "stroke_width": 1.5,
        "stroke_dasharray": "5 4",
    }
    x, y = at
    if style.shape in ("tile", "block"):
        side = 2 * (_CUT + 2)
        return tag("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, **line)
    return tag("circle", cx=x, cy=y, r=_CUT, **line)
