"""The colours: CSS custom properties with fallbacks, so that a page can theme all boards."""

from __future__ import annotations

from collections.abc import Callable

COLOURS = {
    "board": "#ead7b0",  # background
    "cell-light": "#f5e9cf",
    "cell-dark": "#d8ba8b",
    "hollow": "#a87f52",  # pits
    "line": "#6f5236",  # lines between points, borders of cells
    "coordinate": "#6f5236",
    "first": "#fdfaf3",
    "first-ink": "#3b2d22",  # marks on first's pieces
    "first-rim": "#3b2d22",
    "second": "#34302d",
    "second-ink": "#f3ead8",
    "second-rim": "#161311",
    "shared": "#c8553d",
    "shared-ink": "#fff6ec",
    "shared-rim": "#7a2a1b",
    "neutral": "#8b8378",
    "neutral-ink": "#4a453f",
    "neutral-rim": "#4a453f",
    "seed": "#f6efe0",
    "mark": "#b3261e",  # the last move
    "target": "#2e7d4f",  # where one may go
    "arrow": "#2b62a8",
}
"""Page themes set `--board`, `--first` and so on; these are the fallbacks."""

Paint = Callable[[str], str]
"""From a colour name to an attribute value."""


def themed(name: str) -> str:
    """`var(--board, #ead7b0)`: the colour of the page, or the fallback."""
    return f"var(--{name}, {COLOURS[name]})"


def plain(name: str) -> str:
    """The fallback colour, for renderers without CSS custom properties."""
    return COLOURS[name]
