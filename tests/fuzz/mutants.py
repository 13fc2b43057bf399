"""Mutated game files: values of other games, valid keys from the declarations of the spec, and nonsense."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, date, datetime, time
from functools import cache
from random import Random
from typing import Any

from ludoteca.games import ids
from ludoteca.games.library import raw_game
from tests.fuzz.random_values import random_key, tables_of

Raw = dict[str, Any]
Place = tuple[Any, Any]
"""A table or list, and a key or index in it."""

RULES = ("board", "pieces", "regions", "setup", "turn", "phase", "end", "draw", "parameters", "variants")
TYPOS = ("stepp", "", " ", "do.", "größe", "\x1b[31m", "x" * 300, "first", "when", "size", "based-on")
ABSURD: tuple[Any, ...] = (
    0, -1, 1, 2, 3, 7, 19, 20, 64, 65, 255, 256, 400, 65536, 2**31, 2**63, -(2**63), 16**5000, 0.5, 1e300,
    float("inf"), float("-inf"), float("nan"), True, False, "", " ", "x", "all", "anywhere", "$size",
    "${1//0}", "${min(3)}", "${in + 1}", "$" * 50, "🂡", "\u202e", "line\nbreak", "x" * 5000, "a1 " * 600,
    "enemy " * 300,
    [], [[]], [0] * 500, ["step"] * 30, [{}] * 20, {}, {"first": 1}, {"a": {"b": {"c": {}}}},
    date(2020, 2, 29), time(12, 0), datetime(1999, 12, 31, tzinfo=UTC),
)  # fmt: skip


def mutant(text: str, chance: Random) -> str:
    """A mutated file. Its first line may be a comment that names a variant and parameters."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError):  # also an integer of too many digits
        return damaged(text, chance)
    is_gentle = chance.random() < 0.6
    for _ in range(chance.choice((1, 1, 2, 2, 3, 5))):
        chance.choice(GENTLE if is_gentle else ROUGH)(raw, chance)
    try:
        changed = written(raw)
    except RecursionError:
        return damaged(text, chance)
    if not is_gentle and chance.random() < 0.2:
        changed = damaged(changed, chance)
    return first_line(raw, chance) + changed


OPENED_AS = "# open as "
"""The beginning of the comment in the first line that names the variant and parameters to load."""


def first_line(raw: Raw, chance: Random) -> str:
    variants = raw.get("variants")
    is_named = isinstance(variants, dict) and variants and chance.random() < 0.3
    name = f"/{chance.choice([*variants])}" if is_named and isinstance(variants, dict) else ""
    name += f":size={chance.choice((0, 1, 2, 3, 5, 8, 30))}" if chance.random() < 0.05 else ""
    return f"{OPENED_AS}{name}\n" if name and "\n" not in name else ""


def rules_of(game_id: str) -> Raw:
    """A copy of a game's tables without texts and checks."""
    rules = {key: value for key, value in raw_game(game_id).items() if key in RULES}
    for changes in (copied := json.loads(json.dumps(rules))).get("variants", {}).values():
        changes.pop("text", None)
        changes.pop("checks", None)
    return dict(copied)


# -- where and with what ------------------------------------------------------------------------------


def places(value: Any) -> list[Place]:
    """Every key and index in nested tables and lists."""
    keys: Any = (
        value.keys() if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    found: list[Place] = []
    for key in keys:
        found += [(value, key), *places(value[key])]
    return found


@cache
def shelf() -> dict[str, list[str]]:
    """All values in the library by key, as JSON."""
    found: dict[str, list[str]] = {}
    for game_id in ids():
        for holder, key in places(rules_of(game_id)):
            name = key if isinstance(key, str) else "[]"
            found.setdefault(name, []).append(json.dumps(holder[key]))
    return found


def somewhere(raw: Raw, chance: Random, of: type = object) -> Place | None:
    fitting = [(holder, key) for holder, key in places(raw) if isinstance(holder[key], of)]
    return chance.choice(fitting) if fitting else None


# -- mutations ----------------------------------------------------------------------------------------


def delete(raw: Raw, chance: Random) -> None:
    if place := somewhere(raw, chance):
        del place[0][place[1]]


def duplicate(raw: Raw, chance: Random) -> None:
    """Double a list, or copy a value to another key."""
    if place := somewhere(raw, chance):
        holder, key = place
        if isinstance(holder, list):
            holder.append(deepcopy(holder[key]))
        else:
            holder[chance.choice([*shelf(), *TYPOS])] = deepcopy(holder[key])


def swap(raw: Raw, chance: Random) -> None:
    one, other = somewhere(raw, chance, int | str | list), somewhere(raw, chance, int | str)  # type: ignore[arg-type]
    if one and other and one[0][one[1]] is not other[0]:
        # Copies, so that a list cannot contain itself.
        one[0][one[1]], other[0][other[1]] = deepcopy(other[0][other[1]]), deepcopy(one[0][one[1]])


def rename(raw: Raw, chance: Random) -> None:
    if (place := somewhere(raw, chance)) and isinstance(place[0], dict):
        place[0][chance.choice([*shelf(), *TYPOS])] = place[0].pop(place[1])


def retype(raw: Raw, chance: Random) -> None:
    """Change the type of a value: number to text, value to list, table to its keys."""
    if place := somewhere(raw, chance):
        value = place[0][place[1]]
        forms: list[Any] = [
            value if isinstance(value, str) else inline(value),
            [value],
            {"first": value},
            {"first": value, "second": value},
        ]
        place[0][place[1]] = chance.choice([*forms, list(value)] if isinstance(value, dict) else forms)


def make_absurd(raw: Raw, chance: Random) -> None:
    if place := somewhere(raw, chance):
        place[0][place[1]] = deepcopy(chance.choice(ABSURD))


def count_otherwise(raw: Raw, chance: Random) -> None:
    if (place := somewhere(raw, chance, int)) and not isinstance(place[0][place[1]], bool):
        place[0][place[1]] = max(0, place[0][place[1]] + chance.choice((-3, -2, -1, 1, 2, 5, 10)))


def turn_round(raw: Raw, chance: Random) -> None:
    if place := somewhere(raw, chance, bool):
        place[0][place[1]] = not place[0][place[1]]


def borrow(raw: Raw, chance: Random) -> None:
    """Replace a value by that of the same key in another game."""
    if place := somewhere(raw, chance):
        key = place[1] if isinstance(place[1], str) else "[]"
        place[0][place[1]] = json.loads(chance.choice(shelf().get(key, ["3"])))


def graft(raw: Raw, chance: Random) -> None:
    """Replace a table by that of another game."""
    key = chance.choice(RULES)
    other = rules_of(chance.choice(ids()))
    if key in other:
        raw[key] = other[key]
        if key in ("turn", "phase"):
            raw.pop({"turn": "phase", "phase": "turn"}[key], None)


def add_word(raw: Raw, chance: Random) -> None:
    """Add a random key, valid there or not."""
    tables = [holder[key] for holder, key in places(raw) if isinstance(holder[key], dict)] or [raw]
    key = chance.choice([*shelf()])
    chance.choice(tables)[key] = json.loads(chance.choice(shelf()[key]))


def say_more(raw: Raw, chance: Random) -> None:
    """Add a valid key with a valid value."""
    if tables := tables_of(raw):
        random_key(*chance.choice(tables), chance)


def nest(raw: Raw, chance: Random) -> None:
    if place := somewhere(raw, chance):
        for _ in range(chance.choice((1, 5, 20, 100))):
            place[0][place[1]] = chance.choice(([place[0][place[1]]], {"a": place[0][place[1]]}))


def flood(raw: Raw, chance: Random) -> None:
    """Add very many keys."""
    table = chance.choice([raw, *(holder for holder, _ in places(raw) if isinstance(holder, dict))])
    for number in range(chance.choice((30, 300, 3000))):
        table[f"key{number}"] = number


GENTLE: list[Callable[[Raw, Random], None]] = [borrow, count_otherwise, turn_round, say_more, say_more, graft]
"""Mutations that often leave a valid game."""
ROUGH: list[Callable[[Raw, Random], None]] = [
    *GENTLE, delete, duplicate, swap, rename, retype, make_absurd, add_word, nest, flood,
]  # fmt: skip


# -- as text ------------------------------------------------------------------------------------------


def written(raw: Raw) -> str:
    return "".join(f"{quoted(key)} = {inline(value)}\n" for key, value in raw.items())


def inline(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and value.bit_length() > 1000:
        return hex(value)
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(inline, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{quoted(key)} = {inline(item)}' for key, item in value.items())}}}"
    return value.isoformat() if isinstance(value, date | time) else str(value)


def quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def damaged(text: str, chance: Random) -> str:
    """Delete, double or replace some characters."""
    for _ in range(chance.choice((1, 3, 20))):
        at = chance.randrange(len(text) + 1)
        put = chance.choice(
            ("", '"', "=", "[", "}", "\n", "\0", "é", text[at : at + 40], "0x" + "f" * 9, "9" * 5000)
        )
        text = text[:at] + put + text[at + chance.choice((0, 1, 5)) :]
    return text
