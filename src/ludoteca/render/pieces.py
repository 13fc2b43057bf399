"""Pieces as pictures. The sides differ by mark as well as by colour: first has a dot, second a ring."""

from __future__ import annotations

from math import cos, pi, sin

from ludoteca.render.markup import Point, label, points, tag
from ludoteca.render.palette import Paint
from ludoteca.render.scene import PieceStyle

RADIUS = 38.0
_CROWN: tuple[Point, ...] = ((-17, 13), (-20, -9), (-9, 1), (0, -15), (9, 1), (20, -9), (17, 13))


def draw_piece(look: PieceStyle, name: str, at: Point, paint: Paint) -> str:
    """A piece standing on the cell called `name`; a page may slide it by its `transform`."""
    return tag(
        "g",
        *_drawing(look, paint),
        class_=f"piece {look.side} {look.shape}",
        data_cell=name,
        transform=f"translate({points([at])})".replace(",", " "),
    )


def _drawing(look: PieceStyle, paint: Paint) -> list[str]:
    fill, ink, rim = paint(look.side), paint(f"{look.side}-ink"), paint(f"{look.side}-rim")
    if look.shape == "block":
        return _block(fill, ink)
    if look.shape == "ring":
        return _hollow_ring(fill, rim)
    if look.shape == "tile":
        ring = [_tile(34, fill="none", stroke=ink)] if look.side == "second" else []
        return [
            _tile(47, fill="#000", opacity="0.22"),
            _tile(45, fill=fill, stroke=rim),
            *ring,
            *_mark(look, ink),
        ]
    shadow = tag("circle", cy=4, r=RADIUS, fill="#000", opacity="0.22")
    ears = _ears(fill, rim) if look.shape == "animal" else []
    disc = _circle(RADIUS - 1.5, fill=fill, stroke=rim, stroke_width=3)
    return [shadow, *ears, disc, *_second_ring(look, ink), *_mark(look, ink)]


def _tile(half: float, **attributes: str | float | None) -> str:
    side = 2 * half
    return tag("rect", x=-half, y=-half, width=side, height=side, rx=half / 4, stroke_width=3, **attributes)


def _hollow_ring(fill: str, rim: str) -> list[str]:
    return [
        _circle(29, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((rim, 18), (fill, 12))
    ]


def _second_ring(look: PieceStyle, ink: str) -> list[str]:
    """The ring by which second's pieces are known without colour."""
    return [_circle(RADIUS - 8, fill="none", stroke=ink, stroke_width=3)] if look.side == "second" else []


def _mark(look: PieceStyle, ink: str) -> list[str]:
    match look.shape:
        case "crowned":
            return [
                tag(
                    "polygon",
                    points=points(_CROWN),
                    fill=ink,
                    stroke=ink,
                    stroke_width=3,
                    stroke_linejoin="round",
                )
            ]
        case "animal":
            return _face(ink)
        case "letter":
            return [label(look.label, (0, 0), fill=ink, font_size=38, font_weight="700")]
    if look.side == "shared":
        return [tag("polygon", points=points(_star(20, 9)), fill=ink)]
    return [_circle(7, fill=ink)] if look.side == "first" else []


def _circle(radius: float, **attributes: str | float | None) -> str:
    return tag("circle", r=radius, **attributes)


def _block(fill: str, ink: str) -> list[str]:
    half = 36.0
    hatch = [(-half, 0, 0, -half), (-half, half, half, -half), (0, half, half, 0)]
    side = 2 * half
    return [
        tag("rect", x=-half, y=-half, width=side, height=side, rx=6, fill=fill, stroke=ink, stroke_width=3),
        *(tag("line", x1=a, y1=b, x2=c, y2=d, stroke=ink, stroke_width=4) for a, b, c, d in hatch),
    ]


def _ears(fill: str, rim: str) -> list[str]:
    left: list[Point] = [(-36, -8), (-33, -42), (-6, -34)]
    return [
        tag("polygon", points=points(ear), fill=fill, stroke=rim, stroke_width=3, stroke_linejoin="round")
        for ear in (left, [(-x, y) for x, y in left])
    ]


def _face(ink: str) -> list[str]:
    eyes = [tag("circle", cx=x, cy=-6, r=4.5, fill=ink) for x in (-12, 12)]
    nose = tag(
        "polygon", points=points([(-7, 8), (7, 8), (0, 16)]), fill=ink, stroke=ink, stroke_linejoin="round"
    )
    return [*eyes, nose]


def _star(outer: float, inner: float) -> list[Point]:
    radii = (outer, inner)
    return [(radii[n % 2] * sin(n * pi / 5), -radii[n % 2] * cos(n * pi / 5)) for n in range(10)]
