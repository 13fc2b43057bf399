"""The data structures that section 3.5 of the thesis weighs up, and Algorithms 20 and 21, in plain Python.

Boards on which pieces move one step: a matrix indexed by row and column, or a graph with linked adjacency
lists. The children of a node: an array that doubles, an array that grows by one, or a linked list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ludoteca.games import Game

Place = Any
"""A cell in the terms of a board: its coordinates, or a vertex."""
Step = tuple[Place, Place]
"""Source and target."""


class StepBoard(Protocol):
    """A board on which a piece moves one step along a line to an empty cell."""

    def moves(self, player: int) -> list[Step]: ...

    def pieces(self, player: int) -> list[Place]: ...

    def moves_of(self, place: Place) -> list[Step]: ...

    def make(self, step: Step) -> None: ...

    def unmake(self, step: Step) -> None: ...

    def has_won(self, player: int, length: int) -> bool: ...


class MatrixBoard:
    """Rows of cells. Neighbours follow from the coordinates: eight directions, or four where the coordinates
    add up to an odd number."""

    def __init__(self, game: Game) -> None:
        start = game.start().snapshot.cells
        who = game.compiled.kinds.who
        self.cells = [
            [who[start[cell]] for cell in row if cell is not None] for row in reversed(game.board.rows)
        ]
        self.side = len(self.cells)

    def moves(self, player: int) -> list[Step]:
        """Algorithm 20: all moves of a player, by coordinates."""
        return [
            ((row, column), (y, x))
            for row in range(self.side)
            for column in range(self.side)
            if self.cells[row][column] == player
            for y, x in self._near(row, column)
            if not self.cells[y][x]
        ]

    def pieces(self, player: int) -> list[Place]:
        return [
            (row, column)
            for row in range(self.side)
            for column in range(self.side)
            if self.cells[row][column] == player
        ]

    def moves_of(self, place: Place) -> list[Step]:
        row, column = place
        return [(place, (y, x)) for y, x in self._near(row, column) if not self.cells[y][x]]

    def _near(self, row: int, column: int) -> Iterator[tuple[int, int]]:
        diagonals = (row + column) % 2 == 0
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                y, x = row + dy, column + dx
                if (
                    (dy or dx)
                    and (diagonals or not (dy and dx))
                    and 0 <= y < self.side
                    and 0 <= x < self.side
                ):
                    yield y, x

    def make(self, step: Step) -> None:
        (y, x), (to_y, to_x) = step
        self.cells[to_y][to_x], self.cells[y][x] = self.cells[y][x], 0

    def unmake(self, step: Step) -> None:
        self.make((step[1], step[0]))

    def has_won(self, player: int, length: int) -> bool:
        """A row of pieces in any of four directions."""
        for row in range(self.side):
            for column in range(self.side):
                for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    y, x = row + dy * (length - 1), column + dx * (length - 1)
                    if (
                        0 <= y < self.side
                        and 0 <= x < self.side
                        and all(self.cells[row + dy * i][column + dx * i] == player for i in range(length))
                    ):
                        return True
        return False


class Vertex:
    """A cell of a graph, found by searching the list of vertices for its coordinates."""

    __slots__ = ("column", "first", "owner", "row")

    def __init__(self, row: int, column: int, owner: int) -> None:
        self.row, self.column, self.owner = row, column, owner
        self.first: Edge | None = None


@dataclass
class Edge:
    """An entry of a linked adjacency list."""

    to: Vertex
    after: Edge | None


class GraphBoard:
    """Vertices with linked adjacency lists."""

    def __init__(self, game: Game) -> None:
        matrix = MatrixBoard(game)
        self.side = matrix.side
        self.vertices = [
            Vertex(row, column, matrix.cells[row][column])
            for row in range(self.side)
            for column in range(self.side)
        ]
        for vertex in self.vertices:
            for y, x in reversed(list(matrix._near(vertex.row, vertex.column))):
                vertex.first = Edge(self.at(y, x), vertex.first)

    def at(self, row: int, column: int) -> Vertex:
        for vertex in self.vertices:
            if vertex.row == row and vertex.column == column:
                return vertex
        raise IndexError

    def moves(self, player: int) -> list[Step]:
        return [step for vertex in self.vertices if vertex.owner == player for step in self.moves_of(vertex)]

    def pieces(self, player: int) -> list[Place]:
        return [vertex for vertex in self.vertices if vertex.owner == player]

    def moves_of(self, place: Place) -> list[Step]:
        found: list[Step] = []
        edge = place.first
        while edge:
            if not edge.to.owner:
                found.append((place, edge.to))
            edge = edge.after
        return found

    def make(self, step: Step) -> None:
        source, target = step
        target.owner, source.owner = source.owner, 0

    def unmake(self, step: Step) -> None:
        self.make((step[1], step[0]))

    def has_won(self, player: int, length: int) -> bool:
        for vertex in self.vertices:
            for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
                y, x = vertex.row + dy * (length - 1), vertex.column + dx * (length - 1)
                if (
                    0 <= y < self.side
                    and 0 <= x < self.side
                    and all(
                        self.at(vertex.row + dy * i, vertex.column + dx * i).owner == player
                        for i in range(length)
                    )
                ):
                    return True
        return False


def as_cells(step: Step, side: int) -> tuple[int, int]:
    """A step as two cell numbers, row by row from the bottom."""
    found = []
    for place in step:
        row, column = (place.row, place.column) if isinstance(place, Vertex) else place
        found.append(row * side + column)
    return found[0], found[1]


# -- searching with them ------------------------------------------------------------------------------


@dataclass
class Searched:
    """The result of a minimax search."""

    step: Step | None
    score: int
    nodes: int


def minimax(
    board: StepBoard, player: int, depth: int, length: int, by_piece: bool, check: Callable[[], None]
) -> Searched:
    """Minimax with the ternary utility: all moves at once (Algorithm 20), or by piece (Algorithm 21)."""
    found = Searched(None, -2, 0)

    def visit(mover: int, levels: int) -> int:
        found.nodes += 1
        if board.has_won(3 - mover, length):
            return 1 if 3 - mover == player else -1
        if not levels:
            return 0
        check()
        values = []
        for step in moves_of(board, mover, by_piece):
            board.make(step)
            values.append(visit(3 - mover, levels - 1))
            board.unmake(step)
        if not values:
            return 0
        return max(values) if mover == player else min(values)

    for step in moves_of(board, player, by_piece):
        board.make(step)
        score = visit(3 - player, depth - 1)
        board.unmake(step)
        if score > found.score:
            found.step, found.score = step, score
    return found


def moves_of(board: StepBoard, player: int, by_piece: bool) -> list[Step]:
    """All moves of a player. Algorithm 21 asks for the pieces first, then for the moves of each."""
    if not by_piece:
        return board.moves(player)
    return [step for place in board.pieces(player) for step in board.moves_of(place)]


# -- children of a node -------------------------------------------------------------------------------


class ArrayNode:
    """Children in a list of the language, whose capacity grows in proportion to its length."""

    __slots__ = ("children", "score")

    def __init__(self) -> None:
        self.children: list[ArrayNode] = []
        self.score = 0

    def add(self, child: ArrayNode) -> None:
        self.children.append(child)

    def __iter__(self) -> Iterator[ArrayNode]:
        return iter(self.children)


class ResizedNode(ArrayNode):
    """Children in an array that is copied for each new one, as the thesis describes it."""

    __slots__ = ()

    def add(self, child: ArrayNode) -> None:
        self.children = [*self.children, child]


class LinkedNode:
    """Children in a singly linked list, in reverse order."""

    __slots__ = ("after", "first", "score")

    def __init__(self) -> None:
        self.first: LinkedNode | None = None
        self.after: LinkedNode | None = None
        self.score = 0

    def add(self, child: LinkedNode) -> None:
        child.after, self.first = self.first, child

    def __iter__(self) -> Iterator[LinkedNode]:
        child = self.first
        while child is not None:
            yield child
            child = child.after


def build_tree(make: Callable[[], Any], width: int, depth: int) -> Any:
    """A tree in which every node has as many children."""
    root = make()
    if depth:
        for _ in range(width):
            root.add(build_tree(make, width, depth - 1))
    return root


def walk(node: Any) -> int:
    """The number of nodes, by visiting every child."""
    total = 1
    for child in node:
        total += walk(child)
    return total
