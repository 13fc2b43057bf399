"""Text on a page: wrapped paragraphs, headings, and drawings side by side."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from ludoteca.cli.screen import Screen

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def paragraph(text: str, width: int, before: str = "") -> str:
    """A paragraph; `before` stands before its first line, and the others are set in as far."""
    blank = " " * len(before)
    return textwrap.fill(text, width, initial_indent=before, subsequent_indent=blank, break_on_hyphens=False)


def heading(screen: Screen, text: str) -> str:
    return "\n" + screen.bold(text) + "\n" + screen.dim("─" * len(text))


def seen(line: str) -> int:
    """How many columns a line takes, colours aside."""
    return len(_STYLE.sub("", line))


def indented(drawing: str, by: int = 2) -> str:
    return textwrap.indent(drawing, " " * by)


def beside(drawings: Sequence[str], between: str = "     ") -> str:
    """Drawings side by side, their bottoms level."""
    columns = [drawing.splitlines() for drawing in drawings]
    height = max(len(lines) for lines in columns)
    rows = []
    for column in columns:
        width = max((seen(line) for line in column), default=0)
        filled = [""] * (height - len(column)) + column
        rows.append([line + " " * (width - seen(line)) for line in filled])
    return "\n".join(between.join(parts).rstrip() for parts in zip(*rows, strict=True))


def fitting(drawings: Sequence[str], width: int, between: str = "     ") -> str:
    """Drawings side by side where they fit, else one under the other."""
    joined = beside(drawings, between)
    if max(map(seen, joined.splitlines()), default=0) <= width:
        return joined
    return "\n\n".join(drawings)
