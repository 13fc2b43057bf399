"""Moves of a piece: step, slide, fly, exit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile

from ludoteca.games.spec import Action
from tests.oracle.leaps import Leaps
from tests.oracle.state import MoveResult, Piece, put
from tests.oracle.step_captures import StepCaptures


class Movement(Leaps, StepCaptures):
    """Moves to another cell, or off the board."""

    def step(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[MoveResult]:
        if action.approach or action.withdraw or action.custody:
            yield from self.step_chain(action, cell, piece)
            return
        for way in self.ways(action, cell):
            yield from self.go(action, cell, piece, way.ahead[0])

    def go(self, action: Action, cell: int, piece: Piece, end: int) -> Iterator[MoveResult]:
        """To an empty cell or onto an enemy."""
        there = self.cells[end]
        if there is None and "empty" in action.onto:
            yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}")
        if self.is_enemy(there) and "enemy" in action.onto:
            yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}x{self.name(end)}", taken=1)

    def slide(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[MoveResult]:
        if action.loops:
            yield from self.loop(action, cell, piece)
            return
        for way in self.ways(action, cell):
            if action.counted:
                far = sum(self.cells[n] is not None for n in way.line)
                passed = [self.cells[n] for n in way.ahead[: far - 1]]
                if far <= len(way.ahead) and all(p is None or self.is_leapt(action, p) for p in passed):
                    yield from self.go(action, cell, piece, way.ahead[far - 1])
                continue
            ahead = way.ahead[: action.up_to]
            free = list(takewhile(lambda n: self.cells[n] is None, ahead))
            stop = ahead[len(free) : len(free) + 1]
            onto = bool(stop) and "enemy" in action.onto and self.is_enemy(self.cells[stop[0]])
            for far, end in enumerate(ahead, start=1):
                if action.distance not in (None, far) and self.cells[end] is None:
                    continue
                if action.distance not in (None, far):
                    break
                if action.whole_way and end != (stop[0] if onto else free[-1] if free else None):
                    continue
                if action.custody and self.cells[end] is None:
                    taken = self.held(action.custody, put(self.cells, {cell: None, end: piece}), end)
                    yield from self.arrive(
                        action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}",
                        put(self.cells, dict.fromkeys(taken)), len(taken),
                    )  # fmt: skip
                else:
                    yield from self.go(action, cell, piece, end)
                if self.cells[end] is not None:
                    break

    def fly(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[MoveResult]:
        for end in self.rules.union(action.value, self.side):
            if action.distance and self.rules.steps_between(cell, end) != action.distance:
                continue
            if self.cells[end] is None:
                yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}")

    def exit(self, action: Action, cell: int, piece: Piece, _: list[Action]) -> Iterator[MoveResult]:
        """Off the board, from the side of the board in one of the directions."""
        ahead = ("top", "bottom")[self.side]
        behind = ("top", "bottom")[1 - self.side]
        sides = {"forward": ahead, "backward": behind, "up": "top", "down": "bottom"}
        if any(cell in self.board.sides.get(sides.get(word, word), ()) for word in action.value):
            cells = put(self.cells, {cell: None})
            yield replace(
                self.before,
                text=self.said(f"{self.name(cell)}-off"),
                cells=cells,
                origin=cell,
                arrived=None,
                kind=piece.kind,
                lasting=True,
            )

    def loop(self, action: Action, cell: int, piece: Piece) -> Iterator[MoveResult]:
        """Along a closed track, over empty cells and round at least one loop, onto an enemy."""
        for track in self.rules.tracks:
            for start, direction in ((n, d) for n, stop in enumerate(track) if stop == cell for d in (1, -1)):
                turned, at = False, start
                for _ in range(len(track)):
                    at = (at + direction) % len(track)
                    end = track[at]
                    if end is None:
                        turned = True
                    elif self.cells[end] is not None and end != cell:
                        if turned and self.is_enemy(self.cells[end]):
                            text = f"{self.name(cell)}x{self.name(end)}"
                            yield from self.arrive(action, cell, piece, end, text, taken=1)
                        break
