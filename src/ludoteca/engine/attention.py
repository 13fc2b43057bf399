"""An attention model: which moves a person notices first, and which are easily missed.

Moves near the last move, captures, longer own lines and forward steps get attention; distant, quiet and
backward moves do not. The model uses only the board and the pieces, so it works for any game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ludoteca.games import Game, Move, Position
from ludoteca.kernel import Snapshot

NEAR, CLOSE = 300, 150
CAPTURE, CAPTURES = 400, 100
OWN_LINE, ENEMY_LINE, LONGEST = 100, 50, 4
FORWARD = 100


@dataclass(frozen=True)
class Candidate:
    """A legal move with its attention value."""

    move: Move
    after: Position
    captured: int
    """Pieces that the opponent loses, or seeds that the mover stores."""
    attention: int


class AttentionModel:
    """Assigns attention values to the moves of one game's positions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.board = game.board
        kinds = game.compiled.kinds.who
        self._codes = [bytes(code for code, who in enumerate(kinds) if who == side + 1) for side in (0, 1)]

    def candidates(self, position: Position) -> list[Candidate]:
        """Every legal move of the position, in its order."""
        mover = position.snapshot.mover
        enemies = self.pieces(position.snapshot, 1 - mover)
        seeds = self._seeds(position.snapshot, mover)
        near = self._near(position.last)
        found = []
        cache: dict[tuple[int, int], int] = {}
        with self.game.worker() as worker:
            worker.load(position.snapshot)
            for move in position.legal_moves:
                for action in move.actions:
                    worker.make(action)
                worker.resolve()
                after = worker.snapshot()
                for _ in move.actions:
                    worker.unmake()
                captured = enemies - self.pieces(after, 1 - mover) + self._seeds(after, mover) - seeds
                attention = self._attention(position.snapshot, move, near, captured, cache)
                found.append(Candidate(move, Position(self.game, after, move), max(captured, 0), attention))
        return found

    def pieces(self, snapshot: Snapshot, side: int) -> int:
        """The number of a side's pieces on the board."""
        cells = snapshot.cells[: len(self.board.cells)]
        return sum(cells.count(code) for code in self._codes[side])

    def stands(self, snapshot: Snapshot, side: int, cell: int) -> bool:
        """Whether a piece of the side is on the cell."""
        return snapshot.cells[cell] in self._codes[side]

    def cells(self, move: Move) -> list[int]:
        """The cells of a move's path, in order."""
        index = self.board.index
        return [index[click] for click in move.path if click in index]

    def _seeds(self, snapshot: Snapshot, side: int) -> int:
        pits = self.game.pits
        return snapshot.pits[pits.stores[side]] if pits else 0

    def _near(self, last: Move | None) -> dict[int, int]:
        """The attention that cells get because they are near the last move."""
        touched = self.cells(last) if last else []
        near = dict.fromkeys(touched, NEAR)
        for cell in touched:
            near |= {other: NEAR for other in self.board.neighbours[cell]}
        for cell in list(near):
            for other in self.board.neighbours[cell]:
                near.setdefault(other, CLOSE)
        return near

    def _attention(
        self, before: Snapshot, move: Move, near: dict[int, int], captured: int,
        cache: dict[tuple[int, int], int],
    ) -> int:  # fmt: skip
        """The attention value of a move. `cache` holds values by source and target: many moves share both
        and differ only in later stages."""
        cells = self.cells(move)
        value = max((near.get(cell, 0) for cell in cells), default=0)
        if captured > 0:
            value += CAPTURE + CAPTURES * min(captured - 1, 3)
        if cells:
            target = cells[1] if len(move.path) > 1 and len(cells) > 1 else cells[0]
            source = cells[0] if target != cells[0] else -1
            if (source, target) not in cache:
                cache[source, target] = self._step_attention(before, source, target)
            value += cache[source, target]
        return value

    def _step_attention(self, before: Snapshot, source: int, target: int) -> int:
        """The attention value of a step from `source` (-1 for a placement) to `target`."""
        own, enemy = (self._run(before, target, source, side) for side in (before.mover, 1 - before.mover))
        value = OWN_LINE * own + ENEMY_LINE * enemy
        return value + (FORWARD * self._direction(before.mover, source, target) if source >= 0 else 0)

    # -- lines and directions -------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[list[tuple[tuple[int, ...], int]]]:
        """For each cell, the lines through it and the cell's index in each."""
        found: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in self.board.cells]
        for line in self.board.wide_lines:
            for place, cell in enumerate(line.cells):
                found[cell].append((line.cells, place))
        return found

    def _run(self, before: Snapshot, target: int, source: int, side: int) -> int:
        """The longest unbroken line of a side's pieces that a piece on `target` would join; `source` counts
        as empty."""
        longest = 0
        for cells, place in self._lines[target]:
            run = 0
            for ahead in (cells[place + 1 :], cells[:place][::-1]):
                for cell in ahead:
                    if cell == source or not self.stands(before, side, cell):
                        break
                    run += 1
            longest = max(longest, run)
        return min(longest, LONGEST)

    @cached_property
    def _height(self) -> list[int]:
        return [round(1000 * cell.y) for cell in self.board.cells]

    @cached_property
    def _first_goes_up(self) -> int:
        """1 if `first` starts below `second`, -1 if above, 0 in games without a forward direction."""
        start = self.game.start().snapshot
        first, second = (
            [h for cell, h in enumerate(self._height) if self.stands(start, side, cell)] for side in (0, 1)
        )
        if not first or not second:
            return 0
        return (max(first) < min(second)) - (min(first) > max(second))

    def _direction(self, mover: int, source: int, target: int) -> int:
        """1 for a step forward, -1 for a step backward, else 0."""
        rise = self._height[target] - self._height[source]
        return ((rise > 0) - (rise < 0)) * self._first_goes_up * (1 if mover == 0 else -1)
