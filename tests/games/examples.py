"""A small game around each example of the reference."""

from __future__ import annotations

from typing import Any

from ludoteca.games.fields import keys_of
from ludoteca.games.problems import as_toml
from ludoteca.games.spec import (
    DEFAULT_VALUE,
    VERBS,
    Action,
    Board,
    Checks,
    Condition,
    Custody,
    Draw,
    End,
    Follow,
    Formats,
    GameSpec,
    Kind,
    Parameter,
    Promotion,
    Sample,
    Setup,
    Turn,
    When,
    Windows,
    Words,
)

KINDS = 'pieces.man.moves = "step"\npieces.king.moves = "slide"\n'
PLACE = 'turn.do = "place"\n'
FIVE = "board.grid = [5, 5]\n"
PITS = "board.pits = 6\n"
SEEDS = "setup.seeds = 4\n"
SOW = 'turn.do = "sow"\n'
POINTS = "points = { a = [0, 0], b = [1, 0], c = [2, 0], d = [0, 1], g = [0, 2] }\n"
CAMPS = 'regions = { camp = "far row", home = "near row" }\n'
START = 'setup = { first = { man = "near row" }, second = { man = "near row" } }\n'

TABLES: tuple[type, ...] = (
    GameSpec, Board, Kind, Promotion, Setup, Turn, Follow, Condition, Custody, Windows, Action, End, When,
    Draw, Parameter, Words, Formats, Checks, Sample,
)  # fmt: skip

WITH: dict[tuple[type, str], str] = {
    (Board, "stores"): "pits = 6\n",
    (Board, "joined"): POINTS,
    (Board, "rings"): POINTS,
    (Board, "tracks"): "grid = [3, 3]\n",
    (Board, "block"): "grid = [6, 6]\n",
    **{(Board, key): "grid = [5, 5]\n" for key in ("lines", "only", "holes", "style")},
    **{(Windows, key): "align = 3\n" for key in ("exactly", "gaps", "on", "along")},
    (Custody, "royal"): 'fort = "centre"\n',
    (Custody, "fort"): 'royal = "king"\n',
    (Promotion, "to"): 'at = "far row"\n',
    (Promotion, "at"): 'to = "king"\n',
    (Promotion, "when"): 'to = "king"\nat = "far row"\n',
    (Turn, "then"): 'do = "slide"\n',
    **{(Turn, key): 'do = "place"\n' for key in ("until", "moves", "swap")},
    (Follow, "after"): 'do = "remove"\n',
    (Follow, "shape"): 'do = "remove"\nafter = "a shape"\n',
    (Follow, "then"): 'do = "shoot"\n',
    (End, "when"): 'result = "owner wins"\n',
    (End, "result"): "when = { align = 3 }\n",
    **{(End, key): 'when = { align = 3 }\nresult = "owner wins"\n' for key in ("side", "both", "checked")},
    (Draw, "repeating"): "repetition = 3\n",
    (Draw, "progress"): "no-progress = 60\n",
    (Draw, "stagnating"): "no-progress = 60\n",
    (Parameter, "least"): "default = 11\n",
    (Parameter, "most"): "default = 11\n",
    (Parameter, "step"): "default = 11\n",
    (Parameter, "variants"): "default = 5\n",
    **{(Sample, key): 'position = "3/3/3 x"\n' for key in ("moves", "count", "outcome", "perft")},
}
"""Keys that an example needs in the same table."""


def examples() -> list[tuple[type, str, str]]:
    """Every example with its table and key."""
    found = [
        (table, key, known.metadata["example"]) for table in TABLES for key, known in keys_of(table).items()
    ]
    return found + [(Action, verb, f"{{ {verb} = {as_toml(DEFAULT_VALUE[verb])} }}") for verb in VERBS]


def around(table: type, key: str, example: str) -> str:
    """A game that contains the example."""
    said = WITH.get((table, key), "") + example + "\n"
    wrapped: str = WRAPPERS[table](key, said)
    return wrapped


def inline(said: str) -> str:
    """Lines of a table as an inline table."""
    return f"{{ {', '.join(said.strip().splitlines())} }}"


def _game(key: str, said: str) -> str:
    rest = {"board": "", "turn": FIVE, "phase": f"{FIVE}setup.hand = 3\n", "checks": "board.grid = [3, 3]\n"}
    turn = "" if key in ("turn", "phase") else PLACE
    return rest.get(key, FIVE) + turn + said


def _board(key: str, said: str) -> str:
    return (SEEDS + SOW if key in ("pits", "stores") else PLACE) + f"[board]\n{said}"


def _setup(key: str, said: str) -> str:
    if key == "seeds":
        return f"{PITS}{SOW}[setup]\n{said}"
    kinds = "" if key in ("board", "hand") else KINDS
    shared = 'pieces.stone.side = "both"\n' if key == "shared" else ""
    board = "board.grid = [5, 5]\n"
    return f"{board}{kinds}{shared}{PLACE}[setup]\n{said}"


def _turn(key: str, said: str) -> str:
    if key in ("until", "moves"):
        first = inline(said + ('until = "moves are made"\n' if key == "moves" else ""))
        return f'{FIVE}setup.hand = 3\nphase = [{first}, {{ do = "step" }}]\n'
    return f"{FIVE}{'' if key == 'swap' else KINDS + START}[turn]\n{said}"


def _action(key: str, said: str) -> str:
    if "sow" in said:
        return f"{PITS}{SEEDS}turn.do = {said}"
    board = FIVE
    if "rotate" in said:
        board = "board = { grid = [6, 6], block = 3 }\n"
    if "loops" in said:
        board = 'board = { grid = [5, 5], tracks = "b1 b2 b3 ~ c3 c2 c1 ~" }\n'
    capture = 'turn.capture = "compulsory"\n' if "approach" in said or "withdraw" in said else ""
    do = f'turn.do = "slide"\nturn.then = {said}' if "shoot" in said else f"turn.do = {said}"
    return f"{board}{KINDS}{START}{capture}{do}"


def _when(key: str, said: str) -> str:
    side = 'side = "first"\n' if key == "stalled" else ""
    if key in ("side-empty", "stored"):
        return f'{PITS}{SEEDS}{SOW}[[end]]\nwhen = {said}result = "draw"\n'
    board = "board.hexagon = 5\n" if key == "ring" else FIVE
    return f'{board}{KINDS}{CAMPS}{START}{PLACE}[[end]]\nwhen = {said}result = "draw"\n{side}'


def _parameter(key: str, said: str) -> str:
    variant = "variants.8x8.board.grid = [8, 8]\n" if key == "variants" else ""
    return f"{FIVE}{PLACE}{variant}[parameters.size]\n{said}"


def _inside(before: str, place: str) -> Any:
    """A function that puts the lines of a table into a game."""
    return lambda key, said: before + place.replace("…", inline(said)) + "\n"


def _under(before: str, heading: str) -> Any:
    return lambda key, said: f"{before}{heading}\n{said}"


STEPPING = FIVE + KINDS + START
WRAPPERS: dict[type, Any] = {
    GameSpec: _game,
    Board: _board,
    Kind: _under(FIVE + PLACE + 'pieces.king.moves = "slide"\n', "[pieces.man]"),
    Promotion: _inside(STEPPING, "pieces.man.promote = …"),
    Setup: _setup,
    Turn: _turn,
    Follow: _inside(FIVE + KINDS + START, 'turn = { do = "slide", then = … }'),
    Condition: _inside(STEPPING, 'turn.do = { step = "all", when = … }'),
    Custody: _inside(STEPPING, 'turn.do = { step = "orthogonal", custody = … }'),
    Windows: _inside(FIVE, 'turn.do = { place = "anywhere", without = … }'),
    Action: _action,
    End: _under(FIVE + PLACE, "[[end]]"),
    When: _when,
    Draw: _under(STEPPING, "[draw]"),
    Parameter: _parameter,
    Words: _under(FIVE + PLACE, "[text.en]"),
    Formats: _under(FIVE + PLACE, "[formats]"),
    Checks: _under("board.grid = [3, 3]\n" + PLACE, "[checks]"),
    Sample: _inside("board.grid = [3, 3]\n" + PLACE, "checks.samples = [ … ]"),
}
