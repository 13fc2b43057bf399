"""Turns and phases."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, OneOf, PerSide, Schema, Table, spec_field
from ludoteca.games.problems import Problems, expected
from ludoteca.games.spec.actions import Action, ActionsReader
from ludoteca.games.spec.common import Pair
from ludoteca.games.spec.shapes import Windows
from ludoteca.messages import Message, WordList

MOST_FOLLOWS = 7
"""Actions of a turn after the first."""


@dataclass(frozen=True)
class FollowReader:
    """Reads `then`: an action that always follows, or a table with a condition and what follows in turn."""

    is_nested: bool = False
    """Within another one, whose schema it refers to."""

    def read(self, value: object, where: str, problems: Problems) -> Follow | None:
        if where.count(".then") > MOST_FOLLOWS:
            problems.add(where, "then.too-many", n=MOST_FOLLOWS + 1)
            return None
        if isinstance(value, dict) and "do" in value:
            follow: Follow | None = Table(Follow).read(value, where, problems)
            if follow and (follow.after == "a shape") != (follow.shape is not None):
                problems.add(where, "then.shape")
                return None
            return follow
        done = ActionsReader().read(value, where, problems)
        return None if done is None else Follow(where=where, do=done)

    def schema(self) -> Schema:
        further = {"$ref": "#/$defs/Follow"} if self.is_nested else Table(Follow).schema()
        return {"anyOf": [ActionsReader().schema(), further]}

    def describe(self) -> Message:
        return expected("expected.follow", words=WordList(("do", "after", "shape", "then")))


@dataclass(frozen=True)
class Follow:
    """A further action in the same move."""

    where: str
    do: tuple[Action | str, ...] = spec_field(ActionsReader(), "The further action.", 'do = "shoot"')
    after: str = spec_field(
        OneOf(("always", "a capture", "a shape")),
        "The condition for it: a capture earlier in the same move, or a shape.",
        'after = "a capture"',
        default="always",
    )
    shape: Windows | None = spec_field(
        Table(Windows),
        "The shape that the moved piece must have completed.",
        "shape = { align = 3 }",
        default=None,
    )
    then: Follow | None = spec_field(
        FollowReader(is_nested=True),
        "A further action after this one; a turn has at most eight.",
        'then = { do = "shoot", then = "shoot" }',
        default=None,
        general="turns of three and more actions",
    )


@dataclass(frozen=True)
class Turn:
    """The actions of a turn. A game has one `[turn]`, or several consecutive `[[phase]]`s."""

    where: str
    do: Pair = spec_field(
        PerSide(ActionsReader()),
        'The actions to choose from; `"move"` means the moves of the pieces.',
        'do = "place"',
        default=(("move",), ("move",)),
    )
    then: Follow | None = spec_field(
        FollowReader(), "A further action in the same move.", 'then = "shoot"', default=None
    )
    until: str | None = spec_field(
        OneOf(("hands are empty", "hand is empty", "moves are made")),
        "When this phase ends: both hands are empty, the mover's hand is empty, or `moves` have been made.",
        'until = "hands are empty"',
        default=None,
    )
    moves: int | None = spec_field(
        Integer(1, 400),
        "The phase ends after this many moves of the game, counting both sides.",
        "moves = 2",
        default=None,
        needs=("until",),
    )
    capture: str = spec_field(
        OneOf(("optional", "compulsory", "most", "huff")),
        "Captures: optional, compulsory, of the most pieces; `huff`: a piece that fails to capture is lost.",
        'capture = "compulsory"',
        default="optional",
    )
    chain: str = spec_field(
        OneOf(("none", "free", "finish", "straight")),
        "The default for chains of captures.",
        'chain = "finish"',
        default="none",
    )
    pass_: str = spec_field(
        OneOf(("never", "forced", "allowed")),
        "Passing: never, only without a legal move, or always allowed.",
        'pass = "forced"',
        default="never",
    )
    swap: bool = spec_field(
        Boolean(),
        "Pie rule: the second player may take over the first stone; in connection games it is mirrored.",
        "swap = true",
        default=False,
        general="the usual compensation for the first-move advantage",
    )
