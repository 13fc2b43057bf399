"""Exact scores: by how much the first player wins a game in which seeds or pieces are counted at the end."""

from __future__ import annotations

import time
from math import comb

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import END, FEWEST_PIECES, MOST_PIECES, MOST_SEEDS
from ludoteca.kernel import Counter, Rules
from ludoteca.solver.answers import Answer, Estimate, MoveValue, Task
from ludoteca.solver.proving.convergence import rules_without_counters, why_not
from ludoteca.solver.proving.guessing import guess_nodes, table_bytes
from ludoteca.solver.proving.work import Work
from ludoteca.solver.symmetry import symmetry_of

NODES_PER_SECOND = 2.5e5
MOST = 1e11
ENDINGS = 16 << 20
"""Positions with few seeds that are solved once, each one byte."""
_COUNTED = {MOST_SEEDS: 0, MOST_PIECES: 1, FEWEST_PIECES: 2}


class Margins:
    """Finds the margin with best play of both, with a table of all positions with few seeds."""

    name = "margins"

    def estimate(self, task: Task) -> Estimate:
        game = task.position.game
        reason = why_not_counted(game) or why_not(game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = guess_nodes(task.position)
        facts: dict[str, object] = {"positions": f"{positions:.1g}", "seeds": ending_seeds(task.position)}
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", facts)
        size = table_bytes(positions, task.memory)
        why = "forward.seeds" if game.compiled.data["sowing"] else "forward.pieces"
        return Estimate(self.name, True, why, facts, int(positions), positions / NODES_PER_SECOND, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        position, game = task.position, task.position.game
        reason = why_not_counted(game) or why_not(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        images = symmetry_of(game).images
        counter = Counter(
            Rules(rules_without_counters(game)), images, table_bytes(guess_nodes(position), task.memory),
            what_is_counted(game), ending_seeds(position),
        )  # fmt: skip
        work = Work(counter, task, self.name)
        moves = [_settle(work, position, move.text) for move in position.legal_moves]
        first = position.mover == SIDES[0]
        margin = (max if first else min)(one.margin for one in moves if one.margin is not None)
        line = best_line(work, position, margin)
        work.forget()
        return Answer(
            _kind(margin), None, tuple(moves), self.name, time.monotonic() - begun, counter.bytes, margin,
            counter.nodes + counter.endings, example=position.text, example_moves=tuple(line),
            details={"endings": counter.endings, "ending_seeds": ending_seeds(position)},
        )  # fmt: skip


def why_not_counted(game: Game) -> str | None:
    """A game is counted if every way it can end is."""
    ends = game.compiled.data["ends"]
    if not ends or any(end["result"] not in _COUNTED or end["both"] for end in ends):
        return "uncounted"
    if len({end["result"] for end in ends}) > 1 or game.compiled.data["full_board"]:
        return "uncounted"
    stuck = any(end["type"] in (END["no_move"], END["no_moves_at_all"]) for end in ends)
    return None if stuck or game.compiled.data["sowing"] else "uncounted"


def what_is_counted(game: Game) -> int:
    """0 for seeds, 1 if the most pieces win, 2 if the fewest do."""
    return _COUNTED[game.compiled.data["ends"][0]["result"]]


def ending_seeds(position: Position) -> int:
    """Up to how many seeds all positions are worth being solved once: as many as there is room for."""
    sowing = position.game.compiled.data["sowing"]
    if not sowing:
        return 0
    pits = sowing["pits"] - 2
    stores = set(sowing["store"])
    seeds = sum(n for pit, n in enumerate(position.snapshot.pits[: sowing["pits"]]) if pit not in stores)
    # Half of the seeds at most: a table of all positions would be more work than the proof.
    most = seeds // 2
    while most > 0 and comb(pits + most, most) > ENDINGS:
        most -= 1
    return most


def margin_of(work: Work, position: Position, guess: int = 0) -> int:
    """The margin for the first player, asked by bounds from a guess on."""
    sign = 1 if position.mover == SIDES[0] else -1
    work.begin(position)
    least, most, goal = -10_000, 10_000, sign * guess + 1
    while least < most:
        found = work.ask(goal)
        if found >= goal:
            least, goal = found, found + 1
        else:
            most = goal = found
    return sign * least


def _settle(work: Work, position: Position, move: str) -> MoveValue:
    work.total = len(position.legal_moves)
    if move not in work.done:
        guess = next(reversed(work.done.values()), 0)
        work.settled(move, margin_of(work, position.play(move), guess))
    margin: int = work.done[move]
    return MoveValue(move, _kind(margin), None, margin)


def _kind(margin: int) -> str:
    return "win" if margin > 0 else "loss" if margin < 0 else "draw"


def best_line(work: Work, position: Position, margin: int) -> list[str]:
    """Best play of both to the end."""
    line: list[str] = []
    while not position.is_over:
        for move in position.legal_moves:
            after = position.play(move)
            if margin_of(work, after, margin) == margin:
                line.append(move.text)
                position = after
                break
    return line
