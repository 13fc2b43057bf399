"""Positions without history, and their successors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludoteca.games import Game, Position
from ludoteca.games.notation import NO_CELL, Action
from ludoteca.kernel import MutablePosition, Snapshot


class PositionKey(NamedTuple):
    """A position without its history: equal for transpositions."""

    cells: bytes
    mover: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    pits: bytes
    ply: int
    turns: tuple[int, int]


class Successor(NamedTuple):
    """The position after a move."""

    moves: tuple[Action, ...]
    key: int
    mover: int
    outcome: int
    """0 undecided, 1 first has won, 2 second has won, 3 draw."""


class SuccessorGenerator:
    """Generates successors. Every position is set up afresh, without repetition history and counters."""

    def __init__(self, game: Game) -> None:
        self._worker = MutablePosition(game.rules)
        self._size = game.compiled.layout.size
        self._kinds = len(game.compiled.kinds.names)
        self._pits = game.compiled.data.sowing.pits if game.compiled.data.sowing else 0

    def place(self, snapshot: Snapshot) -> PositionKey:
        if snapshot.mid_move:
            raise ValueError("a position key needs a position between two moves")
        hands = (snapshot.hand(0)[: self._kinds], snapshot.hand(1)[: self._kinds])
        return PositionKey(
            snapshot.cells[: self._size], snapshot.mover, hands, snapshot.pits[: self._pits], snapshot.ply,
            snapshot.turns,
        )  # fmt: skip

    def step(self, place: PositionKey, moves: tuple[Action, ...]) -> PositionKey:
        """The position after a move."""
        self._set_up(place)
        for action in moves:
            self._worker.make(action)
        return self.place(self._worker.snapshot())

    def position(self, game: Game, place: PositionKey) -> Position:
        self._set_up(place)
        return Position(game, self._worker.snapshot())

    def successors(self, place: PositionKey) -> list[Successor]:
        """All successors of a position."""
        self._set_up(place)
        return list(self._walk(()))

    def _set_up(self, place: PositionKey) -> None:
        worker = self._worker
        worker.set_up(
            place.cells, place.mover, place.hands, place.pits, place.ply, place.turns, -1, NO_CELL, 0, 0
        )
        if worker.resolve():
            raise ValueError("a position that goes on in play is over when it is set up")

    def _walk(self, made: tuple[Action, ...]) -> Iterator[Successor]:
        worker = self._worker
        for action in worker.actions():
            worker.make(action)
            here = worker.snapshot()
            if here.mid_move and not here.outcome:
                yield from self._walk((*made, action))
            else:
                yield Successor((*made, action), here.key, here.mover, here.outcome or worker.resolve())
            worker.unmake()
