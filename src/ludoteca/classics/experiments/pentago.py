"""Pinto, Martins and Silva (2016): depth, pruning, and the table of patterns."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.classics.alignment import unsigned_sum
from ludoteca.classics.depth_first import merged
from ludoteca.classics.experiments import verdicts as v
from ludoteca.classics.experiments.contests import Contest
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.players import AlphaBeta, Minimax
from ludoteca.games import load

EVALUATOR = "pentago-2016"

PLAIN_SECONDS = {1: 0, 2: 12, 3: 272}
PRUNED_SECONDS = {1: 0, 2: 2, 3: 8, 4: 233}
GAMES, WON, LOST = 100, 76, 24

# 1 and 2 of the report as x and o, and what their lines add up to.
MATRICES = (
    ("xx1x2/o5/o2o2/3o2/3o2/3o2 x", 43_400),
    ("ooooo1/xxxx2/xxxx2/6/6/6 x", 580_800),
    ("x5/6/6/6/6/6 o", 0),
)
MOVES, POSITIONS = 280, 105


def pruning(work: Work) -> Iterator[Row]:
    """Time against depth, with and without pruning, from the empty board."""
    start = load("pentago").start()
    for depth in range(1, work.much(4, 3) + 1):
        found = work.search(Minimax(depth=depth, evaluator=EVALUATOR, seed=1), start)
        theirs = PLAIN_SECONDS.get(depth, "gave-up")
        yield Row("plain-seconds", found.seconds, "seconds", theirs, {"depth": depth})
        yield Row("plain-nodes", found.nodes, "count", None, {"depth": depth})
    for depth, seconds in PRUNED_SECONDS.items():
        found = work.search(AlphaBeta(depth=depth, evaluator=EVALUATOR, seed=1), start)
        yield Row("pruned-seconds", found.seconds, "seconds", seconds, {"depth": depth})
        yield Row("pruned-nodes", found.nodes, "count", None, {"depth": depth})
    for depth in (2, 3):  # the order of moves is random: several orders
        pairs = [
            tuple(
                work.search(make(depth=depth, evaluator=EVALUATOR, seed=seed), start).nodes
                for make in (Minimax, AlphaBeta)
            )
            for seed in range(work.much(10, 5))
        ]
        times = PLAIN_SECONDS[depth] / PRUNED_SECONDS[depth]
        saved = v.ratio(pairs, v.ABOVE, 1.0)  # type: ignore[arg-type]
        yield Row("pruning-times", saved.value, "times", times, {"depth": depth}, saved)
        same = v.ratio(pairs, v.NEAR, times)  # type: ignore[arg-type]
        yield Row("pruning-times-report", same.value, "times", times, {"depth": depth}, same)


def depth_against_depth(work: Work) -> Iterator[Row]:
    """The deeper search wins more often, and as often as in the report."""
    player = f"alphabeta:evaluator={EVALUATOR},depth="
    for tally in Contest("pentago", f"{player}3", f"{player}1").play(work, work.much(400, 12)):
        yield Row(
            "depth-3-against-1", tally.score, "match", (WON, 0, LOST), {}, v.score(tally.score, v.ABOVE)
        )
        near = v.score(tally.score, v.NEAR, 100 * WON / GAMES)
        yield Row("depth-3-share", near.value, "percent", 100 * WON / GAMES, {}, near)


def own_evaluation(work: Work) -> Iterator[Row]:
    """The same match with our engine and its evaluation, which the report expects to decide for one side."""
    one, other = "engine:depth=3", "engine:depth=1"
    for tally in Contest("pentago", one, other, plies=2).play(work, work.much(300, 24)):
        values, check = {"game": "pentago", "one": one, "other": other}, v.score(tally.score, v.ABOVE, 76.0)
        yield Row("match", tally.score, "match", "uniform", values, check)
    player = f"alphabeta:evaluator={EVALUATOR},utility=weighted,depth="
    for tally in Contest("pentago", f"{player}3", f"{player}1", plies=2).play(work, work.much(100, 12)):
        values = {"game": "pentago", "one": f"{player}3", "other": f"{player}1"}
        yield Row("match", tally.score, "match", None, values)


def matrices(work: Work) -> Iterator[Row]:
    """The sums over rows and columns that the report prints."""
    game = load("pentago")
    for number, (board, total) in enumerate(MATRICES, start=1):
        found = unsigned_sum(game.position(board))
        yield Row("matrix", found, "points", total, {"number": number}, v.exact(found, total))


def successors(work: Work) -> Iterator[Row]:
    """Moves and positions with one stone on the board."""
    position = load("pentago").start().play("a1/2+")
    moves, positions = len(position.legal_moves), len(merged(position, list(position.legal_moves)))
    yield Row("moves", moves, "count", MOVES, {}, v.exact(moves, MOVES))
    yield Row("positions", positions, "count", POSITIONS, {}, v.exact(positions, POSITIONS))


EXPERIMENTS = (
    Experiment("pentago-pruning", "pentago", pruning),
    Experiment("pentago-depth", "pentago", depth_against_depth),
    Experiment("pentago-evaluation", "pentago", own_evaluation),
    Experiment("pentago-matrices", "pentago", matrices),
    Experiment("pentago-successors", "pentago", successors),
)
