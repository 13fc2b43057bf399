"""The tables of the rules language: the keys of a game file with their descriptions."""

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
    ActionsReader,
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
from ludoteca.games.spec.texts import (
    FAMILIES,
    PARAMETERS,
    PROTOCOLS,
    Checks,
    Formats,
    Parameter,
    Sample,
    Words,
)
from ludoteca.games.spec.turns import MOST_FOLLOWS, Follow, FollowReader, Turn

__all__ = [
    "ACTION",
    "CELLS",
    "CONDITIONS",
    "DEFAULT_VALUE",
    "DIRECTIONS",
    "FAMILIES",
    "KIND",
    "MOST_FOLLOWS",
    "MOVING",
    "PARAMETERS",
    "PROTOCOLS",
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
    "ActionsReader",
    "Board",
    "Checks",
    "Condition",
    "Custody",
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
    """The whole file; after reading, one variant with its parameters substituted."""

    where: str
    board: Board = spec_field(Table(Board), "The board.", "board = { grid = [5, 5] }")
    pieces: dict[str, Kind] = spec_field(
        MapOf(Table(Kind), 6, NAME, NAME_MADE_OF),
        "The kinds of pieces. Default: one kind called `piece`.",
        'pieces = { man = { moves = "step" } }',
        default=None,
    )
    regions: dict[str, Pair] = spec_field(
        MapOf(PerSide(REGION), 30, REGION_NAME, NAME_MADE_OF),
        "Named sets of cells; they are marked on the drawn board.",
        'regions = { home = "near rows 2" }',
        default=None,
    )
    setup: Setup | None = spec_field(
        Table(Setup), "The start position.", "setup = { hand = 3 }", default=None
    )
    turn: Turn | None = spec_field(
        Table(Turn), "The actions of a turn.", 'turn = { do = "place" }', default=None
    )
    phase: tuple[Turn, ...] = spec_field(
        ListOf(Table(Turn), 6),
        "Phases of the game, in order.",
        'phase = [{ do = "place", until = "hands are empty" }, { do = "step" }]',
        default=(),
    )
    end: tuple[End, ...] = spec_field(
        ListOf(Table(End), 16),
        "The end conditions, in order. A player without a legal move loses, unless an end says otherwise.",
        'end = [{ when = { align = 3 }, result = "owner wins" }]',
        default=(),
    )
    draw: Draw | None = spec_field(Table(Draw), "Draw rules.", "draw = { repetition = 3 }", default=None)
    parameters: dict[str, Parameter] = spec_field(
        PARAMETERS,
        "Numbers that can be chosen when the game is loaded.",
        "parameters = { size = { default = 11, least = 2, most = 19 } }",
        default=None,
    )
    text: dict[str, Words] = spec_field(
        MapOf(Table(Words), 8, r"[A-Za-z]{2,3}(-[A-Za-z]{2,4})?", "name.language"),
        "Texts for players, by language.",
        'text = { en = { name = "Four Corners" } }',
        default=None,
    )
    checks: Checks | None = spec_field(
        Table(Checks),
        "Facts about the game that the tests verify.",
        "checks = { perft = [9, 72] }",
        default=None,
    )
    family: str = spec_field(
        OneOf(FAMILIES), "The family of the game.", 'family = "alignment"', default="alignment"
    )
    origin: str = spec_field(String("expected.origin", 200), "Its origin.", 'origin = "Mexico"', default="")
    inventor: str = spec_field(
        String("expected.name", 200), "Its inventor.", 'inventor = "Piet Hein"', default=""
    )
    year: str = spec_field(Year(), "The year of origin.", "year = 1942", default="")
    source: str = spec_field(
        String("expected.source", 400), "The source of the rules.", 'source = "Murray (1952)"', default=""
    )
    based_on: tuple[str, ...] = spec_field(
        ListOf(String("expected.game", 80), 40),
        "The games it is derived from, the closest first.",
        'based-on = ["Five Corners", "Four Corners"]',
        default=(),
    )
    formats: Formats | None = spec_field(
        Table(Formats), "Record formats of other programs.", "formats = { sgf = 4 }", default=None
    )
    protocols: tuple[str, ...] = spec_field(
        ListOf(OneOf(PROTOCOLS), 5),
        "Engine protocols of other programs that can play it; UGI plays every game.",
        'protocols = ["piskvork"]',
        default=(),
    )
    id: str = field(default="", metadata={})
    variant: str = field(default="", metadata={})
    values: dict[str, int] = field(default_factory=dict, metadata={})
