"""The rotations and reflections that map a board onto itself."""

from __future__ import annotations

from math import atan2, cos, floor, hypot, sin

from ludoteca.geometry.board import Board, Line

Permutation = tuple[int, ...]
"""The image of each cell."""

_Vector = tuple[float, float]
_GRAIN = 1e-6
"""Tolerance: points nearer than this are equal; far above rounding errors."""


def symmetries(board: Board) -> list[Permutation]:
    """All rotations and reflections that map cells onto cells and lines onto lines.

    The identity comes first, then rotations, then reflections, without duplicates.
    """
    points = _centred(board)
    where = {(round(x / _GRAIN), round(y / _GRAIN)): n for n, (x, y) in enumerate(points)}
    found: dict[Permutation, None] = {tuple(range(len(points))): None}
    for matrix in _candidates(board, points):
        image = _permutation(points, where, matrix)
        if image and image not in found and _keeps_lines(board.lines, image):
            found[image] = None
    return list(found)


def _centred(board: Board) -> list[_Vector]:
    """The cells relative to their centroid, which every symmetry fixes."""
    count = len(board.cells)
    x = sum(cell.x for cell in board.cells) / count
    y = sum(cell.y for cell in board.cells) / count
    return [(cell.x - x, cell.y - y) for cell in board.cells]


def _candidates(board: Board, points: list[_Vector]) -> list[tuple[float, float, float, float]]:
    """Candidate matrices: a symmetry is determined by the image of one cell and whether it reflects."""
    anchor, targets = _rarest_circle(points)
    start = atan2(anchor[1], anchor[0])
    ends = sorted(atan2(y, x) for x, y in targets)
    turns = [_turn(end - start) for end in ends]
    # A reflection would reverse the direction of sowing.
    return turns if board.shape == "pits" else turns + [_reflection(end + start) for end in ends]


def _rarest_circle(points: list[_Vector]) -> tuple[_Vector, list[_Vector]]:
    """A cell with the fewest others at the same distance from the centre, and those cells."""
    circles: dict[int, list[_Vector]] = {}
    for point in points:
        circles.setdefault(round(hypot(*point) / (10 * _GRAIN)), []).append(point)
    circles.pop(0, None)
    if not circles:
        return (1.0, 0.0), []
    rarest = min(circles.values(), key=len)
    return rarest[0], rarest


def _turn(angle: float) -> tuple[float, float, float, float]:
    return cos(angle), -sin(angle), sin(angle), cos(angle)


def _reflection(angle: float) -> tuple[float, float, float, float]:
    """The reflection that takes direction `a` to direction `angle - a`."""
    return cos(angle), sin(angle), sin(angle), -cos(angle)


def _permutation(
    points: list[_Vector], where: dict[tuple[int, int], int], matrix: tuple[float, float, float, float]
) -> Permutation | None:
    a, b, c, d = matrix
    image = []
    for x, y in points:
        cell = _cell_at(where, a * x + b * y, c * x + d * y)
        if cell is None:
            return None
        image.append(cell)
    return tuple(image)


def _cell_at(where: dict[tuple[int, int], int], x: float, y: float) -> int | None:
    # Rounding may move a point into the next grain, so neighbouring grains are tried too.
    column, row = floor(x / _GRAIN), floor(y / _GRAIN)
    for key in ((column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)):
        if key in where:
            return where[key]
    return None


def _keeps_lines(lines: tuple[Line, ...], image: Permutation) -> bool:
    before = {(line.closed, _canonical(line.cells, line.closed)) for line in lines}
    return before == {
        (line.closed, _canonical([image[n] for n in line.cells], line.closed)) for line in lines
    }


def _canonical(cells: tuple[int, ...] | list[int], closed: bool) -> tuple[int, ...]:
    """The canonical form of a line or ring, independent of direction and first cell."""
    path = tuple(cells)
    if closed:
        start = path.index(min(path))
        path = path[start:] + path[:start]
        return min(path, path[:1] + path[:0:-1])
    return min(path, path[::-1])
