"""Leaps over other pieces, one or many in a move."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.games.spec import Action
from tests.oracle.side import Side
from tests.oracle.state import Cells, MoveResult, Piece, put


class Leaps(Side):
    """Leaps with and without capture."""

    def is_leapt(self, action: Action, piece: Piece | None) -> bool:
        return (self.is_enemy(piece) and action.over != "own") or (
            self.is_own(piece) and action.over != "enemy"
        )

    def leap(self, action: Action, cell: int, piece: Piece, actions: list[Action]) -> Iterator[MoveResult]:
        lifted = put(self.cells, {cell: None})
        if action.take:
            yield from self.captures(action, cell, piece, actions, lifted)
            return
        reached, ends = {cell}, [cell]
        while ends:
            here = ends.pop()
            for _, _, end in self.leaps(action, here, lifted, frozenset()):
                if end not in reached:
                    reached.add(end)
                    if self.chain_of(action) != "none":
                        ends.append(end)
        for end in reached - {cell}:
            yield from self.arrive(action, cell, piece, end, f"{self.name(cell)}-{self.name(end)}")

    def leaps(
        self, action: Action, cell: int, cells: Cells, spent: frozenset[int]
    ) -> Iterator[tuple[tuple[float, float], tuple[int, ...], int]]:
        """Single leaps: the direction, the cells jumped over and the landing cell."""
        for way in self.ways(action, cell):
            over = 0
            while action.run_up == "any" and over < len(way.ahead) - 1 and cells[way.ahead[over]] is None:
                over += 1
            beyond = over
            while beyond < len(way.ahead) and cells[way.ahead[beyond]] is not None:
                beyond += 1
            row = way.ahead[over:beyond]
            if not 1 <= len(row) <= action.row:
                continue
            if any(not self.is_leapt(action, cells[n]) or n in spent for n in row):
                continue
            for landing in range(beyond, len(way.ahead)):
                end = way.ahead[landing]
                if cells[end] is not None:
                    break
                if action.to is None or not action.take or end in self.rules.region(action.to, self.side):
                    yield self.rules.heading(cell, way.ahead[0]), row, end
                if action.land == "next":
                    break

    def captures(
        self, action: Action, cell: int, piece: Piece, actions: list[Action], lifted: Cells
    ) -> Iterator[MoveResult]:
        """Chains of capturing leaps. The origin cell is empty during the chain."""

        def after(
            one: Action,
            here: int,
            kind: str,
            cells: Cells,
            spent: tuple[int, ...],
            text: str,
            came: tuple[float, float] | None,
        ) -> Iterator[MoveResult]:
            for heading, row, end in self.leaps(one, here, cells, frozenset(spent)):
                if self.chain_of(one) == "straight" and came not in (None, heading):
                    continue
                gone = (*spent, *row)
                now = cells if one.removal == "at the end" else put(cells, dict.fromkeys(row))
                said = f"{text}x{self.name(end)}"
                become = self.rules.promotion(Piece(piece.side, kind), end).kind
                promotion = self.rules.kinds[kind].promote
                changes = become != kind and promotion is not None and promotion.when != "the move ends"
                stops = changes and promotion is not None and promotion.when == "it arrives and stops"
                kind_now = become if changes else kind
                further: list[MoveResult] = []
                chain = self.chain_of(one)
                without = put(now, dict.fromkeys(gone))
                standing = put(without, {end: Piece(piece.side, kind_now)})
                if (
                    chain != "none"
                    and not stops
                    and not self.rules.is_decided(self.before, standing, self.side)
                ):
                    onward = actions if kind_now == piece.kind else self.rules.meant(self.choices, kind_now)
                    for next_one in onward:
                        if next_one.verb == "leap" and next_one.take:
                            further += after(next_one, end, kind_now, now, gone, said, heading)
                yield from further
                if chain != "finish" or not further:
                    yield from self.arrive(action, cell, piece, end, said, without, len(gone), kind_now)

        yield from after(action, cell, piece.kind, lifted, (), self.name(cell), None)
