"""A canvas of characters."""

from __future__ import annotations

STYLES = {"first": "1;36", "second": "1;33", "shared": "1;35", "neutral": "2", "mark": "1;31", "target": "32"}
"""ANSI style codes."""

# Written as escapes: in many fonts they look like slash and backslash.
_RISING, _FALLING, _BOTH = "\u2571", "\u2572", "\u2573"
_CROSSINGS = {frozenset((_RISING, _FALLING)): _BOTH, frozenset("─│"): "┼"}


class Canvas:
    """Characters by row and column, which may be negative."""

    def __init__(self) -> None:
        self._marks: dict[tuple[int, int], tuple[str, str]] = {}

    def put(self, column: int, row: int, text: str, style: str = "") -> None:
        for offset, character in enumerate(text):
            self._marks[row, column + offset] = (character, style)

    def bracket(self, column: int, row: int, width: int = 1) -> None:
        """Brackets around a position; two in the same column become a bar."""
        for at, sign, other in ((column - 1, "[", "]"), (column + width, "]", "[")):
            taken = self._marks.get((row, at), ("", ""))[0]
            self.put(at, row, "|" if taken == other else sign, "mark")

    def stroke(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A line between two positions, without its end points."""
        for column, row, character in _path(*sorted([start, end])):
            taken = self._marks.get((row, column), ("", ""))[0]
            self.put(column, row, _CROSSINGS.get(frozenset(taken + character), character))

    def stroke_down(self, column: int, top: int, bottom: int) -> None:
        self.stroke((column, top - 1), (column, bottom + 1))

    def stroke_across(self, row: int, left: int, right: int) -> None:
        self.stroke((left - 1, row), (right + 1, row))

    def lines(self, colour: bool) -> list[str]:
        if not self._marks:
            return []
        rows = [row for row, _ in self._marks]
        left = min(column for _, column in self._marks)
        return [self._line(row, left, colour) for row in range(min(rows), max(rows) + 1)]

    def _line(self, row: int, left: int, colour: bool) -> str:
        columns = [column for marked, column in self._marks if marked == row]
        blank = (" ", "")
        marks = [
            self._marks.get((row, column), blank)
            for column in range(left, max(columns, default=left - 1) + 1)
        ]
        return "".join(_styled(character, style if colour else "") for character, style in marks).rstrip()


def _styled(character: str, style: str) -> str:
    return f"\x1b[{STYLES[style]}m{character}\x1b[0m" if style else character


def _path(start: tuple[int, int], end: tuple[int, int]) -> list[tuple[int, int, str]]:
    """The characters of a line from left to right, or within one column."""
    (left, from_row), (right, to_row) = start, end
    width, height = right - left, to_row - from_row
    if width > 2.5 * abs(height):
        columns = range(left + 1, right)
        return [(column, round(from_row + height * (column - left) / width), "─") for column in columns]
    character = "│" if width == 0 else _FALLING if height > 0 else _RISING
    step = 1 if height > 0 else -1
    rows = range(from_row + step, to_row, step)
    return [(round(left + width * (row - from_row) / height), row, character) for row in rows]
