"""A position as a standalone SVG."""

from __future__ import annotations

from ludoteca.render import marks
from ludoteca.render.edges import edges
from ludoteca.render.frame import Frame, frame_of
from ludoteca.render.markup import FONT, number, tag, words
from ludoteca.render.palette import Paint, painter
from ludoteca.render.pieces import draw_piece
from ludoteca.render.point_names import point_names
from ludoteca.render.scene import Scene
from ludoteca.render.surface import surface


def svg(scene: Scene, size: int | None = None, theme: bool = True, frame: Frame | None = None) -> str:
    """The scene as SVG, without scripts or references. Deterministic.

    `size` is the width in pixels; without it the picture fills its container. Without `theme` the colours
    are fixed, for renderers without CSS custom properties. A `frame` other than that of the scene may have
    room for hands that the scene does not have.
    """
    paint = painter(scene.dark_side, theme)
    frame = frame or frame_of(scene)
    _, _, width, height = frame.view
    return tag(
        "svg",
        tag("title", words(scene.title or "Board")),
        tag("desc", words(scene.description)) if scene.description else "",
        *_layers(scene, frame, paint),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(number(value) for value in frame.view),
        width=size,
        height=round(size * height / width) if size else None,
        role="img",
        class_=f"ludoteca {scene.board.shape}",
        font_family=FONT,
    )


def _layers(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """The layers, from bottom to top."""
    pieces = [
        draw_piece(style, scene.board.cells[cell].name, frame.cell(cell), paint)
        for cell, style in sorted(scene.pieces.items())
    ]
    return [
        _slab(frame, paint),
        *edges(scene, frame, paint),
        surface(scene, frame, paint),
        tag("g", *pieces, class_="pieces"),
        *marks.last_move(scene, frame, paint),
        *marks.winning(scene, frame, paint),
        *point_names(frame, paint),
        *marks.targets(scene, frame, paint),
        *marks.arrows(scene, frame, paint),
        *marks.labels(scene, frame),
        *marks.hands(scene, frame, paint),
    ]


def _slab(frame: Frame, paint: Paint) -> str:
    left, top, width, height = frame.view
    return tag("rect", x=left, y=top, width=width, height=height, rx=24, fill=paint("board"), class_="slab")
