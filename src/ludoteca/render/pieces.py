"""Pieces as SVG. The sides differ by mark as well as by colour: first has a dot, second a ring."""

from __future__ import annotations

from math import cos, pi, sin

from ludoteca.render import animals
from ludoteca.render.markup import Point, label, points, tag
from ludoteca.render.palette import Paint
from ludoteca.render.scene import PieceStyle

RADIUS = 38.0
_CROWN: tuple[Point, ...] = ((-17, 13), (-20, -9), (-9, 1), (0, -15), (9, 1), (20, -9), (17, 13))


def draw_piece(style: PieceStyle, name: str, at: Point, paint: Paint) -> str:
    """A piece on the cell `name`; a page can animate its `transform`."""
    return tag(
        "g",
        *_drawing(style, paint),
        class_=f"piece {style.side} {style.shape}",
        data_cell=name,
        transform=f"translate({points([at])})".replace(",", " "),
    )


def _drawing(style: PieceStyle, paint: Paint) -> list[str]:
    fill, ink, rim = paint(style.side), paint(f"{style.side}-ink"), paint(f"{style.side}-rim")
    if style.shape == "block":
        return _block(fill, ink)
    if style.shape == "cross":
        return _cross(fill, rim)
    if style.shape in ("ring", "nought"):
        return _hollow_ring(fill, rim)
    if style.shape == "tile":
        ring = [_tile(34, fill="none", stroke=ink)] if style.side == "second" else []
        return [
            _tile(47, fill="#000", fill_opacity="0.22"),
            _tile(45, fill=fill, stroke=rim),
            *ring,
            *_mark(style, ink),
        ]
    shadow = tag("circle", cy=4, r=RADIUS, fill="#000", fill_opacity="0.22")
    ears = _ears(fill, rim) if style.shape == "animal" else []
    if style.shape in animals.ANIMALS:
        ears = animals.behind(style.shape, fill, rim)
    disc = _circle(RADIUS - 1.5, fill=fill, stroke=rim, stroke_width=3)
    return [shadow, *ears, disc, *_second_ring(style, ink), *_mark(style, ink)]


def _tile(half: float, **attributes: str | float | None) -> str:
    side = 2 * half
    return tag("rect", x=-half, y=-half, width=side, height=side, rx=half / 4, stroke_width=3, **attributes)


def _hollow_ring(fill: str, rim: str) -> list[str]:
    return [
        _circle(29, fill="none", stroke=colour, stroke_width=width)
        for colour, width in ((rim, 18), (fill, 12))
    ]


def _cross(fill: str, rim: str) -> list[str]:
    path = "M-25,-25 25,25M25,-25 -25,25"
    ends = {"fill": "none", "stroke_linecap": "round"}
    return [tag("path", d=path, stroke=rim, stroke_width=20, **ends),
            tag("path", d=path, stroke=fill, stroke_width=13, **ends)]  # fmt: skip


def _second_ring(style: PieceStyle, ink: str) -> list[str]:
    """The ring that marks second's pieces."""
    return [_circle(RADIUS - 8, fill="none", stroke=ink, stroke_width=3)] if style.side == "second" else []


def _mark(style: PieceStyle, ink: str) -> list[str]:
    match style.shape:
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
        case shape if shape in animals.ANIMALS:
            return animals.face(shape, ink)
        case "letter":
            return [label(style.label, (0, 0), fill=ink, font_size=38, font_weight="700")]
    if style.side == "shared":
        return [tag("polygon", points=points(_star(20, 9)), fill=ink)]
    return [_circle(7, fill=ink)] if style.side == "first" else []


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
