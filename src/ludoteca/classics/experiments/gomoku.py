"""Santos (2015): depth, pruning, the window and the order of moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca.classics.depth_first import DepthFirst
from ludoteca.classics.experiments.contests import Contest
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.players import AlphaBeta, Minimax
from ludoteca.games import Position, load

EVALUATOR = "gomoku-2015"
GAME = "h8 g8 h9 h7 g9 i9 f9 e9 g7 e5 f6 d4"
"""A game; the experiments use the positions before each move of the second player."""


def _positions() -> list[Position]:
    position, found = load("gomoku").start(), []
    for move in GAME.split():
        position = position.play(move)
        if position.mover == "second":
            found.append(position)
    return found


def _cost(work: Work, make: type[DepthFirst], **options: Any) -> tuple[float, int]:
    """The mean of seconds and nodes over the game."""
    player = make(evaluator=EVALUATOR, **options)
    found = [work.search(player, position) for position in _positions()[: work.much(6, 3)]]
    return sum(one.seconds for one in found) / len(found), round(sum(one.nodes for one in found) / len(found))


def by_depth(work: Work) -> Iterator[Row]:
    """Time by depth: pruning made three plies feasible, the window four, not five."""
    for depth in range(1, work.much(4, 3) + 1):
        seconds, nodes = _cost(work, Minimax, depth=depth)
        yield Row("plain-seconds", seconds, "seconds", None, {"depth": depth})
        yield Row("plain-nodes", nodes, "count", None, {"depth": depth})
    stated = {4: "reasonable", 5: "too-slow"}
    for depth in range(1, work.much(5, 4) + 1):
        seconds, nodes = _cost(work, AlphaBeta, depth=depth)
        yield Row("pruned-seconds", seconds, "seconds", stated.get(depth), {"depth": depth})
        yield Row("pruned-nodes", nodes, "count", None, {"depth": depth})


def by_window(work: Work) -> Iterator[Row]:
    """Smaller windows are faster and weaker."""
    depth = work.much(4, 3)
    stated = {4: "worse-tactics", 6: "good-enough"}
    for window in (4, 6, 8, 10):
        seconds, _ = _cost(work, AlphaBeta, depth=depth, window=window)
        yield Row("window-seconds", seconds, "seconds", None, {"window": window, "depth": depth})
    for small, large in ((4, 6), (6, 8)):
        player = f"alphabeta:evaluator={EVALUATOR},depth={depth},window="
        contest = Contest("gomoku", f"{player}{large}", f"{player}{small}", plies=2)
        for tally in contest.play(work, work.much(20, 4)):
            values = {"large": large, "small": small, "depth": depth}
            yield Row("window-against", tally.score, "match", stated[small], values)


def by_order(work: Work) -> Iterator[Row]:
    """Moves near the last move first: more cutoffs."""
    for depth in (2, 3, 4):
        listed, near = (
            _cost(work, AlphaBeta, depth=depth, order=order) for order in ("canonical", "nearest")
        )
        yield Row("listed-nodes", listed[1], "count", None, {"depth": depth})
        yield Row("nearest-nodes", near[1], "count", "sped-up", {"depth": depth})


EXPERIMENTS = (
    Experiment("gomoku-depth", "gomoku", by_depth),
    Experiment("gomoku-window", "gomoku", by_window),
    Experiment("gomoku-ordering", "gomoku", by_order),
)
