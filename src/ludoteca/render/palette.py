"""The colours: CSS custom properties with fallbacks, so that a page can theme all boards."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

COLOURS = {
    "board": "#ead7b0",  # background
    "cell-light": "#f5e9cf",
    "cell-dark": "#d8ba8b",
    "hollow": "#a87f52",  # pits
    "line": "#6f5236",  # lines between points, borders of cells
    "coordinate": "#6f5236",
    "light": "#fdfaf3",  # the pieces of one side
    "light-ink": "#3b2d22",  # marks on them
    "light-rim": "#3b2d22",
    "dark": "#34302d",  # the pieces of the other side
    "dark-ink": "#f3ead8",
    "dark-rim": "#161311",
    "shared": "#c8553d",
    "shared-ink": "#fff6ec",
    "shared-rim": "#7a2a1b",
    "neutral": "#8b8378",
    "neutral-ink": "#4a453f",
    "neutral-rim": "#4a453f",
    "seed": "#f6efe0",
    "mark": "#b3261e",  # the last move
    "win": "#ffc933",  # why the game is over
    "win-rim": "#2b1d06",
    "target": "#2e7d4f",  # where one may go
    "arrow": "#2b62a8",
}
"""Page themes set `--board`, `--light` and so on; these are the fallbacks."""

Paint = Callable[[str], str]
"""From a colour name, or the name of a side such as `first-rim`, to an attribute value."""


def colour_of(side: str, dark_side: str) -> str:
    """The colour of a side's pieces: `dark` or `light`."""
    return "dark" if side == dark_side else "light"


@cache
def painter(dark_side: str, theme: bool = True) -> Paint:
    """The colours of a picture in which `first` or `second` has the dark pieces.

    With `theme` a colour is `var(--board, #ead7b0)`: that of the page, or the fallback. Without, it is the
    fallback, for renderers without CSS custom properties.
    """

    def paint(name: str) -> str:
        side, hyphen, part = name.partition("-")
        if side in ("first", "second"):
            name = colour_of(side, dark_side) + hyphen + part
        return f"var(--{name}, {COLOURS[name]})" if theme else COLOURS[name]

    return paint
