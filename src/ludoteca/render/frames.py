"""The pictures of an animation.

What differs between them (pieces, seeds, marks, hands) is rasterised once, on a few large sheets, and pasted
on the empty board: to rasterise each whole picture takes ten times as long."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from io import BytesIO
from math import ceil, floor

from PIL import Image

from ludoteca.render.frame import HAND_HEIGHT, UNIT, Frame
from ludoteca.render.marks import hands, last_move
from ludoteca.render.markup import FONT, tag
from ludoteca.render.palette import painter
from ludoteca.render.pieces import draw_piece
from ludoteca.render.pits import draw_pit
from ludoteca.render.point_names import point_names
from ludoteca.render.raster import png
from ludoteca.render.scene import PieceStyle, Scene
from ludoteca.render.svg import svg

_SHEET = 2000
"""The width and the greatest height of a sheet in pixels; parts that do not fit go to the next one."""
_REACH = 0.56 * UNIT
"""A piece and its marks are within this distance from the middle of its cell."""

Box = tuple[int, int, int, int]
"""Left, top, right and bottom in pixels."""


@dataclass(frozen=True)
class _Part:
    """Something to paste on the board."""

    markup: str
    box: Box

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return right - left, bottom - top


class Frames:
    """The scenes of one game as images of the same size."""

    def __init__(self, scenes: Sequence[Scene], width: int) -> None:
        self.scenes, first = scenes, scenes[0]
        # Room for a hand that is empty in some of the pictures.
        held = [next((one.hands[side] for one in scenes if one.hands[side]), "") for side in (0, 1)]
        self.frame = Frame(first.board, first.flipped, (held[0], held[1]))
        self._paint = painter(first.dark_side, theme=False)
        self._scale = width / self.frame.view[2]
        empty = replace(first, pieces={}, counts=None, last=(), hands=("", ""))
        board = _image(png(svg(empty, theme=False, frame=self.frame), width)).convert("RGBA")
        self._empty = Image.new("RGB", board.size, "white")  # outside its round corners
        self._empty.paste(board, mask=board)
        self._pieces: dict[tuple[int, PieceStyle], _Part] = {}
        parts = dict.fromkeys(part for scene in scenes for part in self._parts(scene))
        self._images = {part: image for sheet in _sheets(parts) for part, image in self._drawn(sheet)}

    def __iter__(self) -> Iterator[Image.Image]:
        return (self.picture(scene) for scene in self.scenes)

    def picture(self, scene: Scene) -> Image.Image:
        """A scene as an RGB image."""
        image = self._empty.copy()
        for part in self._parts(scene):
            drawn = self._images[part]
            image.paste(drawn, part.box[:2], drawn)
        return image

    # -- parts ----------------------------------------------------------------------------------------

    def _parts(self, scene: Scene) -> Iterator[_Part]:
        """From bottom to top, as in a whole picture."""
        frame, paint = self.frame, self._paint
        for cell, count in (scene.counts or {}).items():
            yield _Part(self._ground(cell) + draw_pit(frame, cell, count, paint), self._cell_box(cell))
        for cell, style in sorted(scene.pieces.items()):
            yield self._piece(cell, style)
        for cell, drawn in zip(dict.fromkeys(scene.last), last_move(scene, frame, paint), strict=True):
            yield _Part(drawn, self._cell_box(cell))
        yield from self._names
        for side, hand in enumerate(scene.hands):
            if hand:
                alone = ("", hand) if side else (hand, "")
                yield _Part(hands(replace(scene, hands=alone), frame, paint)[0], self._hand_box(side))

    def _piece(self, cell: int, style: PieceStyle) -> _Part:
        found = self._pieces.get((cell, style))
        if found is None:
            name, at = self.frame.board.cells[cell].name, self.frame.cell(cell)
            found = _Part(draw_piece(style, name, at, self._paint), self._cell_box(cell))
            self._pieces[cell, style] = found
        return found

    def _ground(self, cell: int) -> str:
        """Covers an empty pit."""
        xs, ys = zip(*self.frame.outline(cell), strict=True)
        box = {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
        return tag("rect", **box, fill=self._paint("board"))

    @cached_property
    def _names(self) -> list[_Part]:
        left, top, width, height = self.frame.view
        box = self._box(left, top, left + width, top + height)
        return [_Part(drawn, box) for drawn in point_names(self.frame, self._paint)]

    def _cell_box(self, cell: int) -> Box:
        if self.frame.board.style == "pits":
            xs, ys = zip(*self.frame.outline(cell), strict=True)
            return self._box(min(xs), min(ys), max(xs), max(ys))
        x, y = self.frame.cell(cell)
        return self._box(x - _REACH, y - _REACH, x + _REACH, y + _REACH)

    def _hand_box(self, side: int) -> Box:
        left, top, width, height = self.frame.view
        if (side == 0) != self.frame.flipped:
            top += height - HAND_HEIGHT
        return self._box(left, top, left + width, top + HAND_HEIGHT)

    def _box(self, left: float, top: float, right: float, bottom: float) -> Box:
        """The pixels that a part of the board touches."""
        x, y = self.frame.view[:2]
        width, height = self._empty.size
        return (
            max(0, floor((left - x) * self._scale)),
            max(0, floor((top - y) * self._scale)),
            min(width, ceil((right - x) * self._scale)),
            min(height, ceil((bottom - y) * self._scale)),
        )

    # -- sheets ---------------------------------------------------------------------------------------

    def _drawn(self, sheet: dict[_Part, tuple[int, int]]) -> Iterator[tuple[_Part, Image.Image]]:
        """The parts of a sheet as images, by their places on it."""
        height = max(y + part.size[1] for part, (_, y) in sheet.items())
        inner = "".join(self._nested(part, *place) for part, place in sheet.items())
        outer = tag(
            "svg", inner, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_SHEET} {height}",
            width=_SHEET, height=height, font_family=FONT,
        )  # fmt: skip
        image = _image(png(outer, _SHEET)).convert("RGBA")
        for part, (x, y) in sheet.items():
            yield part, image.crop((x, y, x + part.size[0], y + part.size[1]))

    def _nested(self, part: _Part, x: int, y: int) -> str:
        left = self.frame.view[0] + part.box[0] / self._scale
        top = self.frame.view[1] + part.box[1] / self._scale
        wide, high = part.size
        view = f"{left:.4f} {top:.4f} {wide / self._scale:.4f} {high / self._scale:.4f}"
        place = {"x": float(x), "y": float(y), "width": float(wide), "height": float(high)}
        # Without clipping, for which the renderer would need a layer for each part.
        return tag("svg", part.markup, **place, viewBox=view, preserveAspectRatio="none", overflow="visible")


def _sheets(parts: Iterable[_Part]) -> Iterator[dict[_Part, tuple[int, int]]]:
    """Sheets of parts in rows, with the place of each part."""
    sheet, x, y, tall = dict[_Part, tuple[int, int]](), 0, 0, 0
    for part in sorted(parts, key=lambda one: one.size[1]):
        wide, high = part.size
        if x + wide > _SHEET:
            x, y, tall = 0, y + tall, 0
        if sheet and y + high > _SHEET:
            yield sheet
            sheet, x, y, tall = {}, 0, 0, 0
        sheet[part] = (x, y)
        x, tall = x + wide, max(tall, high)
    if sheet:
        yield sheet


def _image(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))
