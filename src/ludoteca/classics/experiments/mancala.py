"""Costa and Moutinho (2017): trees of height 4, 5, 6 and 8, one for each difficulty."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.players import AlphaBeta, Minimax
from ludoteca.games import load

EVALUATOR = "kalah-2017"
HEIGHTS = (4, 5, 6, 8)
POSITIONS = 10


def time_by_height(work: Work) -> Iterator[Row]:
    """What a move costs: the whole tree, as in the report, and pruned."""
    game = load("kalah")
    positions = [opening(game, 6, number) for number in range(work.much(POSITIONS, 3))]
    for height in HEIGHTS:
        for what, player in (("plain", Minimax), ("pruned", AlphaBeta)):
            found = [
                work.search(player(depth=height, evaluator=EVALUATOR), position) for position in positions
            ]
            seconds, nodes = (sum(one.seconds for one in found), sum(one.nodes for one in found))
            yield Row(f"height-{what}-seconds", seconds / len(found), "seconds", None, {"height": height})
            yield Row(f"height-{what}-nodes", round(nodes / len(found)), "count", None, {"height": height})


def height_against_height(work: Work) -> Iterator[Row]:
    """The higher tree wins more often: each against the next lower, and the highest against the lowest."""
    for low, high in (*pairwise(HEIGHTS), (HEIGHTS[0], HEIGHTS[-1])):
        player = f"alphabeta:evaluator={EVALUATOR},depth="
        contest = Contest("kalah", f"{player}{high}", f"{player}{low}", plies=4)
        for tally in contest.play(work, work.much(100, 20)):
            yield Row("height-against", tally.score, "match", "harder", {"high": high, "low": low})


EXPERIMENTS = (
    Experiment("kalah-time", "mancala", time_by_height),
    Experiment("kalah-heights", "mancala", height_against_height),
)
