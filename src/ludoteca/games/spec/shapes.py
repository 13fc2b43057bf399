"""Shapes, custodial capture, and conditions of actions."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, OneOf, String, spec_field
from ludoteca.games.spec.common import DIRECTIONS, KIND, REGION


@dataclass(frozen=True)
class Windows:
    """A shape of own pieces: a line or a pattern."""

    where: str
    align: int | None = spec_field(
        Integer(2, 19), "This many own pieces in an unbroken straight line.", "align = 4", default=None
    )
    exactly: bool = spec_field(
        Boolean(), "Longer lines do not count.", "exactly = true", default=False, needs=("align",)
    )
    gaps: bool = spec_field(
        Boolean(),
        "The pieces need not be adjacent: any on the same line count.",
        "gaps = true",
        default=False,
        needs=("align",),
    )
    on: str = spec_field(
        OneOf(("lines", "anywhere")),
        "Only along the drawn lines of the board, or in any row, column or diagonal.",
        'on = "anywhere"',
        default="lines",
        needs=("align", "filled-line"),
    )
    along: tuple[str, ...] | None = spec_field(
        DIRECTIONS,
        "Only lines in these directions.",
        'along = "orthogonal"',
        default=None,
        needs=("align", "filled-line"),
    )
    filled_line: int | None = spec_field(
        Integer(2, 19),
        "All cells of a drawn line with at least this many cells.",
        "filled-line = 3",
        default=None,
    )
    pattern: str | None = spec_field(
        String("expected.pattern", 200),
        "Own pieces in this pattern, anywhere.",
        'pattern = "xx/xx"',
        default=None,
    )


@dataclass(frozen=True)
class Custody:
    """Custodial capture: an enemy between the moved piece and another own piece is captured."""

    where: str
    along: tuple[str, ...] = spec_field(
        DIRECTIONS,
        "The directions of the capture.",
        'along = "orthogonal"',
        default=("orthogonal",),
        general="custody along any directions of the board",
    )
    runs: bool = spec_field(
        Boolean(),
        "Whole unbroken rows of enemies are captured, not only single ones.",
        "runs = true",
        default=False,
        general="custody of whole rows, the other convention",
    )
    safe: str | None = spec_field(
        REGION,
        "Cells on which no piece can be captured.",
        'safe = "centre"',
        default=None,
        general="cells without capture, anywhere",
    )
    hostile: str | None = spec_field(
        REGION,
        "Empty cells that count as an enemy of both sides.",
        'hostile = "corners"',
        default=None,
    )
    corners: bool = spec_field(
        Boolean(),
        "A piece in a corner is captured by enemies on its two neighbours.",
        "corners = true",
        default=False,
        general="custody where only two neighbours exist",
    )
    royal: str | None = spec_field(
        KIND,
        "The kind that must be enclosed on all sides in its fort.",
        'royal = "king"',
        default=None,
        needs=("fort",),
    )
    fort: str | None = spec_field(
        REGION,
        "The fort of the royal piece; next to it, the piece must be enclosed on all other sides.",
        'fort = "centre"',
        default=None,
        needs=("royal",),
    )


@dataclass(frozen=True)
class Condition:
    """A condition of an action."""

    where: str
    left: int | None = spec_field(
        Integer(0, 200),
        "The mover has exactly this many pieces left, on the board and in hand.",
        "left = 3",
        default=None,
    )
    beside: str | None = spec_field(
        OneOf(("own", "enemy", "empty")),
        "An own piece, an enemy or an empty cell is next to the piece, or next to the cell it is placed on.",
        'beside = "enemy"',
        default=None,
    )
