"""The board of a spec, and its phrases for cells and directions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from ludoteca import geometry
from ludoteca.games import spec

WAY_FORWARD = ("up", "down")

# The step property of each direction word, for the first and the second player.
DIRECTIONS = {
    "forward": WAY_FORWARD,
    "backward": ("down", "up"),
    "sideways": ("level", "level"),
    "vertical": ("upright", "upright"),
}


class Way(NamedTuple):
    """A direction along a line: the cells ahead and behind, nearest first."""

    ahead: tuple[int, ...]
    behind: tuple[int, ...]
    line: tuple[int, ...]


def build(board: spec.Board) -> geometry.Board:
    """The board that a spec's `[board]` describes."""
    if board.grid:
        width, height = board.grid
        look: dict[str, Any] = {
            "lines": board.lines,
            "style": board.style,
            "only": board.only,
            "block": board.block,
        }
        whole = geometry.grid(width, height, **look)
        if not board.holes:
            return whole
        holes = Regions(geometry.grid(width, height), {}).cells(board.holes, 0)
        names = [geometry.grid(width, height).cells[cell].name for cell in holes]
        return geometry.grid(width, height, **look, holes=names)
    if board.hex:
        return geometry.rhombus(*board.hex)
    if board.hexagon:
        return geometry.hexagon(board.hexagon)
    if board.triangle:
        return geometry.triangle(board.triangle)
    if board.pits:
        return geometry.pits(board.pits, board.stores)
    if board.wheel:
        return geometry.wheel(board.wheel[0], board.wheel[1])
    assert board.points is not None
    points: dict[str, Any] = {name: tuple(place) for name, place in board.points.items()}
    return geometry.graph(points, [row.split() for row in board.joined], [row.split() for row in board.rings])


class Regions:
    """Sets of cells by phrase, for each side."""

    def __init__(self, board: geometry.Board, named: Mapping[str, tuple[str | None, str | None]]) -> None:
        self.board = board
        self.named = named

    def cells(self, phrase: str, side: int) -> frozenset[int]:
        everywhere = frozenset(range(len(self.board.cells)))
        if " but not " in phrase:
            kept, dropped = phrase.split(" but not ", 1)
            return self.cells(kept, side) - self.cells(dropped, side)
        if " within " in phrase:
            part, whole = phrase.split(" within ", 1)
            return self.cells(part, side) & self.cells(whole, side)
        phrase = phrase.strip()
        if phrase.startswith("enemy "):
            return self.cells(phrase[len("enemy ") :], 1 - side)
        if phrase == "anywhere":
            return everywhere
        if phrase in ("dark", "light"):
            parity = ("dark", "light").index(phrase)
            return frozenset(
                n for n in everywhere if round(self.board.cells[n].x + self.board.cells[n].y) % 2 == parity
            )
        if phrase.split()[:1] == ["cell"]:
            column, row = map(int, phrase.split()[1:])
            return frozenset(
                n
                for n in everywhere
                if (self.board.cells[n].x, self.board.cells[n].y) == (column - 1, row - 1)
            )
        named = {name: self.own(name, side) for name in self.named if name in phrase}
        return geometry.region(self.board, phrase, WAY_FORWARD[side], named)

    def own(self, name: str, side: int) -> frozenset[int]:
        phrase = self.named[name][side]
        return frozenset() if phrase is None else self.cells(phrase, side)

    def union(self, phrases: Iterable[str], side: int) -> frozenset[int]:
        return frozenset().union(*(self.cells(phrase, side) for phrase in phrases))


def goes(board: geometry.Board, phrases: Iterable[str], side: int, start: int, end: int) -> bool:
    """Whether a step goes in one of these directions, for a side."""
    true = geometry.step_words(board, start, end)
    for phrase in phrases:
        words = {DIRECTIONS[word][side] if word in DIRECTIONS else word for word in phrase.split()}
        if words - {"all"} <= true:
            return True
    return False


def ways(board: geometry.Board, cell: int) -> list[Way]:
    """Both directions along every drawn line through a cell."""
    found = []
    for line in board.lines:
        if cell not in line.cells:
            continue
        at = line.cells.index(cell)
        after, before = line.cells[at + 1 :], line.cells[:at][::-1]
        if line.closed:
            after = after + line.cells[:at]
            before = after[::-1]
        found += [
            Way(ahead, behind, line.cells) for ahead, behind in ((after, before), (before, after)) if ahead
        ]
    return found
