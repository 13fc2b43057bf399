"""The cells that show why a game is over: a winning line or chain, the goal, captured or blocked pieces."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from ludoteca.games.compiler.codes import END, FIRST, MOST_SEEDS, OWNER_LOSES, REASONS, SHARED
from ludoteca.games.compiler.shapes import windows_of
from ludoteca.games.spec import End
from ludoteca.kernel.constants import NO_CELL
from ludoteca.kernel.rows import EndRow

if TYPE_CHECKING:
    from ludoteca.games.position import Position

Cells = Iterable[int]
_HEXAGON = 6
"""The neighbours of a cell within a board of hexagons."""


def deciding_cells(position: Position) -> tuple[int, ...]:
    """The cells in ascending order; none where the end has no place on the board, such as a repetition."""
    if position.outcome is None:
        return ()
    return tuple(sorted(set(_Ending(position).cells())))


class _Ending:
    """The end of one game on its board."""

    def __init__(self, position: Position) -> None:
        self.position, self.game = position, position.game
        self.compiled = position.game.compiled
        self.contents = position.snapshot.cells
        self.winner = position.snapshot.outcome - 1
        """0 or 1; 2 for a draw."""

    def cells(self) -> Cells:
        reason = self.position.snapshot.reason
        if reason in REASONS:
            return self._blocked() if REASONS[reason] == "no move" else ()
        end, row = self.compiled.ends[reason], self.compiled.data.ends[reason]
        if row.result == MOST_SEEDS:
            return self._store()
        condition = end.when.conditions()[0]
        find: Callable[[End, EndRow, int], Cells] | None = getattr(self, f"_{condition}", None)
        if find is None:
            return ()
        return [cell for owner in self._owners(row) for cell in find(end, row, owner)]

    def _owners(self, row: EndRow) -> tuple[int, ...]:
        """The sides for which the condition holds. In a draw it may hold for both."""
        if self.winner not in (0, 1):
            return tuple(side for side in range(2) if row.owners >> side & 1)
        return (1 - self.winner if row.result == OWNER_LOSES else self.winner,)

    # -- one method for each condition ----------------------------------------------------------------

    def _align(self, end: End, row: EndRow, owner: int) -> Cells:
        own = set(self._pieces(owner))
        for cells, beyond in self._windows(end, row):
            if own.issuperset(cells) and own.isdisjoint(beyond):
                yield from cells

    _filled_line = _align
    _pattern = _align

    def _windows(self, end: End, row: EndRow) -> Iterable[tuple[Cells, Cells]]:
        if end.when.inside is None:
            return windows_of(end.when, self.compiled.layout)
        found = self.compiled.layout.windows[row.windows]
        size = found.size
        return [
            (
                [cell for cell in found.cells[n * size : (n + 1) * size] if cell != NO_CELL],
                [cell for cell in found.ends[2 * n : 2 * n + 2] if cell != NO_CELL],
            )
            for n in range(found.count)
        ]

    def _reach(self, end: End, row: EndRow, owner: int) -> Cells:
        code = row.code[owner]
        there = [cell for cell in self._region(row.region[owner]) if self.contents[cell]]
        kinds = self.compiled.kinds
        return [
            cell
            for cell in there
            if kinds.who[self.contents[cell]] == SHARED
            or (kinds.who[self.contents[cell]] == FIRST + owner and code in (0, self.contents[cell]))
        ]

    def _fill(self, end: End, row: EndRow, owner: int) -> Cells:
        return self._region(row.region[owner])

    def _still_in(self, end: End, row: EndRow, owner: int) -> Cells:
        return set(self._region(row.region[owner])) & set(self._pieces(owner))

    def _connect(self, end: End, row: EndRow, owner: int) -> Cells:
        """A shortest chain from one side of the board to the other, or between more goals."""
        own, far = set(self._pieces(owner)), set(self._region(row.far[owner]))
        if row.type == END["join"]:
            return self._joined(row, owner, own)
        came_from: dict[int, int] = {cell: cell for cell in self._region(row.region[owner]) if cell in own}
        waiting = deque(came_from)
        while waiting:
            cell = waiting.popleft()
            if cell in far:
                chain = [cell]
                while came_from[chain[-1]] != chain[-1]:
                    chain.append(came_from[chain[-1]])
                return chain
            for neighbour in sorted(self.game.board.neighbours[cell]):
                if neighbour in own and neighbour not in came_from:
                    came_from[neighbour] = cell
                    waiting.append(neighbour)
        return ()

    def _joined(self, row: EndRow, owner: int, own: set[int]) -> Cells:
        """Shortest paths from one stone to the nearest goals: the smallest chain for two or three goals."""
        reached = self.compiled.data.goals[owner]
        steps = [
            self._steps_to({cell for cell in own if reached[cell] >> bit & 1}, own)
            for bit in range(row.goals[owner].bit_length())
            if row.goals[owner] >> bit & 1
        ]

        def cost(cell: int) -> list[int]:
            return sorted(goal[cell] for goal in steps if cell in goal)[: row.n]

        meeting = [cell for cell in own if len(cost(cell)) == row.n]
        if not meeting:
            return ()
        middle = min(meeting, key=lambda cell: (sum(cost(cell)), cell))
        nearest = sorted((goal for goal in steps if middle in goal), key=lambda goal: goal[middle])[: row.n]
        return {cell for goal in nearest for cell in self._descent(middle, goal)}

    def _steps_to(self, goal: set[int], own: set[int]) -> dict[int, int]:
        """The number of steps over own stones from each of them to a goal, where there is a way."""
        found, waiting = dict.fromkeys(goal, 0), deque(sorted(goal))
        while waiting:
            cell = waiting.popleft()
            for near in sorted(self.game.board.neighbours[cell] & own - found.keys()):
                found[near] = found[cell] + 1
                waiting.append(near)
        return found

    def _descent(self, cell: int, steps: dict[int, int]) -> Cells:
        """A shortest path from a cell to the goal of the steps."""
        path = [cell]
        while steps[path[-1]]:
            path.append(
                next(
                    near
                    for near in sorted(self.game.board.neighbours[path[-1]])
                    if steps.get(near, -1) == steps[path[-1]] - 1
                )
            )
        return path

    def _ring(self, end: End, row: EndRow, owner: int) -> Cells:
        """The stones beside the cells that a ring surrounds, or the six around a stone."""
        own, near = set(self._pieces(owner)), self.game.board.neighbours
        free = set(range(len(self.game.board.cells))) - own
        outside = self._steps_to({cell for cell in free if len(near[cell]) < _HEXAGON}, free)
        inside = free - outside.keys()
        if inside:
            pocket = self._steps_to({min(inside)}, inside)
            return _tight_ring(set(pocket), own, near)
        centres = (cell for cell in sorted(own) if len(near[cell]) == _HEXAGON and near[cell] <= own)
        last = set(self.position.last_cells)
        ranked = sorted(centres, key=lambda cell: not last & near[cell])
        return near[ranked[0]] if ranked else ()

    def _one_group(self, end: End, row: EndRow, owner: int) -> Cells:
        return self._pieces(owner)

    _passed = _one_group

    def _enemy_left(self, end: End, row: EndRow, owner: int) -> Cells:
        """The last captures; the last move, if a side has lost or got rid of its own pieces."""
        return self.position.captured_cells or self.position.last_cells

    _own_left = _enemy_left
    _each_left = _enemy_left

    def _no_move(self, end: End, row: EndRow, owner: int) -> Cells:
        return self._blocked()

    # -- what conditions share ------------------------------------------------------------------------

    def _blocked(self) -> Cells:
        """The pieces that cannot move; if the last of them was captured, the cell where it was."""
        if not self.game.traits.moves_pieces:
            return ()
        kinds, who = self.compiled.kinds, FIRST + self.position.snapshot.mover
        stuck = [cell for cell, code in self._contents() if kinds.who[code] in (who, SHARED)]
        return stuck or self.position.captured_cells

    def _store(self) -> Cells:
        pits = self.game.pits
        if pits is None or not pits.stores_on_board or self.winner not in (0, 1):
            return ()
        return (pits.cell(pits.stores[self.winner]),)

    def _pieces(self, side: int) -> list[int]:
        return [cell for cell, code in self._contents() if self.compiled.kinds.who[code] == FIRST + side]

    def _contents(self) -> Iterable[tuple[int, int]]:
        return enumerate(self.contents[: len(self.game.board.cells)])

    def _region(self, number: int) -> list[int]:
        bits = self.compiled.layout.regions[number]
        return [cell for cell in range(len(self.game.board.cells)) if bits >> cell & 1]


def _tight_ring(inside: set[int], own: set[int], near: Sequence[frozenset[int]]) -> Cells:
    """The own stones beside an enclosed pocket: together they surround it."""
    return {cell for cell in own if near[cell] & inside}
