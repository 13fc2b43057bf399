"""Alpha-beta search to the end of the game: value and depth to win of a position and its moves."""

from __future__ import annotations

import time
from typing import Protocol

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Position
from ludoteca.kernel import AlphaBetaProver, Snapshot
from ludoteca.kernel.constants import WIN
from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.proving.certificate import StrategyHints
from ludoteca.solver.proving.convergence import plies_counted, rules_without_counters, why_not_convergent
from ludoteca.solver.proving.cost import estimate_nodes, table_bytes
from ludoteca.solver.proving.job import Job
from ludoteca.solver.proving.proof_answer import proof_answer
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Estimate, Task
from ludoteca.solver.values import OPPOSITE, Value, value_at_end

NODES_PER_SECOND = 8e5
MOST = 4e10
"""Largest number of positions that is attempted."""


class AlphaBeta:
    """Searches convergent games, every line to its end."""

    name = "alpha-beta"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not_convergent(task.position.game)
        if reason or task.position.game.traits.sows:
            return Estimate(self.name, False, f"forward.{reason or 'sowing'}")
        positions = estimate_nodes(task.position)
        seconds, size = positions / NODES_PER_SECOND, table_bytes(positions, task.memory)
        facts: dict[str, object] = {
            "positions": f"{positions:.1g}", "images": len(symmetry_of(task.position.game).images),
        }  # fmt: skip
        fits = positions <= MOST
        why = "forward.search" if fits else "forward.large"
        return Estimate(self.name, fits, why, facts, int(positions), seconds, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        game = task.position.game
        reason = why_not_convergent(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(estimate_nodes(task.position), task.memory)
        prover = AlphaBetaProver(
            rules_without_counters(game), symmetry_of(game).images, size, plies_counted(game)
        )
        return exact_answer(Job(prover, task, self.name), begun)


def exact_answer(job: Job, begun: float, hints: StrategyHints | None = None) -> Answer:
    """Value and depth to win of the task's position and of every first move."""
    values, position = ExactValues(job), job.task.position
    moves = first_moves(job, values, position)
    value = best_of(moves, position)
    line = best_line(values, position, value)
    for_first = value.for_first(position.mover)
    return proof_answer(job, begun, for_first, moves, values.reaches, value.plies, line, hints)


class Queries(Protocol):
    """Answers null-window queries about the position it has loaded."""

    def begin(self, position: Position) -> None: ...
    def load(self, snapshot: Snapshot) -> None: ...
    def query(self, goal: int) -> int: ...


class ExactValues:
    """Exact values from null-window queries: is a position worth at least this much?"""

    def __init__(self, job: Queries) -> None:
        self.job = job

    def value(self, position: Position) -> Value:
        """The value for the side to move: first who wins, then the depth."""
        if position.is_over:
            return value_at_end(position)
        self.job.begin(position)
        if self.job.query(1) >= 1:
            return Value("win", self.distance(position.snapshot))
        if self.job.query(0) >= 0:
            return Value("draw", None)
        goal = 1 - WIN
        while (found := self.job.query(goal)) >= goal:
            goal = found + 1
        return Value("loss", WIN + found)

    def has_value(self, position: Position, value: Value) -> bool:
        """Whether a position has exactly this value; faster than computing it."""
        if position.is_over:
            return value_at_end(position) == value
        self.job.begin(position)
        least = {"win": WIN - (value.plies or 0), "draw": 0, "loss": (value.plies or 0) - WIN}[value.kind]
        return self.job.query(least) >= least and self.job.query(least + 1) <= least

    def distance(self, at: Snapshot) -> int:
        """Depth to win; only for positions won by the side to move."""
        self.job.load(at)
        goal = WIN - 1
        while (found := self.job.query(goal)) < goal:
            goal = found
        return WIN - found

    def loses_within(self, at: Snapshot, plies: int) -> bool:
        """Whether the side to move loses within this many plies."""
        self.job.load(at)
        return self.job.query(plies + 1 - WIN) <= plies - WIN

    def reaches(self, at: Snapshot, side: str, goal: str) -> bool:
        """Whether a side can win, or at least draw (`hold`), from a position."""
        self.job.load(at)
        if SIDES[at.mover] == side:
            least = 1 if goal == "win" else 0
            return self.job.query(least) >= least
        most = 0 if goal == "win" else 1
        return self.job.query(most) < most


def first_moves(job: Job, values: ExactValues, position: Position) -> list[MoveValue]:
    """Every first move with its value for the first player; each result is recorded."""
    found = []
    moves = position.legal_moves
    job.total = len(moves)
    for move in moves:
        if move.text not in job.results:
            after = position.play(move)
            value = values.value(after)
            plies = None if value.plies is None else value.plies + 1
            job.record(move.text, [value.for_first(after.mover), plies])
        kind, plies = job.results[move.text]
        found.append(MoveValue(move.text, kind, plies))
    return found


def best_of(moves: list[MoveValue], position: Position) -> Value:
    """The value of a position, from the values of its moves."""
    first = position.mover == SIDES[0]
    values = [Value(one.value if first else OPPOSITE[one.value], one.plies) for one in moves]
    return max(values, key=lambda value: value.rank)


def best_line(values: ExactValues, position: Position, value: Value) -> list[str]:
    """Best play by both sides to the end; empty for a draw."""
    line: list[str] = []
    while value.plies:
        for move in position.legal_moves:
            after = position.play(move)
            kind = value.kind if after.mover == position.mover else OPPOSITE[value.kind]
            wanted = Value(kind, value.plies - 1)
            if after.is_over and value.plies == 1:
                # The side to move is meaningless once the game is over.
                good = value_at_end(after).for_first(after.mover) == value.for_first(position.mover)
            else:
                good = values.has_value(after, wanted)
            if good:
                line.append(move.text)
                position, value = after, wanted
                break
        else:
            break
    return line
