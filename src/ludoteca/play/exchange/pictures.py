"""A position as a picture, a game as a moving one."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.errors import BadRecord
from ludoteca.games import Position
from ludoteca.render import raster

NARROWEST, WIDEST = 64, 2000
MOST_FRAMES = 600
SECONDS_A_MOVE = 0.8


def png(position: Position, width: int = 480, flipped: bool = False, lang: str = "en") -> bytes:
    """The position as a PNG of this width, within limits."""
    wide = min(max(width, NARROWEST), WIDEST)
    return raster.png(position.svg(wide, flipped, lang, theme=False), wide)


def animation(line: Sequence[Position], width: int = 480, lang: str = "en") -> bytes:
    """The positions of a game one after the other as a GIF, the last one longer."""
    if len(line) > MOST_FRAMES:
        raise BadRecord(
            f"a moving picture holds at most {MOST_FRAMES - 1} moves, and this game has {len(line) - 1}."
        )
    wide = min(max(width, NARROWEST), 800)
    frames = [png(position, wide, lang=lang) for position in line]
    return raster.gif(frames, SECONDS_A_MOVE)
