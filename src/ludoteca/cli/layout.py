"""Text layout: wrapped paragraphs, headings, boards side by side."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence

from ludoteca.cli.output import Output

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def paragraph(text: str, width: int, before: str = "") -> str:
    """A wrapped paragraph with a hanging indent of the width of `before`."""
    blank = " " * len(before)
    return textwrap.fill(text, width, initial_indent=before, subsequent_indent=blank, break_on_hyphens=False)


def heading(output: Output, text: str) -> str:
    return "\n" + output.bold(text) + "\n" + output.dim("─" * len(text))


def visible_width(line: str) -> int:
    """The width of a line without its colour codes."""
    return len(_STYLE.sub("", line))


def indented(drawing: str, by: int = 2) -> str:
    return textwrap.indent(drawing, " " * by)


def side_by_side(drawings: Sequence[str], between: str = "     ") -> str:
    """Drawings side by side, aligned at the bottom."""
    columns = [drawing.splitlines() for drawing in drawings]
    height = max(len(lines) for lines in columns)
    rows = []
    for column in columns:
        width = max((visible_width(line) for line in column), default=0)
        filled = [""] * (height - len(column)) + column
        rows.append([line + " " * (width - visible_width(line)) for line in filled])
    return "\n".join(between.join(parts).rstrip() for parts in zip(*rows, strict=True))


def arranged(drawings: Sequence[str], width: int, between: str = "     ") -> str:
    """Drawings side by side if they fit, otherwise one below the other."""
    joined = side_by_side(drawings, between)
    if max(map(visible_width, joined.splitlines()), default=0) <= width:
        return joined
    return "\n\n".join(drawings)
