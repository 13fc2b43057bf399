"""The tables of the language: what a game file may say, with the meaning of each key beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ludoteca.games.fields import ListOf, MapOf, OneOf, PerSide, String, Table, Year, spec_field
from ludoteca.games.spec.actions import (
    ACTION,
    DEFAULT_VALUE,
    MOVING,
    VALUES,
    VERBS,
    Action,
    ActionReader,
    DoReader,
    modifiers_of,
)
from ludoteca.games.spec.board import SHAPES, Board
from ludoteca.games.spec.common import (
    CELLS,
    DIRECTIONS,
    KIND,
    NAME,
    NAME_MADE_OF,
    REGION,
    REGION_NAME,
    SIDE,
    Pair,
)
from ludoteca.games.spec.ends import CONDITIONS, RESULTS, SHORT_CONDITIONS, Draw, End, When, WhenReader
from ludoteca.games.spec.pieces import Kind, Promotion, Setup
from ludoteca.games.spec.shapes import Condition, Custody, Windows
from ludoteca.games.spec.texts import FAMILIES, PARAMETERS, Checks, Formats, Parameter, Sample, Words
from ludoteca.games.spec.turns import Follow, FollowReader, Turn

__all__ = [
    "ACTION",
    "CELLS",
    "CONDITIONS",
    "DEFAULT_VALUE",
    "DIRECTIONS",
    "FAMILIES",
    "KIND",
    "MOVING",
    "PARAMETERS",
    "REGION",
    "REGION_NAME",
    "RESULTS",
    "SHAPES",
    "SHORT_CONDITIONS",
    "SIDE",
    "VALUES",
    "VERBS",
    "Action",
    "ActionReader",
    "Board",
    "Checks",
    "Condition",
    "Custody",
    "DoReader",
    "Draw",
    "End",
    "Follow",
    "FollowReader",
    "Formats",
    "GameSpec",
    "Kind",
    "Pair",
    "Parameter",
    "Promotion",
    "Sample",
    "Setup",
    "Turn",
    "When",
    "WhenReader",
    "Windows",
    "Words",
    "modifiers_of",
]  # fmt: skip


@dataclass(frozen=True)
class GameSpec:
    """The whole file; as it is read, one variant of it with its parameters filled in."""

    where: str
    board: Board = spec_field(Table(Board), "The board.", "board = { grid = [5, 5] }")
    pieces: dict[str, Kind] = spec_field(
        MapOf(Table(Kind), 6, NAME, NAME_MADE_OF),
        "The kinds of pieces; without it there is one kind, `piece`.",
        'pieces = { man = { moves = "step" } }',
        default=None,
    )
    regions: dict[str, Pair] = spec_field(
        MapOf(PerSide(REGION), 30, REGION_NAME, NAME_MADE_OF),
        "Names for sets of cells; these are marked when the board is drawn.",
        'regions = { home = "near rows 2" }',
        default=None,
    )
    setup: Setup | None = spec_field(
        Table(Setup), "What stands where before the first move.", "setup = { hand = 3 }", default=None
    )
    turn: Turn | None = spec_field(
        Table(Turn), "What a player does in a turn.", 'turn = { do = "place" }', default=None
    )
    phase: tuple[Turn, ...] = spec_field(
        ListOf(Table(Turn), 6),
        "Phases of the game, in order.",
        'phase = [{ do = "place", until = "hands are empty" }, { do = "step" }]',
        default=(),
    )
    end: tuple[End, ...] = spec_field(
        ListOf(Table(End), 16),
        "How the game ends, in order. Whoever cannot move loses, unless an end says otherwise.",
        'end = [{ when = { align = 3 }, result = "owner wins" }]',
        default=(),
    )
    draw: Draw | None = spec_field(
        Table(Draw), "When nobody wins.", "draw = { repetition = 3 }", default=None
    )
    parameters: dict[str, Parameter] = spec_field(
        PARAMETERS,
        "Numbers that can be chosen.",
        "parameters = { size = { default = 11, least = 2, most = 19 } }",
        default=None,
    )
    text: dict[str, Words] = spec_field(
        MapOf(Table(Words), 8, r"[A-Za-z]{2,3}(-[A-Za-z]{2,4})?", "name.language"),
        "What players read, by language.",
        'text = { en = { name = "Four Corners" } }',
        default=None,
    )
    checks: Checks | None = spec_field(
        Table(Checks), "The game's own proof.", "checks = { perft = [9, 72] }", default=None
    )
    family: str = spec_field(
        OneOf(FAMILIES), "The family of games it belongs to.", 'family = "alignment"', default="alignment"
    )
    origin: str = spec_field(
        String("expected.origin", 200), "Where it comes from.", 'origin = "Mexico"', default=""
    )
    inventor: str = spec_field(
        String("expected.name", 200), "Who invented it.", 'inventor = "Piet Hein"', default=""
    )
    year: str = spec_field(Year(), "When.", "year = 1942", default="")
    source: str = spec_field(
        String("expected.source", 400), "Where the rules come from.", 'source = "Murray (1952)"', default=""
    )
    based_on: tuple[str, ...] = spec_field(
        ListOf(String("expected.game", 80), 40),
        "The game that it was made from; what that one was made from comes after it.",
        'based-on = ["Five Corners", "Four Corners"]',
        default=(),
    )
    formats: Formats | None = spec_field(
        Table(Formats), "How other programs write it down.", "formats = { sgf = 4 }", default=None
    )
    id: str = field(default="", metadata={})
    variant: str = field(default="", metadata={})
    values: dict[str, int] = field(default_factory=dict, metadata={})
