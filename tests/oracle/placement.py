"""Actions without a moving piece: place, shoot, block, remove, rotate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from ludoteca.games.spec import Action
from tests.oracle.shapes import shapes
from tests.oracle.side import Side
from tests.oracle.state import BLOCKED, MoveResult, Piece, put


class Placement(Side):
    """Placements, removals and rotations."""

    def place(self, action: Action) -> Iterator[MoveResult]:
        open_cells = [
            n for n in sorted(self.rules.union(action.value, self.side))
            if self.cells[n] is None and self.is_open(action, n)
        ]  # fmt: skip
        for kind in self.rules.placeable(self.before, self.side, action.kind):
            named = f"{kind}@" if self.rules.names_kinds[self.side] else ""
            number = min(action.pieces, len(open_cells), self.rules.held(self.before, self.side, kind))
            for chosen in combinations(open_cells, number) if number else ():
                if action.together and not self.lie_together(action, chosen):
                    continue
                piece = Piece(self.side, kind)
                cells = put(self.cells, dict.fromkeys(chosen, piece))
                if action.flips:
                    flipped = self.flipped(chosen[0])
                    if not flipped:
                        continue
                    cells = put(cells, {n: Piece(self.side, kind) for n in flipped})
                done = replace(
                    self.before, text=self.said("+".join(named + self.name(n) for n in chosen)),
                    cells=self.converted(action, cells, chosen[0]),
                    hands=self.rules.spend(self.before.hands, self.side, kind, len(chosen)),
                    arrived=chosen[-1], kind=kind, placed=True,
                )  # fmt: skip
                if self.is_allowed(action, done):
                    yield done

    def lie_together(self, action: Action, chosen: tuple[int, ...]) -> bool:
        """Whether two cells are neighbours in the wanted direction."""
        if len(chosen) != 2 or chosen[1] not in self.board.neighbours[chosen[0]]:
            return False
        return self.rules.goes(action.together, self.side, *chosen)

    def is_open(self, action: Action, cell: int) -> bool:
        if not self.is_possible(action, cell):
            return False
        if action.falls and any(self.cells[below] is None for below in self.rules.below(cell)):
            return False
        beside = [self.cells[n] for n in self.board.neighbours[cell]]
        if action.not_beside_own and any(map(self.is_own, beside)):
            return False
        return not (action.apart and any(map(self.is_enemy, beside)))

    def flipped(self, cell: int) -> set[int]:
        found: set[int] = set()
        for way in self.rules.ways[cell]:
            run = self.enemy_run(self.cells, way.ahead)
            if len(run) < len(way.ahead) and self.is_own(self.cells[way.ahead[len(run)]]):
                found |= run
        return found

    def shoot(self, action: Action) -> Iterator[MoveResult]:
        assert self.before.arrived is not None
        for way in self.ways(action, self.before.arrived):
            for end in way.ahead[: action.up_to]:
                if self.cells[end] is not None:
                    break
                yield self.blocking(end)

    def block(self, action: Action) -> Iterator[MoveResult]:
        for cell in self.rules.union(action.value, self.side):
            if self.cells[cell] is None:
                yield self.blocking(cell)

    def blocking(self, cell: int) -> MoveResult:
        cells = put(self.cells, {cell: BLOCKED})
        return replace(self.before, text=f"{self.before.text}/{self.name(cell)}", cells=cells, lasting=True)

    def remove(self, action: Action) -> Iterator[MoveResult]:
        side = self.side if "own" in action.value else 1 - self.side
        standing = self.rules.own(self.cells, side)
        found = {cell for cell in standing if self.is_possible(action, cell)}
        if action.spare:
            spared = frozenset().union(*shapes(self.board, action.spare, standing))
            found = found - spared if found - spared or action.spare_all else found
        for cell in found:
            cells = put(self.cells, {cell: None})
            text = f"{self.before.text}*{self.name(cell)}"
            taken = self.before.taken + (side != self.side)
            yield replace(self.before, text=text, cells=cells, taken=taken, lasting=True)

    def rotate(self, _: Action) -> Iterator[MoveResult]:
        for number, block in enumerate(self.board.blocks, start=1):
            side = round(len(block) ** 0.5)
            rows = [block[n : n + side] for n in range(0, len(block), side)]
            columns = list(zip(*rows, strict=True))
            clockwise = [column[::-1] for column in columns]
            counter = columns[::-1]
            for sign, source in (("+", clockwise), ("-", counter)):
                came = [cell for row in source for cell in row]
                cells = put(self.cells, {to: self.cells[of] for to, of in zip(block, came, strict=True)})
                yield replace(self.before, text=f"{self.before.text}/{number}{sign}", cells=cells)
