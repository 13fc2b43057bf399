"""The immutable state of a game under way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

SIDES = ("first", "second")
SHARED, BLOCK = 2, 3


class Piece(NamedTuple):
    """A piece: its owner (0 first, 1 second, 2 shared, 3 none: a blocked cell) and its kind."""

    side: int
    kind: str


BLOCKED = Piece(BLOCK, "")
Cells = tuple[Piece | None, ...]
Hands = tuple[tuple[int, ...], tuple[int, ...]]
Outcome = tuple[str, str]
"""`first`, `second` or `draw`, and the rule that decided."""


@dataclass(frozen=True)
class State:
    """A position between two moves, with the history that the draw rules need."""

    cells: Cells
    hands: Hands
    """Of each side, how many pieces of each kind."""
    pits: tuple[tuple[int, ...], tuple[int, ...]]
    """Seeds of each side's pits, from its own left."""
    stores: tuple[int, int]
    mover: int
    ply: int = 0
    turns: tuple[int, int] = (0, 0)
    quiet: int = 0
    """Moves in a row without progress."""
    stalled: tuple[int, int] = (0, 0)
    """Reversible moves in a row, for each side."""
    seen: tuple[object, ...] = ()
    """The positions so far, this one included."""
    over: Outcome | None = None

    phase: int = 0
    """The phase of the game that the mover is in."""

    @property
    def key(self) -> object:
        """The part of a position that counts for repetition."""
        return self.cells, self.hands, self.pits, self.stores, self.mover, self.phase


@dataclass(frozen=True)
class MoveResult:
    """The move so far: its text and the position it leads to."""

    text: str
    cells: Cells
    hands: Hands
    pits: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    origin: int | None = None
    """Where the piece that moved came from."""
    arrived: int | None = None
    """Where the piece that moved, or was placed, is now."""
    kind: str = ""
    """The kind of the piece that moved, as it was before."""
    taken: int = 0
    huffed: bool = False
    """An own piece was lost because it had not captured."""
    placed: bool = False
    promoted: bool = False
    lasting: bool = False
    """Irreversible: a cell was blocked, a piece left the board, or the piece can never go back."""
    again: bool = False
    """The same side is to move."""


def put(cells: Cells, changes: Mapping[int, Piece | None]) -> Cells:
    """The cells with some of them changed."""
    changed = list(cells)
    for cell, piece in changes.items():
        changed[cell] = piece
    return tuple(changed)
