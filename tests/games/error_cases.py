"""Invalid files, names, positions and moves with the messages they cause."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from ludoteca.errors import LudotecaError, RulesError
from ludoteca.games import Game, Position, load, loads

FILES = Path(__file__).with_suffix(".txt")

ErrorCase = tuple[str, Callable[[], object], list[str]]
"""A label, a function that fails, and the expected messages."""


def messages_of(make: Callable[[], object]) -> list[str]:
    """The messages of an error, without the file name."""
    try:
        make()
    except RulesError as error:
        assert all(
            str(problem).startswith(("my-game.toml: ", "my-game.toml/")) for problem in error.problems
        ), error
        return [str(problem).removeprefix("my-game.toml: ") for problem in error.problems]
    except LudotecaError as error:
        return [str(error)]
    return []


def file_cases() -> list[ErrorCase]:
    """The cases of `error_cases.txt`."""
    _, *blocks = FILES.read_text("utf-8").split("\n\n")
    return [_mistake(block) for block in blocks if "\n>" in block]


def _mistake(block: str) -> ErrorCase:
    lines = block.strip("\n").splitlines()
    messages = [line[2:] for line in lines if line.startswith("> ")]
    asked = next((line[3:] for line in lines if line.startswith("as ")), "")
    text = [line for line in lines if not line.startswith(("> ", "as "))]
    return "\n".join(text), lambda: _open(_completed(text), asked), messages


def _completed(lines: list[str]) -> str:
    """The lines with a board and a turn added, if missing."""
    if lines[0] == "whole:":
        return "\n".join(lines[1:])
    if not any(line.startswith("board") for line in lines):
        lines = ["board.grid = [3, 3]", *lines]
    if not any(line.startswith(("turn", "phase")) for line in lines):
        lines = ['turn.do = "place"', *lines]
    return "\n".join(lines)


def _open(text: str, asked: str) -> Game:
    said = re.fullmatch(r"(?:/([^:]+))?(?::(\w+)=(\d+))?", asked)
    assert said, asked
    return loads(text, "my-game", said[1] or "", {said[2]: int(said[3])} if said[2] else {})


# -- names, positions, moves --------------------------------------------------------------------------

NAMES = {
    "hexx": 'there is no game called "hexx". Did you mean "hex"? See: ludoteca list.',
    "tigre e vaca": 'there is no game called "tigre e vaca". Did you mean "tigres-e-vacas"?'
    " See: ludoteca list.",
    "qqqqqq": 'there is no game called "qqqqqq". See: ludoteca list.',
    "a\x1bb": 'there is no game called "a\\x1bb". See: ludoteca list.',
    "": '"" is not the name of a game.',
    "hex/swp": 'hex has no variant "swp". Did you mean "swap"? It has: swap.',
    "hex:size=20": "hex: size = 20 is out of range. Allowed: 2 to 19.",
    "hex:size=-3": "hex: size = -3 is out of range. Allowed: 2 to 19.",
    "hex:width=3": 'hex has no parameter "width". It has: size, swap.',
    "hex:size": '"size" is not a parameter: "name=number" is expected.',
    "hex:size=big": '"size=big" is not a parameter: "name=number" is expected.',
    "hex:size=3,size=4": '"size" is given twice.',
    "halma:size=7": "halma: size = 7 is out of range. Allowed: 5, 8, 10, 16.",
    "halma/8x8:size=5": 'halma: size = 5 means the variant "5x5", not "8x8".',
    "othello:size=7": "othello: size = 7 is out of range. Allowed: 4 to 10 in steps of 2.",
    "no/such/file.toml": "no/such/file.toml: No such file or directory.",
    "no\0file.toml": "no\\x00file.toml: no file can have this name.",
}

SQUARE = 'board.grid = [3, 3]\npieces.man.moves = ["step"]\nsetup.hand = 3\nturn.do = ["place", "move"]'
PITS = 'board.pits = 3\nsetup.seeds = 4\nturn.do = { sow = "counter-clockwise", feed = true }'
SHOOTING = 'board.grid = [3, 3]\nsetup.board = "x2/3/2o"\nturn = { do = "step", then = "shoot" }'

POSITIONS = (
    (SQUARE, "3/3/3", '"3/3/3" is not a position: a board and the side to move ("x" or "o") are expected.'),
    (SQUARE, "3/3/3 w", 'the side to move must be "x" (first) or "o" (second), not "w".'),
    (SQUARE, "3/3 x", 'the board "3/3" cannot be read: it has 2 rows, and the board 3.'),
    (SQUARE, "3/4/3 x", 'the board "3/4/3" cannot be read: row 2 has 4 cells, and the board 3.'),
    (
        SQUARE,
        "3/1k1/3 x",
        'the board "3/1k1/3" cannot be read: "k" in row 2 is not known here; known: ., #, x, o and digits.',
    ),
    (
        SQUARE,
        "3/3/3 x hnad=x3",
        '"hnad=x3" is not known in a position. Did you mean "hand"? Known: hand, stores, ply, stage, moved.',
    ),
    (SQUARE, "3/3/3 x hand=3", '"3" in hand= is not the letter of a piece and a number.'),
    (SQUARE, "3/3/3 x hand=x999", 'pieces in hand must be a number from 0 to 250, not "999".'),
    (SQUARE, "3/3/3 x ply=many", 'ply must be a number from 0 to 4000, not "many".'),
    (SQUARE, "3/3/3 x stage=shoot", 'no stage called "shoot". Known: none.'),
    (SHOOTING, "3/x2/2o x stage=shot", 'no stage called "shot". Known: shoot.'),
    (SHOOTING, "3/x2/2o x stage=shoot moved=z9", 'there is no cell "z9".'),
    (SHOOTING, "3/x2/2o x stage=shoot", 'in the stage "shoot" the moved piece must be named: moved=CELL.'),
    (PITS, "4,4/4,4 x", '"4,4/4,4" is not two rows of 3 numbers, such as "4,4,4/4,4,4".'),
    (PITS, "4,4,4/4,4,4 x stores=1", 'stores must be two numbers, not "1".'),
    (PITS, "4,4,4/4,4,999 x", 'the seeds in a pit must be a number from 0 to 250, not "999".'),
    (PITS, "99,99,99/1,1,1 x", "300 seeds are too many: the limit is 250."),
)

STEPPING = 'board.grid = [3, 3]\nturn.do = { step = "orthogonal" }'
LEAPING = (
    'board.grid = [5, 5]\nturn = { do = ["step", { leap = "all", take = true }], capture = "compulsory" }'
)
EDGE = 'board.grid = [3, 3]\nturn.do = { place = "edge" }'
PLACING = 'board.grid = [3, 3]\nturn.do = "place"\nend = { when = { align = 3 }, result = "owner wins" }'

MOVES = (
    (PLACING, "xxx/oo1/3 o", "a1", "a1: the game is over.", "the game is over"),
    (PLACING, "x2/3/3 o", "a3", "a3: a3 is occupied.", "occupied"),
    (PLACING, "#2/3/3 o", "a3", "a3: a3 is blocked.", "occupied"),
    (PLACING, "3/3/3 o", "d4", "d4: d4 is not on the board.", "not on the board"),
    (PLACING, "3/3/3 o", "hello", "hello: this is not a move. A move looks like a1.", "not a move"),
    (PLACING, "3/3/3 o", "pass", "pass: that is not possible now.", "not a move"),
    (PLACING, "3/3/3 o", "--", "--: that is not possible now.", "not a move"),
    (PLACING, "3/3/3 o", "a", "a: this could be any of a1, a2, a3.", "ambiguous"),
    (STEPPING, "2o/3/x2 x", "a1-c3", "a1-c3: c3 is occupied.", "occupied"),
    (STEPPING, "2o/3/x2 x", "a1-c1", "a1-c1: c1 cannot be reached from a1.", "unreachable"),
    (STEPPING, "2o/3/x2 x", "b2-b3", "b2-b3: there is no piece on b2.", "nothing there"),
    (STEPPING, "2o/3/x2 x", "c3-b3", "c3-b3: the piece on c3 is not yours.", "not your piece"),
    (STEPPING, "2o/1#1/x2 x", "b2-b3", "b2-b3: b2 is blocked.", "not your piece"),
    (
        STEPPING,
        "2o/3/x2 x",
        "c2",
        "c2: where from, and where to? A move looks like a1-b1.",
        "not a move",
    ),
    (STEPPING, "2o/3/x2 x", "7", "7: this is not a move. A move looks like a1-b1.", "not a move"),
    (
        LEAPING,
        "5/5/1o3/x4/x4 x",
        "a1-b1",
        "a1-b1: a capture is compulsory: a2xc4.",
        "a capture is compulsory",
    ),
    (EDGE, "3/3/3 x", "b2", "b2: b2 cannot be reached.", "unreachable"),
    (PITS, "4,4,4/4,0,4 x", "2", "2: that pit is empty.", "nothing there"),
    (PITS, "4,4,4/4,0,4 x", "7", "7: there is no such pit; they are numbered 1 to 3.", "not on the board"),
    (PITS, "4,4,4/4,0,4 x", "a1", "a1: a move is the number of a pit, 1 to 3.", "not a move"),
    (PITS, "0,0,0/1,0,4 x", "1", "1: the other side has no seeds and must be given some.", "unreachable"),
)


def elsewhere() -> list[ErrorCase]:
    """Errors in names, positions and moves."""
    return [
        *((name, partial(load, name), [message]) for name, message in NAMES.items()),
        *((text, partial(_read, game, text), [message]) for game, text, message in POSITIONS),
        *((move, partial(_play, game, text, move), [message]) for game, text, move, message, _ in MOVES),
        ("foreign", _play_foreign, ["1: that is not possible now."]),
        ("half", _play_half, ["a1-b1/a1: that is not possible now."]),
    ]


def _play_foreign() -> Position:
    """A move of another game."""
    return _read(STEPPING, "2o/3/x2 x").after(_read(PITS, "4,4,4/4,0,4 x").find("1"))


def _play_half() -> Position:
    """The first of the two actions of a move."""
    position = _read(SHOOTING, "2o/3/x2 x")
    return position.after(replace(position.legal_moves[0], actions=position.legal_moves[0].actions[:1]))


def _read(game: str, text: str) -> Position:
    return loads(game).position(text)


def _play(game: str, text: str, move: str) -> Position:
    return _read(game, text).play(move)
