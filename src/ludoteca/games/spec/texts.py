"""What players choose and read, and the game's own proof."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.spec.phrases import PARAMETER_MADE_OF, PARAMETER_NAME
from ludoteca.games.words import Choice, Flag, Int, Many, Named, Table, Text, word

FAMILIES = ("blocking", "placement", "alignment", "displacement", "capture", "hunt")


@dataclass(frozen=True)
class Parameter:
    """A number that whoever starts a game may choose. Elsewhere in the file, `$name` stands for it."""

    where: str
    default: int = word(Int(0, 400), "Its value if none is chosen.", "default = 11")
    least: int | None = word(
        Int(0, 400), "The least it may be; otherwise the default is.", "least = 2", default=None
    )
    most: int | None = word(
        Int(0, 400), "The most it may be; otherwise the default is.", "most = 19", default=None
    )
    step: int = word(Int(1, 400), "Only every so many values from the least.", "step = 2", default=1)
    variants: dict[str, str] | None = word(
        Named(Text("a variant", 40), 40, r"\d{1,3}", "the digits of a number"),
        'Values that stand for variants of the file, and no others; `""` is the game without a variant.',
        'variants = { 5 = "", 8 = "8x8" }',
        default=None,
    )


PARAMETERS = Named(Table(Parameter), 8, PARAMETER_NAME, PARAMETER_MADE_OF)


@dataclass(frozen=True)
class Words:
    """What players read, in one language."""

    where: str
    name: str = word(Text("a name", 80), "The game's name.", 'name = "Four Corners"', default="")
    aliases: tuple[str, ...] = word(
        Many(Text("a name", 80), 30), "Other names.", 'aliases = ["…"]', default=()
    )
    summary: str = word(
        Text("a sentence", 200), "One sentence.", 'summary = "Make a row of four."', default=""
    )
    goal: str = word(Text("a sentence or two", 600), "How one wins.", 'goal = "…"', default="")
    play: tuple[str, ...] = word(
        Many(Text("a paragraph", 1500), 12), "The rules.", 'play = ["…", "…"]', default=()
    )
    hint: str = word(Text("a sentence", 400), "Advice for a beginner.", 'hint = "…"', default="")
    note: str = word(
        Text("a sentence or two", 600), "What is different in this variant.", 'note = "…"', default=""
    )
    sides: tuple[str, ...] = word(
        Many(Text("a name", 40), 2, 2),
        "What the two players are called.",
        'sides = ["White", "Black"]',
        default=("", ""),
    )
    pieces: dict[str, str] = word(
        Named(Text("a name", 40)),
        "What the kinds of pieces are called.",
        'pieces = { man = "man" }',
        default=None,
    )


@dataclass(frozen=True)
class Formats:
    """How other programs write this game down, so that records can be exchanged with them."""

    where: str
    sgf: int | None = word(
        Int(1, 40), "Its number in the Smart Game Format, where it has one.", "sgf = 4", default=None
    )
    piskvork: bool = word(Flag(), "Piskvork and its kin read and write it.", "piskvork = true", default=False)


@dataclass(frozen=True)
class Sample:
    """A position with facts about it."""

    where: str
    position: str = word(Text("a position", 1200), "The position.", 'position = "x1o/3/3 x"')
    moves: tuple[str, ...] | None = word(
        Many(Text("a move", 80), 400), "Its legal moves.", 'moves = ["a1", "b2"]', default=None
    )
    count: int | None = word(Int(0, 100000), "How many legal moves it has.", "count = 12", default=None)
    outcome: str | None = word(
        Choice(("first", "second", "draw", "unfinished")),
        "How it has ended.",
        'outcome = "first"',
        default=None,
    )
    perft: tuple[int, ...] | None = word(
        Many(Int(0, 10**12), 12), "Counts of move sequences from there.", "perft = [3, 9]", default=None
    )


@dataclass(frozen=True)
class Checks:
    """The game's own proof. The test suite runs it."""

    where: str
    perft: tuple[int, ...] = word(
        Many(Int(0, 10**12), 12),
        "Sequences of 1, 2, 3 … moves from the start.",
        "perft = [9, 72, 504]",
        default=(),
    )
    value: str | None = word(
        Choice(("win", "draw", "loss")),
        "With best play, for the first player.",
        'value = "draw"',
        default=None,
    )
    source: str = word(Text("a source", 300), "Where the facts come from.", 'source = "…"', default="")
    samples: tuple[Sample, ...] = word(
        Many(Table(Sample), 40),
        "Positions with facts about them.",
        'samples = [{ position = "3/3/3 x", count = 9 }]',
        default=(),
    )
