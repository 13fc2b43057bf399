"""Proof-number search: who can force a win? It finds narrow proofs deep in the game, and no distances."""

from __future__ import annotations

import time
from typing import Any

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Position
from ludoteca.kernel import Hunter, Rules
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.proving.convergence import plies_counted, rules_without_counters, why_not
from ludoteca.solver.proving.search import best_of, guess_nodes, table_bytes
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.values import value_at_end

NODES_PER_SECOND = 2e5
MOST = 1e14
"""More than this is hopeless even for narrow proofs."""


class ProofNumbers:
    """Looks for a forced win of either side where the fewest positions are missing to it."""

    name = "proof-numbers"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not(task.position.game)
        if reason or task.position.game.compiled.data["sowing"]:
            return Estimate(self.name, False, f"forward.{reason or 'sowing'}")
        positions = guess_nodes(task.position)
        size = table_bytes(positions, task.memory)
        facts: dict[str, object] = {"images": len(symmetry_of(task.position.game).images)}
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", {"positions": f"{positions:.1g}"})
        # Nobody knows how narrow the proof is before it is found.
        return Estimate(self.name, True, "forward.numbers", facts, None, None, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        position, game = task.position, task.position.game
        reason = why_not(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        hunter = Hunter(
            Rules(rules_without_counters(game)), symmetry_of(game).images,
            table_bytes(guess_nodes(position), task.memory), plies_counted(game), mobility=1,
        )  # fmt: skip
        work = Work(hunter, task, self.name)
        moves = [
            MoveValue(move.text, _settle(work, position, move.text), None) for move in _moves(work, position)
        ]
        value = best_of(moves, position)
        work.forget()
        return Answer(
            value.for_first(position.mover), None, tuple(moves), self.name, time.monotonic() - begun,
            hunter.bytes, positions=hunter.nodes, details={"stored": hunter.stored},
        )  # fmt: skip


def _moves(work: Work, position: Position) -> list[Any]:
    work.total = len(position.legal_moves)
    return list(position.legal_moves)


def _settle(work: Work, position: Position, move: str) -> str:
    """What a first move is worth for the first player."""
    if move not in work.done:
        work.settled(move, value_for_first(work, position.play(move)))
    found: str = work.done[move]
    return found


def value_for_first(work: Work, position: Position) -> str:
    """`win`, `draw` or `loss` for the first player."""
    if position.is_over:
        return value_at_end(position).for_first(position.mover)
    work.begin(position)
    mover = SIDES.index(position.mover)
    # Whoever has just moved is asked last: it is the mover who has something to choose.
    for side in (mover, 1 - mover):
        if work.ask(side):
            return "win" if side == 0 else "loss"
    return "draw"
