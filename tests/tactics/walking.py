"""Positions without a past, and what follows from them: all that the proofs ask of the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ludoteca.games import Game, Position
from ludoteca.games.notation import NO_CELL, Action
from ludoteca.kernel import MutablePosition, Snapshot


class Place(NamedTuple):
    """What stands where and who moves. Two ways to the same place are the same place."""

    cells: bytes
    mover: int
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    pits: bytes
    ply: int
    turns: tuple[int, int]


class After(NamedTuple):
    """What a move leads to."""

    moves: tuple[Action, ...]
    key: int
    mover: int
    outcome: int
    """0 while the game goes on; 1 first has won, 2 second has, 3 nobody."""


class Walker:
    """Goes from place to place. Every place is set up anew, so that no repetition and no counter of the way
    there plays a part."""

    def __init__(self, game: Game) -> None:
        self._worker = MutablePosition(game.rules)
        self._size = game.compiled.layout.size
        self._kinds = len(game.compiled.kinds.names)
        self._pits = game.compiled.data["sowing"]["pits"] if game.compiled.data["sowing"] else 0

    def place(self, snapshot: Snapshot) -> Place:
        if snapshot.mid_move:
            raise ValueError("a place lies between two moves")
        hands = (snapshot.hand(0)[: self._kinds], snapshot.hand(1)[: self._kinds])
        return Place(
            snapshot.cells[: self._size], snapshot.mover, hands, snapshot.pits[: self._pits], snapshot.ply,
            snapshot.turns,
        )  # fmt: skip

    def step(self, place: Place, moves: tuple[Action, ...]) -> Place:
        """Where a move leads."""
        self._stand(place)
        for action in moves:
            self._worker.make(action)
        return self.place(self._worker.snapshot())

    def position(self, game: Game, place: Place) -> Position:
        self._stand(place)
        return Position(game, self._worker.snapshot())

    def onward(self, place: Place) -> list[After]:
        """Every move there is."""
        self._stand(place)
        return list(self._walk(()))

    def _stand(self, place: Place) -> None:
        worker = self._worker
        worker.set_up(
            place.cells, place.mover, place.hands, place.pits, place.ply, place.turns, -1, NO_CELL, 0, 0
        )
        if worker.resolve():
            raise ValueError("a position that goes on in play is over when it is set up")

    def _walk(self, made: tuple[Action, ...]) -> Iterator[After]:
        worker = self._worker
        for action in worker.actions():
            worker.make(action)
            here = worker.snapshot()
            if here.mid_move and not here.outcome:
                yield from self._walk((*made, action))
            else:
                yield After((*made, action), here.key, here.mover, here.outcome or worker.resolve())
            worker.unmake()
