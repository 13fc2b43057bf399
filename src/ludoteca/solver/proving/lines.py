"""Who completes a line, and how soon, where stones are placed and stay: one question for each side."""

from __future__ import annotations

import time
from itertools import islice
from math import sqrt

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Game
from ludoteca.kernel import Aligner, Snapshot
from ludoteca.solver.answers import Answer, Estimate, Task
from ludoteca.solver.proving.certificate import After
from ludoteca.solver.proving.convergence import lines_decide
from ludoteca.solver.proving.guessing import guess_nodes, table_bytes
from ludoteca.solver.proving.search import Proofs, answer_with
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of

MOST_CELLS = 64
MOST_WINDOWS = 192
"""Lines that the kernel can tell apart."""
LONGEST = 15
"""Cells of the longest line that it counts."""
NODES_PER_SECOND = 4e5


class Lines:
    """Asks of each side whether it can complete a line; what is held by pairs of cells is not searched."""

    name = "lines"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_lines(task.position.game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = _guess(task)
        size = table_bytes(positions, task.memory)
        facts = {"lines": _lines_of(task.position.game), "positions": f"{positions:.1g}"}
        seconds = positions / NODES_PER_SECOND
        return Estimate(self.name, True, "forward.lines", facts, int(positions), seconds, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        game = task.position.game
        reason = why_not_lines(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(_guess(task), task.memory)
        aligner = Aligner(game.rules, symmetry_of(game).images, size)
        work = Work(aligner, task, self.name)
        return answer_with(work, begun, _Advice(aligner, Proofs(work)))


class _Advice:
    """Keeps certificates short: pairs where they hold, wins in the fewest moves, likely cells first."""

    def __init__(self, aligner: Aligner, known: Proofs) -> None:
        self.aligner, self.known = aligner, known

    def pairs(self, at: Snapshot, side: str) -> list[tuple[int, int]] | None:
        self.aligner.begin(at)
        return self.aligner.pairs(SIDES.index(side))

    def sorted(self, at: Snapshot, side: str, goal: str, after: list[After]) -> list[After]:
        self.aligner.begin(at)
        own = SIDES.index(side)
        cells = self.aligner.likely(own if goal == "win" else 1 - own)
        place = {cell: i for i, cell in enumerate(cells)}
        ordered = sorted(after, key=lambda one: place.get(one[1], len(place)))
        if goal == "hold":
            return ordered
        left = self.known.distance(at)
        quickest = (one for one in ordered if self.known.loses_within(one[2], left - 1))
        return [*islice(quickest, 1), *ordered]


def why_not_lines(game: Game) -> str | None:
    """Why the windows do not settle a game; None if they do."""
    if not lines_decide(game):
        return "unaligned"
    data = game.compiled.data
    longest = max(data["windows"][end["windows"]]["size"] for end in data["ends"])
    if data["cells"] > MOST_CELLS or _lines_of(game) > MOST_WINDOWS or longest > LONGEST:
        return "unlined"
    return None


def _guess(task: Task) -> float:
    """Of what a search would see, the windows leave about the square root. Very rough."""
    return sqrt(guess_nodes(task.position))


def _lines_of(game: Game) -> int:
    """How many lines there are."""
    data = game.compiled.data
    return sum(int(data["windows"][end["windows"]]["count"]) for end in data["ends"])
