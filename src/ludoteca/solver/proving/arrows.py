"""Who moves last, where arrows block cells: ground where one side is alone is counted, not searched."""

from __future__ import annotations

import time

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Position
from ludoteca.kernel import Archer, Rules, Snapshot
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.proving.certificate import Reaches
from ludoteca.solver.proving.convergence import rules_without_counters
from ludoteca.solver.proving.guessing import guess_nodes, table_bytes
from ludoteca.solver.proving.numbers import FEW, reaches_of
from ludoteca.solver.proving.telling import answer_of
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.values import value_at_end

NODES_PER_SECOND = 1e5
"""Positions with all their moves."""
MOST = 4e10
"""Positions that anybody would wait for."""
_LEAST_WORK = 100_000
"""Positions that may be looked at to value first moves, beside the one that proves the start; …"""
_TIMES = 4
"""… or so many times what the start took."""


class Arrows:
    """Tries whole moves, those that leave the fewest replies first."""

    name = "arrows"

    def estimate(self, task: Task) -> Estimate:
        if not Archer.fits(task.position.game.rules):
            return Estimate(self.name, False, "forward.unshot")
        every = guess_nodes(task.position)
        if every < FEW:
            return Estimate(self.name, False, "forward.small")
        positions = _guess(every)
        facts = {"positions": f"{positions:.1g}"}
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", facts)
        seconds, size = positions / NODES_PER_SECOND, table_bytes(positions, task.memory)
        return Estimate(self.name, True, "forward.arrows", facts, int(positions), seconds, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        position = task.position
        game = position.game
        if not Archer.fits(game.rules):
            raise Unsolvable(game.name, [(self.name, "forward.unshot", {})])
        size = table_bytes(_guess(guess_nodes(position)), task.memory)
        archer = Archer(Rules(rules_without_counters(game)), symmetry_of(game).images, size)
        work = Work(archer, task, self.name)
        work.begin(position)
        value = "win" if work.ask(0) else "loss"
        moves = _first_moves(archer, task, value)
        return answer_of(
            work, begun, value, moves, reaches_of(work), known=_known(archer),
            open_moves=len(position.legal_moves) - len(moves),
        )  # fmt: skip


def _guess(every: float) -> float:
    """Of what a search by single actions would see: measured on small boards, and very rough."""
    return float(every**0.65)


def _first_moves(archer: Archer, task: Task, value: str) -> list[MoveValue]:
    """The first moves whose value is known for the first player, after no more than a little further work."""
    position = task.position
    if (value == "win") != (position.mover == SIDES[0]):
        # Where the mover loses every move does.
        return [MoveValue(move.text, value, None) for move in position.legal_moves]
    left = max(_LEAST_WORK, _TIMES * archer.nodes)
    found: dict[str, str] = {}
    for searched in (False, True):
        still = [move for move in position.legal_moves if move.text not in found]
        for number, move in enumerate(still):
            if left <= 0 or task.stopped():
                break
            before = archer.nodes
            # What one move does not need is there for those that come after it.
            share = left // (len(still) - number) + 1
            told = _value_of(archer, position.play(move), share if searched else 0)
            left -= archer.nodes - before
            if told is not None:
                found[move.text] = told
    return [
        MoveValue(move.text, found[move.text], None)
        for move in position.legal_moves
        if move.text in found
    ]  # fmt: skip


def _value_of(archer: Archer, position: Position, most: int) -> str | None:
    """`win` or `loss` for the first player, if it is known or found within so many positions."""
    if position.is_over:
        return value_at_end(position).for_first(position.mover)
    archer.begin(position.snapshot)
    won = archer.ask(0, most) if most else archer.known(0)
    return None if won is None else "win" if won else "loss"


def _known(archer: Archer) -> Reaches:
    """Whether a side is known to win. There are no draws, so that to hold is to win."""

    def known(at: Snapshot, side: str, goal: str) -> bool:
        archer.begin(at)
        return bool(archer.known(SIDES.index(side)))

    return known
