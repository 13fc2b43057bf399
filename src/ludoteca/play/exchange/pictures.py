"""A position as a PNG, a game as an animated GIF."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.errors import BadRecord
from ludoteca.games import Position
from ludoteca.render import raster

MIN_WIDTH, MAX_WIDTH = 64, 2000
MAX_FRAMES = 600
SECONDS_PER_MOVE = 0.8


def png(position: Position, width: int = 480, flipped: bool = False, lang: str = "en") -> bytes:
    """The position as a PNG of this width, within limits."""
    wide = min(max(width, MIN_WIDTH), MAX_WIDTH)
    return raster.png(position.svg(wide, flipped, lang, theme=False), wide)


def animation(line: Sequence[Position], width: int = 480, lang: str = "en") -> bytes:
    """The positions of a game as an animated GIF; the last one is shown longer."""
    if len(line) > MAX_FRAMES:
        raise BadRecord("record.animation-length", limit=MAX_FRAMES - 1, found=len(line) - 1)
    wide = min(max(width, MIN_WIDTH), 800)
    frames = [png(position, wide, lang=lang) for position in line]
    return raster.gif(frames, SECONDS_PER_MOVE)
