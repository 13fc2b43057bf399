"""The evaluation graph of a game as SVG: first's winning chance from below, second's from above."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludoteca.render.chart import chart, text_width
from ludoteca.render.markup import Point, label, points, tag, words
from ludoteca.render.palette import painter

SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The annotation sign of each mark."""

_WIDTH, _HEIGHT = 520.0, 320.0
_LEFT, _TOP, _RIGHT, _BOTTOM = 58.0, 42.0, 506.0, 252.0
_FONT, _SMALL = 17.0, 15.0
_ROOM = 26.0
"""The least distance between two labels."""


@dataclass(frozen=True)
class Mark:
    """A marked move."""

    at: int
    """The index of the position after the move."""
    kind: str
    """`inaccuracy`, `mistake` or `blunder`."""
    note: str = ""
    """A comment."""


@dataclass(frozen=True)
class Graph:
    """First's winning chance at each position, 0 to 1; None where it is unknown."""

    chances: tuple[float | None, ...]
    numbers: tuple[str, ...] = ()
    """For each position the number of the move that led to it."""
    marks: tuple[Mark, ...] = ()
    sides: tuple[str, str] = ("first", "second")
    """The names of the sides."""
    dark_side: str = "second"
    """The side with the dark pieces."""


def graph(drawn: Graph, title: str, description: str = "", legend: Sequence[tuple[str, str]] = ()) -> str:
    """The graph as a scalable SVG. The `legend` explains the signs of the marks."""
    parts = [
        _names(drawn),
        _field(drawn),
        _scale(),
        _curve(drawn),
        _numbers(drawn),
        *_marks(drawn),
        _legend(legend),
    ]
    return chart(title, description, _WIDTH, _HEIGHT, *parts, fits=True)


def bands(positions: int) -> list[tuple[float, float, float, float]]:
    """Left, top, width and height of the column of each position, for overlays."""
    width = (_RIGHT - _LEFT) / max(positions - 1, 1)
    return [(_LEFT + width * (at - 0.5), _TOP, width, _BOTTOM - _TOP) for at in range(positions)]


def _x(at: int, drawn: Graph) -> float:
    return _LEFT + (_RIGHT - _LEFT) * at / max(len(drawn.chances) - 1, 1)


def _y(chance: float) -> float:
    return _BOTTOM - (_BOTTOM - _TOP) * chance


def _runs(drawn: Graph) -> Iterator[list[Point]]:
    """The known segments as points."""
    run: list[Point] = []
    for at, chance in enumerate(drawn.chances):
        if chance is not None:
            run.append((_x(at, drawn), _y(chance)))
        elif run:
            yield run
            run = []
    if run:
        yield run


def _field(drawn: Graph) -> str:
    """The areas of the two sides."""
    box = {"x": _LEFT, "y": _TOP, "width": _RIGHT - _LEFT, "height": _BOTTOM - _TOP}
    shares, paint = [tag("rect", **box, class_="plate")], painter(drawn.dark_side, theme=False)
    for run in _runs(drawn):
        (left, _), (right, _) = run[0], run[-1]
        above = [(left, _TOP), *run, (right, _TOP)]
        below = [(left, _BOTTOM), *run, (right, _BOTTOM)]
        shares.append(tag("polygon", points=points(above), fill=paint("second")))
        shares.append(tag("polygon", points=points(below), fill=paint("first")))
    return tag("g", *shares, tag("rect", **box, fill="none", class_="rule-line"))


def _scale() -> str:
    drawn = []
    for percent in (0, 25, 50, 75, 100):
        y = _y(percent / 100)
        # A grey that is visible on both areas.
        dash = {"stroke_dasharray": None if percent == 50 else "2 5"}
        if 0 < percent < 100:
            drawn.append(tag("line", x1=_LEFT, x2=_RIGHT, y1=y, y2=y, stroke="#8f867b", **dash))
        if percent % 50 == 0:
            text = words(f"{percent} %")
            drawn.append(
                tag(
                    "text",
                    text,
                    x=_LEFT - 6,
                    y=y,
                    dy="0.35em",
                    text_anchor="end",
                    class_="ink",
                    font_size=_SMALL,
                )
            )
    return tag("g", *drawn)


def _curve(drawn: Graph) -> str:
    lines = []
    for run in _runs(drawn):
        lines.append(tag("polyline", points=points(run), stroke="#3f86d8", stroke_width=2.5))
    dots = [tag("circle", cx=x, cy=y, r=2.2, fill="#3f86d8") for run in _runs(drawn) for x, y in run]
    return tag("g", *lines, *(dots if len(drawn.chances) <= 60 else []), fill="none", stroke_linejoin="round")


def _numbers(drawn: Graph) -> str:
    """As many move numbers as fit."""
    shown, last = [], -_ROOM
    for at, number in enumerate(drawn.numbers):
        x = _x(at, drawn)
        if number and x - last >= _ROOM + text_width(number, _SMALL) / 2:
            shown.append(label(number, (x, _BOTTOM + 14), class_="faint", font_size=_SMALL))
            last = x
    return tag("g", *shown)


def _names(drawn: Graph) -> str:
    """The names of the sides, each with a colour swatch."""
    parts, x = [], _LEFT
    room, paint = (_RIGHT - _LEFT) / 2 - 34, painter(drawn.dark_side, theme=False)
    for name, side in zip(drawn.sides, ("first", "second"), strict=True):
        shown = _cut(name, room)
        style = {"fill": paint(side), "stroke": "#8f867b"}
        parts.append(tag("rect", x=x, y=14, width=14, height=14, rx=3, **style))
        at = {"x": x + 20, "y": 21.0, "font_size": _FONT}
        parts.append(tag("text", words(shown), **at, dy="0.35em", class_="ink", font_weight="600"))
        x += 20 + text_width(shown, _FONT) + 28
    return tag("g", *parts)


def _cut(name: str, room: float) -> str:
    """A name truncated to its width."""
    longest = int(room / text_width("x", _FONT))
    return name if len(name) <= longest else name[: longest - 1] + "…"


# -- marks --------------------------------------------------------------------------------------------


def _marks(drawn: Graph) -> list[str]:
    found = []
    last = {True: -_ROOM, False: -_ROOM}
    for mark in sorted(drawn.marks, key=lambda one: one.at):
        chance = drawn.chances[mark.at]
        if chance is None:
            continue
        x, y = _x(mark.at, drawn), _y(chance)
        above = chance < 0.5
        has_room = x - last[above] >= _ROOM
        last[above] = x if has_room else last[above]
        found.append(_mark(mark, (x, y), above, has_room))
    return found


_COLOUR = {"inaccuracy": "#e0a000", "mistake": "#e2711d", "blunder": "#d12f2f"}


def _mark(mark: Mark, at: Point, above: bool, signed: bool) -> str:
    """A dot, a diamond or a square, so that marks differ by shape; and the sign, if it fits."""
    x, y = at
    colour = _COLOUR[mark.kind]
    size = {"inaccuracy": 4.5, "mistake": 6.5, "blunder": 5.5}[mark.kind]
    style = {"fill": colour, "stroke": "#fff", "stroke_width": "1.5"}
    if mark.kind == "inaccuracy":
        shape = tag("circle", cx=x, cy=y, r=size, **style)
    else:
        slant = [(x - size, y), (x, y - size), (x + size, y), (x, y + size)]
        square = [(x - size, y - size), (x + size, y - size), (x + size, y + size), (x - size, y + size)]
        shape = tag("polygon", points=points(slant if mark.kind == "mistake" else square), **style)
    parts = [tag("title", words(mark.note))] if mark.note else []
    parts.append(shape)
    if signed:
        # Keep the sign inside the picture.
        place = (x, min(max(y + (-15 if above else 15), _TOP + 9), _BOTTOM - 9))
        parts.append(_sign(SIGNS[mark.kind], place, colour))
    return tag("g", *parts, class_=mark.kind)


def _sign(text: str, at: Point, colour: str) -> str:
    style = {"font_size": str(_SMALL), "font_weight": "700"}
    # A white outline keeps it readable on both areas.
    halo = label(text, at, stroke="#fff", stroke_width=3, stroke_linejoin="round", fill="#fff", **style)
    return halo + label(text, at, fill=_DARKER[colour], **style)


_DARKER = {"#e0a000": "#8a5f00", "#e2711d": "#a34400", "#d12f2f": "#a81414"}


def _legend(entries: Sequence[tuple[str, str]]) -> str:
    parts, x, y = [], _LEFT, _BOTTOM + 48
    for kind, what in entries:
        text = f"{SIGNS[kind]} {what}"
        parts.append(_mark(Mark(0, kind), (x + 6, y), True, signed=False))
        parts.append(tag("text", words(text), x=x + 18, y=y, dy="0.35em", class_="ink", font_size=_SMALL))
        x += 18 + text_width(text, _SMALL) + 12
    return tag("g", *parts)
