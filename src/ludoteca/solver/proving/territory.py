"""Territory games (a piece moves, then shoots): regions of one side are counted instead of searched."""

from __future__ import annotations

import time

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Game, Position
from ludoteca.kernel import Snapshot, TerritoryProver
from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.proving.certificate import Reaches
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.cost import FEW, estimate_nodes, table_bytes
from ludoteca.solver.proving.job import Job
from ludoteca.solver.proving.proof_answer import proof_answer
from ludoteca.solver.proving.proof_numbers import reaches_of
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Estimate, Task
from ludoteca.solver.values import value_at_end

MOST_CELLS = 64
NODES_PER_SECOND = 1e5
"""Nodes, each with all its moves."""
MOST = 4e10
"""Largest number of positions that is attempted."""
_LEAST_NODES = 100_000
"""Node budget for the values of the first moves, after the proof of the start; …"""
_TIMES = 4
"""… or this many times the nodes of that proof."""


class Territory:
    """Searches complete moves, ordered by the number of replies they leave."""

    name = "arrows"

    def estimate(self, task: Task) -> Estimate:
        if not is_supported(task.position.game):
            return Estimate(self.name, False, "forward.unshot")
        nodes = estimate_nodes(task.position)
        if nodes < FEW:
            return Estimate(self.name, False, "forward.small")
        positions = _complete_moves(nodes)
        facts = {"positions": f"{positions:.1g}"}
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", facts)
        seconds, size = positions / NODES_PER_SECOND, table_bytes(positions, task.memory)
        return Estimate(self.name, True, "forward.arrows", facts, int(positions), seconds, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        position = task.position
        game = position.game
        if not is_supported(game):
            raise Unsolvable(game.name, [(self.name, "forward.unshot", {})])
        size = table_bytes(_complete_moves(estimate_nodes(position)), task.memory)
        prover = TerritoryProver(rules_without_counters(game), symmetry_of(game).images, size)
        job = Job(prover, task, self.name)
        job.begin(position)
        value = "win" if job.query(0) else "loss"
        moves = _first_moves(prover, task, value)
        return proof_answer(
            job, begun, value, moves, reaches_of(job), known=_known(prover),
            open_moves=len(position.legal_moves) - len(moves),
        )  # fmt: skip


def is_supported(game: Game) -> bool:
    """Whether this is a territory game on a board that the kernel's solver supports."""
    return game.traits.territory_game and len(game.board.cells) <= MOST_CELLS


def _complete_moves(nodes: float) -> float:
    """Nodes of a search by complete moves, from those by single actions; measured on small boards, rough."""
    return float(nodes**0.65)


def _first_moves(prover: TerritoryProver, task: Task, value: str) -> list[MoveValue]:
    """The first moves whose value for the first player is proved within the node budget."""
    position = task.position
    if (value == "win") != (position.mover == SIDES[0]):
        # If the side to move loses, so does every move.
        return [MoveValue(move.text, value, None) for move in position.legal_moves]
    left = max(_LEAST_NODES, _TIMES * prover.nodes)
    found: dict[str, str] = {}
    for searched in (False, True):
        still = [move for move in position.legal_moves if move.text not in found]
        for number, move in enumerate(still):
            if left <= 0 or task.stopped():
                break
            before = prover.nodes
            # Nodes that one move does not use go to the next ones.
            share = left // (len(still) - number) + 1
            value_after = _value_of(prover, position.play(move), share if searched else 0)
            left -= prover.nodes - before
            if value_after is not None:
                found[move.text] = value_after
    return [
        MoveValue(move.text, found[move.text], None)
        for move in position.legal_moves
        if move.text in found
    ]  # fmt: skip


def _value_of(prover: TerritoryProver, position: Position, most: int) -> str | None:
    """`win` or `loss` for the first player, if proved within `most` nodes (0: without search)."""
    if position.is_over:
        return value_at_end(position).for_first(position.mover)
    prover.begin(position.snapshot)
    won = prover.prove(0, most) if most else prover.probe(0)
    return None if won is None else "win" if won else "loss"


def _known(prover: TerritoryProver) -> Reaches:
    """Whether a side is known to win. There are no draws, so holding is winning."""

    def known(at: Snapshot, side: str, goal: str) -> bool:
        prover.begin(at)
        return bool(prover.probe(SIDES.index(side)))

    return known
