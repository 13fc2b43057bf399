"""Kinds of pieces, and what stands where at the start."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Integer, ListOf, MapOf, OneOf, PerSide, String, Table, spec_field
from ludoteca.games.spec.actions import ACTION, Action
from ludoteca.games.spec.common import KIND, REGION, SIDE, Pair


@dataclass(frozen=True)
class Promotion:
    """A piece that becomes another kind."""

    where: str
    to: str = spec_field(KIND, "The kind it becomes.", 'to = "king"')
    at: str = spec_field(REGION, "Where it is promoted.", 'at = "far row"')
    when: str = spec_field(
        OneOf(("the move ends", "it arrives and stops", "it arrives and goes on")),
        "In a chain: only if it ends there; or at once, ending the chain; or at once, going on as the new"
        " kind.",
        'when = "the move ends"',
        default="the move ends",
    )


@dataclass(frozen=True)
class Kind:
    """A kind of piece: whose it is, how it moves, how it is written."""

    where: str
    side: str = spec_field(
        OneOf(("each", "first", "second", "both")),
        "Who has such pieces: each side its own, one side only, or both sides the same ones.",
        'side = "second"',
        default="each",
    )
    letters: Pair | None = spec_field(
        PerSide(String("expected.letter", 1)),
        "How it is written in a position.",
        'letters = { first = "K", second = "k" }',
        default=None,
    )
    moves: tuple[Action, ...] = spec_field(
        ListOf(ACTION, 12),
        "What it can do; each verb as in a turn.",
        'moves = ["step", { leap = "all" }]',
        default=(),
    )
    promote: Promotion | None = spec_field(
        Table(Promotion), "What it can become.", 'promote = { to = "king", at = "far row" }', default=None
    )
    shape: str = spec_field(
        OneOf(("disc", "crowned", "animal", "ring", "tile")),
        "How it is drawn.",
        'shape = "crowned"',
        default="disc",
    )


@dataclass(frozen=True)
class Setup:
    """What stands where before the first move."""

    where: str
    board: str | None = spec_field(
        String("expected.rows", 1000),
        "The board as a position is written.",
        'board = "oxoxo/5/5/5/xoxox"',
        default=None,
    )
    first: dict[str, str] | None = spec_field(
        MapOf(REGION),
        "Cells of each kind of the first player's pieces.",
        'first = { man = "rows 1-2" }',
        default=None,
    )
    second: dict[str, str] | None = spec_field(
        MapOf(REGION),
        "Cells of each kind of the second player's pieces.",
        'second = { man = "rows 4-5" }',
        default=None,
    )
    shared: str | None = spec_field(REGION, "Cells of the shared piece.", 'shared = "d4"', default=None)
    blocked: str | None = spec_field(
        REGION, "Cells blocked from the start.", 'blocked = "centre"', default=None
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
    )
    seeds: int | None = spec_field(Integer(1, 12), "Seeds in each pit.", "seeds = 4", default=None)
    starts: str = spec_field(SIDE, "Who begins.", 'starts = "second"', default="first")
