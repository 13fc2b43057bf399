"""Random keys with valid values: each is accepted by its reader, the combination may not make sense."""

from __future__ import annotations

from random import Random
from typing import Any

from ludoteca.games.cell_sets import CELL_WORDS, DIRECTION_WORDS
from ludoteca.games.fields import (
    Boolean,
    Integer,
    ListOf,
    MapOf,
    OneOf,
    PerSide,
    Phrase,
    String,
    Table,
    keys_of,
)
from ludoteca.games.spec import (
    SHORT_CONDITIONS,
    VALUES,
    VERBS,
    Action,
    ActionReader,
    ActionsReader,
    Board,
    Condition,
    Draw,
    End,
    FollowReader,
    Kind,
    Setup,
    Turn,
    When,
    WhenReader,
    Windows,
    modifiers_of,
)

CELLS = (
    *CELL_WORDS, "far row", "near row", "far rows 2", "near rows 2", "row 1", "rows 1-2", "column a",
    "centre", "corners", "edge", "not edge", "a1", "a1 b2", "b2-b4", "enemy near row", "home", "camp",
    "far row but not corners", "dark within edge", "cell 2 2", "not a1",
)  # fmt: skip
DOING = ("do", "then", "moves")
SIMPLE = {"board": Board, "turn": Turn, "draw": Draw, "setup": Setup}


def tables_of(raw: dict[str, Any]) -> list[tuple[dict[str, Any], type]]:
    """The tables of a file with their specs."""
    found: list[tuple[Any, type]] = [(raw.get(key), kind) for key, kind in SIMPLE.items()]
    found += [(phase, Turn) for phase in listed(raw.get("phase"))]
    found += [(end, End) for end in listed(raw.get("end"))]
    found += [(end.get("when"), When) for end in listed(raw.get("end")) if isinstance(end, dict)]
    kinds = raw.get("pieces")
    found += [(kind, Kind) for kind in kinds.values()] if isinstance(kinds, dict) else []
    holders = [(table, key) for table, _ in found if isinstance(table, dict) for key in DOING]
    found += [(action, Action) for table, key in holders for action in listed(table.get(key))]
    return [(table, kind) for table, kind in found if isinstance(table, dict)]


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def random_key(table: dict[str, Any], kind: type, chance: Random) -> None:
    """Add a random key to a table, or replace it."""
    verb = next((key for key in table if key in VERBS), None)
    known = modifiers_of(verb) if kind is Action and verb else keys_of(kind)
    if known:
        key = chance.choice([*known])
        table[key] = random_value(known[key].metadata["reader"], chance)


def random_value(reader: Any, chance: Random) -> Any:
    """A value that a reader accepts."""
    match reader:
        case Integer():
            return min(reader.high, reader.low + chance.choice((0, 0, 1, 2, 3, 4, 5, 8, 30, 10**6)))
        case Boolean():
            return chance.random() < 0.8
        case OneOf():
            return chance.choice(reader.words)
        case Phrase(of="cells"):
            return chance.choice(CELLS)
        case Phrase():
            return " ".join(chance.sample([*DIRECTION_WORDS], chance.choice((1, 1, 1, 2))))
        case String():
            return chance.choice(("piece", "man", "king", "xx/xx", "x.x", "x", "a1 b1 c1", "capture"))
        case ListOf():
            wanted = chance.choice((1, 1, 2, 3))
            number = min(max(wanted, reader.fewest), reader.longest)
            return [random_value(reader.inner, chance) for _ in range(number)]
        case PerSide():
            return {
                side: random_value(reader.inner, chance)
                for side in ("first", "second")
                if chance.random() < 0.8
            }
        case MapOf():
            return {chance.choice(("man", "piece", "king")): random_value(reader.inner, chance)}
        case Table():
            return table_of(reader.of, chance)
        case ActionReader() | ActionsReader() | FollowReader():
            return action(chance)
        case WhenReader():
            return chance.choice([*SHORT_CONDITIONS, table_of(When, chance)])
    return "1883"


def table_of(kind: type, chance: Random) -> dict[str, Any]:
    table: dict[str, Any] = {}
    for _ in range(1 if kind in (When, Windows, Condition) else chance.choice((1, 2, 3))):
        random_key(table, kind, chance)
    return table


def action(chance: Random) -> dict[str, Any]:
    verb = chance.choice([*VERBS])
    made = {verb: random_value(VALUES[verb], chance)}
    for _ in range(chance.choice((0, 0, 1, 2))):
        random_key(made, Action, chance)
    return made
