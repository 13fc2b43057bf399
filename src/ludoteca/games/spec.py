"""The tables of the language: what a game file may say, with the meaning of each key beside it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ludoteca.games.words import (
    Choice,
    Flag,
    Int,
    Many,
    Named,
    Phrase,
    Problems,
    Reader,
    Schema,
    Sided,
    Table,
    Text,
    Year,
    described,
    keys_of,
    listed,
    nearest,
    read_keys,
    shown,
    word,
)

Pair = tuple[Any, Any]

REGION = Phrase('a phrase for a set of cells, such as "far row", "a1 c3" or "centre"', 2000)
CELLS = Many(REGION, 12, 1)
DIRECTIONS = Many(
    Phrase('a direction, such as "all", "forward" or "forward diagonal"', 80, "directions"), 12, 1
)
SIDE = Choice(("first", "second"))
KIND = Text("a kind of piece", 40)
NAME, NAME_MADE_OF = r"[^\s.,/@=+*$#\d-][^\s.,/@=+*$#]{0,39}", "up to 40 letters, digits and dashes"
REGION_NAME = r"[^\s.,/@=+*$#\d-][^.,/@=+*$#]{0,39}"
POINT_NAME, POINT_MADE_OF = r"[^\s.,/@=+*$#~<>-]{1,8}", "up to 8 letters and digits"
PARAMETER_NAME, PARAMETER_MADE_OF = r"[a-z][a-z0-9-]{0,39}", "small letters, digits and dashes"
FAMILIES = ("blocking", "placement", "alignment", "displacement", "capture", "hunt")


SHAPES = ("grid", "hex", "hexagon", "pits", "wheel", "points")


@dataclass(frozen=True)
class Board:
    """The board. Just one of `grid`, `hex`, `hexagon`, `pits`, `wheel` and `points` says its shape."""

    where: str
    grid: tuple[int, ...] | None = word(
        Many(Int(1, 20), 2, 2), "Columns and rows of a square grid.", "grid = [5, 5]", default=None
    )
    hex: tuple[int, ...] | None = word(
        Many(Int(1, 19), 2, 2), "Columns and rows of a rhombus of hexagons.", "hex = [11, 11]", default=None
    )
    hexagon: int | None = word(
        Int(2, 11), "Cells along each side of a hexagon of hexagons.", "hexagon = 5", default=None
    )
    pits: int | None = word(Int(1, 10), "Pits in each of two rows.", "pits = 6", default=None)
    stores: bool = word(
        Flag(),
        "Whether each player has a store beside the pits.",
        "stores = false",
        default=True,
        needs=("pits",),
    )
    wheel: tuple[int, ...] | None = word(
        Many(Int(1, 24), 2, 2), "Rays and rings around a centre.", "wheel = [8, 1]", default=None
    )
    points: dict[str, tuple[int, ...]] | None = word(
        Named(Many(Int(-100, 100), 2, 2), 384, POINT_NAME, POINT_MADE_OF),
        "The points of any other board, each with its place: across and up.",
        "points = { a = [0, 0], b = [1, 0], c = [2, 0] }",
        default=None,
    )
    joined: tuple[str, ...] = word(
        Many(Text('names of points in a row, such as "a b c"', 400), 400),
        "The straight lines through those points, each as the names of its points in order.",
        'joined = ["a b c", "a d g"]',
        default=(),
        needs=("points",),
    )
    rings: tuple[str, ...] = word(
        Many(Text("names of points around a ring", 400), 40),
        "Closed lines: the last point is joined to the first.",
        'rings = ["a b c d"]',
        default=(),
        needs=("points",),
    )
    tracks: tuple[str, ...] = word(
        Many(Text('names of cells along a closed track, with "~" where it goes round a loop', 600), 20),
        "Closed tracks with loops, for captures that run along them.",
        'tracks = ["b1 b2 b3 ~ c3 c2 c1 ~"]',
        default=(),
    )
    lines: str = word(
        Choice(("all", "orthogonal", "diagonal", "alquerque", "alquerque-odd", "long-diagonals")),
        "Which neighbours of a grid are joined. `alquerque` has diagonals on every second cell.",
        'lines = "alquerque"',
        default="all",
        needs=("grid",),
    )
    only: str = word(
        Choice(("all", "dark", "light")),
        "Use only the dark or the light cells of a grid.",
        'only = "dark"',
        default="all",
        needs=("grid",),
    )
    holes: str | None = word(
        REGION, "Cells of a grid that are not there.", 'holes = "a1-b2 d4"', default=None, needs=("grid",)
    )
    block: int | None = word(
        Int(2, 6), "Side of the square blocks that can be turned.", "block = 3", default=None, needs=("grid",)
    )
    style: str | None = word(
        Choice(("cells", "points")),
        "Draw cells, or crossings of lines.",
        'style = "points"',
        default=None,
        needs=("grid",),
    )


@dataclass(frozen=True)
class Windows:
    """A shape made of own pieces: a line or a pattern."""

    where: str
    align: int | None = word(
        Int(2, 19), "So many own pieces next to each other in a straight line.", "align = 4", default=None
    )
    exactly: bool = word(
        Flag(), "Longer lines do not count.", "exactly = true", default=False, needs=("align",)
    )
    on: str = word(
        Choice(("lines", "anywhere")),
        "Count only along the board's lines, or in any straight row, column or diagonal.",
        'on = "anywhere"',
        default="lines",
        needs=("align", "filled-line"),
    )
    along: tuple[str, ...] | None = word(
        DIRECTIONS,
        "Count only lines of these directions.",
        'along = "orthogonal"',
        default=None,
        needs=("align", "filled-line"),
    )
    filled_line: int | None = word(
        Int(2, 19),
        "All cells of a line of the board that has at least so many cells.",
        "filled-line = 3",
        default=None,
    )
    pattern: str | None = word(
        Text("rows of x and . with / between them", 200),
        "Own pieces in this shape, anywhere.",
        'pattern = "xx/xx"',
        default=None,
    )


@dataclass(frozen=True)
class Custody:
    """Capture by custody: an enemy between the piece that moved and another own piece is taken."""

    where: str
    along: tuple[str, ...] = word(
        DIRECTIONS,
        "The directions in which pieces are held.",
        'along = "orthogonal"',
        default=("orthogonal",),
    )
    runs: bool = word(
        Flag(), "Whole unbroken rows of enemies are taken, not just one.", "runs = true", default=False
    )
    safe: str | None = word(REGION, "Cells on which nobody is taken.", 'safe = "centre"', default=None)
    hostile: str | None = word(
        REGION,
        "Cells that, while empty, count as an enemy of both sides.",
        'hostile = "corners"',
        default=None,
    )
    corners: bool = word(
        Flag(), "A piece in a corner is taken by its two neighbours.", "corners = true", default=False
    )
    royal: str | None = word(
        KIND,
        "This kind has a fort, where it must be held from all sides.",
        'royal = "king"',
        default=None,
        needs=("fort",),
    )
    fort: str | None = word(
        REGION,
        "The royal piece's fort; beside it, it must be held from all other sides.",
        'fort = "centre"',
        default=None,
        needs=("royal",),
    )


@dataclass(frozen=True)
class Condition:
    """When an action is possible."""

    where: str
    left: int | None = word(
        Int(0, 200),
        "The mover has just so many pieces left, on the board and in hand.",
        "left = 3",
        default=None,
    )
    beside: str | None = word(
        Choice(("enemy", "empty")),
        "An enemy (or an empty cell) is beside the piece.",
        'beside = "enemy"',
        default=None,
    )


VERBS = {
    "place": 'Put a piece on an empty cell; the value says where: `"anywhere"` or a set of cells.',
    "step": "Move a piece to a neighbouring cell; the value says in which directions.",
    "slide": "Move a piece any number of empty cells in a straight line.",
    "leap": "Move a piece over a neighbouring piece to the cell straight behind it.",
    "fly": "Move a piece to any empty cell (of the set of cells given).",
    "shoot": "Block an empty cell in a straight line from where the piece has just arrived.",
    "block": "Block any empty cell.",
    "remove": 'Take an "enemy" piece, or an "own" one, off the board.',
    "rotate": 'Turn one "block" of the board by a quarter, either way.',
    "sow": 'Take the seeds of an own pit and sow them one by one, "counter-clockwise".',
    "exit": "Leave the board over its edge, in the direction given.",
}
"""The verbs of the language, with what each does."""

DEFAULT_VALUE = {
    "place": "anywhere", "step": "all", "slide": "all", "leap": "all", "fly": "anywhere", "shoot": "all",
    "block": "anywhere", "remove": "enemy", "rotate": "block", "sow": "counter-clockwise", "exit": "forward",
}  # fmt: skip
MOVING = ("step", "slide", "leap", "fly")


@dataclass(frozen=True)
class Action:
    """One thing a player can do: a verb, and how it is done. `"step"` alone means `{ step = "all" }`."""

    where: str
    verb: str
    value: tuple[str, ...]
    onto: str = word(
        Choice(("empty", "enemy", "empty or enemy")),
        "What may stand on the cell it goes to; an enemy there is captured.",
        '{ step = "forward diagonal", onto = "enemy" }',
        default="empty",
        verbs=("step", "slide"),
    )
    over: str = word(
        Choice(("enemy", "own", "any")),
        "Whose piece is leapt over.",
        '{ leap = "all", over = "any" }',
        default="enemy",
        verbs=("leap", "slide"),
    )
    take: bool = word(
        Flag(),
        "The piece leapt over is captured.",
        '{ leap = "all", take = true }',
        default=False,
        verbs=("leap",),
    )
    run_up: str = word(
        Choice(("none", "any")),
        "Empty cells between the piece and the one it leaps over.",
        '{ leap = "all", take = true, run-up = "any" }',
        default="none",
        verbs=("leap",),
    )
    land: str = word(
        Choice(("next", "any")),
        "Land on the next cell behind, or on any empty one behind.",
        '{ leap = "all", take = true, land = "any" }',
        default="next",
        verbs=("leap",),
    )
    chain: str | None = word(
        Choice(("none", "free", "finish", "straight")),
        "Several captures in one move: none, free to stop, to be finished, or on in the same direction.",
        '{ leap = "all", take = true, chain = "finish" }',
        default=None,
        verbs=("leap", "step"),
    )
    removal: str = word(
        Choice(("at once", "at the end")),
        "When captured pieces leave the board in a chain.",
        '{ leap = "all", take = true, removal = "at the end" }',
        default="at once",
        verbs=("leap",),
        needs=("take",),
    )
    trail: bool = word(
        Flag(),
        "The cell left behind is blocked for good.",
        '{ step = "all", trail = true }',
        default=False,
        verbs=MOVING,
    )
    to: str | None = word(
        REGION, "Only to these cells.", '{ step = "all", to = "not centre" }', default=None, verbs=MOVING
    )
    from_: str | None = word(
        REGION,
        "Only from these cells.",
        '{ exit = "up", from = "corners" }',
        default=None,
        verbs=(*MOVING, "exit", "remove"),
    )
    when: Condition | None = word(
        Table(Condition),
        "Only under this condition.",
        '{ fly = "anywhere", when = { left = 3 } }',
        default=None,
        verbs=(*MOVING, "exit", "remove"),
    )
    custody: Custody | None = word(
        Table(Custody),
        "Enemies held between two own pieces are captured.",
        '{ step = "orthogonal", custody = { along = "orthogonal" } }',
        default=None,
        verbs=("step", "slide"),
    )
    approach: bool = word(
        Flag(),
        "Captures the row of enemies straight ahead of where it arrives.",
        '{ step = "all", approach = true }',
        default=False,
        verbs=("step",),
    )
    withdraw: bool = word(
        Flag(),
        "Captures the row of enemies straight behind where it left.",
        '{ step = "all", withdraw = true }',
        default=False,
        verbs=("step",),
    )
    never_twice: bool = word(
        Flag(),
        "A chain may not come to the same cell twice.",
        '{ step = "all", approach = true, never-twice = true }',
        default=False,
        verbs=("step",),
        needs=("approach", "withdraw"),
    )
    must_turn: bool = word(
        Flag(),
        "A chain may not go on in the direction it came.",
        '{ step = "all", approach = true, must-turn = true }',
        default=False,
        verbs=("step",),
        needs=("approach", "withdraw"),
    )
    counted: bool = word(
        Flag(),
        "Just as far as there are pieces on the line.",
        '{ slide = "all", counted = true }',
        default=False,
        verbs=("slide",),
    )
    loops: bool = word(
        Flag(),
        "Captures along the board's tracks, round at least one loop.",
        '{ slide = "all", loops = true }',
        default=False,
        verbs=("slide",),
    )
    kind: str | None = word(
        KIND,
        "Which kind is placed.",
        '{ place = "anywhere", kind = "king" }',
        default=None,
        verbs=("place",),
    )
    pieces: int = word(
        Int(1, 2),
        "How many pieces are placed in one move.",
        '{ place = "not centre", pieces = 2 }',
        default=1,
        verbs=("place",),
    )
    falls: bool = word(
        Flag(),
        "The piece falls to the lowest empty cell of its column.",
        '{ place = "anywhere", falls = true }',
        default=False,
        verbs=("place",),
    )
    flips: bool = word(
        Flag(),
        "It must hold a row of enemies against another own piece, and turns them over.",
        '{ place = "anywhere", flips = true }',
        default=False,
        verbs=("place",),
    )
    apart: bool = word(
        Flag(),
        "Not beside an enemy.",
        '{ place = "anywhere", apart = true }',
        default=False,
        verbs=("place",),
    )
    without: Windows | None = word(
        Table(Windows),
        "Not if it makes this shape.",
        '{ place = "anywhere", without = { align = 3 } }',
        default=None,
        verbs=("place", "step", "fly"),
    )
    not_back_to_start: bool = word(
        Flag(),
        "Not if all own pieces then stand as at the start.",
        '{ step = "all", not-back-to-start = true }',
        default=False,
        verbs=("step",),
    )
    spare: Windows | None = word(
        Table(Windows),
        "Pieces in this shape are spared while there are others.",
        '{ remove = "enemy", spare = { align = 3 } }',
        default=None,
        verbs=("remove",),
    )
    spare_all: bool = word(
        Flag(),
        "If all are spared, nothing is removed.",
        '{ remove = "enemy", spare = { align = 3 }, spare-all = true }',
        default=False,
        verbs=("remove",),
        needs=("spare",),
    )
    skip_origin: bool = word(
        Flag(),
        "The emptied pit is passed over.",
        '{ sow = "counter-clockwise", skip-origin = true }',
        default=False,
        verbs=("sow",),
    )
    again: bool = word(
        Flag(),
        "A last seed in the own store gives another move.",
        '{ sow = "counter-clockwise", again = true }',
        default=False,
        verbs=("sow",),
    )
    into_store: bool = word(
        Flag(),
        "The own store is sown too; the other's never is.",
        '{ sow = "counter-clockwise", into-store = true }',
        default=False,
        verbs=("sow",),
    )
    take_opposite: str = word(
        Choice(("no", "not alone", "always")),
        "A last seed in an own empty pit takes the seeds opposite: only if there are some, or always itself.",
        '{ sow = "counter-clockwise", take-opposite = "not alone" }',
        default="no",
        verbs=("sow",),
    )
    take_counts: tuple[int, ...] = word(
        Many(Int(1, 30), 8),
        "The last pit, and those before it, are captured if brought to one of these counts.",
        '{ sow = "counter-clockwise", take-counts = [2, 3] }',
        default=(),
        verbs=("sow",),
    )
    no_grand_slam: bool = word(
        Flag(),
        "A capture of all the other's seeds captures nothing.",
        '{ sow = "counter-clockwise", no-grand-slam = true }',
        default=False,
        verbs=("sow",),
    )
    feed: bool = word(
        Flag(),
        "A player without seeds must be given some.",
        '{ sow = "counter-clockwise", feed = true }',
        default=False,
        verbs=("sow",),
    )


VALUES: dict[str, Reader] = {
    "place": CELLS, "fly": CELLS, "block": CELLS,
    "step": DIRECTIONS, "slide": DIRECTIONS, "leap": DIRECTIONS, "shoot": DIRECTIONS,
    "exit": Many(Choice(("forward", "backward", "up", "down", "left", "right")), 6, 1),
    "remove": Many(Choice(("enemy", "own")), 1, 1),
    "rotate": Many(Choice(("block",)), 1, 1),
    "sow": Many(Choice(("counter-clockwise",)), 1, 1),
}  # fmt: skip
"""How the value of each verb is read."""


def modifiers_of(verb: str) -> dict[str, Any]:
    """The keys that go with a verb."""
    return {key: f for key, f in keys_of(Action).items() if verb in f.metadata["verbs"]}


class ActionReader:
    """Reads `"step"`, or a table with one verb and what belongs to it."""

    def read(self, value: object, where: str, problems: Problems) -> Action | None:
        if isinstance(value, str):
            value = {value: DEFAULT_VALUE.get(value, "")}
        if not isinstance(value, dict):
            problems.add(where, f"{shown(value)} is not an action. Known verbs: {listed(VERBS)}.")
            return None
        verbs = [key for key in value if key in VERBS]
        if len(verbs) != 1:
            problems.add(where, f"{self._without_one_verb(value, verbs)} Known verbs: {listed(VERBS)}.")
            return None
        verb = verbs[0]
        problems.words.add(("Action", verb))
        said = VALUES[verb].read(value[verb], f"{where}.{verb}", problems)
        fitting = modifiers_of(verb)
        for key in [key for key in value if key != verb and key not in fitting]:
            if problems.enough():
                break
            why = f'this does not go with "{verb}"' if key in keys_of(Action) else "no such key"
            problems.add(
                f"{where}.{key}",
                f'{why}.{nearest(key, fitting)} With "{verb}" go: {listed(fitting) or "none"}.',
            )
        modifiers = {key: item for key, item in value.items() if key in fitting}
        read = read_keys(modifiers, fitting, where, problems, "Action")
        return None if said is None else Action(where=where, verb=verb, value=said, **read)

    def _without_one_verb(self, value: dict[str, Any], verbs: list[str]) -> str:
        odd = next((key for key in value if key not in keys_of(Action)), "")
        if verbs:
            return f"one verb is enough, not {listed(verbs)}."
        if odd == "move":
            return '"move" means the moves of the pieces, and cannot be said here.'
        return f"no action called {shown(odd)}.{nearest(odd, VERBS)}" if odd else "an action needs a verb."

    def schema(self) -> Schema:
        forms: list[Schema] = [{"enum": list(VERBS)}]
        for verb, doc in VERBS.items():
            forms.append(
                {
                    "title": verb.capitalize(),
                    "description": doc,
                    "type": "object",
                    "properties": {verb: {**VALUES[verb].schema(), "description": doc}}
                    | {key: described(f) for key, f in modifiers_of(verb).items()},
                    "required": [verb],
                    "additionalProperties": False,
                }
            )
        return {"title": "Action", "anyOf": forms}

    def says(self) -> str:
        return f"an action: one of {listed(VERBS)}, or a table with one of them"


ACTION = ActionReader()


class DoReader:
    """Reads what can be done in a turn: actions, or `"move"` for the moves of the pieces."""

    def read(self, value: object, where: str, problems: Problems) -> tuple[Action | str, ...] | None:
        items = value if isinstance(value, list) else [value]
        if len(items) > 24:
            problems.add(where, f"at most 24 actions are allowed, not {len(items)}.")
            return None
        read: list[Action | str] = []
        for i, item in enumerate(items):
            spot = f"{where}[{i + 1}]" if isinstance(value, list) else where
            one = "move" if item == "move" else ACTION.read(item, spot, problems)
            if one is not None:
                read.append(one)
        return tuple(read) if len(read) == len(items) else None

    def schema(self) -> Schema:
        one: Schema = {"anyOf": [{"const": "move"}, ACTION.schema()]}
        return {"title": "Actions", "anyOf": [*one["anyOf"], {"type": "array", "items": one, "maxItems": 24}]}

    def says(self) -> str:
        return 'an action, a list of actions to choose from, or "move" for the moves of the pieces'


@dataclass(frozen=True)
class Promotion:
    """A piece that becomes another kind."""

    where: str
    to: str = word(KIND, "The kind it becomes.", 'to = "king"')
    at: str = word(REGION, "Where it is promoted.", 'at = "far row"')
    when: str = word(
        Choice(("the move ends", "it arrives and stops", "it arrives and goes on")),
        "In a chain: only if it ends there; or at once, ending the chain; or at once, going on as the new"
        " kind.",
        'when = "the move ends"',
        default="the move ends",
    )


@dataclass(frozen=True)
class Kind:
    """A kind of piece: whose it is, how it moves, how it is written."""

    where: str
    side: str = word(
        Choice(("each", "first", "second", "both")),
        "Who has such pieces: each side its own, one side only, or both sides the same ones.",
        'side = "second"',
        default="each",
    )
    letters: Pair | None = word(
        Sided(Text("one letter", 1)),
        "How it is written in a position.",
        'letters = { first = "K", second = "k" }',
        default=None,
    )
    moves: tuple[Action, ...] = word(
        Many(ACTION, 12),
        "What it can do; each verb as in a turn.",
        'moves = ["step", { leap = "all" }]',
        default=(),
    )
    promote: Promotion | None = word(
        Table(Promotion), "What it can become.", 'promote = { to = "king", at = "far row" }', default=None
    )
    shape: str = word(
        Choice(("disc", "crowned", "animal", "ring")), "How it is drawn.", 'shape = "crowned"', default="disc"
    )


@dataclass(frozen=True)
class Setup:
    """What stands where before the first move."""

    where: str
    board: str | None = word(
        Text("rows of a position, top row first", 1000),
        "The board as a position is written.",
        'board = "oxoxo/5/5/5/xoxox"',
        default=None,
    )
    first: dict[str, str] | None = word(
        Named(REGION),
        "Cells of each kind of the first player's pieces.",
        'first = { man = "rows 1-2" }',
        default=None,
    )
    second: dict[str, str] | None = word(
        Named(REGION),
        "Cells of each kind of the second player's pieces.",
        'second = { man = "rows 4-5" }',
        default=None,
    )
    shared: str | None = word(REGION, "Cells of the shared piece.", 'shared = "d4"', default=None)
    blocked: str | None = word(REGION, "Cells blocked from the start.", 'blocked = "centre"', default=None)
    hand: Pair | None = word(
        Sided(Int(0, 200)),
        "Pieces in hand (of the side's first kind).",
        "hand = { first = 20, second = 0 }",
        default=None,
    )
    hands: dict[str, Pair] | None = word(
        Named(Sided(Int(0, 200))),
        "Pieces in hand of each kind.",
        "hands = { man = 5, king = 1 }",
        default=None,
    )
    seeds: int | None = word(Int(1, 12), "Seeds in each pit.", "seeds = 4", default=None)
    starts: str = word(SIDE, "Who begins.", 'starts = "second"', default="first")


@dataclass(frozen=True)
class Follow:
    """What follows in the same move."""

    where: str
    do: tuple[Action | str, ...] = word(DoReader(), "What is done then.", 'do = "shoot"')
    after: str = word(
        Choice(("always", "a capture", "a shape")),
        "When it follows.",
        'after = "a capture"',
        default="always",
    )
    shape: Windows | None = word(
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
                problems.add(where, 'after = "a shape" and the key "shape" go together.')
                return None
            return follow
        done = DoReader().read(value, where, problems)
        return None if done is None else Follow(where=where, do=done)

    def schema(self) -> Schema:
        return {"anyOf": [DoReader().schema(), Table(Follow).schema()]}

    def says(self) -> str:
        return "an action, or a table with " + listed(("do", "after", "shape"))


@dataclass(frozen=True)
class Turn:
    """What a player does in a turn. A game has one `[turn]`, or several `[[phase]]`s one after the other."""

    where: str
    do: Pair = word(
        Sided(DoReader()),
        'What the mover chooses from; `"move"` means the moves of the pieces.',
        'do = "place"',
        default=(("move",), ("move",)),
    )
    then: Follow | None = word(
        FollowReader(), "What follows in the same move.", 'then = "shoot"', default=None
    )
    until: str | None = word(
        Choice(("hands are empty", "hand is empty", "moves are made")),
        "When this phase is over: no hand holds a piece, the mover's hand holds none, or `moves` were made.",
        'until = "hands are empty"',
        default=None,
    )
    moves: int | None = word(
        Int(1, 400),
        "How many moves a phase lasts, those of both sides together.",
        "moves = 2",
        default=None,
        needs=("until",),
    )
    capture: str = word(
        Choice(("optional", "compulsory", "most", "huff")),
        "Whether one may, must, or must take the most; `huff`: what could have captured and did not is lost.",
        'capture = "compulsory"',
        default="optional",
    )
    chain: str = word(
        Choice(("none", "free", "finish", "straight")),
        "Chains of captures, where an action does not say.",
        'chain = "finish"',
        default="none",
    )
    pass_: str = word(
        Choice(("never", "forced", "allowed")),
        "Passing: never, only without a move, or at will.",
        'pass = "forced"',
        default="never",
    )
    swap: bool = word(
        Flag(), "The second player may take over the first stone.", "swap = true", default=False
    )


@dataclass(frozen=True)
class When:
    """The condition of an end. The side for which it holds is its owner."""

    where: str
    align: int | None = word(
        Int(2, 19), "So many own pieces next to each other in a straight line.", "{ align = 4 }", default=None
    )
    exactly: bool = word(
        Flag(), "Longer lines do not count.", "{ align = 5, exactly = true }", default=False, needs=("align",)
    )
    on: str = word(
        Choice(("lines", "anywhere")),
        "Count only along the board's lines, or in any straight row, column or diagonal.",
        '{ align = 4, on = "anywhere" }',
        default="lines",
        needs=("align", "filled-line"),
    )
    along: tuple[str, ...] | None = word(
        DIRECTIONS,
        "Count only lines of these directions.",
        '{ align = 3, along = "orthogonal" }',
        default=None,
        needs=("align", "filled-line"),
    )
    filled_line: int | None = word(
        Int(2, 19),
        "All cells of a line of the board with at least so many cells are own.",
        "{ filled-line = 3 }",
        default=None,
    )
    pattern: str | None = word(
        Text("rows of x and . with / between them", 200),
        "Own pieces in this shape, anywhere.",
        '{ pattern = "xx/xx" }',
        default=None,
    )
    reach: Pair | None = word(
        Sided(REGION),
        "An own (or the shared) piece stands on one of these cells.",
        '{ reach = "far row" }',
        default=None,
    )
    fill: Pair | None = word(
        Sided(REGION), "All these cells hold own pieces.", '{ fill = "camp" }', default=None
    )
    by_anyone: bool = word(
        Flag(),
        "The cells of `fill` may hold pieces of either side.",
        '{ fill = "camp", by-anyone = true }',
        default=False,
        needs=("fill",),
    )
    not_at_start: bool = word(
        Flag(),
        "`fill` counts only while neither side stands as at the start.",
        '{ fill = "camp", not-at-start = true }',
        default=False,
        needs=("fill",),
    )
    enemy_left: int | None = word(
        Int(0, 200),
        "The other side has so many pieces left or fewer, hand included.",
        "{ enemy-left = 0 }",
        default=None,
    )
    own_left: int | None = word(
        Int(0, 200),
        "The owner has so many pieces left or fewer, hand included.",
        "{ own-left = 0 }",
        default=None,
    )
    each_left: int | None = word(
        Int(0, 200), "Each side has so many pieces left or fewer.", "{ each-left = 3 }", default=None
    )
    of: str | None = word(
        KIND,
        "Speak of this kind of piece only.",
        '{ enemy-left = 0, of = "king" }',
        default=None,
        needs=("reach", "enemy-left", "own-left"),
    )
    connect: Pair | None = word(
        Sided(Many(Choice(("top", "bottom", "left", "right")), 2, 2)),
        "An own chain joins these two sides of the board.",
        '{ connect = { first = ["top", "bottom"], second = ["left", "right"] } }',
        default=None,
    )
    one_group: bool = word(Flag(), "All own pieces hang together.", "{ one-group = true }", default=False)
    still_in: Pair | None = word(
        Sided(REGION),
        "An own piece is still on one of these cells at the end of an own turn after the n-th.",
        '{ still-in = "home", after-turn = 20 }',
        default=None,
        needs=("after-turn",),
    )
    after_turn: int | None = word(
        Int(0, 400),
        "The number of turns after which `still-in` counts.",
        '{ still-in = "home", after-turn = 20 }',
        default=None,
        needs=("still-in",),
    )
    side_empty: bool = word(Flag(), "All pits of a side are empty.", "{ side-empty = true }", default=False)
    stored: int | None = word(
        Int(1, 240), "The owner has stored at least so many seeds.", "{ stored = 25 }", default=None
    )
    passed: str | None = word(
        Choice(("left", "right", "up", "down")),
        "No enemy lies further in this direction than the owner's piece.",
        '{ passed = "left" }',
        default=None,
    )
    stalled: int | None = word(
        Int(1, 200),
        "The owner has made so many moves in a row that could be taken back.",
        "{ stalled = 10 }",
        default=None,
    )
    board_full: bool = word(Flag(), "No cell is empty.", "{ board-full = true }", default=False)
    no_move: str | None = word(
        Choice(("mover", "both")),
        "The mover has no move; or neither side has one.",
        '{ no-move = "mover" }',
        default=None,
    )

    def conditions(self) -> list[str]:
        """The conditions that are said; in a valid file just one."""
        said = ((name, getattr(self, name)) for name in CONDITIONS)
        return [name for name, value in said if value is not None and value is not False]


CONDITIONS = (
    "align", "filled_line", "pattern", "reach", "fill", "enemy_left", "own_left", "each_left", "connect",
    "one_group", "still_in", "side_empty", "stored", "passed", "stalled", "board_full", "no_move",
)  # fmt: skip
"""The keys of `when` that are conditions of their own; just one is used. The others refine it."""


SHORT_CONDITIONS = {"no move": {"no-move": "mover"}, "no move for both": {"no-move": "both"}}


class WhenReader:
    """Reads the condition of an end, and checks that it is just one."""

    def read(self, value: object, where: str, problems: Problems) -> When | None:
        if isinstance(value, str):
            if value not in SHORT_CONDITIONS:
                hint = nearest(value, SHORT_CONDITIONS)
                known = f"{listed(SHORT_CONDITIONS)}, or a table with one condition"
                problems.add(where, f"{shown(value)} is not known here.{hint} Allowed: {known}.")
                return None
            value = SHORT_CONDITIONS[value]
        when: When | None = Table(When).read(value, where, problems)
        if when is None:
            return None
        used = when.conditions()
        if len(used) != 1:
            several = listed(name.replace("_", "-") for name in used)
            said = f"one condition is enough, not {several}" if used else "an end needs a condition"
            problems.add(where, f"{said}. Known: {listed(n.replace('_', '-') for n in CONDITIONS)}.")
            return None
        return when

    def schema(self) -> Schema:
        return {"anyOf": [{"enum": list(SHORT_CONDITIONS)}, Table(When).schema()]}

    def says(self) -> str:
        return '"no move", "no move for both", or a table with one condition'


RESULTS = (
    "owner wins", "owner loses", "draw", "mover loses", "mover wins", "most pieces", "fewest pieces",
    "most seeds",
)  # fmt: skip


@dataclass(frozen=True)
class End:
    """A way in which the game ends. The first in the file that holds decides."""

    where: str
    when: When = word(WhenReader(), "The condition.", "when = { align = 3 }")
    result: str = word(
        Choice(RESULTS),
        "Who wins. The owner is the side for which the condition holds; the mover the side to move.",
        'result = "owner wins"',
    )
    side: str = word(
        Choice(("each", "first", "second")), "Which side can be the owner.", 'side = "second"', default="each"
    )
    both: str = word(
        Choice(("mover first", "draw")),
        "If it holds for both sides at once: the one that has just moved comes first, or it is a draw.",
        'both = "draw"',
        default="mover first",
    )
    checked: str = word(
        Choice(("at once", "after the move")),
        "Look after each action, or only when the whole move is made.",
        'checked = "after the move"',
        default="at once",
    )


@dataclass(frozen=True)
class Draw:
    """When nobody wins."""

    where: str
    repetition: int | None = word(
        Int(2, 10), "The same position with the same mover for the n-th time.", "repetition = 3", default=None
    )
    repeating: str = word(
        Choice(("draw", "loses", "forbidden", "most pieces", "most seeds")),
        "What repetition means: a draw, a loss for who repeats, no legal move, or a count.",
        'repeating = "loses"',
        default="draw",
        needs=("repetition",),
    )
    no_progress: int | None = word(
        Int(2, 2000), "So many moves in a row without progress.", "no-progress = 120", default=None
    )
    progress: tuple[str, ...] | None = word(
        Many(Text('"capture", "promotion", or a kind of piece whose every move counts', 40), 8),
        "What counts as progress. Otherwise: placing, capturing, promoting, blocking, and moves that"
        " cannot be taken back.",
        'progress = ["capture", "man"]',
        default=None,
        needs=("no-progress",),
    )
    stagnating: str = word(
        Choice(("draw", "most pieces", "most seeds")),
        "What no progress means: a draw, or a count.",
        'stagnating = "most pieces"',
        default="draw",
        needs=("no-progress",),
    )
    full_board: bool = word(Flag(), "No cell is empty.", "full-board = true", default=False)
    length: int = word(Int(1, 4000), "The game has lasted so many moves.", "length = 1000", default=2000)


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


@dataclass(frozen=True)
class GameSpec:
    """The whole file; as it is read, one variant of it with its parameters filled in."""

    where: str
    board: Board = word(Table(Board), "The board.", "board = { grid = [5, 5] }")
    pieces: dict[str, Kind] = word(
        Named(Table(Kind), 6, NAME, NAME_MADE_OF),
        "The kinds of pieces; without it there is one kind, `piece`.",
        'pieces = { man = { moves = "step" } }',
        default=None,
    )
    regions: dict[str, Pair] = word(
        Named(Sided(REGION), 30, REGION_NAME, NAME_MADE_OF),
        "Names for sets of cells.",
        'regions = { home = "near rows 2" }',
        default=None,
    )
    setup: Setup | None = word(
        Table(Setup), "What stands where before the first move.", "setup = { hand = 3 }", default=None
    )
    turn: Turn | None = word(
        Table(Turn), "What a player does in a turn.", 'turn = { do = "place" }', default=None
    )
    phase: tuple[Turn, ...] = word(
        Many(Table(Turn), 6),
        "Phases of the game, in order.",
        'phase = [{ do = "place", until = "hands are empty" }, { do = "step" }]',
        default=(),
    )
    end: tuple[End, ...] = word(
        Many(Table(End), 16),
        "How the game ends, in order. Whoever cannot move loses, unless an end says otherwise.",
        'end = [{ when = { align = 3 }, result = "owner wins" }]',
        default=(),
    )
    draw: Draw | None = word(Table(Draw), "When nobody wins.", "draw = { repetition = 3 }", default=None)
    parameters: dict[str, Parameter] = word(
        PARAMETERS,
        "Numbers that can be chosen.",
        "parameters = { size = { default = 11, least = 2, most = 19 } }",
        default=None,
    )
    text: dict[str, Words] = word(
        Named(
            Table(Words), 8, r"[A-Za-z]{2,3}(-[A-Za-z]{2,4})?", "the letters of a language, as in `pt-BR`,"
        ),
        "What players read, by language.",
        'text = { en = { name = "Four Corners" } }',
        default=None,
    )
    checks: Checks | None = word(
        Table(Checks), "The game's own proof.", "checks = { perft = [9, 72] }", default=None
    )
    family: str = word(
        Choice(FAMILIES), "The family of games it belongs to.", 'family = "alignment"', default="alignment"
    )
    origin: str = word(
        Text("a country or people", 200), "Where it comes from.", 'origin = "Mexico"', default=""
    )
    inventor: str = word(Text("a name", 200), "Who invented it.", 'inventor = "Piet Hein"', default="")
    year: str = word(Year(), "When.", "year = 1942", default="")
    source: str = word(
        Text("a source", 400), "Where the rules come from.", 'source = "Murray (1952)"', default=""
    )
    id: str = field(default="", metadata={})
    variant: str = field(default="", metadata={})
    values: dict[str, int] = field(default_factory=dict, metadata={})
