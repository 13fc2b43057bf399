"""What a picture shows: a board, how each piece looks, and marks on top. No rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludoteca.geometry import Board

SIDES = ("first", "second", "shared", "neutral")
SHAPES = ("disc", "crowned", "animal", "ring", "tile", "letter", "block")


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """How one piece is drawn."""

    side: str
    """`first`, `second`, `shared` or `neutral`."""
    shape: str = "disc"
    """`disc`; `crowned` (promoted or royal); `animal` (a hunter); `ring` (hollow); `tile` (fills its cell);
    `letter` (its label on a disc); `block` (a blocked cell)."""
    label: str = ""
    """Its letter in text drawings; empty for the usual `x`, `o`, `*` and `#`, in capitals unless a disc."""

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise ValueError(f'no side called "{self.side}"; known: {", ".join(SIDES)}')
        if self.shape not in SHAPES:
            raise ValueError(f'no shape called "{self.shape}"; known: {", ".join(SHAPES)}')


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a drawing needs. Cells are given by number."""

    board: Board
    pieces: Mapping[int, PieceStyle] = field(default_factory=dict)
    counts: Mapping[int, int] | None = None
    """Seeds in each pit, on boards of pits."""
    hands: tuple[str, str] = ("", "")
    """A few words on what first and second hold beside the board."""
    last: tuple[int, ...] = ()
    """The cells of the last move, marked by brackets."""
    targets: tuple[int, ...] = ()
    """Where the chosen piece may go, marked by dots."""
    arrows: tuple[tuple[int, int], ...] = ()
    flipped: bool = False
    """Seen from second's seat: turned by half a turn."""
    title: str = ""
    description: str = ""
    """The position in words, for those who do not see the picture."""
    special: Mapping[int, str] = field(default_factory=dict)
    """Cells that mean something in the game, each with the side it belongs to, or with nothing."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """Which side owns which edge of the board: `{"top": "first", …}`."""
