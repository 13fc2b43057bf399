"""Santos (2015): depth, pruning, the window, the order of moves, the evaluation, and who begins."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from ludoteca.classics.depth_first import DepthFirst
from ludoteca.classics.experiments import verdicts as v
from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.rows import Experiment, Measured, Row, Work
from ludoteca.classics.focus import arrival, focus
from ludoteca.classics.players import AlphaBeta, Minimax, TimeOut
from ludoteca.games import Position, load

EVALUATOR, LOCAL = "gomoku-2015", "gomoku-local"
GAME = "h8 g8 h9 h7 g9 i9 f9 e9 g7 e5 f6 d4"
"""A game; the experiments use the positions before each move of the second player, then others."""
REASONABLE = 10.0
"""A move within this many seconds takes a reasonable time."""
WORKS = 40.0
"""A version that scores more than this against the final one, in percent, works."""
GREAT = 75.0
"""A version that scores more than this against another, in percent, is a great improvement."""
UNBEATABLE = 5.0
"""A player that loses less than this share of its games, in percent, is practically unbeatable."""


def _positions(number: int) -> list[Position]:
    position, found = load("gomoku").start(), []
    for move in GAME.split():
        position = position.play(move)
        if position.mover == "second":
            found.append(position)
    for seed in range(number - len(found)):  # the beginnings of games at one ply
        player, position = (
            AlphaBeta(evaluator=EVALUATOR, depth=1, seed=seed),
            opening(load("gomoku"), 2, seed),
        )
        for _ in range(3 + 2 * (seed % 4)):
            position = position.play(player.choose(position))
        found.append(position)
    return found[:number]


def _searches(work: Work, make: type[DepthFirst], positions: int, **options: Any) -> list[Measured]:
    """A search of each position of the game."""
    options = {"evaluator": EVALUATOR, **options}
    return [work.search(make(**options), position) for position in _positions(positions)]


def _seconds(found: list[Measured]) -> float:
    return sum(one.seconds for one in found) / len(found)


def _nodes(found: list[Measured]) -> int:
    return round(sum(one.nodes for one in found) / len(found))


def _saved(many: list[Measured], few: list[Measured], limit: float = 1.0) -> v.Check:
    """How many times more nodes one search has than another."""
    return v.ratio([(a.nodes, b.nodes) for a, b in zip(many, few, strict=True)], v.ABOVE, limit)


def by_depth(work: Work) -> Iterator[Row]:
    """Time by depth: the window made four plies feasible, not five."""
    positions = work.much(12, 6)
    for depth in range(1, work.much(4, 3) + 1):
        found = _searches(work, Minimax, positions, depth=depth)
        yield Row("plain-seconds", _seconds(found), "seconds", None, {"depth": depth})
        yield Row("plain-nodes", _nodes(found), "count", None, {"depth": depth})
    for depth in range(1, 6):
        found = _searches(work, AlphaBeta, positions, depth=depth)
        times, check, stated = [one.seconds for one in found], None, None
        if depth == 4:
            check, stated = v.mean(times, v.BELOW, REASONABLE), "reasonable"
        elif depth == 5:
            check, stated = v.mean(times, v.ABOVE, REASONABLE), "too-slow"
        yield Row("pruned-seconds", _seconds(found), "seconds", stated, {"depth": depth}, check)
        yield Row("pruned-nodes", _nodes(found), "count", None, {"depth": depth})


def by_window(work: Work) -> Iterator[Row]:
    """Smaller windows are faster and weaker."""
    depth, positions = work.much(4, 3), work.much(12, 6)
    found = {
        window: _searches(work, AlphaBeta, positions, depth=depth, window=window) for window in (4, 6, 8, 10)
    }
    for window, searches in found.items():
        values = {"window": window, "depth": depth}
        yield Row("window-seconds", _seconds(searches), "seconds", None, values)
    smaller = _saved(found[6], found[4])
    values = {"large": 6, "small": 4, "depth": depth}
    yield Row("window-times", smaller.value, "times", "faster-window", values, smaller)
    rules = {4: ("worse-tactics", v.ABOVE, 50.0), 6: ("good-enough", v.BELOW, GREAT)}
    for small, large in ((4, 6), (6, 8)):
        stated, *rule = rules[small]
        player = f"alphabeta:evaluator={EVALUATOR},depth={depth},window="
        contest = Contest("gomoku", f"{player}{large}", f"{player}{small}", plies=2)
        for tally in contest.play(work, work.much(60, 12)):
            values, check = {"large": large, "small": small, "depth": depth}, v.score(tally.score, *rule)  # type: ignore[arg-type]
            yield Row("window-against", tally.score, "match", stated, values, check)


def by_order(work: Work) -> Iterator[Row]:
    """Moves near the last move first: more cutoffs."""
    for depth in (2, 3, 4):
        listed, near = (
            _searches(work, AlphaBeta, work.much(12, 8), depth=depth, order=order)
            for order in ("canonical", "nearest")
        )
        yield Row("listed-nodes", _nodes(listed), "count", None, {"depth": depth})
        yield Row("nearest-nodes", _nodes(near), "count", None, {"depth": depth})
        saved = _saved(listed, near)
        yield Row("nearest-times", saved.value, "times", "sped-up", {"depth": depth}, saved)


def whole_board(work: Work) -> Iterator[Row]:
    """Without a window: pruning makes three plies feasible, and does not suffice for four."""
    options = {"window": 0, "order": "canonical"}
    for depth in (2, 3) if not work.quick else (2,):
        positions = 6 if depth == 2 else 3
        plain, pruned = (
            _searches(work, make, positions, depth=depth, **options) for make in (Minimax, AlphaBeta)
        )
        yield Row("whole-plain-seconds", _seconds(plain), "seconds", None, {"depth": depth})
        yield Row("whole-pruned-seconds", _seconds(pruned), "seconds", None, {"depth": depth})
        saved = _saved(plain, pruned, 2.0)
        yield Row("whole-times", saved.value, "times", "substantial", {"depth": depth}, saved)
    found = _timed(work, _positions(work.much(8, 4)), REASONABLE, depth=4, **options)
    late = sum(not one.in_time for one in found)
    check = v.share(late, len(found), v.ABOVE, 50.0)
    values = {"depth": 4, "seconds": REASONABLE, "positions": len(found)}
    yield Row("whole-late", check.value, "percent", "not-sufficient", values, check)
    near = _searches(work, AlphaBeta, len(found), depth=4)
    saved = _saved(found, near, 2.0)
    yield Row("focus-times", saved.value, "times", "much-better", {"depth": 4}, saved)


def _timed(work: Work, positions: list[Position], seconds: float, **options: Any) -> list[Measured]:
    """Alpha-beta with a time limit."""
    return [
        work.search(TimeOut(evaluator=EVALUATOR, seconds=seconds, **options), position)
        for position in positions
    ]


def local_evaluation(work: Work) -> Iterator[Row]:
    """The first version looked only at the cells around a move: good for one ply, not for two."""
    for depth, rule in ((1, v.ABOVE), (2, v.BELOW)):
        one, other = (
            f"alphabeta:evaluator={evaluator},depth={depth},window=6" for evaluator in (LOCAL, EVALUATOR)
        )
        for tally in Contest("gomoku", one, other, plies=2).play(work, work.much(400, 60)):
            values = {
                "game": "gomoku",
                "one": f"{LOCAL},depth={depth}",
                "other": f"{EVALUATOR},depth={depth}",
            }
            stated = "worked" if depth == 1 else "did-not-work"
            yield Row("match", tally.score, "match", stated, values, v.score(tally.score, rule, WORKS))
    for evaluator in (LOCAL, EVALUATOR):
        player = f"alphabeta:evaluator={evaluator},window=6,depth="
        for tally in Contest("gomoku", f"{player}2", f"{player}1", plies=2).play(work, work.much(100, 20)):
            values = {"game": "gomoku", "one": f"{evaluator},depth=2", "other": f"{evaluator},depth=1"}
            yield Row("match", tally.score, "match", None, values)


def depth_against_depth(work: Work) -> Iterator[Row]:
    """With the evaluation of the whole board, more plies play better."""
    player = f"alphabeta:evaluator={EVALUATOR},depth="
    for low, high in ((1, 2), (2, 3), (3, 4)):
        games = work.much(400, 30) if high < 4 else work.much(200, 12)
        for tally in Contest("gomoku", f"{player}{high}", f"{player}{low}", plies=2).play(work, games):
            values, check = {"high": high, "low": low}, v.score(tally.score, v.ABOVE)
            yield Row("depth-against", tally.score, "match", "improved", values, check)


def five_plies(work: Work) -> Iterator[Row]:
    """Five plies need the smallest window, which costs more than the fifth ply brings."""
    for window in (4, 5, 6):
        found = _searches(work, AlphaBeta, work.much(12, 6), depth=5, window=window)
        yield Row("window-seconds", _seconds(found), "seconds", None, {"window": window, "depth": 5})
    for window, games in ((4, (60, 4)), (5, (40, 0)), (6, (20, 0))):
        one = f"alphabeta:evaluator={EVALUATOR},depth=5,window={window}"
        other = f"alphabeta:evaluator={EVALUATOR},depth=4,window=6"
        for tally in Contest("gomoku", one, other, plies=2).play(work, work.much(*games)):
            values = {"game": "gomoku", "one": f"depth=5,window={window}", "other": "depth=4,window=6"}
            check = v.score(tally.score, v.BELOW) if window == 4 else None
            stated = "compromised" if window == 4 else None
            yield Row("match", tally.score, "match", stated, values, check)


SPEED_UPS: dict[str, dict[str, Any]] = {
    "none": {},
    "pruning": {"prune": True},
    "ordering": {"order": "nearest"},
    "window": {"window": 6},
    "table": {"table": True},
    "pruning+ordering": {"prune": True, "order": "nearest"},
    "pruning+ordering+window": {"prune": True, "order": "nearest", "window": 6},
    "all": {"prune": True, "order": "nearest", "window": 6, "table": True},
}


def speed_ups(work: Work) -> Iterator[Row]:
    """Each speed-up alone, and together: nodes until the end, or how far a time limit lets it come."""
    limit = 30.0 if not work.quick else 0.4
    positions = _positions(3)
    finished: dict[tuple[str, int], list[Measured]] = {}
    for depth in (3, 4, 5, 6):
        for name, switches in SPEED_UPS.items():
            found = [_switched(work, position, depth, limit, **switches) for position in positions]
            values = {"name": name, "depth": depth}
            if not all(one.in_time for one in found):
                share = 100 * sum(
                    one.moves / _moves(p, name) for one, p in zip(found, positions, strict=True)
                )
                yield Row("speed-up-late", share / len(found), "percent", None, {**values, "seconds": limit})
                continue
            finished[name, depth] = found
            pairs = [(_whole_tree(p, depth), one.nodes) for one, p in zip(found, positions, strict=True)]
            alone = name in ("pruning", "window", "pruning+ordering")
            saved = v.ratio(pairs, v.ABOVE, 1.0)
            stated = "improved-time" if alone else None
            yield Row("speed-up-times", saved.value, "times", stated, values, saved if alone else None)
    # The table saves nothing before depth 4: the first two orders of the same moves meet at the third ply.
    for depth in (4, 5):
        without = finished.get(("pruning+ordering+window", depth))
        if without and ("all", depth) in finished:
            saved = _saved(without, finished["all", depth])
            yield Row("table-times", saved.value, "times", None, {"depth": depth}, saved)


def _switched(
    work: Work, position: Position, depth: int, limit: float, prune: bool = False, **options: Any
) -> Measured:
    make = AlphaBeta if prune else Minimax
    settings = {"evaluator": EVALUATOR, "order": "canonical", "window": 0, **options}
    return work.search(make(depth=depth, seconds=limit, **settings), position)


def _moves(position: Position, name: str) -> int:
    """The number of root moves; with a window those inside."""
    inside = set(focus(position, 6, "last")) if "window" in SPEED_UPS[name] else None
    return sum(inside is None or arrival(move) in inside for move in position.legal_moves)


def _whole_tree(position: Position, depth: int) -> int:
    """The nodes of a search without speed-ups, if no line ends early: n + n(n − 1) + …"""
    moves = len(position.legal_moves)
    return sum(prod(range(moves - level, moves + 1)) for level in range(depth))


def computer_begins(work: Work) -> Iterator[Row]:
    """The computer begins: can it still be beaten? The report's opponents were people; ours are programs."""
    player = f"alphabeta:evaluator={EVALUATOR}"
    for other, games in (
        ("random", (100, 10)),
        (f"{player},depth=2", (100, 12)),
        ("engine:nodes=2000", (100, 6)),
    ):
        contest = Contest("gomoku", f"{player},depth=4", other, begins=True)
        for tally in contest.play(work, work.much(*games)):
            values = {"game": "gomoku", "one": "depth=4", "other": other.removeprefix(f"{player},")}
            check = v.losses(tally.score, v.BELOW, UNBEATABLE)
            yield Row("begins", tally.score, "match", "not-beaten", values, check)


def better_focus(work: Work) -> Iterator[Row]:
    """As many cells, chosen by the stones on their lines instead of the distance from the last move."""
    for depth, games in ((2, (400, 30)), (4, (100, 12))):
        one, other = (
            f"alphabeta:evaluator={EVALUATOR},depth={depth},focus={rule}" for rule in ("threats", "last")
        )
        for tally in Contest("gomoku", one, other, plies=4).play(work, work.much(*games)):
            values = {
                "game": "gomoku", "one": f"depth={depth},focus=threats", "other": f"depth={depth},focus=last",
            }  # fmt: skip
            check = v.score(tally.score, v.ABOVE)
            yield Row("match", tally.score, "match", "would-solve", values, check)


EXPERIMENTS = (
    Experiment("gomoku-depth", "gomoku", by_depth),
    Experiment("gomoku-window", "gomoku", by_window),
    Experiment("gomoku-ordering", "gomoku", by_order),
    Experiment("gomoku-whole-board", "gomoku", whole_board),
    Experiment("gomoku-local", "gomoku", local_evaluation),
    Experiment("gomoku-depths", "gomoku", depth_against_depth),
    Experiment("gomoku-five-plies", "gomoku", five_plies),
    Experiment("gomoku-speed-ups", "gomoku", speed_ups),
    Experiment("gomoku-begins", "gomoku", computer_begins),
    Experiment("gomoku-focus", "gomoku", better_focus),
)
