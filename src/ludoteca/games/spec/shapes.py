"""Shapes of pieces, custody, and conditions of actions."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, OneOf, String, spec_field
from ludoteca.games.spec.common import DIRECTIONS, KIND, REGION


@dataclass(frozen=True)
class Windows:
    """A shape made of own pieces: a line or a pattern."""

    where: str
    align: int | None = spec_field(
        Integer(2, 19), "So many own pieces next to each other in a straight line.", "align = 4", default=None
    )
    exactly: bool = spec_field(
        Boolean(), "Longer lines do not count.", "exactly = true", default=False, needs=("align",)
    )
    gaps: bool = spec_field(
        Boolean(),
        "Own pieces on the same line count, whatever lies between them.",
        "gaps = true",
        default=False,
        needs=("align",),
    )
    on: str = spec_field(
        OneOf(("lines", "anywhere")),
        "Count only along the board's lines, or in any straight row, column or diagonal.",
        'on = "anywhere"',
        default="lines",
        needs=("align", "filled-line"),
    )
    along: tuple[str, ...] | None = spec_field(
        DIRECTIONS,
        "Count only lines of these directions.",
        'along = "orthogonal"',
        default=None,
        needs=("align", "filled-line"),
    )
    filled_line: int | None = spec_field(
        Integer(2, 19),
        "All cells of a line of the board that has at least so many cells.",
        "filled-line = 3",
        default=None,
    )
    pattern: str | None = spec_field(
        String("expected.pattern", 200),
        "Own pieces in this shape, anywhere.",
        'pattern = "xx/xx"',
        default=None,
    )


@dataclass(frozen=True)
class Custody:
    """Capture by custody: an enemy between the piece that moved and another own piece is taken."""

    where: str
    along: tuple[str, ...] = spec_field(
        DIRECTIONS,
        "The directions in which pieces are held.",
        'along = "orthogonal"',
        default=("orthogonal",),
    )
    runs: bool = spec_field(
        Boolean(), "Whole unbroken rows of enemies are taken, not just one.", "runs = true", default=False
    )
    safe: str | None = spec_field(REGION, "Cells on which nobody is taken.", 'safe = "centre"', default=None)
    hostile: str | None = spec_field(
        REGION,
        "Cells that, while empty, count as an enemy of both sides.",
        'hostile = "corners"',
        default=None,
    )
    corners: bool = spec_field(
        Boolean(), "A piece in a corner is taken by its two neighbours.", "corners = true", default=False
    )
    royal: str | None = spec_field(
        KIND,
        "This kind has a fort, where it must be held from all sides.",
        'royal = "king"',
        default=None,
        needs=("fort",),
    )
    fort: str | None = spec_field(
        REGION,
        "The royal piece's fort; beside it, it must be held from all other sides.",
        'fort = "centre"',
        default=None,
        needs=("royal",),
    )


@dataclass(frozen=True)
class Condition:
    """When an action is possible."""

    where: str
    left: int | None = spec_field(
        Integer(0, 200),
        "The mover has just so many pieces left, on the board and in hand.",
        "left = 3",
        default=None,
    )
    beside: str | None = spec_field(
        OneOf(("own", "enemy", "empty")),
        "An own piece, an enemy or an empty cell is beside the piece, or beside where it is placed.",
        'beside = "enemy"',
        default=None,
    )
