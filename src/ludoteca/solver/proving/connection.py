"""Connection games: df-pn search over the moves inside all of the opponent's virtual connections."""

from __future__ import annotations

from ludoteca.errors import Unsolvable
from ludoteca.games import Game
from ludoteca.kernel import ConnectionProver
from ludoteca.solver.answers import Answer
from ludoteca.solver.proving.cost import FEW, estimate_nodes, table_bytes
from ludoteca.solver.proving.proof_numbers import win_loss_answer
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Estimate, Task

MOST_CELLS = 54
"""Largest board that the kernel's connection solver supports."""


class Connection:
    """Tries only moves in the must-play region: a refutation refutes every move outside its carrier."""

    name = "connection"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_connection(task.position.game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = estimate_nodes(task.position)
        if positions < FEW:
            return Estimate(self.name, False, "forward.small")
        size = table_bytes(positions, task.memory)
        return Estimate(self.name, True, "forward.connection", {}, None, None, size)

    def solve(self, task: Task) -> Answer:
        game = task.position.game
        reason = why_not_connection(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(estimate_nodes(task.position), task.memory)
        return win_loss_answer(task, ConnectionProver(game.rules, symmetry_of(game).images, size), self.name)


def why_not_connection(game: Game) -> str | None:
    """Why this is not a pure connection game on a small board; None if it is."""
    if not game.traits.connection_game or game.traits.swap:
        return "unconnected"
    return None if len(game.board.cells) <= MOST_CELLS else "unlinked"
