"""Reference implementations of the reports' algorithms: immutable positions, no pruning, no tables, and no
code shared with the players or the kernel."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from math import log

from ludoteca.games import Move, Position

Evaluation = Callable[[Position, str], float]
"""The evaluation of a position at the horizon, for a side."""
WIN_BONUS = 1e9


def other(side: str) -> str:
    return "second" if side == "first" else "first"


def nothing(position: Position, side: str) -> float:
    return 0.0


class ReferenceMinimax:
    """Minimax to a fixed depth, for the side that moves at the root."""

    def __init__(
        self, depth: int, judge: Evaluation = nothing, weighted: bool = True, win: float = 0.0,
        unit: float = 1.0, judged: float | None = None, chance: bool = False, late_draws: bool = False,
    ) -> None:  # fmt: skip
        self.depth, self.judge, self.weighted, self.win, self.unit = depth, judge, weighted, win, unit
        self.judged = judged
        """The bonus of the winner, if the evaluator scores finished games."""
        self.chance = chance
        self.late_draws = late_draws
        """Whether a later draw is better."""

    def scores(self, position: Position) -> dict[str, float]:
        """The score of every move, for the mover."""
        side = position.mover
        return {move.text: self.value(position.play(move), side, 1) for move in position.legal_moves}

    def choose(self, position: Position) -> Move:
        scores = self.scores(position)
        return max(position.legal_moves, key=lambda move: scores[move.text])

    def value(self, position: Position, side: str, level: int) -> float:
        if position.outcome:
            return self.finished(position, side, level)
        if level == self.depth:
            return self.judge(position, side)
        values = [self.value(position.play(move), side, level + 1) for move in position.legal_moves]
        if position.mover == side:
            return max(values)
        return sum(values) / len(values) if self.chance else min(values)

    def finished(self, position: Position, side: str, level: int) -> float:
        assert position.outcome
        winner = position.outcome.winner
        sign = 0 if winner is None else 1 if winner == side else -1
        if self.judged is not None:
            return self.judge(position, side) + sign * self.judged
        if not sign and self.late_draws:
            return -self.unit * (self.depth - level)
        return sign * (self.win + self.unit * (self.depth - level + 1 if self.weighted else 1))


# -- boards -------------------------------------------------------------------------------------------


def grid(position: Position) -> list[str]:
    """The rows of a board, one letter a cell."""
    rows = []
    for row in position.text.split()[0].split("/"):
        rows.append(re.sub(r"\d+", lambda found: "." * int(found[0]), row))
    return rows


def lines(rows: list[str], least: int) -> list[str]:
    """Rows, columns and diagonals with a minimum length."""
    height, width = len(rows), len(rows[0])
    found = [*rows, *("".join(row[x] for row in rows) for x in range(width))]
    for start in range(-height, width):
        down = [rows[y][start + y] for y in range(height) if 0 <= start + y < width]
        up = [rows[height - 1 - y][start + y] for y in range(height) if 0 <= start + y < width]
        found += ["".join(down), "".join(up)]
    return [line for line in found if len(line) >= least]


def letter(side: str) -> str:
    return "x" if side == "first" else "o"


# -- judges -------------------------------------------------------------------------------------------


def graded(length: int) -> Evaluation:
    """Section 5.1 of the thesis: the longest row as a share of the winning length, a difference."""

    def longest(position: Position, side: str) -> int:
        runs = [run for line in lines(grid(position), length) for run in re.findall(letter(side) + "+", line)]
        most = max(map(len, runs), default=0)
        return most if most > 1 else 0

    return lambda position, side: longest(position, side) - longest(position, other(side))


MARKED, EMPTY = 1.6, 1.4
BASES = {1: MARKED + EMPTY, 2: MARKED + 2 * EMPTY}
"""By the number of open ends."""


def tactical(position: Position, side: str) -> float:
    """The Gomoku report: sequences by their length and open ends."""
    return _tactical(position, side) - _tactical(position, other(side))


def _tactical(position: Position, side: str) -> float:
    mine = letter(side)
    total = 0.0
    for line in lines(grid(position), 5):
        # A broken three first: it counts as an open one, and is then wiped out.
        for broken in (f"(?<=[.]){mine}{mine}[.]{mine}(?=[.])", f"(?<=[.]){mine}[.]{mine}{mine}(?=[.])"):
            while found := re.search(broken, line):
                total += round(1000 * BASES[2] ** 3)
                line = line[: found.start()] + "#" * 4 + line[found.end() :]
        for run in re.finditer(f"{mine}+", line):
            before, after = line[: run.start()][-1:], line[run.end() :][:1]
            ends = (before in ("#", ".") and before != "") + (after in ("#", ".") and after != "")
            total += round(1000 * BASES[ends] ** min(5, len(run[0]))) if ends else 0
    return total


# The Pentago report: w stands for a piece of one colour, s for anything.
PATTERNS = {
    500_000: ["wwwwws", "swwwww", "wwwww"],
    40_000: [row for gap in range(5) for row in ("w" * gap + "0" + "w" * (4 - gap),)],
    3_000: [
        "".join("0" if i in gaps else "w" for i in range(5))
        for gaps in [(a, b) for a in range(5) for b in range(a)]
    ],
    200: [
        "".join("w" if i in held else "0" for i in range(5))
        for held in [(a, b) for a in range(5) for b in range(a)]
    ],
}


def patterns(position: Position, side: str) -> float:
    """The Pentago report: the first pattern that matches a line, one side minus the other."""
    found = lines(grid(position), 5)
    return sum(pattern(line, letter(side)) - pattern(line, letter(other(side))) for line in found)


@cache
def pattern(line: str, piece: str) -> int:
    for worth, shapes in PATTERNS.items():
        if any(_fits(padded, line, piece) for shape in shapes for padded in _padded(shape, len(line))):
            return worth
    return 0


def _padded(shape: str, length: int) -> list[str]:
    if len(shape) >= length:
        return [shape[:length]] if len(shape) == length else []
    return [shape + "s", "s" + shape]


def _fits(shape: str, line: str, piece: str) -> bool:
    wanted = {"w": piece, "0": "."}
    return all(mark == "s" or wanted[mark] == found for mark, found in zip(shape, line, strict=True))


def kahalas(position: Position, side: str) -> float:
    """The Mancala report: the difference of the stores."""
    stores = re.search(r"stores=(\d+),(\d+)", position.text)
    first, second = map(int, stores.groups()) if stores else (0, 0)
    return first - second if side == "first" else second - first


def rows_and_columns(with_bridges: bool) -> Evaluation:
    """The Hex report: the rows (or columns) not yet occupied by the other side, minus one's own."""

    def missing(position: Position, side: str) -> int:
        rows, mine = grid(position), letter(side)
        size = len(rows)
        held = {(r, c) for r in range(size) for c in range(size) if rows[r][c] == mine}
        virtual = set()
        for r, c in held if with_bridges else ():
            for dr, dc, one, two in BRIDGES:
                between = {(r + one[0], c + one[1]), (r + two[0], c + two[1])}
                if (r + dr, c + dc) in held and all(
                    0 <= y < size and 0 <= x < size and rows[y][x] == "." for y, x in between
                ):
                    virtual |= between
        return size - len({place[0 if side == "first" else 1] for place in held | virtual})

    return lambda position, side: missing(position, other(side)) - missing(position, side)


STEPS = [(0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0)]
BRIDGES = [
    (a[0] + b[0], a[1] + b[1], a, b) for a, b in zip(STEPS, [*STEPS[1:], STEPS[0]], strict=True)
]  # two steps that are neighbours of each other lead across a bridge


def resistance(position: Position, side: str) -> float:
    """The unfinished evaluator of the Hex report: Kirchhoff's equations, solved by elimination."""
    mine, theirs = (_conductance(position, who) for who in (side, other(side)))
    return 1e6 * (log(mine) - log(theirs))


def _conductance(position: Position, side: str) -> float:
    rows, mine = grid(position), letter(side)
    size = len(rows)
    ohm = {(r, c): 1e-6 if rows[r][c] == mine else 1.0 for r in range(size) for c in range(size)
           if rows[r][c] in (mine, ".")}  # fmt: skip
    places = list(ohm)
    number = {place: i for i, place in enumerate(places)}
    axis = 0 if side == "first" else 1
    matrix = [[0.0] * (len(places) + 1) for _ in places]
    for place, i in number.items():
        for dr, dc in STEPS:
            near = (place[0] + dr, place[1] + dc)
            if near in number:
                flow = 1 / (ohm[place] + ohm[near])
                matrix[i][i] += flow
                matrix[i][number[near]] -= flow
        if place[axis] == 0:
            matrix[i][i] += 1 / ohm[place]
            matrix[i][-1] += 1 / ohm[place]
        if place[axis] == size - 1:
            matrix[i][i] += 1 / ohm[place]
        matrix[i][i] = matrix[i][i] or 1.0
    volts = _solve(matrix)
    return sum((1 - volts[number[p]]) / ohm[p] for p in places if p[axis] == 0)


def _solve(matrix: list[list[float]]) -> list[float]:
    size = len(matrix)
    for column in range(size):
        for row in range(column + 1, size):
            factor = matrix[row][column] / matrix[column][column]
            if factor:
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    found = [0.0] * size
    for row in reversed(range(size)):
        known = sum(matrix[row][i] * found[i] for i in range(row + 1, size))
        found[row] = (matrix[row][-1] - known) / matrix[row][row]
    return found
