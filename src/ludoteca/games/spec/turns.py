"""Turns and phases."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import (
    Boolean,
    Integer,
    OneOf,
    PerSide,
    Problems,
    Schema,
    Table,
    expected,
    spec_field,
)
from ludoteca.games.spec.actions import Action, DoReader
from ludoteca.games.spec.common import Pair
from ludoteca.games.spec.shapes import Windows
from ludoteca.messages import Message, WordList


@dataclass(frozen=True)
class Follow:
    """What follows in the same move."""

    where: str
    do: tuple[Action | str, ...] = spec_field(DoReader(), "What is done then.", 'do = "shoot"')
    after: str = spec_field(
        OneOf(("always", "a capture", "a shape")),
        "When it follows.",
        'after = "a capture"',
        default="always",
    )
    shape: Windows | None = spec_field(
        Table(Windows),
        "The shape that the moved piece must have completed.",
        "shape = { align = 3 }",
        default=None,
    )


class FollowReader:
    """Reads `then`: an action that always follows, or a table that says when it does."""

    def read(self, value: object, where: str, problems: Problems) -> Follow | None:
        if isinstance(value, dict) and "do" in value:
            follow: Follow | None = Table(Follow).read(value, where, problems)
            if follow and (follow.after == "a shape") != (follow.shape is not None):
                problems.add(where, "then.shape")
                return None
            return follow
        done = DoReader().read(value, where, problems)
        return None if done is None else Follow(where=where, do=done)

    def schema(self) -> Schema:
        return {"anyOf": [DoReader().schema(), Table(Follow).schema()]}

    def describe(self) -> Message:
        return expected("expected.follow", words=WordList(("do", "after", "shape")))


@dataclass(frozen=True)
class Turn:
    """What a player does in a turn. A game has one `[turn]`, or several `[[phase]]`s one after the other."""

    where: str
    do: Pair = spec_field(
        PerSide(DoReader()),
        'What the mover chooses from; `"move"` means the moves of the pieces.',
        'do = "place"',
        default=(("move",), ("move",)),
    )
    then: Follow | None = spec_field(
        FollowReader(), "What follows in the same move.", 'then = "shoot"', default=None
    )
    until: str | None = spec_field(
        OneOf(("hands are empty", "hand is empty", "moves are made")),
        "When this phase is over: no hand holds a piece, the mover's hand holds none, or `moves` were made.",
        'until = "hands are empty"',
        default=None,
    )
    moves: int | None = spec_field(
        Integer(1, 400),
        "The phase is over when so many moves have been made since the game began, by both sides together.",
        "moves = 2",
        default=None,
        needs=("until",),
    )
    capture: str = spec_field(
        OneOf(("optional", "compulsory", "most", "huff")),
        "Whether one may, must, or must take the most; `huff`: what could have captured and did not is lost.",
        'capture = "compulsory"',
        default="optional",
    )
    chain: str = spec_field(
        OneOf(("none", "free", "finish", "straight")),
        "Chains of captures, where an action does not say.",
        'chain = "finish"',
        default="none",
    )
    pass_: str = spec_field(
        OneOf(("never", "forced", "allowed")),
        "Passing: never, only without a move, or at will.",
        'pass = "forced"',
        default="never",
    )
    swap: bool = spec_field(
        Boolean(),
        "The second player may take over the first stone; where sides are to be connected it is reflected.",
        "swap = true",
        default=False,
    )
