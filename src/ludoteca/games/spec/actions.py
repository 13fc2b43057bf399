"""Actions: verbs and their modifiers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.errors import NONE
from ludoteca.games.fields import (
    Boolean,
    Integer,
    ListOf,
    OneOf,
    Reader,
    Schema,
    Table,
    key_schema,
    keys_of,
    read_keys,
    spec_field,
)
from ludoteca.games.problems import Problems, expected, shown, unknown
from ludoteca.games.spec.common import CELLS, DIRECTIONS, KIND, REGION
from ludoteca.games.spec.shapes import Condition, Custody, Windows
from ludoteca.messages import Message, WordList

MOST_ACTIONS = 24
"""Actions to choose from in a turn."""

VERBS = {
    "place": 'Place a piece on an empty cell; the value is `"anywhere"` or a set of cells.',
    "step": "Move a piece to a neighbouring cell; the value is a direction.",
    "slide": "Move a piece any number of empty cells in a straight line.",
    "leap": "Jump over a neighbouring piece to the cell directly behind it.",
    "fly": "Move a piece to any empty cell (of the set of cells given).",
    "shoot": "Block an empty cell in a straight line from the piece that has just moved.",
    "block": "Block any empty cell.",
    "remove": 'Remove an "enemy" or an "own" piece from the board.',
    "rotate": 'Rotate one "block" of the board by 90 degrees in either direction.',
    "sow": 'Sow the seeds of an own pit one by one, "counter-clockwise".',
    "exit": "Move a piece off the board in the given direction.",
}
"""The verbs of the language with their descriptions."""

DEFAULT_VALUE = {
    "place": "anywhere", "step": "all", "slide": "all", "leap": "all", "fly": "anywhere", "shoot": "all",
    "block": "anywhere", "remove": "enemy", "rotate": "block", "sow": "counter-clockwise", "exit": "forward",
}  # fmt: skip
MOVING = ("step", "slide", "leap", "fly")


@dataclass(frozen=True)
class Action:
    """An action: a verb with modifiers. `"step"` alone means `{ step = "all" }`."""

    where: str
    verb: str
    value: tuple[str, ...]
    onto: str = spec_field(
        OneOf(("empty", "enemy", "empty or enemy")),
        "What the target cell may hold; an enemy there is captured.",
        '{ step = "forward diagonal", onto = "enemy" }',
        default="empty",
        verbs=("step", "slide"),
    )
    over: str = spec_field(
        OneOf(("enemy", "own", "any")),
        "Whose piece is jumped over.",
        '{ leap = "all", over = "any" }',
        default="enemy",
        verbs=("leap", "slide"),
    )
    take: bool = spec_field(
        Boolean(),
        "The piece jumped over is captured.",
        '{ leap = "all", take = true }',
        default=False,
        verbs=("leap",),
    )
    run_up: str = spec_field(
        OneOf(("none", "any")),
        "Whether empty cells are allowed between the piece and the one it jumps over.",
        '{ leap = "all", take = true, run-up = "any" }',
        default="none",
        verbs=("leap",),
    )
    land: str = spec_field(
        OneOf(("next", "any")),
        "Land on the next cell behind it, or on any empty cell further on.",
        '{ leap = "all", take = true, land = "any" }',
        default="next",
        verbs=("leap",),
    )
    chain: str | None = spec_field(
        OneOf(("none", "free", "finish", "straight")),
        "Multiple captures in one move: none, optional, to be completed, or only in the same direction.",
        '{ leap = "all", take = true, chain = "finish" }',
        default=None,
        verbs=("leap", "step"),
        general="lets one action of a turn differ from the others",
    )
    removal: str = spec_field(
        OneOf(("at once", "at the end")),
        "When the pieces captured in a chain leave the board.",
        '{ leap = "all", take = true, removal = "at the end" }',
        default="at once",
        verbs=("leap",),
        needs=("take",),
        general="both conventions of games with chains of captures",
    )
    trail: bool = spec_field(
        Boolean(),
        "The vacated cell is blocked permanently.",
        '{ step = "all", trail = true }',
        default=False,
        verbs=MOVING,
        general="any move can block the vacated cell",
    )
    to: str | None = spec_field(
        REGION, "Only to these cells.", '{ step = "all", to = "not centre" }', default=None, verbs=MOVING
    )
    from_: str | None = spec_field(
        REGION,
        "Only from these cells.",
        '{ exit = "up", from = "corners" }',
        default=None,
        verbs=(*MOVING, "exit", "remove"),
    )
    when: Condition | None = spec_field(
        Table(Condition),
        "Only if this condition holds.",
        '{ fly = "anywhere", when = { left = 3 } }',
        default=None,
        verbs=("place", *MOVING, "exit", "remove"),
    )
    custody: Custody | None = spec_field(
        Table(Custody),
        "Enemies between two own pieces are captured.",
        '{ step = "orthogonal", custody = { along = "orthogonal" } }',
        default=None,
        verbs=("step", "slide"),
    )
    approach: bool = spec_field(
        Boolean(),
        "Captures the unbroken row of enemies directly ahead.",
        '{ step = "all", approach = true }',
        default=False,
        verbs=("step",),
        general="capture without contact by displacement, with `withdraw` or alone",
    )
    withdraw: bool = spec_field(
        Boolean(),
        "Captures the unbroken row of enemies directly behind the vacated cell.",
        '{ step = "all", withdraw = true }',
        default=False,
        verbs=("step",),
        general="the same away from the enemy",
    )
    never_twice: bool = spec_field(
        Boolean(),
        "A chain may not visit a cell twice.",
        '{ step = "all", approach = true, never-twice = true }',
        default=False,
        verbs=("step",),
        needs=("approach", "withdraw"),
        general="a restriction on chains of steps",
    )
    must_turn: bool = spec_field(
        Boolean(),
        "A chain must change direction at each step.",
        '{ step = "all", approach = true, must-turn = true }',
        default=False,
        verbs=("step",),
        needs=("approach", "withdraw"),
        general="a restriction on chains of steps",
    )
    whole_way: bool = spec_field(
        Boolean(),
        "The piece must slide as far as possible.",
        '{ slide = "all", whole-way = true }',
        default=False,
        verbs=("slide",),
        general="a slide that cannot stop, of any piece in any direction",
    )
    counted: bool = spec_field(
        Boolean(),
        "The distance is exactly the number of pieces on the line.",
        '{ slide = "all", counted = true }',
        default=False,
        verbs=("slide",),
        general="a slide whose length depends on the position",
    )
    loops: bool = spec_field(
        Boolean(),
        "Captures along the tracks of the board, round at least one loop.",
        '{ slide = "all", loops = true }',
        default=False,
        verbs=("slide",),
        general="capture along any track",
    )
    distance: int | None = spec_field(
        Integer(2, 19),
        "Only to cells at exactly this distance in steps. Pieces in between do not matter to `fly`; a slide"
        " needs empty cells in between.",
        '{ fly = "anywhere", distance = 2 }',
        default=None,
        verbs=("fly", "slide"),
        general="moves of a fixed length on any board",
    )
    up_to: int | None = spec_field(
        Integer(2, 19),
        "At most this many cells along the line.",
        '{ slide = "all", up-to = 2 }',
        default=None,
        verbs=("slide", "shoot"),
        general="short slides and shots, in any direction",
    )
    row: int = spec_field(
        Integer(1, 19),
        "An unbroken row of up to this many pieces can be jumped over at once; with `take` all of them are"
        " captured.",
        '{ leap = "all", over = "any", row = 3 }',
        default=1,
        verbs=("leap",),
        general="leaps over several pieces, with and without capture",
    )
    converts: bool = spec_field(
        Boolean(),
        "All enemies next to the target cell change sides.",
        '{ place = "anywhere", converts = true }',
        default=False,
        verbs=("place", *MOVING),
        general="conversion of neighbours, after any kind of move",
    )
    kind: str | None = spec_field(
        KIND,
        "The kind that is placed or moved.",
        '{ place = "anywhere", kind = "king" }',
        default=None,
        verbs=("place", *MOVING, "exit"),
    )
    pieces: int = spec_field(
        Integer(1, 2),
        "The number of pieces placed in one move.",
        '{ place = "not centre", pieces = 2 }',
        default=1,
        verbs=("place",),
    )
    together: tuple[str, ...] | None = spec_field(
        DIRECTIONS,
        "The two pieces are placed on neighbouring cells in this direction.",
        '{ place = "anywhere", pieces = 2, together = "vertical" }',
        default=None,
        verbs=("place",),
        needs=("pieces",),
        general="dominoes in any direction, for either side or both",
    )
    falls: bool = spec_field(
        Boolean(),
        "The piece falls to the lowest empty cell of its column.",
        '{ place = "anywhere", falls = true }',
        default=False,
        verbs=("place",),
        general="gravity on any grid",
    )
    flips: bool = spec_field(
        Boolean(),
        "It must enclose a row of enemies with another own piece, and flips them.",
        '{ place = "anywhere", flips = true }',
        default=False,
        verbs=("place",),
        general="custodial flipping on placement, along all lines of any board",
    )
    apart: bool = spec_field(
        Boolean(),
        "Not next to an enemy.",
        '{ place = "anywhere", apart = true }',
        default=False,
        verbs=("place",),
        general="placement away from enemies",
    )
    not_beside_own: bool = spec_field(
        Boolean(),
        "Not next to an own piece.",
        '{ place = "anywhere", not-beside-own = true }',
        default=False,
        verbs=("place",),
        general="placement away from own pieces, the counterpart of `apart`",
        sentence="not next to an own piece",
    )
    without: Windows | None = spec_field(
        Table(Windows),
        "Not if it completes this shape.",
        '{ place = "anywhere", without = { align = 3 } }',
        default=None,
        verbs=("place", "step", "fly"),
        general="forbids any shape for a placement, a step or a flight",
    )
    not_back_to_start: bool = spec_field(
        Boolean(),
        "Not if it returns all own pieces to their start cells.",
        '{ step = "all", not-back-to-start = true }',
        default=False,
        verbs=("step",),
        general="prevents waiting in the start formation",
    )
    spare: Windows | None = spec_field(
        Table(Windows),
        "Pieces in this shape cannot be removed while there are others.",
        '{ remove = "enemy", spare = { align = 3 } }',
        default=None,
        verbs=("remove",),
    )
    spare_all: bool = spec_field(
        Boolean(),
        "If no piece can be removed, nothing is removed.",
        '{ remove = "enemy", spare = { align = 3 }, spare-all = true }',
        default=False,
        verbs=("remove",),
        needs=("spare",),
        general="one of the two conventions in mill games",
    )
    skip_origin: bool = spec_field(
        Boolean(),
        "The emptied pit is skipped.",
        '{ sow = "counter-clockwise", skip-origin = true }',
        default=False,
        verbs=("sow",),
        general="both conventions of sowing",
    )
    again: bool = spec_field(
        Boolean(),
        "A last seed in one's own store gives another move.",
        '{ sow = "counter-clockwise", again = true }',
        default=False,
        verbs=("sow",),
        general="both conventions of sowing",
    )
    into_store: bool = spec_field(
        Boolean(),
        "One's own store is sown too; the opponent's never is.",
        '{ sow = "counter-clockwise", into-store = true }',
        default=False,
        verbs=("sow",),
        general="both conventions of sowing",
    )
    take_opposite: str = spec_field(
        OneOf(("no", "not alone", "always")),
        "A last seed in an own empty pit is captured with the seeds opposite: if there are any, or always.",
        '{ sow = "counter-clockwise", take-opposite = "not alone" }',
        default="no",
        verbs=("sow",),
        general="one of the two main ways to capture seeds",
    )
    take_counts: tuple[int, ...] = spec_field(
        ListOf(Integer(1, 30), 8),
        "The last pit, and consecutive pits before it, are captured if they now hold one of these numbers.",
        '{ sow = "counter-clockwise", take-counts = [2, 3] }',
        default=(),
        verbs=("sow",),
        general="the other main way: by the number of seeds in a pit",
    )
    no_grand_slam: bool = spec_field(
        Boolean(),
        "A move that would capture all the opponent's seeds captures nothing.",
        '{ sow = "counter-clockwise", no-grand-slam = true }',
        default=False,
        verbs=("sow",),
        general="one of the conventions of sowing games",
    )
    feed: bool = spec_field(
        Boolean(),
        "If the opponent has no seeds, a move must give some.",
        '{ sow = "counter-clockwise", feed = true }',
        default=False,
        verbs=("sow",),
        general="one of the conventions of sowing games",
    )


VALUES: dict[str, Reader] = {
    "place": CELLS, "fly": CELLS, "block": CELLS,
    "step": DIRECTIONS, "slide": DIRECTIONS, "leap": DIRECTIONS, "shoot": DIRECTIONS,
    "exit": ListOf(OneOf(("forward", "backward", "up", "down", "left", "right")), 6, 1),
    "remove": ListOf(OneOf(("enemy", "own")), 1, 1),
    "rotate": ListOf(OneOf(("block",)), 1, 1),
    "sow": ListOf(OneOf(("counter-clockwise",)), 1, 1),
}  # fmt: skip
"""The reader of each verb's value."""


def modifiers_of(verb: str) -> dict[str, Any]:
    """The modifiers of a verb."""
    return {key: f for key, f in keys_of(Action).items() if verb in f.metadata["verbs"]}


class ActionReader:
    """Reads `"step"`, or a table with one verb and its modifiers."""

    def read(self, value: object, where: str, problems: Problems) -> Action | None:
        if isinstance(value, str):
            value = {value: DEFAULT_VALUE.get(value, "")}
        if not isinstance(value, dict):
            problems.add(where, "action.not-an-action", value=shown(value), verbs=WordList(VERBS))
            return None
        verbs = [key for key in value if key in VERBS]
        if len(verbs) != 1:
            problems.add_message(where, self._verb_message(value, verbs))
            return None
        verb = verbs[0]
        problems.words.add(("Action", verb))
        verb_value = VALUES[verb].read(value[verb], f"{where}.{verb}", problems)
        fitting = modifiers_of(verb)
        for key in [key for key in value if key != verb and key not in fitting]:
            if problems.enough():
                break
            code = "action.wrong-key" if key in keys_of(Action) else "action.unknown-key"
            allowed = WordList(fitting) or NONE
            problems.add(f"{where}.{key}", code, verb=verb, words=allowed, **unknown(key, fitting))
        modifiers = {key: item for key, item in value.items() if key in fitting}
        read = read_keys(modifiers, fitting, where, problems, "Action")
        return None if verb_value is None else Action(where=where, verb=verb, value=verb_value, **read)

    def _verb_message(self, value: dict[str, Any], verbs: list[str]) -> Message:
        """Why a table that has not exactly one verb is no action."""
        odd = next((key for key in value if key not in keys_of(Action)), "")
        known = {"verbs": WordList(VERBS)}
        if verbs:
            return Message("problems", "action.several-verbs", {"words": WordList(verbs), **known})
        if odd == "move":
            return Message("problems", "action.move-not-here", known)
        if not odd:
            return Message("problems", "action.no-verb", known)
        return Message("problems", "action.unknown-verb", {**unknown(odd, VERBS), **known})

    def schema(self) -> Schema:
        forms: list[Schema] = [{"enum": list(VERBS)}]
        for verb, doc in VERBS.items():
            forms.append(
                {
                    "title": verb.capitalize(),
                    "description": doc,
                    "type": "object",
                    "properties": {verb: {**VALUES[verb].schema(), "description": doc}}
                    | {key: key_schema(f) for key, f in modifiers_of(verb).items()},
                    "required": [verb],
                    "additionalProperties": False,
                }
            )
        return {"title": "Action", "anyOf": forms}

    def describe(self) -> Message:
        return expected("expected.action", words=WordList(VERBS))


ACTION = ActionReader()


class ActionsReader:
    """Reads the actions of a turn, or `"move"` for the moves of the pieces."""

    def read(self, value: object, where: str, problems: Problems) -> tuple[Action | str, ...] | None:
        items = value if isinstance(value, list) else [value]
        if len(items) > MOST_ACTIONS:
            problems.add(where, "action.too-many", limit=MOST_ACTIONS, found=len(items))
            return None
        read: list[Action | str] = []
        for i, item in enumerate(items):
            place = f"{where}[{i + 1}]" if isinstance(value, list) else where
            one = "move" if item == "move" else ACTION.read(item, place, problems)
            if one is not None:
                read.append(one)
        return tuple(read) if len(read) == len(items) else None

    def schema(self) -> Schema:
        one: Schema = {"anyOf": [{"const": "move"}, ACTION.schema()]}
        return {
            "title": "Actions",
            "anyOf": [*one["anyOf"], {"type": "array", "items": one, "maxItems": MOST_ACTIONS}],
        }

    def describe(self) -> Message:
        return expected("expected.actions")
