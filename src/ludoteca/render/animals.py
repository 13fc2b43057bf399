"""Heads of animals: what is drawn behind the disc of a piece, and its face."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.render.markup import Point, points, tag

ANIMALS = ("cat", "chicken", "cow", "dog", "fox", "goat", "goose", "hare", "jaguar", "tiger")
Parts = list[str]


def behind(shape: str, fill: str, rim: str) -> Parts:
    """Ears, horns, comb or beak, partly covered by the disc."""
    drawn = _BEHIND[shape]()
    return [tag("g", *drawn, fill=fill, stroke=rim, stroke_width=3, stroke_linejoin="round")]


def face(shape: str, ink: str) -> Parts:
    """Eyes, nose and what else tells the animals apart."""
    drawn = [tag("circle", cx=x, cy=-7, r=4.5) for x in (-12, 12)] + _FACES[shape]
    return [tag("g", *drawn, fill=ink, stroke=ink, stroke_linecap="round", stroke_linejoin="round")]


def _polygon(*corners: Point) -> str:
    return tag("polygon", points=points(corners))


def _line(width: float, *corners: Point) -> str:
    return tag("polyline", points=points(corners), fill="none", stroke_width=width)


def _both(part: Callable[[int], str]) -> Parts:
    """A part on the left, and its mirror image on the right."""
    return [part(-1), part(1)]


def _round_ears() -> Parts:
    return _both(lambda side: tag("circle", cx=27 * side, cy=-29, r=13))


def _pointed_ears() -> Parts:
    return _both(lambda side: _polygon((36 * side, -8), (33 * side, -44), (6 * side, -34)))


def _hanging_ears() -> Parts:
    return _both(lambda side: tag("ellipse", cx=34 * side, cy=3, rx=10, ry=24))


def _long_ears() -> Parts:
    return _both(lambda side: tag("ellipse", cx=16 * side, cy=-34, rx=8, ry=16))


def _wide_horns() -> Parts:
    return _both(lambda side: _polygon((20 * side, -28), (46 * side, -44), (40 * side, -14)))


def _upright_horns() -> Parts:
    return _both(lambda side: _polygon((8 * side, -32), (22 * side, -48), (26 * side, -24)))


def _comb() -> Parts:
    return [tag("circle", cx=x, cy=y, r=9) for x, y in ((-13, -37), (0, -40), (13, -37))]


def _neck() -> Parts:
    return [_polygon((-13, 30), (13, 30), (21, 49), (-21, 49))]


_NOSE = _polygon((-7, 7), (7, 7), (0, 14))
_SNOUT = [_line(3, (0, 14), (0, 19)), _line(3, (-9, 22), (0, 19), (9, 22))]
_WHISKERS = [_line(2.5, (14 * s, y), (27 * s, y - 2 + (y - 10))) for s in (-1, 1) for y in (10, 14)]
_SPOTS = [tag("circle", cx=x, cy=y, r=3) for x, y in ((-9, -22), (0, -25), (9, -22), (-22, 4), (22, 4))]
_STRIPES = [_line(4, *line) for line in (
    ((0, -28), (0, -18)), ((-10, -27), (-8, -19)), ((10, -27), (8, -19)),
    ((-30, 4), (-20, 6)), ((30, 4), (20, 6)),
)]  # fmt: skip
_BEAK = _polygon((-11, 4), (11, 4), (0, 22))
_BILL = tag("ellipse", cx=0, cy=12, rx=17, ry=8)
_MUZZLE = [tag("ellipse", cx=0, cy=16, rx=17, ry=9, fill="none", stroke_width=3),
           *(tag("circle", cx=x, cy=16, r=3) for x in (-7, 7))]  # fmt: skip

_BEHIND: dict[str, Callable[[], Parts]] = {
    "cat": _pointed_ears, "chicken": _comb, "cow": _wide_horns, "dog": _hanging_ears, "fox": _pointed_ears,
    "goat": _upright_horns, "goose": _neck, "hare": _long_ears, "jaguar": _round_ears, "tiger": _round_ears,
}  # fmt: skip
_FACES: dict[str, Parts] = {
    "cat": [_NOSE, *_WHISKERS],
    "chicken": [_BEAK],
    "cow": _MUZZLE,
    "dog": [_NOSE, *_SNOUT],
    "fox": [_polygon((-9, 13), (9, 13), (0, 25)), _line(3, (-27, 2), (-9, 13)), _line(3, (27, 2), (9, 13))],
    "goat": [_NOSE, _polygon((-6, 20), (6, 20), (0, 32))],
    "goose": [_BILL],
    "hare": [_NOSE, *(_line(4, (x, 18), (x, 24)) for x in (-3, 3))],
    "jaguar": [_NOSE, *_SPOTS, *_SNOUT],
    "tiger": [_NOSE, *_STRIPES, *_SNOUT],
}
