"""Evaluators of rows of pieces: patterns on lines, runs with open ends, and the longest run."""

from __future__ import annotations

from functools import cache
from itertools import product

from ludoteca.classics.kernel_codes import Kind, Unfit
from ludoteca.games import Game, Position
from ludoteca.games.spec import When
from ludoteca.geometry import Line
from ludoteca.kernel.constants import MAX_RUN
from ludoteca.kernel.fixed_rows import FixedEvaluation

FIVE = 5

# Pinto, Martins and Silva: the value of a line by the number of pieces that can still become five.
PATTERNS = {5: 500_000, 4: 40_000, 3: 3_000, 2: 200}
LONGEST_LINE = 6

# Santos: a run is worth a power. The exponent is its length, the base the state of its cells, and a marked
# cell is worth more than an empty one. The base is the value of a marked cell plus that of each empty end.
# The report gives no numbers, but an order: open four, open three, four and three with one open end, twos.
# With m for a marked cell and e for an empty one, (m + 2e)³ > (m + e)⁴ and m > e leave only m + e < 27/8.
MARKED, EMPTY = 1.6, 1.4
SCALE = 1000
"""Scores are integers: thousandths."""
BROKEN = 3
"""Two and one with a gap of one between them count as an open three."""
LOCAL_RADIUS = 4
"""The first version of the report looks at the cells around a move: as far as a five through it reaches."""


def alignments(game: Game) -> list[When]:
    """The end conditions of a game that are won by pieces in line."""
    return [end.when for end in game.compiled.ends if end.when.align and end.result == "owner wins"]


def lines_for(game: Game, when: When, least: int) -> list[tuple[int, ...]]:
    """The lines of at least `least` cells on which an alignment counts. A closed line is cut open, with its
    first cells repeated at its end."""
    board = game.board
    lines: tuple[Line, ...] = board.wide_lines if when.on == "anywhere" else board.lines
    if when.along:
        fits = game.compiled.layout.cell_sets.step_filter(when.along, 0, f"{when.where}.along")
        lines = tuple(line for line in lines if len(line.cells) > 1 and fits(line.cells[0], line.cells[1]))
    return [
        line.cells + (line.cells[: least - 1] if line.closed else ())
        for line in lines
        if len(line.cells) >= least
    ]


def _five_in_a_row(game: Game) -> When:
    found = [when for when in alignments(game) if when.align == FIVE]
    if game.board.shape != "grid" or not found:
        raise Unfit("evaluator.needs-five-in-a-row")
    return found[0]


# -- Gomoku -------------------------------------------------------------------------------------------


def run_value(length: int, open_ends: int) -> int:
    """The value of a run by its length and the number of its open ends; closed runs are worth nothing."""
    if not length or not open_ends:
        return 0
    return round(SCALE * (MARKED + open_ends * EMPTY) ** min(length, FIVE))


def tactical_runs(game: Game) -> FixedEvaluation:
    """Runs of pieces all over the board, by their length and their open ends."""
    return FixedEvaluation(
        kind=Kind.RUNS,
        lines=lines_for(game, _five_in_a_row(game), FIVE),
        run_open=[run_value(n, 2) for n in range(MAX_RUN)],
        run_half=[run_value(n, 1) for n in range(MAX_RUN)],
        broken=BROKEN,
    )


def local_runs(game: Game) -> FixedEvaluation:
    """The same, only near the last move of the line that is evaluated."""
    return tactical_runs(game)._replace(local=LOCAL_RADIUS)


# -- Pentago ------------------------------------------------------------------------------------------


def pattern_lines(game: Game) -> FixedEvaluation:
    """The patterns of each row, column and diagonal, from a table."""
    lines = lines_for(game, _five_in_a_row(game), FIVE)
    if max(map(len, lines)) > LONGEST_LINE:
        raise Unfit("evaluator.needs-small-grid", side=LONGEST_LINE)
    lengths = sorted({len(line) for line in lines})
    offsets = {length: sum(3**other for other in lengths if other < length) for length in lengths}
    return FixedEvaluation(
        kind=Kind.LINES,
        lines=lines,
        line_tables=[offsets[len(line)] for line in lines],
        worth=[worth for length in lengths for worth in _line_table(length)],
    )


@cache
def _line_table(length: int) -> list[int]:
    """The value of every line of a length for the first player, indexed in base three with the first cell as
    the lowest digit: 0 for an empty cell, 1 and 2 for the sides."""
    lines = (tuple(reversed(digits)) for digits in product(range(3), repeat=length))
    return [pattern_value(line, 1) - pattern_value(line, 2) for line in lines]


def pattern_value(line: tuple[int, ...], side: int) -> int:
    """The best pattern of a side on a line: five consecutive cells without enemy pieces."""
    windows = (line[at : at + FIVE] for at in range(len(line) - FIVE + 1))
    counts = [window.count(side) for window in windows if set(window) <= {0, side}]
    return PATTERNS.get(max(counts, default=0), 0)


def unsigned_sum(position: Position) -> int:
    """The sum of both sides' patterns on rows and columns, as in the report's tables."""
    who, cells = position.game.compiled.kinds.who, position.snapshot.cells
    rows = [
        tuple(0 if cell is None else who[cells[cell]] for cell in row) for row in position.game.board.rows
    ]
    columns = [tuple(row[number] for row in rows) for number in range(len(rows[0]))]
    return sum(pattern_value(line, side) for line in rows + columns for side in (1, 2))


# -- the thesis, section 5.1 --------------------------------------------------------------------------


def longest_run(game: Game) -> tuple[FixedEvaluation, int]:
    """Tables for the longest run of each side, and the length that wins."""
    found = alignments(game)
    if not found:
        raise Unfit("evaluator.needs-lines")
    wanted = max(when.align or 0 for when in found)
    lines = [line for when in found for line in lines_for(game, when, when.align or 0)]
    return FixedEvaluation(kind=Kind.LONGEST, lines=list(dict.fromkeys(lines))), wanted
