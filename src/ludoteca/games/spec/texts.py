"""Parameters, texts for players, record formats, and checks."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, ListOf, MapOf, OneOf, String, Table, spec_field
from ludoteca.games.spec.common import PARAMETER_MADE_OF, PARAMETER_NAME

PROTOCOLS = ("piskvork", "gtp", "uai", "hub", "nboard")
"""Engine protocols for some games; every game has UGI."""
FAMILIES = ("blocking", "placement", "alignment", "displacement", "capture", "hunt")


@dataclass(frozen=True)
class Parameter:
    """A number that can be chosen when the game is loaded. The file refers to it as `$name`."""

    where: str
    default: int = spec_field(Integer(0, 400), "The default value.", "default = 11")
    least: int | None = spec_field(
        Integer(0, 400), "The least value; by default the default value.", "least = 2", default=None
    )
    most: int | None = spec_field(
        Integer(0, 400), "The greatest value; by default the default value.", "most = 19", default=None
    )
    step: int = spec_field(
        Integer(1, 400),
        "The step between allowed values, from the least.",
        "step = 2",
        default=1,
        general="sizes that must be even, odd, or multiples",
    )
    variants: dict[str, str] | None = spec_field(
        MapOf(String("expected.variant", 40), 40, r"\d{1,3}", "name.digits"),
        'The allowed values with the variants they select; `""` is the game without a variant.',
        'variants = { 5 = "", 8 = "8x8" }',
        default=None,
    )


PARAMETERS = MapOf(Table(Parameter), 8, PARAMETER_NAME, PARAMETER_MADE_OF)


@dataclass(frozen=True)
class Words:
    """Texts for players in one language."""

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
    goal: str = spec_field(
        String("expected.sentences", 600), "The goal of the game.", 'goal = "…"', default=""
    )
    play: tuple[str, ...] = spec_field(
        ListOf(String("expected.paragraph", 1500), 12), "The rules.", 'play = ["…", "…"]', default=()
    )
    hint: str = spec_field(
        String("expected.sentence", 400), "Advice for a beginner.", 'hint = "…"', default=""
    )
    note: str = spec_field(
        String("expected.sentences", 600), "The difference of this variant.", 'note = "…"', default=""
    )
    sides: tuple[str, ...] = spec_field(
        ListOf(String("expected.name", 40), 2, 2),
        "The names of the two sides.",
        'sides = ["White", "Black"]',
        default=("", ""),
    )
    pieces: dict[str, str] = spec_field(
        MapOf(String("expected.name", 40)),
        "The names of the kinds of pieces.",
        'pieces = { man = "man" }',
        default=None,
    )


@dataclass(frozen=True)
class Formats:
    """Record formats of other programs that support this game."""

    where: str
    sgf: int | None = spec_field(
        Integer(1, 40), "Its game number (GM) in the Smart Game Format.", "sgf = 4", default=None
    )
    piskvork: bool = spec_field(
        Boolean(),
        "The game can be recorded in Piskvork format.",
        "piskvork = true",
        default=False,
        general="any placement game on an empty square grid",
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
        Integer(0, 100000), "The number of its legal moves.", "count = 12", default=None
    )
    outcome: str | None = spec_field(
        OneOf(("first", "second", "draw", "unfinished")),
        "Its outcome.",
        'outcome = "first"',
        default=None,
    )
    perft: tuple[int, ...] | None = spec_field(
        ListOf(Integer(0, 10**12), 12), "Perft numbers from this position.", "perft = [3, 9]", default=None
    )


@dataclass(frozen=True)
class Checks:
    """Facts about the game. The test suite verifies them."""

    where: str
    perft: tuple[int, ...] = spec_field(
        ListOf(Integer(0, 10**12), 12),
        "Perft numbers from the start position, for depths 1, 2, 3 …",
        "perft = [9, 72, 504]",
        default=(),
    )
    value: str | None = spec_field(
        OneOf(("win", "draw", "loss")),
        "The game-theoretic value for the first player.",
        'value = "draw"',
        default=None,
    )
    source: str = spec_field(
        String("expected.source", 300), "The source of the facts.", 'source = "…"', default=""
    )
    samples: tuple[Sample, ...] = spec_field(
        ListOf(Table(Sample), 40),
        "Positions with facts about them.",
        'samples = [{ position = "3/3/3 x", count = 9 }]',
        default=(),
    )
