"""Who completes a line, and how soon, where stones are placed and stay: one question for each side."""

from __future__ import annotations

import time

from ludoteca.errors import Unsolvable
from ludoteca.games import Game
from ludoteca.games.compiler.codes import END, OP, OWNER_WINS
from ludoteca.kernel import Aligner
from ludoteca.solver.answers import Answer, Estimate, Task
from ludoteca.solver.proving.guessing import guess_nodes, table_bytes
from ludoteca.solver.proving.search import answer_with
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of

MOST_CELLS = 64
MOST_WINDOWS = 192
"""Lines that the kernel can tell apart."""
LONGEST = 15
"""Cells of the longest line that it counts."""
MOST = 1e16
"""More lines of play than these are hopeless."""
_PLAIN = {
    "hand": 0, "gravity": 0, "region": -1, "apart": 0, "flips": 0, "forbids": -1, "sandwich": -1,
    "condition": 0, "converts": 0, "together": 0, "not_start": 0,
}  # fmt: skip
"""What a rule must say for a stone to go on any empty cell, and nothing else to happen."""


class Lines:
    """Asks of each side whether it can complete a line; what is held by pairs of cells is not searched."""

    name = "lines"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_lines(task.position.game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = guess_nodes(task.position)
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", {"positions": f"{positions:.1g}"})
        # How much of the tree the windows alone settle, nobody knows before.
        size = table_bytes(positions, task.memory)
        facts = {"lines": _lines_of(task.position.game)}
        return Estimate(self.name, True, "forward.lines", facts, None, None, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        game = task.position.game
        reason = why_not_lines(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(guess_nodes(task.position), task.memory)
        aligner = Aligner(game.rules, symmetry_of(game).images, size)
        return answer_with(Work(aligner, task, self.name), begun)


def why_not_lines(game: Game) -> str | None:
    """Stones that stay where they are placed, on any empty cell, and nothing but a line decides."""
    data = game.compiled.data
    ends, rules, stages = data["ends"], data["rules"], data["stages"]
    if any(end["type"] != END["window"] or end["result"] != OWNER_WINS or end["exactly"] for end in ends):
        return "unaligned"
    if not ends or not data["full_board"] or data["kinds"] != 1 or len(stages) != 1 or len(rules) != 2:
        return "unaligned"
    plain = all(row["op"] == OP["place"] and all(row[key] == _PLAIN[key] for key in _PLAIN) for row in rules)
    stage = stages[0]
    if not plain or any(stage[key] for key in ("swap", "next_when", "pass_forced", "pass_allowed")):
        return "unaligned"
    windows = [data["windows"][end["windows"]] for end in ends]
    if (
        data["cells"] > MOST_CELLS
        or _lines_of(game) > MOST_WINDOWS
        or any(one["size"] > LONGEST for one in windows)
    ):
        return "unlined"
    return "unaligned" if any(row["exact"] for row in windows) else None


def _lines_of(game: Game) -> int:
    """How many lines there are."""
    data = game.compiled.data
    return sum(int(data["windows"][end["windows"]]["count"]) for end in data["ends"])
