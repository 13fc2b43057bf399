"""A small picture of a position: without coordinates and hands."""

from __future__ import annotations

from ludoteca.render import marks
from ludoteca.render.edges import edges
from ludoteca.render.frame import Frame
from ludoteca.render.markup import Point, number, tag
from ludoteca.render.palette import painter
from ludoteca.render.pieces import draw_piece
from ludoteca.render.scene import Scene
from ludoteca.render.surface import surface

_View = tuple[float, float, float, float]


def board_size(scene: Scene, usual: float, widest: float) -> tuple[float, float]:
    """Width and height of a thumbnail; larger for elongated boards."""
    _, _, width, height = _view(scene)
    wide = widest if width > 1.4 * height else usual
    scale = wide / max(width, height)
    return width * scale, height * scale


def thumbnail(scene: Scene, middle: Point, size: tuple[float, float], theme: bool = True) -> str:
    """The scene as an element of a larger SVG."""
    paint = painter(scene.dark_side, theme)
    frame = Frame(scene.board, scene.flipped)
    view = _view(scene)
    slab = tag("rect", x=view[0], y=view[1], width=view[2], height=view[3], rx=24, fill=paint("board"))
    pieces = [
        draw_piece(style, scene.board.cells[cell].name, frame.cell(cell), paint)
        for cell, style in sorted(scene.pieces.items())
    ]
    return tag(
        "svg", slab, *edges(scene, frame, paint), surface(scene, frame, paint, small=True), *pieces,
        *marks.last_move(scene, frame, paint), *marks.winning(scene, frame, paint),
        x=middle[0] - size[0] / 2, y=middle[1] - size[1] / 2,
        width=size[0], height=size[1], viewBox=" ".join(number(value) for value in view),
    )  # fmt: skip


def _view(scene: Scene) -> _View:
    left, top, right, bottom = Frame(scene.board, scene.flipped).area
    margin = 40.0 if scene.board.shape == "hex" else 14.0
    return left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin
