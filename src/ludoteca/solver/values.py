"""Values of positions, and their encoding in the tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludoteca.games import SIDES, Position
from ludoteca.kernel.constants import VALUE_KNOWN, VALUE_OVER_LOST, VALUE_OVER_WON, VALUE_PLIES, VALUE_WON


@dataclass(frozen=True)
class Value:
    """The value of a position for the side to move."""

    kind: str
    """`win`, `draw` or `loss`."""
    plies: int | None
    """Depth to win or loss in plies with best play; None for a draw."""

    @property
    def rank(self) -> tuple[int, int]:
        """Sort key: better values are greater; shorter wins and longer losses are better."""
        if self.kind == "win":
            return 1, -(self.plies or 0)
        return (0, 0) if self.kind == "draw" else (-1, self.plies or 0)

    def for_first(self, mover: str) -> str:
        """`win`, `draw` or `loss` from the first player's point of view."""
        return self.kind if mover == SIDES[0] else OPPOSITE[self.kind]

    def before(self) -> Value:
        """The value of a move that leads to a position with this value."""
        return Value(OPPOSITE[self.kind], None if self.plies is None else self.plies + 1)

    def of_move(self, before: Position, after: Position) -> Value:
        """The value of a move, given the value of the position after it; an extra turn keeps the mover."""
        if before.mover != after.mover or self.kind == "draw":
            return self.before()
        return Value(self.kind, None if self.plies is None else self.plies + 1)


OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


def value_of(word: int) -> Value:
    """Decode a table word; unsettled words are draws."""
    if word < VALUE_KNOWN:
        return Value({VALUE_OVER_LOST: "loss", VALUE_OVER_WON: "win"}.get(word, "draw"), None)
    return Value("win" if word & VALUE_WON else "loss", word & VALUE_PLIES)


def value_at_end(position: Position) -> Value:
    """The value of a position that is over."""
    assert position.outcome is not None
    winner = position.outcome.winner
    if winner is None:
        return Value("draw", None)
    return Value("win" if winner == position.mover else "loss", 0)


class Values(Protocol):
    """A source of exact values."""

    def value(self, position: Position) -> Value | None:
        """None for a position that is not covered."""
        ...


def moves_of(values: Values, position: Position) -> list[tuple[str, Value]]:
    """Every legal move with its value for the side to move, in move order."""
    found = []
    for move in position.legal_moves:
        after = position.after(move)
        value = values.value(after)
        if value is not None:
            found.append((move.text, value.of_move(position, after)))
    return found


def best_line(values: Values, position: Position, most: int = 1000) -> list[str]:
    """Best play to the end of a decided game, taking the first of equally good moves."""
    line: list[str] = []
    while not position.is_over and len(line) < most:
        moves = moves_of(values, position)
        if not moves:
            break
        best = max(moves, key=lambda one: one[1].rank)
        if best[1].kind == "draw":
            break
        line.append(best[0])
        position = position.play(best[0])
    return line
