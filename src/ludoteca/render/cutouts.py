"""Pieces to be cut out of paper, in rows, each within a dashed circle."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.render.markup import FONT, number, tag, words
from ludoteca.render.palette import plain
from ludoteca.render.pieces import draw_piece
from ludoteca.render.scene import PieceStyle

_STEP = 100.0
_CUT = 47.0


def cutouts(looks: Sequence[PieceStyle], columns: int, title: str = "") -> str:
    """The pieces as a standalone picture with so many in a row. Tiles and blocks are cut along squares."""
    rows = -(-len(looks) // columns)
    width, height = columns * _STEP, rows * _STEP
    parts = []
    for place, look in enumerate(looks):
        at = (_STEP * (place % columns) + _STEP / 2, _STEP * (place // columns) + _STEP / 2)
        parts += [_cut(look, at), draw_piece(look, "", at, plain)]
    return tag(
        "svg", tag("title", words(title)) if title else "", *parts, xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}", role="img", class_="cutouts", font_family=FONT,
    )  # fmt: skip


def _cut(look: PieceStyle, at: tuple[float, float]) -> str:
    line: dict[str, str | float | None] = {
        "fill": "none",
        "stroke": "#999",
        "stroke_width": 1.5,
        "stroke_dasharray": "5 4",
    }
    x, y = at
    if look.shape in ("tile", "block"):
        side = 2 * (_CUT + 2)
        return tag("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, **line)
    return tag("circle", cx=x, cy=y, r=_CUT, **line)
