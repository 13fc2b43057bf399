"""The SVG frame of graphs and trees, with a light and a dark colour scheme."""

from __future__ import annotations

from ludoteca.render.markup import FONT, number, tag, words

_LIGHT = {
    "paper": "#fffdf8",
    "ink": "#2c241d",
    "faint": "#776b5f",
    "rule": "#b3a794",
    "accent": "#1f5fae",
    "plate": "#f3ead8",
    "good": "#dcefdc",
    "bad": "#f8ddd8",
    "warn": "#b3261e",
}
_DARK = {
    "paper": "#1c1a18",
    "ink": "#f1e9dc",
    "faint": "#a99d8e",
    "rule": "#6a6157",
    "accent": "#7db4ff",
    "plate": "#35302a",
    "good": "#21402a",
    "bad": "#4c2623",
    "warn": "#ff8a7d",
}
"""Text contrast is at least 4.5 to 1 in both schemes (WCAG AA)."""


def _rules(colours: dict[str, str]) -> str:
    return "".join(
        f".sheet .{name}{{fill:{c}}}.sheet .{name}-line{{stroke:{c}}}" for name, c in colours.items()
    )


_STYLE = f"{_rules(_LIGHT)}@media (prefers-color-scheme:dark){{{_rules(_DARK)}}}"


def chart(title: str, description: str, width: float, height: float, *parts: str, fits: bool = False) -> str:
    """A standalone SVG. With `fits` it scales with its container, otherwise its size is fixed."""
    return tag(
        "svg",
        tag("title", words(title)),
        tag("desc", words(description)) if description else "",
        tag("style", words(_STYLE)),
        tag("rect", width=width, height=height, rx=10, class_="paper"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=None if fits else width,
        height=None if fits else height,
        role="img",
        class_="ludoteca sheet",
        font_family=FONT,
    )


def text_width(text: str, size: float) -> float:
    """An upper estimate of the width of a text."""
    return 0.6 * size * len(text)
