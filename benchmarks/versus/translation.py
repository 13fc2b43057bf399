"""The notations of other programs: their action numbers for our moves, and their boards.

The translation is verified: at every ply legal moves and boards of both sides must agree.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.games import Position

Actions = tuple[int, ...]
"""A complete move as actions of another program."""


@dataclass(frozen=True)
class Notation:
    """The notation of one game in another program."""

    theirs: str
    """The name of the game there."""
    move: Callable[[str], Actions]
    """Converts the text of a move to its actions."""
    row: str
    """A regular expression with one row of its board as the group."""
    marks: str
    """Its characters for empty, first, second and blocked cells; several may have the same meaning."""
    actions: int = 1
    """The number of its actions in a complete move."""
    upside_down: bool = False
    """Whether its first row is our last one."""

    def rows(self, drawn: str) -> list[str]:
        """Its board in our characters, from the top."""
        found = [match[1] for line in drawn.splitlines() if (match := re.match(self.row, line))]
        meaning = {
            mark: ours for ours, marks in zip(".xo#", self.marks.split(), strict=False) for mark in marks
        }
        rows = ["".join(meaning[mark] for mark in row if mark != " ") for row in found]
        return rows[::-1] if self.upside_down else rows


def our_rows(position: Position) -> list[str]:
    """Our board, from the top."""
    board = position.text.split()[0]
    return [re.sub(r"\d+", lambda run: "." * int(run[0]), row) for row in board.split("/")]


def file_and_rank(cell: str) -> tuple[int, int]:
    """Both from 0."""
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def cells(size: int) -> Callable[[str], Actions]:
    """The number of a cell, in order of ranks."""

    def words(text: str) -> Actions:
        if text == "pass":
            return (size * size,)
        file, rank = file_and_rank(text)
        return (rank * size + file,)

    return words


def column(text: str) -> Actions:
    return (file_and_rank(text)[0],)


def from_the_top(text: str) -> Actions:
    """The number of a cell of an 8x8 board, from the top left."""
    if text == "pass":
        return (64,)
    file, rank = file_and_rank(text)
    return ((7 - rank) * 8 + file,)


_TURNS = {"1-": 0, "1+": 1, "2-": 2, "2+": 3, "4-": 4, "4+": 5, "3-": 6, "3+": 7}


def place_and_turn(text: str) -> Actions:
    """A cell from the top left, and a block with its direction; their blocks are numbered clockwise."""
    cell, turn = text.split("/")
    file, rank = file_and_rank(cell)
    return (((5 - rank) * 6 + file) * 8 + _TURNS[turn],)


def slide_and_shoot(text: str) -> Actions:
    """From, to and shot, each counted from the top left."""
    return tuple((9 - rank) * 10 + file for file, rank in map(file_and_rank, re.split("[-/]", text)))


def forward(text: str) -> Actions:
    """A step of one row, with its direction and capture. Their first side starts at the top."""
    source, target = re.split("[-x]", text)
    (file, rank), (to_file, to_rank) = file_and_rank(source), file_and_rank(target)
    way = to_file - file + (1 if to_rank > rank else 4)
    return ((rank * 8 + file) * 12 + way * 2 + ("x" in text),)


OPENSPIEL = {
    "gomoku": Notation("gomoku(size=15,connect=5)", cells(15), r"([bw.]{15})$", ". b w", upside_down=True),
    "connect-four": Notation("connect_four", column, r"([xo.]{7})$", ". x o"),
    "othello": Notation("othello", cells(8), r"\d ((?:[-xo] ){8})\d", "- x o", upside_down=True),
    "pentago/after-rotation": Notation("pentago", place_and_turn, r". \d ((?:[.O@] ){6})", ". O @"),
    "breakthrough": Notation("breakthrough", forward, r"\d([bw.]{8})", ". b w", upside_down=True),
    "amazons": Notation("amazons(board_size=10)", slide_and_shoot, r"([XO.#]{10})$", ". X O #", actions=3),
    "hex": Notation("hex(board_size=11)", cells(11), r" *((?:[.xyzXopqO] ?){11})$", ". xyzX opqO"),
}
EASYAI = {
    "connect-four": Notation("ConnectFour", column, r"([xo.]{7})$", ". x o"),
    "othello": Notation("Reversi", from_the_top, r"([xo.]{8})$", ". x o"),
}
