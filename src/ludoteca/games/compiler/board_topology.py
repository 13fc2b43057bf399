"""The Hex theorem: on which boards exactly one of two sides connects its edges when every cell is taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from ludoteca.kernel.rows import EndRow


def exactly_one_connects(
    cells: int, neighbours: tuple[Sequence[int], Sequence[int]], regions: Sequence[int], end: EndRow
) -> bool:
    """Whether the cells and the four edges, taken as further points, form a triangulated disc with the edges
    in alternating order around it. There a chain of one side cuts the other off, and every cut is a chain.

    Faces are the triangles of the graph. A disc is connected, each pair of neighbours but the four on the rim
    lies in two faces, the faces around a point form one fan, and Euler's formula holds.
    """
    near = _graph(cells, neighbours, regions, end)
    faces = {
        (a, b, c)
        for a, others in near.items()
        for b, c in combinations(sorted(others), 2)
        if a < b and c in near[b]
    }
    uses = Counter(pair for face in faces for pair in combinations(face, 2))
    rim = {(cells, cells + 2), (cells + 1, cells + 2), (cells, cells + 3), (cells + 1, cells + 3)}
    pairs = {(a, b) for a, others in near.items() for b in others if a < b}
    return (
        all(uses[pair] == (1 if pair in rim else 2) for pair in pairs)
        and len(near) - len(pairs) + len(faces) == 1
        and all(_is_fan(others, near) for others in near.values())
        and _is_connected(near)
    )


def _graph(
    cells: int, neighbours: tuple[Sequence[int], Sequence[int]], regions: Sequence[int], end: EndRow
) -> dict[int, set[int]]:
    """The cells and the edges: `cells` and the next number for the first side, then the second side's."""
    first, items = neighbours
    near = {cell: set(items[first[cell] : first[cell + 1]]) for cell in range(cells)}
    near |= {cells + number: set() for number in range(4)}
    for side in range(2):
        for number, region in enumerate((end.region[side], end.far[side])):
            point = cells + 2 * side + number
            for cell in range(cells):
                if regions[region] >> cell & 1:
                    near[cell].add(point)
                    near[point].add(cell)
            near[point] |= {cells + 2 - 2 * side, cells + 3 - 2 * side}
    return near


def _is_fan(others: set[int], near: dict[int, set[int]]) -> bool:
    """Whether the neighbours of a point form one path or cycle."""
    return _is_connected({point: near[point] & others for point in others})


def _is_connected(near: dict[int, set[int]]) -> bool:
    seen: set[int] = set()
    waiting = [next(iter(near))] if near else []
    while waiting:
        point = waiting.pop()
        if point not in seen:
            seen.add(point)
            waiting += near[point] - seen
    return bool(near) and len(seen) == len(near)
