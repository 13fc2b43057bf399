"""A position as a PNG, a game as an animated GIF."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ludoteca.errors import BadRecord
from ludoteca.games import Position
from ludoteca.games.scenes import scene
from ludoteca.render import COLOURS, raster

if TYPE_CHECKING:
    from PIL.Image import Image

MIN_WIDTH, MAX_WIDTH = 64, 2000
MAX_FRAMES = 600
SECONDS_PER_MOVE = 0.8
_SAMPLES = 6
"""Positions from which the colours of an animation are taken, besides the first."""
_BAR = 4


def png(position: Position, width: int = 480, flipped: bool = False, lang: str = "en") -> bytes:
    """The position as a PNG of this width, within limits."""
    wide = min(max(width, MIN_WIDTH), MAX_WIDTH)
    return raster.png(position.svg(wide, flipped, lang, theme=False), wide)


def animation(line: Sequence[Position], width: int = 480, lang: str = "en") -> bytes:
    """The positions of a game as an animated GIF; the last one is shown longer."""
    if len(line) > MAX_FRAMES:
        raise BadRecord("record.animation-length", limit=MAX_FRAMES - 1, found=len(line) - 1)
    wide = min(max(width, MIN_WIDTH), 800)
    from ludoteca.render.frames import Frames  # needs Pillow

    frames = Frames([scene(position, lang=lang) for position in line], wide)
    chosen = [frames.scenes[n * (len(line) - 1) // _SAMPLES] for n in range(_SAMPLES + 1)]
    samples = [_with_progress(frames.picture(one), 0.5) for one in chosen]
    usual = round(1000 * SECONDS_PER_MOVE)
    times = [usual] * (len(line) - 1) + [4 * usual]
    return raster.gif((_with_progress(one, n / len(line)) for n, one in enumerate(frames, 1)), samples, times)


def _with_progress(picture: Image, share: float) -> Image:
    """The picture with a bar at the bottom that shows how much of the game is over."""
    bar = picture.height - _BAR
    picture.paste(COLOURS["cell-dark"], (0, bar, picture.width, picture.height))
    picture.paste(COLOURS["line"], (0, bar, round(picture.width * share), picture.height))
    return picture
