"""Scoring games: the exact margin of seeds or pieces at the end of the game."""

from __future__ import annotations

import time
from math import comb

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Game, Position
from ludoteca.games.compiler.codes import END, MOST_SEEDS
from ludoteca.kernel import MarginProver, MarginTable
from ludoteca.kernel.rows import RuleTables, plain_rule
from ludoteca.solver.answers import Answer, MoveValue
from ludoteca.solver.proving.convergence import rules_without_counters, why_not_convergent
from ludoteca.solver.proving.cost import estimate_nodes, table_bytes
from ludoteca.solver.proving.job import Job
from ludoteca.solver.symmetry import symmetry_of
from ludoteca.solver.task import Estimate, Task

NODES_PER_SECOND = 2.5e5
MOST = 1e11
ENDINGS = 16 << 20
"""Largest endgame table, in positions of one byte each."""
_MOST_ENDING_SEEDS = 63
_COUNTED = {"most seeds": 0, "most pieces": 1, "fewest pieces": 2}
"""The kernel's codes of what is counted."""


class Margins:
    """Finds the margin with best play, using an endgame table of all positions with few seeds."""

    name = "margins"

    def estimate(self, task: Task) -> Estimate:
        game = task.position.game
        reason = why_not_scored(game) or why_not_convergent(game)
        if reason:
            return Estimate(self.name, False, f"forward.{reason}")
        positions = estimate_nodes(task.position)
        facts: dict[str, object] = {"positions": f"{positions:.1g}", "seeds": ending_seeds(task.position)}
        if positions > MOST:
            return Estimate(self.name, False, "forward.large", facts)
        size = table_bytes(positions, task.memory)
        why = "forward.seeds" if game.traits.sows else "forward.pieces"
        return Estimate(self.name, True, why, facts, int(positions), positions / NODES_PER_SECOND, size)

    def solve(self, task: Task) -> Answer:
        begun = time.monotonic()
        position, game = task.position, task.position.game
        reason = why_not_scored(game) or why_not_convergent(game)
        if reason:
            raise Unsolvable(game.name, [(self.name, f"forward.{reason}", {})])
        images = symmetry_of(game).images
        counter = MarginProver(
            rules_without_counters(game), images, table_bytes(estimate_nodes(position), task.memory),
            _COUNTED[game.traits.scoring], ending_seeds(position),
        )  # fmt: skip
        job = Job(counter, task, self.name)
        moves = [_first_move(job, position, move.text) for move in position.legal_moves]
        first = position.mover == SIDES[0]
        margin = (max if first else min)(one.margin for one in moves if one.margin is not None)
        line = best_line(job, position, margin)
        job.discard()
        return Answer(
            _kind(margin), None, tuple(moves), self.name, time.monotonic() - begun, counter.bytes, margin,
            counter.nodes + counter.endings, example=position.text, example_moves=tuple(line),
            details={"endings": counter.endings, "ending_seeds": ending_seeds(position)},
        )  # fmt: skip


def why_not_scored(game: Game) -> str | None:
    """Why the result is not decided by counting alone; None if it is."""
    if not game.traits.scoring or (game.traits.sows and not _depends_on_pits_alone(game)):
        return "uncounted"
    return None


def _depends_on_pits_alone(game: Game) -> bool:
    """Whether what is still to be gained depends only on the pits, those of the side to move first."""
    data = game.compiled.data
    ends = {row.type for row in data.ends}
    same = all(row.owners == 3 for row in data.ends)
    same = same and all(_is_same_for_both(data, number) for number in range(len(data.stages)))
    # What happens to a side that cannot move.
    counted = (
        END["side_empty"] in ends
        or set(data.no_move_result) == {MOST_SEEDS}
        or (END["no_moves_at_all"] in ends and game.traits.forced_pass)
    )
    further = game.traits.compound_moves or game.traits.counts_moves
    return same and counted and END["stored"] not in ends and not further


def _is_same_for_both(data: RuleTables, number: int) -> bool:
    """Whether a stage has the same rules for both sides, apart from pieces and their promotion."""
    stage = data.stages[number]
    rules = [
        [{**plain_rule(row), "code": 0, "promote_rule": 0} for row in data.rules[first : first + count]]
        for first, count in zip(stage.first_rule, stage.rules, strict=True)
    ]
    return rules[0] == rules[1]


def ending_seeds(position: Position) -> int:
    """Seeds in the endgame table: as many as fit."""
    layout = position.game.pits
    if layout is None:
        return 0
    pits = 2 * layout.per_side
    seeds = sum(n for pit, n in enumerate(position.snapshot.pits) if pit not in layout.stores)
    # At most half of the seeds: a complete table would cost more than the proof.
    most = min(seeds // 2, _MOST_ENDING_SEEDS)
    while most > 0 and comb(pits + most, most) > ENDINGS:
        most -= 1
    return most


def why_no_margins(game: Game) -> str | None:
    """Why a search may not rely on a table of margins; None if it may.

    Besides a proof's reasons: an end after moves without progress would cut games short.
    """
    if not game.traits.sows:
        return "uncounted"
    return (
        why_not_scored(game)
        or why_not_convergent(game)
        or ("counts" if game.compiled.data.no_progress else None)
    )


def new_margin_table(game: Game) -> MarginTable:
    """The table of a game's positions with few seeds, not solved yet."""
    return MarginTable(rules_without_counters(game), ending_seeds(game.start()))


def margin_of(job: Job, position: Position, guess: int = 0) -> int:
    """The margin for the first player, by null-window queries starting from a guess (MTD(f))."""
    sign = 1 if position.mover == SIDES[0] else -1
    job.begin(position)
    least, most, goal = -10_000, 10_000, sign * guess + 1
    while least < most:
        found = job.query(goal)
        if found >= goal:
            least, goal = found, found + 1
        else:
            most = goal = found
    return sign * least


def _first_move(job: Job, position: Position, move: str) -> MoveValue:
    job.total = len(position.legal_moves)
    if move not in job.results:
        guess = next(reversed(job.results.values()), 0)
        job.record(move, margin_of(job, position.play(move), guess))
    margin: int = job.results[move]
    return MoveValue(move, _kind(margin), None, margin)


def _kind(margin: int) -> str:
    return "win" if margin > 0 else "loss" if margin < 0 else "draw"


def best_line(job: Job, position: Position, margin: int) -> list[str]:
    """Best play by both sides to the end."""
    line: list[str] = []
    while not position.is_over:
        for move in position.legal_moves:
            after = position.play(move)
            if margin_of(job, after, margin) == margin:
                line.append(move.text)
                position = after
                break
    return line
