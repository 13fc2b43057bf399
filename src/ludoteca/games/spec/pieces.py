"""Kinds of pieces, and the start position."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Integer, ListOf, MapOf, OneOf, PerSide, String, Table, spec_field
from ludoteca.games.spec.actions import ACTION, Action
from ludoteca.games.spec.common import KIND, REGION, SIDE, Pair

SHAPES = (
    "disc", "crowned", "animal", "cat", "chicken", "cow", "dog", "fox", "goat", "goose", "hare", "jaguar",
    "tiger", "cross", "nought", "ring", "tile",
)  # fmt: skip
"""The shapes of pieces that `render` can draw and a game can choose."""


@dataclass(frozen=True)
class Promotion:
    """A piece that becomes another kind."""

    where: str
    to: str = spec_field(KIND, "The kind it becomes.", 'to = "king"')
    at: str = spec_field(REGION, "The cells on which it is promoted.", 'at = "far row"')
    when: str = spec_field(
        OneOf(("the move ends", "it arrives and stops", "it arrives and goes on")),
        "In a chain: if the move ends there; at once, ending the chain; or at once, continuing as the new"
        " kind.",
        'when = "the move ends"',
        default="the move ends",
    )


@dataclass(frozen=True)
class Kind:
    """A kind of piece: its owner, moves and letters."""

    where: str
    side: str = spec_field(
        OneOf(("each", "first", "second", "both")),
        "The owner: each side has its own, only one side has them, or both sides share them.",
        'side = "second"',
        default="each",
    )
    letters: Pair | None = spec_field(
        PerSide(String("expected.letter", 1)),
        "Its letters in position texts.",
        'letters = { first = "K", second = "k" }',
        default=None,
    )
    moves: tuple[Action, ...] = spec_field(
        ListOf(ACTION, 12),
        "Its moves, as actions.",
        'moves = ["step", { leap = "all" }]',
        default=(),
    )
    promote: Promotion | None = spec_field(
        Table(Promotion), "Its promotion.", 'promote = { to = "king", at = "far row" }', default=None
    )
    shape: str | None = spec_field(
        OneOf(SHAPES),
        "Its shape in drawings; by default the one that its name, or else the English name of its side,"
        " calls for (`king`, `jaguar`, `X`), otherwise a disc.",
        'shape = "crowned"',
        default=None,
    )


@dataclass(frozen=True)
class Setup:
    """The start position."""

    where: str
    board: str | None = spec_field(
        String("expected.rows", 1000),
        "The board in position notation.",
        'board = "oxoxo/5/5/5/xoxox"',
        default=None,
    )
    first: dict[str, str] | None = spec_field(
        MapOf(REGION),
        "The cells of the first player's pieces, by kind.",
        'first = { man = "rows 1-2" }',
        default=None,
    )
    second: dict[str, str] | None = spec_field(
        MapOf(REGION),
        "The cells of the second player's pieces, by kind.",
        'second = { man = "rows 4-5" }',
        default=None,
    )
    shared: str | None = spec_field(REGION, "The cells of the shared piece.", 'shared = "d4"', default=None)
    blocked: str | None = spec_field(
        REGION,
        "Cells that are blocked at the start.",
        'blocked = "centre"',
        default=None,
        general="walls on any board",
    )
    hand: Pair | None = spec_field(
        PerSide(Integer(0, 200)),
        "Pieces in hand (of the side's first kind).",
        "hand = { first = 20, second = 0 }",
        default=None,
    )
    hands: dict[str, Pair] | None = spec_field(
        MapOf(PerSide(Integer(0, 200))),
        "Pieces in hand of each kind.",
        "hands = { man = 5, king = 1 }",
        default=None,
        general="several kinds in hand, where `hand` is for one",
    )
    seeds: int | None = spec_field(Integer(1, 12), "Seeds in each pit.", "seeds = 4", default=None)
    starts: str = spec_field(
        SIDE,
        "The side that moves first.",
        'starts = "second"',
        default="first",
        general="either side can move first in any set-up",
    )
