"""Costa and Moutinho (2017): trees of height 4, 5, 6 and 8, one for each difficulty."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise

from ludoteca.classics.experiments import verdicts as v
from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.memory_tree import build, decide
from ludoteca.classics.players import AlphaBeta, Minimax
from ludoteca.games import Position, load

EVALUATOR = "kalah-2017"
HEIGHTS = (4, 5, 6, 8)
POSITIONS = 10
PLAYABLE = 10.0
"""A move within this many seconds is playable."""


def time_by_height(work: Work) -> Iterator[Row]:
    """What a move costs: the whole tree, as in the report, and pruned."""
    game = load("kalah")
    positions = [opening(game, 6, number) for number in range(work.much(POSITIONS, 3))]
    for height in HEIGHTS:
        for what, player in (("plain", Minimax), ("pruned", AlphaBeta)):
            found = [
                work.search(player(depth=height, evaluator=EVALUATOR), position) for position in positions
            ]
            seconds = v.mean([one.seconds for one in found], v.BELOW, PLAYABLE)
            nodes, values = sum(one.nodes for one in found), {"height": height}
            check = seconds if what == "plain" else None
            yield Row(f"height-{what}-seconds", seconds.value, "seconds", None, values, check)
            yield Row(f"height-{what}-nodes", round(nodes / len(found)), "count", None, values)


def height_against_height(work: Work) -> Iterator[Row]:
    """The higher tree wins more often: each against the next lower, and the highest against the lowest."""
    for low, high in (*pairwise(HEIGHTS), (HEIGHTS[0], HEIGHTS[-1])):
        player = f"alphabeta:evaluator={EVALUATOR},depth="
        contest = Contest("kalah", f"{player}{high}", f"{player}{low}", plies=4)
        for tally in contest.play(work, work.much(1000, 100)):
            values, check = {"high": high, "low": low}, v.score(tally.score, v.ABOVE)
            yield Row("height-against", tally.score, "match", "harder", values, check)


def tree_in_memory(work: Work) -> Iterator[Row]:
    """The tree of the report: boards in the nodes, empty pits as invalid children, and a mark for the side to
    move; against a search that keeps nothing."""
    game = load("kalah")
    for height in (4, 5) if work.quick else (4, 5, 6):
        same = nodes = invalid = again = 0
        seconds, positions = [], work.much(60, 20)
        for number in range(positions):
            position = opening(game, 6 + number % 30, number)
            plain = work.search(Minimax(depth=height, evaluator=EVALUATOR), position)
            found = work.unit(f"{position} {height}", lambda p=position, h=height: _built(p, h, work.check))  # type: ignore[misc]
            same += (plain.score, int(plain.move) - 1) == (found[1], found[0])
            nodes, invalid, again = nodes + found[2], invalid + found[3], again + found[4]
            seconds.append(found[5])
        values = {"height": height, "positions": positions}
        yield Row(
            "tree-same-choice", 100 * same / positions, "percent", None, values, v.always(same, positions)
        )
        yield Row("tree-nodes", round(nodes / positions), "count", None, values)
        yield Row("tree-invalid", 100 * invalid / (nodes + invalid), "percent", None, values)
        yield Row("tree-again", 100 * again / nodes, "percent", None, values)
        yield Row("tree-seconds", sum(seconds) / positions, "seconds", None, values)


def _built(position: Position, height: int, check: Callable[[], None]) -> list[float]:
    """The chosen pit and its value, the nodes, the invalid children, the extra turns, and the seconds."""
    started = time.thread_time()
    tree = build(position, height, check)
    pit, best = decide(tree)
    return [pit, best, tree.nodes, tree.invalid, tree.extra_turns, time.thread_time() - started]


EXPERIMENTS = (
    Experiment("kalah-time", "mancala", time_by_height),
    Experiment("kalah-heights", "mancala", height_against_height),
    Experiment("kalah-tree", "mancala", tree_in_memory),
)
