"""The evaluation graph of a game as text."""

from __future__ import annotations

from itertools import pairwise

from ludoteca.render.graph import SIGNS, Graph

_LEVELS = " ▁▂▃▄▅▆▇█"
_PLAIN_LEVELS = " .:#"
_ORDER = ("inaccuracy", "mistake", "blunder")
_ROWS = 8
_MARGIN = 6


def graph_text(drawn: Graph, width: int = 80, unicode: bool = True) -> list[str]:
    """A bar chart of first's winning chance, with the signs and numbers of moves below. At most `width`
    characters wide."""
    columns = _columns(drawn, width - _MARGIN)
    rows = [_row(row, columns, unicode) for row in reversed(range(_ROWS))]
    corner, dash = ("└", "─") if unicode else ("+", "-")
    across = sum(column.width for column in columns)
    rows.append(f"{'0 %':>5}{corner}{dash * across}")
    rows += [row for row in _signs(columns) if row.strip()]
    return [line.rstrip() for line in [*rows, _numbers(drawn, columns)]]


class _Column:
    """One column of the graph: one or several positions."""

    def __init__(self, drawn: Graph, first: int, after: int, width: int) -> None:
        self.first, self.width = first, width
        known = [chance for chance in drawn.chances[first:after] if chance is not None]
        self.chance = sum(known) / len(known) if known else None
        kinds = [mark.kind for mark in drawn.marks if first <= mark.at < after]
        self.kind = max(kinds, key=_ORDER.index, default="")


def _columns(drawn: Graph, room: int) -> list[_Column]:
    """Up to three characters for each position; in long games several positions share one."""
    number = len(drawn.chances)
    width = max(1, min(3, room // max(number, 1)))
    places = min(number, room)
    edges = [place * number // places for place in range(places + 1)] if places else [0]
    return [_Column(drawn, a, b, width) for a, b in pairwise(edges)]


def _row(row: int, columns: list[_Column], unicode: bool) -> str:
    scale = {_ROWS - 1: "100 %", _ROWS // 2: "50 %"}.get(row, "")
    bar = "│" if unicode else "|"
    middle = ("┄" if unicode else "-") if row == _ROWS // 2 else " "
    return f"{scale:>5}{bar}" + "".join(_cell(row, column, unicode, middle) for column in columns)


def _cell(row: int, column: _Column, unicode: bool, middle: str) -> str:
    if column.chance is None:
        return ("·" if unicode else "?") * column.width if row == 0 else " " * column.width
    levels = _LEVELS if unicode else _PLAIN_LEVELS
    most = len(levels) - 1
    level = round(column.chance * _ROWS * most) - row * most
    # The bottom row is never empty.
    level = max(level, 1) if row == 0 else level
    return (levels[min(level, most)] if level > 0 else middle) * column.width


def _signs(columns: list[_Column]) -> list[str]:
    """The signs of marks, written downwards in two rows."""
    signs = [SIGNS.get(column.kind, "").ljust(2) for column in columns]
    return [
        " " * _MARGIN
        + "".join(s[place].ljust(column.width) for s, column in zip(signs, columns, strict=True))
        for place in range(2)
    ]


def _numbers(drawn: Graph, columns: list[_Column]) -> str:
    line = " " * _MARGIN
    place = _MARGIN
    for column in columns:
        number = drawn.numbers[column.first] if column.first < len(drawn.numbers) else ""
        if number and (len(line) + 3 <= place or len(line) <= _MARGIN):
            line = line.ljust(place) + number
        place += column.width
    return line
