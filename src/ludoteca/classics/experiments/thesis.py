"""Schütz (2020): pruning, breadth and depth, copying and undoing, explosion, parity, aimless play."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator

from ludoteca.classics.breadth_first import Tree
from ludoteca.classics.experiments.contests import Contest, Tally, opening
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.players import AlphaBeta, BreadthFirst, ExplosionGuard, Minimax, TimeOut
from ludoteca.games import Position, load

TAPATAN, FOUR, TACKLE = "tapatan", "jogo-da-velha-4", "tic-tackle"


def same_choice(work: Work) -> Iterator[Row]:
    """Pruning changes only the time: positions in which both methods choose the same move."""
    for name, depth in ((TAPATAN, 6), (FOUR, 3), (TACKLE, 4)):
        same = plain = pruned = 0
        positions = work.much(200, 20)
        for number in range(positions):
            position = opening(load(name), 2 + number % 6, number)
            first, second = (work.search(one(depth=depth), position) for one in (Minimax, AlphaBeta))
            same += first.move == second.move
            plain, pruned = plain + first.nodes, pruned + second.nodes
        values = {"game": name, "depth": depth, "positions": positions}
        yield Row("same-choice", 100 * same / positions, "percent", 100.0, values)
        yield Row("nodes-saved", 100 * (1 - pruned / plain), "percent", "dramatic", values)


def breadth_and_depth(work: Work) -> Iterator[Row]:
    """The whole tree in memory, level by level, against alpha-beta to the same depth."""
    for name, depths in ((TAPATAN, (4, 6)), (FOUR, (2, 3) if work.quick else (2, 3, 4))):
        for depth in depths:
            start, values = load(name).start(), {"game": name, "depth": depth}
            wide = work.search(BreadthFirst(depth=depth, nodes=10**7), start)
            deep = work.search(AlphaBeta(depth=depth), start)
            yield Row(
                "wide-seconds", wide.seconds, "seconds", "not-fastest" if name == FOUR else None, values
            )
            yield Row("deep-seconds", deep.seconds, "seconds", None, values)
            yield Row("wide-nodes", wide.nodes, "count", None, values)
            yield Row("deep-nodes", deep.nodes, "count", "dramatic", values)


# -- copying and undoing ------------------------------------------------------------------------------


Check = Callable[[], None]
"""Raises an exception if the experiment was stopped."""


class Copied:
    """A node that stores its position, as in the first program of the thesis."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.children: list[Copied] = []


def _by_copying(start: Position, depth: int, check: Check) -> int:
    root, nodes = Copied(start), 1
    level = [root]
    for _ in range(depth):
        for node in level:
            check()
            position = node.position
            node.children = [Copied(position.play(move)) for move in position.legal_moves]
            nodes += len(node.children)
        level = [child for node in level for child in node.children if not child.position.is_over]
    return nodes


def _by_undoing(start: Position, depth: int, check: Check) -> int:
    tree = Tree(start)
    tree.grow(depth, 10**9, check)
    return tree.nodes


def copying_and_undoing(work: Work) -> Iterator[Row]:
    """A tree whose nodes store boards, and one whose nodes store moves that are made and taken back."""
    depth = work.much(4, 3)
    start = load(TACKLE).start()
    for what, grow in (("copying", _by_copying), ("undoing", _by_undoing)):
        work.check()
        started = time.thread_time()
        nodes = grow(start, depth, work.check)
        seconds = time.thread_time() - started
        values = {"game": TACKLE, "depth": depth, "nodes": nodes}
        stated = {"copying": (None, None), "undoing": ("faster", "less-memory")}[what]
        yield Row(f"{what}-seconds", seconds, "seconds", stated[0], values)
        yield Row(f"{what}-memory", _memory(grow, start, depth, work.check), "megabytes", stated[1], values)


def _memory(grow: Callable[[Position, int, Check], int], start: Position, depth: int, check: Check) -> float:
    """The peak memory of growing a tree, in a separate run because tracing is slow."""
    tracemalloc.start()
    try:
        grow(start, depth, check)
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


# -- explosion ----------------------------------------------------------------------------------------


def timeout_and_guard(work: Work) -> Iterator[Row]:
    """Depth-first search with a time limit covers few root moves; the guard covers all, less deeply."""
    start, threshold = load(FOUR).start(), 4
    for seconds in (0.1, 1.0) if work.quick else (0.1, 1.0, 10.0, 50.0):
        late = work.search(TimeOut(seconds=seconds), start)
        yield Row("timeout-moves", late.moves, "count", "narrow", {"seconds": seconds})
    guarded = work.search(ExplosionGuard(depth=25, threshold=threshold), start)
    yield Row("guard-moves", guarded.moves, "count", "whole-width", {"threshold": threshold})
    yield Row("guard-seconds", guarded.seconds, "seconds", "solved", {"threshold": threshold})
    spare = 0.05 if work.quick else 0.25
    guard = f"explosion-guard:depth=25,threshold={threshold}"
    ways = (("guard", guard, "inadequate"), ("both", f"{guard},seconds={spare}", "more-robust"))
    for what, one, stated in ways:
        contest = Contest(FOUR, one, f"timeout:seconds={spare}", plies=2)
        for tally in contest.play(work, work.much(20, 8)):
            yield Row(f"{what}-against-timeout", tally.score, "match", stated, {"seconds": spare})


# -- parity -------------------------------------------------------------------------------------------


def parity(work: Work) -> Iterator[Row]:
    """Games against the same opponent. By the rule, even depths lose fewer games."""
    for name in (FOUR, TACKLE):
        for depth in range(1, 7):
            contest = Contest(name, f"alphabeta:depth={depth}", "alphabeta:depth=4", plies=4)
            games = work.much(100, 10)
            for tally in contest.play(work, games):
                values = {"game": name, "depth": depth}
                yield Row(
                    "lost-at-depth", tally.score, "match", "even-is-safe" if depth % 2 == 0 else None, values
                )


# -- aimless play -------------------------------------------------------------------------------------

UTILITIES = (
    ("ternary", "alphabeta:depth=4,utility=ternary", "endless"),
    ("weighted", "alphabeta:depth=4,utility=weighted", None),
    ("graded", "alphabeta:depth=4,utility=graded", "proposed"),
    ("engine", "engine:nodes=2000", None),
)


def aimless(work: Work) -> Iterator[Row]:
    """Against a random player: results, lengths, and how often a move is reversed at once."""
    for name, player, stated in UTILITIES:
        contest = Contest(TACKLE, player, "random", seeded=False)
        for tally in contest.play(work, work.much(100, 20)):
            yield from _aim(name, tally, stated)
    for name, player, _ in UTILITIES[:3]:
        mirror = Contest(TACKLE, player, player, plies=4, seeded=False)
        for tally in mirror.play(work, work.much(40, 6)):
            drawn = 100 * tally.score[1] / tally.games
            yield Row(
                "drawn-with-itself",
                drawn,
                "percent",
                "endless" if name == "ternary" else None,
                {"utility": name},
            )


def _aim(name: str, tally: Tally, stated: str | None) -> Iterator[Row]:
    values = {"utility": name}
    yield Row("against-random", tally.score, "match", None, values)
    yield Row("length", tally.plies / tally.games, "points", None, values)
    yield Row("taken-back", 100 * tally.taken_back / max(1, tally.moves), "percent", stated, values)


EXPERIMENTS = (
    Experiment("same-choice", "thesis", same_choice),
    Experiment("breadth-and-depth", "thesis", breadth_and_depth),
    Experiment("copying-and-undoing", "thesis", copying_and_undoing),
    Experiment("timeout-and-guard", "thesis", timeout_and_guard),
    Experiment("parity", "thesis", parity),
    Experiment("aimless-play", "thesis", aimless),
)
