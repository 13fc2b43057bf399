"""What players choose and read, and the game's own proof."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, ListOf, MapOf, OneOf, String, Table, spec_field
from ludoteca.games.spec.common import PARAMETER_MADE_OF, PARAMETER_NAME

FAMILIES = ("blocking", "placement", "alignment", "displacement", "capture", "hunt")


@dataclass(frozen=True)
class Parameter:
    """A number that whoever starts a game may choose. Elsewhere in the file, `$name` stands for it."""

    where: str
    default: int = spec_field(Integer(0, 400), "Its value if none is chosen.", "default = 11")
    least: int | None = spec_field(
        Integer(0, 400), "The least it may be; otherwise the default is.", "least = 2", default=None
    )
    most: int | None = spec_field(
        Integer(0, 400), "The most it may be; otherwise the default is.", "most = 19", default=None
    )
    step: int = spec_field(
        Integer(1, 400), "Only every so many values from the least.", "step = 2", default=1
    )
    variants: dict[str, str] | None = spec_field(
        MapOf(String("expected.variant", 40), 40, r"\d{1,3}", "name.digits"),
        'Values that stand for variants of the file, and no others; `""` is the game without a variant.',
        'variants = { 5 = "", 8 = "8x8" }',
        default=None,
    )


PARAMETERS = MapOf(Table(Parameter), 8, PARAMETER_NAME, PARAMETER_MADE_OF)


@dataclass(frozen=True)
class Words:
    """What players read, in one language."""

    where: str
    name: str = spec_field(
        String("expected.name", 80), "The game's name.", 'name = "Four Corners"', default=""
    )
    aliases: tuple[str, ...] = spec_field(
        ListOf(String("expected.name", 80), 30), "Other names.", 'aliases = ["…"]', default=()
    )
    summary: str = spec_field(
        String("expected.sentence", 200), "One sentence.", 'summary = "Make a row of four."', default=""
    )
    goal: str = spec_field(String("expected.sentences", 600), "How one wins.", 'goal = "…"', default="")
    play: tuple[str, ...] = spec_field(
        ListOf(String("expected.paragraph", 1500), 12), "The rules.", 'play = ["…", "…"]', default=()
    )
    hint: str = spec_field(
        String("expected.sentence", 400), "Advice for a beginner.", 'hint = "…"', default=""
    )
    note: str = spec_field(
        String("expected.sentences", 600), "What is different in this variant.", 'note = "…"', default=""
    )
    sides: tuple[str, ...] = spec_field(
        ListOf(String("expected.name", 40), 2, 2),
        "What the two players are called.",
        'sides = ["White", "Black"]',
        default=("", ""),
    )
    pieces: dict[str, str] = spec_field(
        MapOf(String("expected.name", 40)),
        "What the kinds of pieces are called.",
        'pieces = { man = "man" }',
        default=None,
    )


@dataclass(frozen=True)
class Formats:
    """How other programs write this game down, so that records can be exchanged with them."""

    where: str
    sgf: int | None = spec_field(
        Integer(1, 40), "Its number in the Smart Game Format, where it has one.", "sgf = 4", default=None
    )
    piskvork: bool = spec_field(
        Boolean(), "Piskvork and its kin read and write it.", "piskvork = true", default=False
    )


@dataclass(frozen=True)
class Sample:
    """A position with facts about it."""

    where: str
    position: str = spec_field(String("expected.position", 1200), "The position.", 'position = "x1o/3/3 x"')
    moves: tuple[str, ...] | None = spec_field(
        ListOf(String("expected.move", 80), 400), "Its legal moves.", 'moves = ["a1", "b2"]', default=None
    )
    count: int | None = spec_field(
        Integer(0, 100000), "How many legal moves it has.", "count = 12", default=None
    )
    outcome: str | None = spec_field(
        OneOf(("first", "second", "draw", "unfinished")),
        "How it has ended.",
        'outcome = "first"',
        default=None,
    )
    perft: tuple[int, ...] | None = spec_field(
        ListOf(Integer(0, 10**12), 12), "Counts of move sequences from there.", "perft = [3, 9]", default=None
    )


@dataclass(frozen=True)
class Checks:
    """The game's own proof. The test suite runs it."""

    where: str
    perft: tuple[int, ...] = spec_field(
        ListOf(Integer(0, 10**12), 12),
        "Sequences of 1, 2, 3 … moves from the start.",
        "perft = [9, 72, 504]",
        default=(),
    )
    value: str | None = spec_field(
        OneOf(("win", "draw", "loss")),
        "With best play, for the first player.",
        'value = "draw"',
        default=None,
    )
    source: str = spec_field(
        String("expected.source", 300), "Where the facts come from.", 'source = "…"', default=""
    )
    samples: tuple[Sample, ...] = spec_field(
        ListOf(Table(Sample), 40),
        "Positions with facts about them.",
        'samples = [{ position = "3/3/3 x", count = 9 }]',
        default=(),
    )
