"""A scene to draw: a board, pieces and marks, without rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ludoteca.geometry import Board
from ludoteca.render.animals import ANIMALS

SIDES = ("first", "second", "shared", "neutral")
SHAPES = ("disc", "crowned", "animal", *ANIMALS, "cross", "nought", "ring", "tile", "letter", "block")


@dataclass(frozen=True, slots=True)
class PieceStyle:
    """The style of a piece."""

    side: str
    """`first`, `second`, `shared` or `neutral`."""
    shape: str = "disc"
    """`disc`; `crowned` (promoted or royal); `animal` (any hunter), `jaguar`, `dog` and so on; `cross` and
    `nought` (X and O); `ring` (hollow); `tile` (fills its cell); `letter` (its label on a disc); `block` (a
    blocked cell)."""
    label: str = ""
    """Its letter in text drawings; by default `x`, `o`, `*` and `#`, in capitals unless it is a disc."""

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise ValueError(f'no side called "{self.side}"; known: {", ".join(SIDES)}')
        if self.shape not in SHAPES:
            raise ValueError(f'no shape called "{self.shape}"; known: {", ".join(SHAPES)}')


@dataclass(frozen=True, slots=True)
class Scene:
    """The input of a drawing. Cells are given by index."""

    board: Board
    pieces: Mapping[int, PieceStyle] = field(default_factory=dict)
    counts: Mapping[int, int] | None = None
    """Seeds in each pit, on sowing boards."""
    hands: tuple[str, str] = ("", "")
    """The hands of first and second as text."""
    last: tuple[int, ...] = ()
    """The cells of the last move, marked by brackets."""
    targets: tuple[int, ...] = ()
    """The targets of the selected piece, marked by dots."""
    winning: tuple[int, ...] = ()
    """The cells that show why the game is over, marked by double rings."""
    arrows: tuple[tuple[int, int], ...] = ()
    left: tuple[int, ...] = ()
    """Those cells of the last move that a piece has left, marked by a broken ring instead."""
    flipped: bool = False
    """Seen from second's side: rotated by 180 degrees."""
    title: str = ""
    description: str = ""
    """The position as text, for screen readers."""
    special: Mapping[int, str] = field(default_factory=dict)
    """Special cells with their owner, or an empty string."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """The owner of each board edge, `neutral` if it counts for both sides: `{"top": "first", …}`."""
    bare_corners: bool = False
    """Whether corner cells belong to no edge."""
    labels: Mapping[int, str] = field(default_factory=dict)
    """Short texts on cells, such as what each contributes to an evaluation: `+30`, `−12`."""
    dark_side: str = "second"
    """The side with the dark pieces."""
