"""Retrograde analysis of all reachable positions, independent of the engine.

Infinite play is a draw; move counters are not part of a position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.games import SIDES, Position
from tests.tactics.forced_wins import BudgetExceeded
from tests.tactics.successors import PositionKey, Successor, SuccessorGenerator

_FINAL = (0, -1, -2, -3)
"""Children by the outcome that ends the game: -1 first has won, -2 second has, -3 a draw."""


@dataclass(frozen=True)
class Value:
    """The exact value of a position."""

    winner: str | None
    plies: int
    """Depth to win in plies; 0 for a draw."""


class Table:
    """The values of all positions reachable from one."""

    def __init__(self, position: Position, most: int = 400_000) -> None:
        self.game = position.game
        self._walker = SuccessorGenerator(self.game)
        self._numbers: dict[int, int] = {position.snapshot.key: 0}
        self._found: list[PositionKey] = [self._walker.place(position.snapshot)]
        self._children: list[list[int]] = []
        while len(self._children) < len(self._found):
            if len(self._found) > most:
                raise BudgetExceeded
            self._children.append(self._expand(self._found[len(self._children)]))
        self._winners, self._plies = self._work_backwards()

    def __len__(self) -> int:
        return len(self._found)

    def __contains__(self, position: Position) -> bool:
        return position.snapshot.key in self._numbers

    def __iter__(self) -> Iterator[Position]:
        """All positions that are not over."""
        return (self._walker.position(self.game, place) for place in self._found)

    def value(self, position: Position) -> Value:
        """The value of a position of the table, or of one that is over."""
        if position.outcome:
            return Value(position.outcome.winner, 0)
        return self._value(self._numbers[position.snapshot.key])

    def values(self) -> Iterator[Value]:
        """The values in the order of the positions."""
        return (self._value(number) for number in range(len(self._found)))

    def _value(self, number: int) -> Value:
        winner = self._winners[number]
        return Value(SIDES[winner - 1] if winner else None, self._plies[number])

    # -- forwards -------------------------------------------------------------------------------------

    def _expand(self, place: PositionKey) -> list[int]:
        return [self._number(place, after) for after in self._walker.successors(place)]

    def _number(self, place: PositionKey, after: Successor) -> int:
        """The index of a successor, added if it is new."""
        if after.outcome:
            return _FINAL[after.outcome]
        number = self._numbers.setdefault(after.key, len(self._found))
        if number == len(self._found):
            self._found.append(self._walker.step(place, after.moves))
        return number

    # -- backwards ------------------------------------------------------------------------------------

    def _work_backwards(self) -> tuple[bytearray, list[int]]:
        """Winner (1 first, 2 second, 0 draw) and depth to win of each position, shortest first."""
        winners, plies = bytearray(len(self._found)), [0] * len(self._found)
        parents: list[list[int]] = [[] for _ in self._found]
        waiting = [len(children) for children in self._children]
        layer: list[tuple[int, int]] = []
        for number, children in enumerate(self._children):
            for child in children:
                if child >= 0:
                    parents[child].append(number)
                elif child != _FINAL[3]:
                    layer.append((number, -child))
        distance = 0
        while layer:
            distance += 1
            settled = []
            for number, winner in layer:
                waiting[number] -= 1
                mine = winner == 1 + self._found[number].mover
                if winners[number] or not (mine or waiting[number] == 0):
                    continue
                winners[number], plies[number] = winner, distance
                settled.append(number)
            layer = [(parent, winners[number]) for number in settled for parent in parents[number]]
        return winners, plies
