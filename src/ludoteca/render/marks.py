"""Marks over and beside a board: last move, winning cells, targets, arrows, hands."""

from __future__ import annotations

from math import hypot

from ludoteca.render.frame import HAND_HEIGHT, Frame
from ludoteca.render.markup import points, tag, words
from ludoteca.render.palette import Paint
from ludoteca.render.pits import half_height_of
from ludoteca.render.scene import Scene


def last_move(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """Brackets at the corners of each cell, and a broken ring where a piece has left: no need of colours."""
    return [
        _broken_ring(frame, cell, paint) if cell in scene.left else _brackets(frame, cell, paint)
        for cell in dict.fromkeys(scene.last)
    ]


def _broken_ring(frame: Frame, cell: int, paint: Paint) -> str:
    broken = {"fill": "none", "stroke": paint("mark"), "stroke_width": "5", "stroke_dasharray": "9 9"}
    x, y = frame.cell(cell)
    if frame.board.shape == "pits":
        return tag("rect", class_="last left", **_pit_box(frame, cell), **broken)
    return tag("circle", class_="last left", cx=x, cy=y, r=27, **broken)


def _brackets(frame: Frame, cell: int, paint: Paint) -> str:
    x, y = frame.cell(cell)
    # The corners of a larger square would be outside a hexagon.
    reach, arm = (36.0, 10.0) if frame.board.shape == "hex" else (45.0, 14.0)
    tall = half_height_of(frame, cell) + 1 if frame.board.shape == "pits" else reach
    corners = [(x + sx * reach, y + sy * tall, sx, sy) for sx in (-1, 1) for sy in (-1, 1)]
    paths = [points([(cx - sx * arm, cy), (cx, cy), (cx, cy - sy * arm)]) for cx, cy, sx, sy in corners]
    ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    path = "".join(f"M{path}" for path in paths)
    return tag("path", d=path, class_="last", fill="none", stroke=paint("mark"), stroke_width=5, **ends)


def winning(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """A bright ring with dark edges around each cell: two rings without colour."""
    radius = 40.0 if frame.board.shape == "hex" else 44.0
    return [
        tag(
            "g",
            *(
                _ring(frame, cell, radius, paint(colour), width)
                for colour, width in (("win-rim", 13), ("win", 7))
            ),
            class_="winning",
            data_cell=frame.board.cells[cell].name,
        )
        for cell in dict.fromkeys(scene.winning)
    ]


_PLATES = {"+": "#14532d", "−": "#7f1d1d"}
"""The colours of labels by their sign, which is the first character."""


def labels(scene: Scene, frame: Frame) -> list[str]:
    """A plate with a text on each labelled cell."""
    found = []
    for cell, said in sorted(scene.labels.items()):
        x, y = frame.cell(cell)
        colour, wide = _PLATES.get(said[:1], "#1f2937"), 14.0 + 20.0 * len(said)
        plate = tag(
            "rect", x=x - wide / 2, y=y + 2, width=wide, height=40, rx=8, fill="#fff", stroke=colour,
            stroke_width=3,
        )  # fmt: skip
        text = tag(
            "text", words(said), x=x, y=y + 32, fill=colour, font_size=30, font_weight="bold",
            text_anchor="middle",
        )  # fmt: skip
        found.append(tag("g", plate, text, class_="label", data_cell=frame.board.cells[cell].name))
    return found


def _ring(frame: Frame, cell: int, radius: float, colour: str, width: float) -> str:
    x, y = frame.cell(cell)
    line: dict[str, str | float | None] = {"fill": "none", "stroke": colour, "stroke_width": width}
    if frame.board.style != "pits":
        return tag("circle", cx=x, cy=y, r=radius, **line)
    return tag("rect", **_pit_box(frame, cell), **line)


def _pit_box(frame: Frame, cell: int) -> dict[str, float]:
    x, y = frame.cell(cell)
    half = half_height_of(frame, cell)
    return {"x": x - 43, "y": y - half, "width": 86, "height": 2 * half, "rx": 38}


def targets(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """A dot on an empty cell, a dashed ring around a piece."""
    return [_target(scene, frame, cell, paint) for cell in dict.fromkeys(scene.targets)]


def _target(scene: Scene, frame: Frame, cell: int, paint: Paint) -> str:
    x, y = frame.cell(cell)
    colour = paint("target")
    broken = {"fill": "none", "stroke": colour, "stroke_width": "6", "stroke_dasharray": "14 9"}
    if frame.board.style == "pits":
        return tag("rect", class_="target", **_pit_box(frame, cell), **broken)
    if cell in scene.pieces:
        return tag("circle", class_="target", cx=x, cy=y, r=44, **broken)
    return tag(
        "circle", class_="target", cx=x, cy=y, r=13, fill=colour, stroke=paint("light"), stroke_width=3
    )


def arrows(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    return [_arrow(frame, start, end, paint) for start, end in scene.arrows if start != end]


def _arrow(frame: Frame, start: int, end: int, paint: Paint) -> str:
    (x1, y1), (x2, y2) = frame.cell(start), frame.cell(end)
    length = hypot(x2 - x1, y2 - y1)
    along, across = ((x2 - x1) / length, (y2 - y1) / length), (-(y2 - y1) / length, (x2 - x1) / length)

    def point(forward: float, aside: float) -> tuple[float, float]:
        return x1 + along[0] * forward + across[0] * aside, y1 + along[1] * forward + across[1] * aside

    neck, tip = length - 40, length - 8
    outline = [(18, -7), (neck, -7), (neck, -20), (tip, 0), (neck, 20), (neck, 7), (18, 7)]
    return tag("polygon", points=points(point(*place) for place in outline), class_="arrow",
               fill=paint("arrow"), opacity="0.8", stroke_linejoin="round")  # fmt: skip


def hands(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """The hand of each side, next to its edge."""
    left, top, _, height = frame.view
    above = "first" if frame.flipped else "second"
    drawn = []
    for side, text in zip(("first", "second"), scene.hands, strict=True):
        if text:
            y = top + HAND_HEIGHT * 0.6 if side == above else top + height - HAND_HEIGHT * 0.6
            drawn.append(_hand(side, text, left + 60, y, paint))
    return drawn


def _hand(side: str, text: str, x: float, y: float, paint: Paint) -> str:
    ink = paint(f"{side}-ink")
    disc = tag("circle", cx=x, cy=y, r=20, fill=paint(side), stroke=paint(f"{side}-rim"), stroke_width=2.5)
    radius, fill = (5, ink) if side == "first" else (14, "none")
    mark = tag("circle", cx=x, cy=y, r=radius, fill=fill, stroke=ink, stroke_width=2.5)
    note = tag("text", words(text), x=x + 34, y=y, dy="0.35em", font_size=34, fill=paint("coordinate"))
    return tag("g", disc, mark, note, class_=f"hand {side}")
