"""End conditions and draw rules."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.games.fields import Boolean, Integer, ListOf, OneOf, PerSide, Schema, String, Table, spec_field
from ludoteca.games.problems import Problems, expected, unknown
from ludoteca.games.spec.common import DIRECTIONS, KIND, REGION, Pair
from ludoteca.messages import Message, WordList

GOALS = (
    "top", "bottom", "left", "right", "top-left", "top-right", "bottom-left", "bottom-right", "sides",
    "corners",
)  # fmt: skip
"""What a chain can connect."""


@dataclass(frozen=True)
class When:
    """The condition of an end. The side for which it holds is its owner."""

    where: str
    align: int | None = spec_field(
        Integer(2, 19),
        "This many own pieces in an unbroken straight line.",
        "{ align = 4 }",
        default=None,
    )
    exactly: bool = spec_field(
        Boolean(),
        "Longer lines do not count.",
        "{ align = 5, exactly = true }",
        default=False,
        needs=("align",),
    )
    gaps: bool = spec_field(
        Boolean(),
        "The pieces need not be adjacent: any on the same line count.",
        "{ align = 3, gaps = true }",
        default=False,
        needs=("align",),
        general="lines with gaps, of any length and with any result",
    )
    on: str = spec_field(
        OneOf(("lines", "anywhere")),
        "Only along the drawn lines of the board, or in any row, column or diagonal.",
        '{ align = 4, on = "anywhere" }',
        default="lines",
        needs=("align", "filled-line"),
    )
    along: tuple[str, ...] | None = spec_field(
        DIRECTIONS,
        "Only lines in these directions.",
        '{ align = 3, along = "orthogonal" }',
        default=None,
        needs=("align", "filled-line"),
        general="any shape can be restricted to some directions",
    )
    filled_line: int | None = spec_field(
        Integer(2, 19),
        "All cells of a drawn line with at least this many cells hold own pieces.",
        "{ filled-line = 3 }",
        default=None,
    )
    pattern: str | None = spec_field(
        String("expected.pattern", 200),
        "Own pieces in this pattern, anywhere.",
        '{ pattern = "xx/xx" }',
        default=None,
        general="any pattern",
    )
    inside: Pair | None = spec_field(
        PerSide(REGION),
        "Only shapes entirely within these cells.",
        '{ align = 5, inside = "not near row" }',
        default=None,
        needs=("align", "filled-line", "pattern"),
        general="any shape can be restricted to a part of the board, different for each side",
    )
    reach: Pair | None = spec_field(
        PerSide(REGION),
        "An own piece, or the shared piece, is on one of these cells.",
        '{ reach = "far row" }',
        default=None,
    )
    fill: Pair | None = spec_field(
        PerSide(REGION), "All these cells hold own pieces.", '{ fill = "camp" }', default=None
    )
    by_anyone: bool = spec_field(
        Boolean(),
        "The cells of `fill` may hold pieces of either side.",
        '{ fill = "camp", by-anyone = true }',
        default=False,
        needs=("fill",),
        general="races in which enemies left in the goal do not prevent a win",
    )
    not_at_start: bool = spec_field(
        Boolean(),
        "`fill` counts only if neither side is in its start position.",
        '{ fill = "camp", not-at-start = true }',
        default=False,
        needs=("fill",),
        general="races whose goal is a start formation",
    )
    enemy_left: int | None = spec_field(
        Integer(0, 200),
        "The opponent has at most this many pieces left, including those in hand.",
        "{ enemy-left = 0 }",
        default=None,
    )
    own_left: int | None = spec_field(
        Integer(0, 200),
        "The owner has at most this many pieces left, including those in hand.",
        "{ own-left = 0 }",
        default=None,
        general="games won or lost by getting rid of one's own pieces",
    )
    each_left: int | None = spec_field(
        Integer(0, 200),
        "Each side has at most this many pieces left.",
        "{ each-left = 3 }",
        default=None,
        general="too few pieces on both sides, in any capture game",
    )
    of: str | None = spec_field(
        KIND,
        "Only this kind of piece counts.",
        '{ enemy-left = 0, of = "king" }',
        default=None,
        needs=("reach", "enemy-left", "own-left"),
    )
    connect: Pair | None = spec_field(
        PerSide(ListOf(OneOf(GOALS), 12, 1)),
        "An own chain connects all these sides of the board. `sides` stands for all its sides, `corners` for"
        " each of its corners.",
        '{ connect = { first = ["top", "bottom"], second = ["left", "right"] } }',
        default=None,
        general="connecting any sides and corners of a board",
    )
    at_least: int | None = spec_field(
        Integer(2, 12),
        "It is enough to connect this many of them.",
        '{ connect = "sides", at-least = 3 }',
        default=None,
        needs=("connect",),
        general="any two corners, any three sides, …",
    )
    no_corners: bool = spec_field(
        Boolean(),
        "The corner cells belong to no side.",
        '{ connect = "sides", at-least = 3, no-corners = true }',
        default=False,
        needs=("connect",),
        general="both conventions of connection games",
    )
    ring: bool = spec_field(
        Boolean(),
        "An own chain surrounds at least one cell, whatever is on it: no path over cells without own pieces"
        " leads from it to the edge. Only on boards of hexagons.",
        "{ ring = true }",
        default=False,
        general="a chain around any cells, as an end of its own or beside connections",
    )
    one_group: bool = spec_field(
        Boolean(),
        "All own pieces are connected.",
        "{ one-group = true }",
        default=False,
        general="connecting all own pieces, on any board and with any moves",
    )
    still_in: Pair | None = spec_field(
        PerSide(REGION),
        "After turn `after-turn`, an own piece is still on one of these cells at the end of an own turn.",
        '{ still-in = "home", after-turn = 20 }',
        default=None,
        needs=("after-turn",),
        general="leaving a region in time, in any race",
    )
    after_turn: int | None = spec_field(
        Integer(0, 400),
        "The turn after which `still-in` counts.",
        '{ still-in = "home", after-turn = 20 }',
        default=None,
        needs=("still-in",),
        general="when `still-in` begins to count",
    )
    side_empty: bool = spec_field(
        Boolean(),
        "All pits of a side are empty.",
        "{ side-empty = true }",
        default=False,
        general="the usual end of sowing games",
    )
    stored: int | None = spec_field(
        Integer(1, 240),
        "The owner has stored at least this many seeds.",
        "{ stored = 25 }",
        default=None,
        general="the majority of the seeds, or any other number",
    )
    passed: str | None = spec_field(
        OneOf(("left", "right", "up", "down")),
        "The owner has a piece, and no enemy is further in this direction than any of them.",
        '{ passed = "left" }',
        default=None,
        general="getting past all enemies, in any direction",
    )
    stalled: int | None = spec_field(
        Integer(1, 200),
        "The owner has made this many reversible moves in a row.",
        "{ stalled = 10 }",
        default=None,
        general="a limit to waiting moves, for either side",
    )
    board_full: bool = spec_field(
        Boolean(),
        "No cell is empty.",
        "{ board-full = true }",
        default=False,
        general="a count, or a win for either side, when the board is full",
    )
    no_move: str | None = spec_field(
        OneOf(("mover", "both")),
        "The mover has no legal move, or neither side has one.",
        '{ no-move = "mover" }',
        default=None,
    )

    def conditions(self) -> list[str]:
        """The conditions that are set; exactly one in a valid file."""
        values = ((name, getattr(self, name)) for name in CONDITIONS)
        return [name for name, value in values if value is not None and value is not False]


CONDITIONS = (
    "align", "filled_line", "pattern", "reach", "fill", "enemy_left", "own_left", "each_left", "connect",
    "ring", "one_group", "still_in", "side_empty", "stored", "passed", "stalled", "board_full", "no_move",
)  # fmt: skip
"""The keys of `when` that are conditions; exactly one is set. The others refine it."""


SHORT_CONDITIONS = {"no move": {"no-move": "mover"}, "no move for both": {"no-move": "both"}}


class WhenReader:
    """Reads the condition of an end and checks that there is exactly one."""

    def read(self, value: object, where: str, problems: Problems) -> When | None:
        if isinstance(value, str):
            if value not in SHORT_CONDITIONS:
                words = WordList(SHORT_CONDITIONS)
                problems.add(where, "value.unknown-condition", words=words, **unknown(value, words))
                return None
            value = SHORT_CONDITIONS[value]
        when: When | None = Table(When).read(value, where, problems)
        if when is None:
            return None
        used = when.conditions()
        if len(used) != 1:
            several, known = (WordList(n.replace("_", "-") for n in names) for names in (used, CONDITIONS))
            code = "end.several-conditions" if used else "end.no-condition"
            problems.add(where, code, words=several, known=known)
            return None
        return when

    def schema(self) -> Schema:
        return {"anyOf": [{"enum": list(SHORT_CONDITIONS)}, Table(When).schema()]}

    def describe(self) -> Message:
        return expected("expected.condition", words=WordList(SHORT_CONDITIONS))


RESULTS = (
    "owner wins", "owner loses", "draw", "mover loses", "mover wins", "most pieces", "fewest pieces",
    "most seeds",
)  # fmt: skip


@dataclass(frozen=True)
class End:
    """An end of the game. The first one in the file whose condition holds decides."""

    where: str
    when: When = spec_field(WhenReader(), "The condition.", "when = { align = 3 }")
    result: str = spec_field(
        OneOf(RESULTS),
        "Who wins. The owner is the side for which the condition holds; the mover the side to move.",
        'result = "owner wins"',
    )
    side: str = spec_field(
        OneOf(("each", "first", "second")),
        'The side that can be the owner; with "no move", the side to move.',
        'side = "second"',
        default="each",
    )
    both: str = spec_field(
        OneOf(("mover first", "draw")),
        "If it holds for both sides at once: the side that has just moved takes precedence, or it is a draw.",
        'both = "draw"',
        default="mover first",
        general="any end can occur for both sides at once",
    )
    checked: str = spec_field(
        OneOf(("at once", "after the move")),
        "Checked after each action, or only after the complete move.",
        'checked = "after the move"',
        default="at once",
        general="any move of several actions can be checked after each action or at its end",
    )


@dataclass(frozen=True)
class Draw:
    """Draw rules."""

    where: str
    repetition: int | None = spec_field(
        Integer(2, 10),
        "The same position with the same side to move, in the same phase, occurs this many times.",
        "repetition = 3",
        default=None,
    )
    repeating: str = spec_field(
        OneOf(("draw", "loses", "forbidden", "most pieces", "most seeds")),
        "The result of a repetition: a draw, a loss for the side that repeats, an illegal move, or a count.",
        'repeating = "loses"',
        default="draw",
        needs=("repetition",),
    )
    no_progress: int | None = spec_field(
        Integer(2, 2000), "This many moves in a row without progress.", "no-progress = 120", default=None
    )
    progress: tuple[str, ...] | None = spec_field(
        ListOf(String("expected.progress", 40), 8),
        "What counts as progress. Default: placing, capturing, promoting, blocking, and moves of a piece"
        " that can never go back without capturing.",
        'progress = ["capture", "man"]',
        default=None,
        needs=("no-progress",),
    )
    stagnating: str = spec_field(
        OneOf(("draw", "most pieces", "most seeds")),
        "The result of no progress: a draw, or a count.",
        'stagnating = "most pieces"',
        default="draw",
        needs=("no-progress",),
    )
    full_board: bool = spec_field(Boolean(), "No cell is empty.", "full-board = true", default=False)
    length: int = spec_field(
        Integer(1, 4000),
        "The game has lasted this many moves.",
        "length = 1000",
        default=2000,
        general="every game has a maximum length; this changes the default",
    )
