"""Proof-number search (df-pn): who can force a win, without the depth."""

from __future__ import annotations

import time

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Position
from ludoteca.kernel import ConnectionProver, DfpnProver, Snapshot
from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.proving.alphabeta import best_of
from ludoteca.solver.proving.certificate import Reaches
from ludoteca.solver.proving.convergence import plies_counted, rules_without_counters, why_not_convergent
from ludoteca.solver.proving.cost import estimate_nodes, table_bytes
from ludoteca.solver.proving.job import Job
from ludoteca.solver.proving.proof_answer import proof_answer
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Estimate, Task
from ludoteca.solver.values import value_at_end

MOST = 1e16
"""Largest estimate for which even a narrow proof is attempted."""


class ProofNumbers:
    """Searches for a forced win of either side."""

    name = "proof-numbers"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_convergent(task.position.game)
        if reason or task.position.game.traits.sows:
            return Estimate(self.name, False, f"forward.{reason or 'sowing'}")
        positions = estimate_nodes(task.position)
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", {"positions": f"{positions:.1g}"})
        # The width of the proof is not known in advance.
        size = table_bytes(positions, task.memory)
        return Estimate(self.name, True, "forward.numbers", {}, None, None, size)

    def solve(self, task: Task) -> Answer:
        game = task.position.game
        reason = why_not_convergent(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(estimate_nodes(task.position), task.memory)
        rules, images = rules_without_counters(game), symmetry_of(game).images
        return win_loss_answer(
            task, DfpnProver(rules, images, size, plies_counted(game), mobility=1), self.name
        )


def win_loss_answer(task: Task, worker: DfpnProver | ConnectionProver, method: str) -> Answer:
    """The answer of a worker that proves wins of either side, first move by first move."""
    begun = time.monotonic()
    position = task.position
    job = Job(worker, task, method)
    job.total = len(position.legal_moves)
    moves = [
        MoveValue(move.text, _first_move(job, position, move.text), None) for move in position.legal_moves
    ]
    value = best_of(moves, position).for_first(position.mover)
    return proof_answer(job, begun, value, moves, reaches_of(job))


def _first_move(job: Job, position: Position, move: str) -> str:
    """The value of a first move for the first player."""
    if move not in job.results:
        job.record(move, value_for_first(job, position.play(move)))
    value: str = job.results[move]
    return value


def value_for_first(job: Job, position: Position) -> str:
    """`win`, `draw` or `loss` for the first player."""
    if position.is_over:
        return value_at_end(position).for_first(position.mover)
    job.begin(position)
    mover = SIDES.index(position.mover)
    for side in (mover, 1 - mover):
        if job.query(side):
            return "win" if side == 0 else "loss"
    return "draw"


def reaches_of(job: Job) -> Reaches:
    """Whether a side can win, or hold: the other side cannot win."""

    def reaches(at: Snapshot, side: str, goal: str) -> bool:
        job.load(at)
        own = SIDES.index(side)
        return bool(job.query(own)) if goal == "win" else not job.query(1 - own)

    return reaches
