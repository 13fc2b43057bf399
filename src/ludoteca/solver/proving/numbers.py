"""Who can force a win? Narrow proofs, found deep in the game, without distances: proof numbers and chains."""

from __future__ import annotations

import time

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import END, OP, OWNER_WINS
from ludoteca.kernel import Hunter, Linker, Rules, Snapshot
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.proving.certificate import Reaches
from ludoteca.solver.proving.convergence import plies_counted, rules_without_counters, why_not
from ludoteca.solver.proving.guessing import guess_nodes, table_bytes
from ludoteca.solver.proving.search import best_of
from ludoteca.solver.proving.telling import answer_of
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.values import value_at_end

MOST = 1e16
"""More lines than these are hopeless even for narrow proofs."""
MOST_LINKED = 54
"""Cells of the largest board whose chains the kernel can remember."""
FEW = 1e7
"""Where a search would not see more positions, it tells the distances too."""


class ProofNumbers:
    """Looks for a forced win of either side where the fewest positions are missing to it."""

    name = "proof-numbers"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not(task.position.game)
        if reason or task.position.game.compiled.data["sowing"]:
            return Estimate(self.name, False, f"forward.{reason or 'sowing'}")
        positions = guess_nodes(task.position)
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", {"positions": f"{positions:.1g}"})
        # Nobody knows how narrow the proof is before it is found.
        size = table_bytes(positions, task.memory)
        return Estimate(self.name, True, "forward.numbers", {}, None, None, size)

    def solve(self, task: Task) -> Answer:
        game = task.position.game
        reason = why_not(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(guess_nodes(task.position), task.memory)
        rules, images = Rules(rules_without_counters(game)), symmetry_of(game).images
        return _answer(task, Hunter(rules, images, size, plies_counted(game), mobility=1), self.name)


class Connection:
    """Tries only moves that no refutation leaves out: a chain needs its own cells and no others."""

    name = "connection"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_connected(task.position.game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = guess_nodes(task.position)
        if positions < FEW:
            return Estimate(self.name, False, "forward.small")
        size = table_bytes(positions, task.memory)
        return Estimate(self.name, True, "forward.connection", {}, None, None, size)

    def solve(self, task: Task) -> Answer:
        game = task.position.game
        reason = why_not_connected(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(guess_nodes(task.position), task.memory)
        return _answer(task, Linker(game.rules, symmetry_of(game).images, size), self.name)


def why_not_connected(game: Game) -> str | None:
    """Stones that stay where they are placed, and nothing but a chain decides."""
    data = game.compiled.data
    ends, rules = data["ends"], data["rules"]
    if (
        [end["type"] for end in ends] != [END["connect"]]
        or ends[0]["result"] != OWNER_WINS
        or not data["connect_fast"]
    ):
        return "unconnected"
    plain = all(row["op"] == OP["place"] and not row["hand"] and row["region"] < 0 for row in rules)
    if not plain or any(stage["swap"] or stage["next_when"] for stage in data["stages"]):
        return "unconnected"
    return None if data["cells"] <= MOST_LINKED else "unlinked"


def _answer(task: Task, worker: Hunter | Linker, method: str) -> Answer:
    begun = time.monotonic()
    position = task.position
    work = Work(worker, task, method)
    work.total = len(position.legal_moves)
    moves = [MoveValue(move.text, _settle(work, position, move.text), None) for move in position.legal_moves]
    value = best_of(moves, position).for_first(position.mover)
    return answer_of(work, begun, value, moves, reaches_of(work))


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
    for side in (mover, 1 - mover):
        if work.ask(side):
            return "win" if side == 0 else "loss"
    return "draw"


def reaches_of(work: Work) -> Reaches:
    """Whether a side can win, or hold: the other side cannot win."""

    def reaches(at: Snapshot, side: str, goal: str) -> bool:
        work.load(at)
        own = SIDES.index(side)
        return bool(work.ask(own)) if goal == "win" else not work.ask(1 - own)

    return reaches
