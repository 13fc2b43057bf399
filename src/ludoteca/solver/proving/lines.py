"""Line games (m,n,k-games): who completes a line, and the depth to win."""

from __future__ import annotations

import time
from itertools import islice
from math import sqrt

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Game
from ludoteca.kernel import LineProver, Snapshot
from ludoteca.solver.answers import Answer
from ludoteca.solver.proving.alphabeta import ExactValues, exact_answer
from ludoteca.solver.proving.certificate import After
from ludoteca.solver.proving.cost import estimate_nodes, table_bytes
from ludoteca.solver.proving.job import Job
from ludoteca.solver.proving.pairing import winning_lines
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Estimate, Task

MOST_CELLS = 64
MOST_WINDOWS = 192
"""Most lines that the kernel's line solver supports."""
LONGEST = 15
"""Longest line that it supports, in cells."""
NODES_PER_SECOND = 4e5


class Lines:
    """Searches whether each side can complete a line; pairing strategies cut off draws."""

    name = "lines"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_lines(task.position.game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = _estimate(task)
        size = table_bytes(positions, task.memory)
        facts = {"lines": line_count(task.position.game), "positions": f"{positions:.1g}"}
        seconds = positions / NODES_PER_SECOND
        return Estimate(self.name, True, "forward.lines", facts, int(positions), seconds, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        game = task.position.game
        reason = why_not_lines(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(_estimate(task), task.memory)
        aligner = LineProver(game.rules, symmetry_of(game).images, size)
        job = Job(aligner, task, self.name)
        return exact_answer(job, begun, _Hints(aligner, ExactValues(job)))


class _Hints:
    """Keeps certificates short: pairing strategies, shortest wins, promising cells first."""

    def __init__(self, aligner: LineProver, values: ExactValues) -> None:
        self.aligner, self.values = aligner, values

    def pairs(self, at: Snapshot, side: str) -> list[tuple[int, int]] | None:
        self.aligner.begin(at)
        return self.aligner.pairing(SIDES.index(side))

    def sorted(self, at: Snapshot, side: str, goal: str, after: list[After]) -> list[After]:
        self.aligner.begin(at)
        own = SIDES.index(side)
        cells = self.aligner.candidates(own if goal == "win" else 1 - own)
        place = {cell: i for i, cell in enumerate(cells)}
        ordered = sorted(after, key=lambda one: place.get(one[1], len(place)))
        if goal == "hold":
            return ordered
        left = self.values.distance(at)
        quickest = (one for one in ordered if self.values.loses_within(one[2], left - 1))
        return [*islice(quickest, 1), *ordered]


def why_not_lines(game: Game) -> str | None:
    """Why the line solver does not apply; None if it does."""
    if not game.traits.line_game:
        return "unaligned"
    longest = max(len(line) for side in range(2) for line in winning_lines(game, side))
    if len(game.board.cells) > MOST_CELLS or line_count(game) > MOST_WINDOWS or longest > LONGEST:
        return "unlined"
    return None


def _estimate(task: Task) -> float:
    """Rough: about the square root of the nodes of a plain search."""
    return sqrt(estimate_nodes(task.position))


def line_count(game: Game) -> int:
    """Number of winning lines."""
    data = game.compiled.data
    return sum(int(data.windows[end.windows].count) for end in data.ends)
