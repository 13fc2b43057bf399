"""Alpha-beta to the end of the game: value and distance of a position, and of every first move."""

from __future__ import annotations

import time

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Position
from ludoteca.kernel import Prover, Rules, Snapshot
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.proving.certificate import Advice
from ludoteca.solver.proving.convergence import plies_counted, rules_without_counters, why_not
from ludoteca.solver.proving.guessing import guess_nodes, table_bytes
from ludoteca.solver.proving.telling import answer_of
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.values import OPPOSITE, Value, value_at_end

WIN = 30000
"""The kernel's win; each move that it takes makes it one less."""
NODES_PER_SECOND = 8e5
MOST = 4e10
"""Positions that anybody would wait for."""


class AlphaBeta:
    """Searches games in which no position can return, every line to its end."""

    name = "alpha-beta"

    def estimate(self, task: Task) -> Estimate:
        reason = why_not(task.position.game)
        if reason or task.position.game.compiled.data["sowing"]:
            return Estimate(self.name, False, f"forward.{reason or 'sowing'}")
        positions = guess_nodes(task.position)
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
        reason = why_not(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        size = table_bytes(guess_nodes(task.position), task.memory)
        prover = Prover(
            Rules(rules_without_counters(game)), symmetry_of(game).images, size, plies_counted(game)
        )
        return answer_with(Work(prover, task, self.name), begun)


def answer_with(work: Work, begun: float, advice: Advice | None = None) -> Answer:
    """Value and distance of a task's position and of every first move, from a worker's bounds."""
    known, position = Proofs(work), work.task.position
    moves = first_moves(known, position)
    value = best_of(moves, position)
    line = best_line(known, position, value)
    told = value.for_first(position.mover)
    return answer_of(work, begun, told, moves, known.reaches, value.plies, line, advice)


class Proofs:
    """Exact values, asked of the kernel by bounds."""

    def __init__(self, work: Work) -> None:
        self.work = work

    def value(self, position: Position) -> Value:
        """The value of any position, for its mover: first who wins, then how soon."""
        if position.is_over:
            return value_at_end(position)
        self.work.begin(position)
        if self.work.ask(1) >= 1:
            return Value("win", self.distance(position.snapshot))
        if self.work.ask(0) >= 0:
            return Value("draw", None)
        goal = 1 - WIN
        while (found := self.work.ask(goal)) >= goal:
            goal = found + 1
        return Value("loss", WIN + found)

    def is_worth(self, position: Position, value: Value) -> bool:
        """Whether a position has just this value; quicker than finding it out."""
        if position.is_over:
            return value_at_end(position) == value
        self.work.begin(position)
        least = {"win": WIN - (value.plies or 0), "draw": 0, "loss": (value.plies or 0) - WIN}[value.kind]
        return self.work.ask(least) >= least and self.work.ask(least + 1) <= least

    def distance(self, at: Snapshot) -> int:
        """In how many moves the mover wins; only for positions that it wins."""
        self.work.load(at)
        goal = WIN - 1
        while (found := self.work.ask(goal)) < goal:
            goal = found
        return WIN - found

    def loses_within(self, at: Snapshot, plies: int) -> bool:
        """Whether the mover loses within so many moves."""
        self.work.load(at)
        return self.work.ask(plies + 1 - WIN) <= plies - WIN

    def reaches(self, at: Snapshot, side: str, goal: str) -> bool:
        """Whether a side can win, or hold, from a position."""
        self.work.load(at)
        if SIDES[at.mover] == side:
            least = 1 if goal == "win" else 0
            return self.work.ask(least) >= least
        most = 0 if goal == "win" else 1
        return self.work.ask(most) < most


def first_moves(known: Proofs, position: Position) -> list[MoveValue]:
    """Every first move with its value, for the first player. What is settled is kept."""
    work, found = known.work, []
    moves = position.legal_moves
    work.total = len(moves)
    for move in moves:
        if move.text not in work.done:
            after = position.play(move)
            value = known.value(after)
            plies = None if value.plies is None else value.plies + 1
            work.settled(move.text, [value.for_first(after.mover), plies])
        kind, plies = work.done[move.text]
        found.append(MoveValue(move.text, kind, plies))
    return found


def best_of(moves: list[MoveValue], position: Position) -> Value:
    """The value of a position, from the values of its moves."""
    first = position.mover == SIDES[0]
    values = [Value(one.value if first else OPPOSITE[one.value], one.plies) for one in moves]
    return max(values, key=lambda value: value.rank)


def best_line(known: Proofs, position: Position, value: Value) -> list[str]:
    """Best play of both to the end; nothing for a draw, which may go on in many ways."""
    line: list[str] = []
    while value.plies:
        for move in position.legal_moves:
            after = position.play(move)
            kind = value.kind if after.mover == position.mover else OPPOSITE[value.kind]
            wanted = Value(kind, value.plies - 1)
            if after.is_over and value.plies == 1:
                # Whose turn it would be means nothing once the game is over.
                good = value_at_end(after).for_first(after.mover) == value.for_first(position.mover)
            else:
                good = known.is_worth(after, wanted)
            if good:
                line.append(move.text)
                position, value = after, wanted
                break
        else:
            break
    return line
