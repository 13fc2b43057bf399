"""One side before one stage of a move: conditions, directions and arrivals."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludoteca.games.spec import Action, Turn
from tests.oracle.boards import Way
from tests.oracle.rules import Rules
from tests.oracle.shapes import shapes
from tests.oracle.state import BLOCKED, Cells, MoveResult, Piece, put


class Side:
    """The side to move at one stage."""

    def __init__(self, rules: Rules, turn: Turn, before: MoveResult, side: int) -> None:
        self.rules, self.turn, self.before, self.side = rules, turn, before, side
        self.board = rules.board
        self.cells = before.cells
        self.choices: tuple[Action | str, ...] = ()

    def is_possible(self, action: Action, cell: int) -> bool:
        """Whether `from` and `when` allow it."""
        if action.from_ is not None and cell not in self.rules.region(action.from_, self.side):
            return False
        if action.when is None:
            return True
        if action.when.left is not None and self.rules.left(self.before, self.side) != action.when.left:
            return False
        around = [self.cells[n] for n in self.board.neighbours[cell]]
        if action.when.beside == "enemy":
            return any(self.is_enemy(piece) for piece in around)
        if action.when.beside == "own":
            return any(self.is_own(piece) for piece in around)
        return action.when.beside != "empty" or None in around

    def is_enemy(self, piece: Piece | None) -> bool:
        return piece is not None and piece.side == 1 - self.side

    def is_own(self, piece: Piece | None) -> bool:
        return piece is not None and piece.side == self.side

    def chain_of(self, action: Action) -> str:
        return action.chain or self.turn.chain

    def ways(self, action: Action, cell: int) -> Iterator[Way]:
        """The directions from a cell that fit the action."""
        for way in self.rules.ways[cell]:
            if self.rules.goes(action.value, self.side, cell, way.ahead[0]):
                yield way

    def arrive(
        self, action: Action | None, cell: int, piece: Piece, end: int, text: str, cells: Cells | None = None,
        taken: int = 0, kind: str | None = None,
    ) -> Iterator[MoveResult]:  # fmt: skip
        """The result of moving a piece from `cell` to `end`, if it may stop there."""
        promoted = self.rules.promotion(piece._replace(kind=kind or piece.kind), end)
        after = put(
            self.cells if cells is None else cells,
            {cell: BLOCKED if action and action.trail else None} | {end: promoted},
        )
        done = replace(
            self.before, text=self.said(text), cells=self.converted(action, after, end), origin=cell,
            arrived=end, kind=piece.kind, taken=taken,
            promoted=promoted != piece,
            lasting=bool(action and action.trail) or not self.rules.can_go_back(piece, end, cell),
        )  # fmt: skip
        if action is None or self.is_allowed(action, done):
            yield done

    def converted(self, action: Action | None, cells: Cells, end: int) -> Cells:
        """The cells after the enemies beside `end` have changed sides, if the action converts."""
        if action is None or not action.converts:
            return cells
        turned = {
            n: piece for n in self.board.neighbours[end] if (piece := cells[n]) and self.is_enemy(piece)
        }
        return put(cells, {n: piece._replace(side=self.side) for n, piece in turned.items()})

    def is_allowed(self, action: Action, done: MoveResult) -> bool:
        if action.to is not None and done.arrived not in self.rules.region(action.to, self.side):
            return False
        if not action.without and not action.not_back_to_start:
            return True
        own = self.rules.own(done.cells, self.side)
        if action.without and any(done.arrived in shape for shape in shapes(self.board, action.without, own)):
            return False
        back = done.arrived in own and own == self.rules.own(self.rules.start_cells, self.side)
        return not (action.not_back_to_start and back)

    def said(self, text: str) -> str:
        """The text of the move so far with an action appended."""
        return f"{self.before.text}+{text}" if self.before.text else text

    def name(self, cell: int) -> str:
        return self.board.cells[cell].name

    def enemy_run(self, cells: Cells, way: tuple[int, ...]) -> frozenset[int]:
        run = []
        for cell in way:
            if not self.is_enemy(cells[cell]):
                break
            run.append(cell)
        return frozenset(run)
