"""Captures by a step: custody, approach and withdrawal."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.games.spec import Action, Custody
from tests.oracle.side import Side
from tests.oracle.state import Cells, MoveResult, Piece, put

Heading = tuple[float, float]


class StepCaptures(Side):
    """Captures of pieces beside, ahead of or behind a step."""

    def step_chain(self, action: Action, cell: int, piece: Piece) -> Iterator[MoveResult]:
        """Steps that capture by custody, approach or withdrawal; each further one must capture again."""

        def after(
            here: int, cells: Cells, visited: tuple[int, ...], came: Heading | None, text: str, taken: int
        ) -> Iterator[MoveResult]:
            for way in self.ways(action, here):
                end = way.ahead[0]
                heading = self.rules.heading(here, end)
                if cells[end] is not None or (action.never_twice and end in visited):
                    continue
                if action.to is not None and end not in self.rules.region(action.to, self.side):
                    continue
                if action.must_turn and came == heading:
                    continue
                if self.chain_of(action) == "straight" and came not in (None, heading):
                    continue
                moved = put(cells, {here: None, end: piece})
                for mark, victims in self.step_captures(action, moved, way.ahead, way.behind):
                    if came is not None and not victims:
                        continue
                    now = put(moved, dict.fromkeys(victims))
                    said, total = f"{text}-{self.name(end)}{mark}", taken + len(victims)
                    further: list[MoveResult] = []
                    goes_on = victims and self.chain_of(action) != "none"
                    if goes_on and not self.rules.is_decided(self.before, now, self.side):
                        further = list(after(end, now, (*visited, end), heading, said, total))
                    yield from further
                    if self.chain_of(action) != "finish" or not further:
                        yield from self.arrive(action, cell, piece, end, said, now, total)

        yield from after(cell, self.cells, (cell,), None, self.name(cell), 0)

    def step_captures(
        self, action: Action, moved: Cells, ahead: tuple[int, ...], behind: tuple[int, ...]
    ) -> list[tuple[str, frozenset[int]]]:
        """The possible captures of one step, each with its mark; if there are two, the player chooses."""
        held = self.held(action.custody, moved, ahead[0]) if action.custody else frozenset()
        before = self.enemy_run(moved, ahead[1:]) if action.approach else frozenset()
        after = self.enemy_run(moved, behind) if action.withdraw else frozenset()
        if before and after:
            return [(">", held | before), ("<", held | after)]
        return [("", held | before | after)]

    def held(self, custody: Custody, cells: Cells, end: int) -> frozenset[int]:
        """The enemies that the piece now on `end` captures by custody."""
        safe = self.rules.region(custody.safe, self.side) if custody.safe else frozenset()
        corners = self.rules.region("corners", self.side) if custody.corners else frozenset()
        found: set[int] = set()
        for way in self.rules.ways[end]:
            if not self.rules.goes(custody.along, self.side, end, way.ahead[0]):
                continue
            run = [cell for cell in way.ahead if cell in self.enemy_run(cells, way.ahead)]
            if not run:
                continue
            beyond = way.ahead[len(run)] if len(run) < len(way.ahead) else None
            is_closed = beyond is not None and self.holds(custody, cells, beyond)
            if is_closed and (custody.runs or len(run) == 1):
                found |= {cell for cell in run if not self.is_royal_at_fort(custody, cells, cell)}
            for cell in run[:1]:
                if self.is_royal_at_fort(custody, cells, cell) and self.is_surrounded(custody, cells, cell):
                    found.add(cell)
                if cell in corners and all(self.is_own(cells[n]) for n in self.beside(custody, cell)):
                    found.add(cell)
        return frozenset(found - safe)

    def holds(self, custody: Custody, cells: Cells, cell: int) -> bool:
        hostile = self.rules.region(custody.hostile, self.side) if custody.hostile else frozenset()
        return self.is_own(cells[cell]) or (cells[cell] is None and cell in hostile)

    def beside(self, custody: Custody, cell: int) -> list[int]:
        near = self.board.neighbours[cell]
        return [n for n in near if self.rules.goes(custody.along, self.side, cell, n)]

    def fort(self, custody: Custody) -> frozenset[int]:
        return self.rules.region(custody.fort, self.side) if custody.fort else frozenset()

    def is_royal_at_fort(self, custody: Custody, cells: Cells, cell: int) -> bool:
        piece = cells[cell]
        near = cell in self.fort(custody) or not self.fort(custody).isdisjoint(self.beside(custody, cell))
        return piece is not None and piece.kind == custody.royal and near

    def is_surrounded(self, custody: Custody, cells: Cells, cell: int) -> bool:
        """Whether the royal piece is enclosed: in the fort on all sides, next to it on all other sides."""
        fort = self.fort(custody)
        sides = [n for n in self.beside(custody, cell) if cell in fort or n not in fort]
        return all(self.holds(custody, cells, n) for n in sides)
