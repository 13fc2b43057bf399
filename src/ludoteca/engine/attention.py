"""What catches the eye: which moves a person sees at once, and which are easily missed.

Near the last move, a capture, a longer line of one's own, a step forward: seen. Far away, quiet, backward:
missed. Nothing here knows a game; the board and who stands where are enough.
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
class Sight:
    """A move as it looks before anybody thinks about it."""

    move: Move
    after: Position
    captured: int
    """Pieces that the other side loses, or seeds that are won."""
    salience: int


class Eye:
    """Looks at the moves of one game's positions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.board = game.board
        kinds = game.compiled.kinds.who
        self._codes = [bytes(code for code, who in enumerate(kinds) if who == side + 1) for side in (0, 1)]

    def see(self, position: Position) -> list[Sight]:
        """Every legal move of the position, in its order."""
        mover = position.snapshot.mover
        enemies = self.pieces(position.snapshot, 1 - mover)
        seeds = self._seeds(position.snapshot, mover)
        near = self._around(position.last)
        found = []
        ways: dict[tuple[int, int], int] = {}
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
                salience = self._salience(position.snapshot, move, near, captured, ways)
                found.append(Sight(move, Position(self.game, after, move), max(captured, 0), salience))
        return found

    def pieces(self, snapshot: Snapshot, side: int) -> int:
        """How many pieces a side has on the board."""
        cells = snapshot.cells[: len(self.board.cells)]
        return sum(cells.count(code) for code in self._codes[side])

    def stands(self, snapshot: Snapshot, side: int, cell: int) -> bool:
        """Whether a piece of the side stands there."""
        return snapshot.cells[cell] in self._codes[side]

    def cells(self, move: Move) -> list[int]:
        """The cells a move touches, in order."""
        index = self.board.index
        return [index[click] for click in move.path if click in index]

    def _seeds(self, snapshot: Snapshot, side: int) -> int:
        sowing = self.game.compiled.data["sowing"]
        return snapshot.pits[sowing["store"][side]] if sowing else 0

    def _around(self, last: Move | None) -> dict[int, int]:
        """How much it draws the eye that a cell is near the last move."""
        touched = self.cells(last) if last else []
        near = dict.fromkeys(touched, NEAR)
        for cell in touched:
            near |= {other: NEAR for other in self.board.neighbours[cell]}
        for cell in list(near):
            for other in self.board.neighbours[cell]:
                near.setdefault(other, CLOSE)
        return near

    def _salience(
        self, before: Snapshot, move: Move, near: dict[int, int], captured: int,
        ways: dict[tuple[int, int], int],
    ) -> int:  # fmt: skip
        """How much a move catches the eye. `ways` remembers what was seen from cell to cell: many moves go
        the same way and differ in what follows."""
        cells = self.cells(move)
        seen = max((near.get(cell, 0) for cell in cells), default=0)
        if captured > 0:
            seen += CAPTURE + CAPTURES * min(captured - 1, 3)
        if cells:
            target = cells[1] if len(move.path) > 1 and len(cells) > 1 else cells[0]
            source = cells[0] if target != cells[0] else -1
            if (source, target) not in ways:
                ways[source, target] = self._way(before, source, target)
            seen += ways[source, target]
        return seen

    def _way(self, before: Snapshot, source: int, target: int) -> int:
        """How much it catches the eye that somebody goes there, from a cell or from nowhere."""
        own, enemy = (self._run(before, target, source, side) for side in (before.mover, 1 - before.mover))
        seen = OWN_LINE * own + ENEMY_LINE * enemy
        return seen + (FORWARD * self._ahead(before.mover, source, target) if source >= 0 else 0)

    # -- lines and directions -------------------------------------------------------------------------

    @cached_property
    def _lines(self) -> list[list[tuple[tuple[int, ...], int]]]:
        """For each cell, the lines through it and its place in each."""
        found: list[list[tuple[tuple[int, ...], int]]] = [[] for _ in self.board.cells]
        for line in self.board.wide_lines:
            for place, cell in enumerate(line.cells):
                found[cell].append((line.cells, place))
        return found

    def _run(self, before: Snapshot, target: int, source: int, side: int) -> int:
        """The longest unbroken line of a side's pieces that the target would join; the mover's own piece is
        taken from where it stood."""
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
        """1 if first begins below second, -1 if above, 0 where forward means nothing."""
        start = self.game.start().snapshot
        first, second = (
            [h for cell, h in enumerate(self._height) if self.stands(start, side, cell)] for side in (0, 1)
        )
        if not first or not second:
            return 0
        return (max(first) < min(second)) - (min(first) > max(second))

    def _ahead(self, mover: int, source: int, target: int) -> int:
        """1 for a step forward, -1 for one backward."""
        rise = self._height[target] - self._height[source]
        return ((rise > 0) - (rise < 0)) * self._first_goes_up * (1 if mover == 0 else -1)
