"""A crosstable as columns of text, as Markdown and as SVG."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.render.chart import chart, text_width
from ludoteca.render.markup import tag, words
from ludoteca.tournament.crosstable import Crosstable, Line, Tally
from ludoteca.tournament.ratings import Rating

_SIZE, _ROW, _PAD = 14.0, 28.0, 9.0
"""Font size, height of a row and space beside a text in the SVG, in pixels."""


@dataclass(frozen=True)
class Labels:
    """The headings of a table in one language."""

    heads: Mapping[str, str]
    """Of the columns `player`, `points`, `games`, `elo`, `superiority`, `first` and `second`."""
    decimal: Callable[[float], str]
    """A number with one decimal."""


@dataclass(frozen=True)
class Grid:
    """A table as text. `cells` are the columns of the meetings."""

    heads: list[str]
    rows: list[list[str]]
    cells: range
    shares: list[list[float | None]]
    """The score of each meeting from 0 to 1, in the places of `cells`."""


def points_text(points: float) -> str:
    """`3`, `½` or `5½`."""
    whole, half = int(points), points % 1
    return f"{whole or ''}½" if half else str(whole)


_WIDEST = 999
"""An interval of plus or minus more Elo than this is not shown."""


def rating_text(rating: Rating | None) -> str:
    """`+120 ± 35`; a dash as long as there are too few games for an interval that says anything."""
    if rating is None or rating.high - rating.low > 2 * _WIDEST:
        return "–"
    elo = f"{round(rating.elo):+d}".replace("-", "−") if round(rating.elo) else "0"
    return f"{elo} ± {(rating.high - rating.low) / 2:.0f}"


def side_text(tally: Tally) -> str:
    return f"{points_text(tally.points)}/{tally.games}" if tally.games else "–"


def grid(table: Crosstable, labels: Labels) -> Grid:
    """All columns of a table, the players in the order of their ranks."""
    lines = table.lines
    told = labels.heads
    heads = ["", told["player"], *(str(number) for number in range(1, len(lines) + 1))]
    heads += [told[name] for name in ("points", "games", "elo", "superiority", "first", "second")]
    rows, shares = [], []
    for line in lines:
        found = [_cell(table, line, other) for other in lines]
        shares.append([share for _, share in found])
        sure = "–" if line.superiority is None else labels.decimal(100 * line.superiority)
        rows.append(
            [
                str(line.rank), line.name, *(text for text, _ in found), points_text(line.points),
                str(line.total.games), rating_text(line.rating), sure, side_text(line.by_side["first"]),
                side_text(line.by_side["second"]),
            ]
        )  # fmt: skip
    return Grid(heads, rows, range(2, 2 + len(lines)), shares)


def _cell(table: Crosstable, line: Line, other: Line) -> tuple[str, float | None]:
    if line is other:
        return "×", None
    tally = table.cell(line, other).tally
    return (points_text(tally.points), tally.points / tally.games) if tally.games else ("", None)


def markdown(shown: Grid) -> str:
    marks = ["--:" if number != 1 else "---" for number in range(len(shown.heads))]
    lines = [shown.heads, marks, *([_escaped(cell) for cell in row] for row in shown.rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _escaped(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|")


# -- SVG ----------------------------------------------------------------------------------------------


def svg(shown: Grid, title: str) -> str:
    """A picture of the table; the colour of a cell shows who won the meeting."""
    widths = [
        max(text_width(text, _SIZE) for text in column) + 2 * _PAD
        for column in zip(shown.heads, *shown.rows, strict=True)
    ]
    for place in shown.cells:
        widths[place] = max(widths[place], _ROW)
    parts = [tag("text", words(title), x=_PAD, y=22, font_size=17, font_weight="bold", class_="ink")]
    top = 36.0
    for number, row in enumerate([shown.heads, *shown.rows]):
        parts += _drawn_row(shown, row, number, top + number * _ROW, widths)
    height = top + _ROW * (len(shown.rows) + 1) + _PAD
    return chart(title, "", max(sum(widths), text_width(title, 17) + 2 * _PAD), height, *parts)


def _drawn_row(
    shown: Grid, row: Sequence[str], number: int, top: float, widths: Sequence[float]
) -> list[str]:
    parts, left, whole = [], 0.0, sum(widths)
    for place, (text, width) in enumerate(zip(row, widths, strict=True)):
        share = shown.shares[number - 1][place - shown.cells[0]] if number and place in shown.cells else None
        if share is not None:
            look = "good" if share > 0.5 else "bad" if share < 0.5 else "plate"
            strong = f"{0.3 + 0.7 * abs(2 * share - 1):.2f}"
            parts.append(
                tag("rect", x=left, y=top, width=width, height=_ROW, class_=look, fill_opacity=strong)
            )
        anchor, x = ("start", left + _PAD) if place == 1 else ("end", left + width - _PAD)
        if place in shown.cells:
            anchor, x = "middle", left + width / 2
        parts.append(
            tag("text", words(text), x=x, y=top + _ROW / 2, dy="0.35em", text_anchor=anchor, font_size=_SIZE,
                class_="ink", font_weight=None if number else "bold")
        )  # fmt: skip
        left += width
    parts.append(tag("path", d=f"M0 {top + _ROW:.1f}H{whole:.1f}", class_="rule-line"))
    return parts
