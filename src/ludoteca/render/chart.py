"""The sheet that graphs and trees are drawn on: light or dark as the reader's screen is."""

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
"""The same names as in the light; every text keeps a contrast of at least 4.5 to 1 with what it stands on."""


def _rules(colours: dict[str, str]) -> str:
    return "".join(
        f".sheet .{name}{{fill:{c}}}.sheet .{name}-line{{stroke:{c}}}" for name, c in colours.items()
    )


_STYLE = f"{_rules(_LIGHT)}@media (prefers-color-scheme:dark){{{_rules(_DARK)}}}"


def chart(title: str, description: str, width: float, height: float, *parts: str, fits: bool = False) -> str:
    """A standalone picture. One that `fits` grows and shrinks with its place, others keep their size."""
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
    """About how wide a text is: a little too much rather than too little."""
    return 0.6 * size * len(text)
