"""Board edges owned by a side, as coloured bands."""

from __future__ import annotations

from collections import Counter
from math import hypot

from ludoteca.geometry import Board
from ludoteca.render.frame import Frame
from ludoteca.render.markup import Point, points, tag
from ludoteca.render.palette import Paint
from ludoteca.render.scene import Scene

_Segment = tuple[Point, Point]
_Key = tuple[tuple[int, int], tuple[int, int]]


def edges(scene: Scene, frame: Frame, paint: Paint) -> list[str]:
    """A band in the owner's colour along each owned edge; cells drawn later cover its inner half."""
    if not scene.edges:
        return []
    shared = Counter(_key(segment) for outline in scene.board.outlines for segment in _segments(outline))
    bare = _corners(scene.board) if scene.bare_corners else frozenset[int]()
    rims = {name: _rim(scene.board, name, shared, bare) for name in scene.edges if name in scene.board.sides}
    claims = Counter(_key(segment) for rim in rims.values() for segment in rim)
    drawn = []
    for name, rim in rims.items():
        fair = [_fair_share(segment, rim) if claims[_key(segment)] > 1 else segment for segment in rim]
        drawn += [_band(frame, fair, scene.edges[name], name, paint)]
    return drawn


def _band(frame: Frame, rim: list[_Segment], side: str, name: str, paint: Paint) -> str:
    paths = [points(frame.at(x, y) for x, y in segment) for segment in rim]
    # The darker border keeps a light band visible on a light board.
    under = [tag("polyline", points=path, stroke=paint(f"{side}-rim"), stroke_width=62) for path in paths]
    over = [tag("polyline", points=path, stroke=paint(side), stroke_width=52) for path in paths]
    return tag("g", *under, *over, class_=f"edge {side}", data_edge=name, stroke_linecap="round")


def _corners(board: Board) -> frozenset[int]:
    """The cells of two edges."""
    times = Counter(cell for side in board.sides.values() for cell in side)
    return frozenset(cell for cell, n in times.items() if n > 1)


def _rim(board: Board, name: str, shared: Counter[_Key], bare: frozenset[int]) -> list[_Segment]:
    """The outer segments of the cells of an edge that face outwards."""
    normal = _outward(board, board.sides[name])
    found = []
    for cell in (cell for cell in board.sides[name] if cell not in bare):
        centre = (board.cells[cell].x, board.cells[cell].y)
        for segment in _segments(board.outlines[cell]):
            if shared[_key(segment)] == 1 and _faces(segment, centre, normal):
                found.append(segment)
    return found


def _segments(outline: tuple[Point, ...]) -> list[_Segment]:
    return list(zip(outline, outline[1:] + outline[:1], strict=True))


def _key(segment: _Segment) -> _Key:
    """A segment key, independent of direction and rounding errors."""
    (ax, ay), (bx, by) = segment
    a, b = (round(ax * 1000), round(ay * 1000)), (round(bx * 1000), round(by * 1000))
    return (a, b) if a < b else (b, a)


def _outward(board: Board, side: tuple[int, ...]) -> Point:
    """The outward normal of a side."""
    first, last = board.cells[side[0]], board.cells[side[-1]]
    middle_x = sum(cell.x for cell in board.cells) / len(board.cells)
    middle_y = sum(cell.y for cell in board.cells) / len(board.cells)
    away = ((first.x + last.x) / 2 - middle_x, (first.y + last.y) / 2 - middle_y)
    if len(side) == 1:
        return away
    normal = (-(last.y - first.y), last.x - first.x)
    is_inward = normal[0] * away[0] + normal[1] * away[1] < 0
    return (-normal[0], -normal[1]) if is_inward else normal


def _faces(segment: _Segment, centre: Point, normal: Point) -> bool:
    (ax, ay), (bx, by) = segment
    out = ((ax + bx) / 2 - centre[0], (ay + by) / 2 - centre[1])
    size = hypot(*out) * hypot(*normal)
    return size > 0 and (out[0] * normal[0] + out[1] * normal[1]) / size > 0.3


def _fair_share(segment: _Segment, rim: list[_Segment]) -> _Segment:
    """The half of a shared corner segment that touches the rest of this edge."""
    (ax, ay), (bx, by) = segment
    middle = ((ax + bx) / 2, (ay + by) / 2)
    others = [corner for other in rim if other != segment for corner in other]
    touches_start = any(hypot(x - ax, y - ay) < 1e-6 for x, y in others)
    return ((ax, ay), middle) if touches_start else (middle, (bx, by))
