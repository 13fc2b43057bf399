"""Shapes of pieces, custody, and conditions of actions."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.spec.phrases import DIRECTIONS, KIND, REGION
from ludoteca.games.words import Choice, Flag, Int, Text, word


@dataclass(frozen=True)
class Windows:
    """A shape made of own pieces: a line or a pattern."""

    where: str
    align: int | None = word(
        Int(2, 19), "So many own pieces next to each other in a straight line.", "align = 4", default=None
    )
    exactly: bool = word(
        Flag(), "Longer lines do not count.", "exactly = true", default=False, needs=("align",)
    )
    gaps: bool = word(
        Flag(),
        "Own pieces on the same line count, whatever lies between them.",
        "gaps = true",
        default=False,
        needs=("align",),
    )
    on: str = word(
        Choice(("lines", "anywhere")),
        "Count only along the board's lines, or in any straight row, column or diagonal.",
        'on = "anywhere"',
        default="lines",
        needs=("align", "filled-line"),
    )
    along: tuple[str, ...] | None = word(
        DIRECTIONS,
        "Count only lines of these directions.",
        'along = "orthogonal"',
        default=None,
        needs=("align", "filled-line"),
    )
    filled_line: int | None = word(
        Int(2, 19),
        "All cells of a line of the board that has at least so many cells.",
        "filled-line = 3",
        default=None,
    )
    pattern: str | None = word(
        Text("rows of x and . with / between them", 200),
        "Own pieces in this shape, anywhere.",
        'pattern = "xx/xx"',
        default=None,
    )


@dataclass(frozen=True)
class Custody:
    """Capture by custody: an enemy between the piece that moved and another own piece is taken."""

    where: str
    along: tuple[str, ...] = word(
        DIRECTIONS,
        "The directions in which pieces are held.",
        'along = "orthogonal"',
        default=("orthogonal",),
    )
    runs: bool = word(
        Flag(), "Whole unbroken rows of enemies are taken, not just one.", "runs = true", default=False
    )
    safe: str | None = word(REGION, "Cells on which nobody is taken.", 'safe = "centre"', default=None)
    hostile: str | None = word(
        REGION,
        "Cells that, while empty, count as an enemy of both sides.",
        'hostile = "corners"',
        default=None,
    )
    corners: bool = word(
        Flag(), "A piece in a corner is taken by its two neighbours.", "corners = true", default=False
    )
    royal: str | None = word(
        KIND,
        "This kind has a fort, where it must be held from all sides.",
        'royal = "king"',
        default=None,
        needs=("fort",),
    )
    fort: str | None = word(
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
    left: int | None = word(
        Int(0, 200),
        "The mover has just so many pieces left, on the board and in hand.",
        "left = 3",
        default=None,
    )
    beside: str | None = word(
        Choice(("own", "enemy", "empty")),
        "An own piece, an enemy or an empty cell is beside the piece, or beside where it is placed.",
        'beside = "enemy"',
        default=None,
    )
