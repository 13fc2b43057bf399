"""SVG markup: elements, short numbers, escaped text."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]

FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"


def number(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def tag(name: str, *children: str, **attributes: str | float | None) -> str:
    """An element. `class_` and `data_cell` become `class` and `data-cell`; None omits an attribute."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_attribute(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>"


def words(text: str) -> str:
    """Escaped text content."""
    return escape(text, quote=False)


def label(text: str, at: Point, **attributes: str | float | None) -> str:
    """Text centred at a point."""
    # `dy`, because not every renderer supports `dominant-baseline`.
    return tag("text", words(text), x=at[0], y=at[1], dy="0.35em", text_anchor="middle", **attributes)


def points(path: Iterable[Point]) -> str:
    return " ".join(f"{number(x)},{number(y)}" for x, y in path)


def _attribute(value: str | float) -> str:
    return escape(value) if isinstance(value, str) else number(value)
