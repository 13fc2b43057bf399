"""Schütz (2020): pruning, breadth and depth, structures, explosion, parity, aimless play, difficulty."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf

from ludoteca.classics.breadth_first import Tree
from ludoteca.classics.experiments import verdicts as v
from ludoteca.classics.experiments.contests import Contest, Tally, opening
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.experiments.structures import (
    ArrayNode,
    GraphBoard,
    LinkedNode,
    MatrixBoard,
    ResizedNode,
    as_cells,
    build_tree,
    minimax,
    walk,
)
from ludoteca.classics.players import AlphaBeta, BreadthFirst, ExplosionGuard, Minimax, TimeOut
from ludoteca.games import Position, load

TAPATAN, FOUR, TACKLE = "tapatan", "jogo-da-velha-4", "tic-tackle"
AMAZONAS = "amazons/alquerque-5x5"
IN_A_ROW = 4
"""Tic Tackle is won by four in a row."""
UNBEATABLE = 5.0
"""A player that loses less than this share of its games, in percent, is practically unbeatable."""
TENDENCY = 90.0
"""A player that wins more than this share of its games, in percent, has a clear tendency to win."""


def same_choice(work: Work) -> Iterator[Row]:
    """Pruning changes only the time: positions in which both methods choose the same move."""
    for name, depth in ((TAPATAN, 6), (FOUR, 3), (TACKLE, 4)):
        same, pairs, positions = 0, [], work.much(200, 20)
        for number in range(positions):
            position = opening(load(name), 2 + number % 6, number)
            plain, pruned = (work.search(one(depth=depth), position) for one in (Minimax, AlphaBeta))
            same += plain.move == pruned.move
            pairs.append((plain.nodes, pruned.nodes))
        values = {"game": name, "depth": depth, "positions": positions}
        yield Row("same-choice", 100 * same / positions, "percent", 100.0, values, v.always(same, positions))
        saved = v.ratio(pairs, v.ABOVE, 2.0)
        yield Row("nodes-saved", saved.value, "times", "dramatic", values, saved)


def breadth_and_depth(work: Work) -> Iterator[Row]:
    """The whole tree in memory, level by level, against alpha-beta to the same depth."""
    for name, depths in ((TAPATAN, (4, 6)), (FOUR, (2, 3) if work.quick else (2, 3, 4))):
        for depth in depths:
            values, wide, deep = {"game": name, "depth": depth}, [], []
            for number in range(work.much(5, 3)):
                position = opening(load(name), 2 * number, number)
                wide.append(work.search(BreadthFirst(depth=depth, nodes=10**7), position))
                deep.append(work.search(AlphaBeta(depth=depth), position))
            stated = "not-fastest" if name == FOUR else None
            yield Row("wide-seconds", sum(w.seconds for w in wide) / len(wide), "seconds", stated, values)
            yield Row("deep-seconds", sum(d.seconds for d in deep) / len(deep), "seconds", None, values)
            pairs = [(w.nodes, d.nodes) for w, d in zip(wide, deep, strict=True)]
            saved = v.ratio(pairs, v.ABOVE, 1.0)
            yield Row("wide-times", saved.value, "times", "dramatic", values, saved)


# -- structures ---------------------------------------------------------------------------------------


Check = Callable[[], None]
"""Raises an exception if the experiment was stopped."""


@contextmanager
def no_collection() -> Iterator[None]:
    """Time without the garbage collector, which would charge one structure for the rubbish of another."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


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
    depth, seconds, memory = work.much(4, 3), [], []
    for number in range(work.much(8, 4)):
        start = opening(load(TACKLE), 2 * number, number)
        found = work.unit(f"{start} {depth}", lambda start=start: _both(start, depth, work.check))  # type: ignore[misc]
        seconds.append((found[0], found[2]))
        memory.append((found[1], found[3]))
    values = {"game": TACKLE, "depth": depth, "positions": len(seconds)}
    for what, column in (("copying", 0), ("undoing", 1)):
        yield Row(
            f"{what}-seconds", sum(one[column] for one in seconds) / len(seconds), "seconds", None, values
        )
        yield Row(
            f"{what}-memory", sum(one[column] for one in memory) / len(memory), "megabytes", None, values
        )
    faster, smaller = v.ratio(seconds, v.ABOVE, 1.0), v.ratio(memory, v.ABOVE, 1.0)
    yield Row("undoing-faster", faster.value, "times", "faster", values, faster)
    yield Row("undoing-smaller", smaller.value, "times", "less-memory", values, smaller)


def _both(start: Position, depth: int, check: Check) -> list[float]:
    """Seconds and megabytes of copying, and of undoing."""
    found = []
    for grow in (_by_copying, _by_undoing):
        with no_collection():
            started = time.thread_time()
            grow(start, depth, check)
            seconds = time.thread_time() - started
        found += [seconds, _memory(grow, start, depth, check)]
    return found


def _memory(grow: Callable[[Position, int, Check], int], start: Position, depth: int, check: Check) -> float:
    """The peak memory of growing a tree, in a separate run because tracing is slow."""
    tracemalloc.start()
    try:
        grow(start, depth, check)
        return tracemalloc.get_traced_memory()[1] / 2**20
    finally:
        tracemalloc.stop()


def board_structures(work: Work) -> Iterator[Row]:
    """Tic Tackle searched on a matrix and on a graph with linked adjacency lists, both in Python."""
    game, depth = load(TACKLE), work.much(4, 3)

    def timed(make: type[MatrixBoard] | type[GraphBoard]) -> float:
        with no_collection():
            board, started = make(game), time.thread_time()
            minimax(board, 1, depth, IN_A_ROW, False, work.check)
            return time.thread_time() - started

    pairs = []
    for number in range(work.much(10, 5)):
        graph, matrix = (work.unit(f"{make.__name__} {number} {depth}", lambda make=make: timed(make))  # type: ignore[misc]
                         for make in (GraphBoard, MatrixBoard))  # fmt: skip
        pairs.append((graph, matrix))
    values = {"game": TACKLE, "depth": depth}
    yield Row("matrix-seconds", sum(one for _, one in pairs) / len(pairs), "seconds", None, values)
    yield Row("graph-seconds", sum(one for one, _ in pairs) / len(pairs), "seconds", None, values)
    slower = v.ratio(pairs, v.ABOVE, 1.0)
    yield Row("graph-times", slower.value, "times", "less-efficient", values, slower)


def children_lists(work: Work) -> Iterator[Row]:
    """Building and walking trees whose children are in arrays and in linked lists, in Python."""
    width, depth = 12, work.much(5, 4)

    def timed(make: type) -> list[float]:
        with no_collection():
            started = time.thread_time()
            root = build_tree(make, width, depth)
            built = time.thread_time()
            walk(root)
            return [built - started, time.thread_time() - started]

    found = {
        make: [
            work.unit(f"{make.__name__} {number} {depth}", lambda make=make: timed(make))  # type: ignore[misc]
            for number in range(10)
        ]
        for make in (LinkedNode, ArrayNode, ResizedNode)
    }
    for make, named in ((ResizedNode, "resized"), (ArrayNode, "doubling")):
        for column, what in enumerate(("built", "walked")):
            pairs = [
                (one[column], linked[column])
                for one, linked in zip(found[make], found[LinkedNode], strict=True)
            ]
            slower = v.ratio(pairs, v.ABOVE, 1.0)
            built = what == "built"  # the thesis admits that walking a linked list is slower
            yield Row(
                f"{named}-{what}", slower.value, "times", "linked-preferred" if built else None,
                {"width": width}, slower if built else None,
            )  # fmt: skip


def piece_first(work: Work) -> Iterator[Row]:
    """Algorithm 20 (all moves) and Algorithm 21 (the piece, then its moves), on the same matrix."""
    game, depth = load(TACKLE), 3
    same, pairs, positions = 0, [], work.much(200, 20)
    for number in range(positions):
        start = opening(game, number % 20, number)  # few random games last a hundred plies
        label = f"{start} {depth}"
        found = work.unit(label, lambda start=start: _both_ways(start, depth, work.check))  # type: ignore[misc]
        same += found[0] == found[2]
        pairs.append((found[3], found[1]))
    values = {"game": TACKLE, "depth": depth, "positions": positions}
    yield Row("same-choice", 100 * same / positions, "percent", 100.0, values, v.always(same, positions))
    cost = v.ratio(pairs, v.ABOVE, 1.0)
    yield Row("piece-cost", cost.value, "times", "additional", values, cost)


def _both_ways(start: Position, depth: int, check: Check) -> list[object]:
    """The chosen cells and the seconds of Algorithms 20 and 21."""
    board = MatrixBoard(start.game)
    who, cells = start.game.compiled.kinds.who, start.snapshot.cells
    for row in range(board.side):
        for column in range(board.side):
            board.cells[row][column] = who[cells[row * board.side + column]]
    found: list[object] = []
    for by_piece in (False, True):
        with no_collection():
            started = time.thread_time()
            chosen = minimax(board, start.snapshot.mover + 1, depth, IN_A_ROW, by_piece, check)
            seconds = time.thread_time() - started
        found += [list(as_cells(chosen.step, board.side)) if chosen.step else [], seconds]
    return found


# -- the three games ----------------------------------------------------------------------------------


def prototype(work: Work) -> Iterator[Row]:
    """Algorithm 8 as written: the tree grows only when the game has reached a leaf."""
    for depth in (4, 6):
        player = f"breadth-first:depth={depth},utility=ternary,nodes=1000000"
        for other, games in (("random", (100, 20)), ("engine:nodes=3000", (100, 20)), ("perfect", (100, 20))):
            for tally in Contest(TAPATAN, player, other).play(work, work.much(*games)):
                values = {"game": TAPATAN, "one": f"breadth-first:depth={depth}", "other": other}
                check = v.losses(tally.score, v.BELOW, UNBEATABLE)
                yield Row("match", tally.score, "match", "unbeatable", values, check)
    player = "breadth-first:depth=4,utility=ternary,nodes=1000000,keep=0"
    for tally in Contest(TAPATAN, player, "engine:nodes=3000").play(work, work.much(100, 20)):
        values = {"game": TAPATAN, "one": "breadth-first:depth=4,keep=0", "other": "engine:nodes=3000"}
        yield Row("match", tally.score, "match", None, values)


CLASSICS = (
    "minimax:depth=3", "negamax:depth=3", "alphabeta:depth=4", "expectiminimax:depth=3",
    "breadth-first:depth=2", "explosion-guard:depth=25,threshold=4", "timeout:seconds=0.05",
)  # fmt: skip


def four_classics(work: Work) -> Iterator[Row]:
    """Jogo-da-Velha 4: each of the players against chance, and against perfect play."""
    for player in CLASSICS:
        for other, games in (("random", (150, 8)), ("perfect", (150, 8))):
            for tally in Contest(FOUR, player, other).play(work, work.much(*games)):
                values, check = {"game": FOUR, "one": player, "other": other}, None
                if player.startswith(("minimax", "alphabeta", "explosion")):  # those of the thesis
                    check = (
                        v.wins(tally.score, v.ABOVE, TENDENCY)
                        if other == "random"
                        else v.losses(tally.score, v.BELOW, 50.0)
                    )
                yield Row("match", tally.score, "match", "success" if check else None, values, check)


# -- explosion ----------------------------------------------------------------------------------------


def timeout_and_guard(work: Work) -> Iterator[Row]:
    """Depth-first search with a time limit covers few root moves; the guard covers all, less deeply."""
    start, threshold = load(FOUR).start(), 4
    all_moves = len(start.legal_moves)
    for seconds in (0.1, 1.0) if work.quick else (0.1, 1.0, 10.0, 50.0):
        late = work.search(TimeOut(seconds=seconds), start)
        check = v.share(late.moves, all_moves, v.BELOW, 50.0)
        values = {"seconds": seconds, "all": all_moves}
        yield Row("timeout-moves", late.moves, "count", "narrow", values, check)
    guarded = work.search(ExplosionGuard(depth=25, threshold=threshold), start)
    values = {"threshold": threshold, "all": all_moves}
    check = v.exact(guarded.moves, all_moves)
    yield Row("guard-moves", guarded.moves, "count", "whole-width", values, check)
    yield Row("guard-seconds", guarded.seconds, "seconds", "solved", {"threshold": threshold})
    spare = 0.05 if work.quick else 0.25
    guard = f"explosion-guard:depth=25,threshold={threshold}"
    ways = ((guard, "inadequate"), (f"{guard},seconds={spare}", "more-robust"))
    for one, stated in ways:
        other = f"timeout:seconds={spare}"
        for tally in Contest(FOUR, one, other, plies=2).play(work, work.much(60, 10)):
            players, check = {"game": FOUR, "one": one, "other": other}, v.score(tally.score, v.ABOVE)
            yield Row("match", tally.score, "match", stated, players, check)


def amazonas(work: Work) -> Iterator[Row]:
    """Amazonas: what the guard saves, and how wide the time limit leaves the tree."""
    game, depth, threshold = load(AMAZONAS), 3, 2
    pairs, widths, positions = [], [], work.much(20, 8)
    for number in range(positions):
        position = opening(game, number % 4, number)
        plain = work.search(AlphaBeta(depth=depth), position)
        guarded = work.search(ExplosionGuard(depth=depth, threshold=threshold, seconds=600.0), position)
        pairs.append((plain.nodes, guarded.nodes))
        late = work.search(TimeOut(seconds=work.much(20, 5) / 20), position)
        widths.append(100 * late.moves / len(position.legal_moves))
    values = {"game": AMAZONAS, "depth": depth, "positions": positions}
    saved = v.ratio(pairs, v.BELOW, 2.0)
    yield Row("guard-times", saved.value, "times", "insufficient", values, saved)
    yield Row("timeout-width", sum(widths) / len(widths), "percent", None, values)
    one, other = "timeout:seconds=0.05", f"explosion-guard:depth={depth},threshold={threshold}"
    both = f"{other},seconds=0.05"
    for player in (both, one):
        for tally in Contest(AMAZONAS, player, "random", plies=2).play(work, work.much(40, 6)):
            values = {"game": AMAZONAS, "one": player, "other": "random"}
            yield Row("match", tally.score, "match", None, values)


def random_first(work: Work) -> Iterator[Row]:
    """Amazonas: random first moves, then search, against a search from the first move on."""
    depth = 2
    for moves in (2, 4):
        one, other = f"random-first:moves={moves},depth={depth}", f"alphabeta:depth={depth}"
        for tally in Contest(AMAZONAS, one, other).play(work, work.much(400, 60)):
            values, check = (
                {"game": AMAZONAS, "one": one, "other": other},
                v.score(tally.score, v.ABOVE, 40.0),
            )
            yield Row("match", tally.score, "match", "corrected", values, check)
    for one in (f"random-first:moves=2,depth={depth}", f"alphabeta:depth={depth}"):
        for tally in Contest(AMAZONAS, one, "engine:nodes=500").play(work, work.much(60, 6)):
            values = {"game": AMAZONAS, "one": one, "other": "engine:nodes=500"}
            yield Row("match", tally.score, "match", None, values)


# -- parity -------------------------------------------------------------------------------------------


def parity(work: Work) -> Iterator[Row]:
    """Positions with a defeat hidden one move behind the horizon, with and without the rule; then games."""
    for name, depth in ((FOUR, 1), (FOUR, 3), (TACKLE, 1), (TACKLE, 3)):
        blind = seen = 0
        positions = list(_hidden_defeats(work, name, depth, work.much(100, 20)))
        wanted = len(positions)
        for position in positions:
            scores = _scores(position, depth + 1)
            without = AlphaBeta(depth=depth, seed=1).search(position).move.text
            ruled = AlphaBeta(depth=depth, seed=1, parity=1).search(position).move.text
            blind += scores[without] < 0
            seen += scores[ruled] < 0
        values = {"game": name, "depth": depth, "positions": wanted}
        without_check = v.share(blind, wanted, v.ABOVE, UNBEATABLE)
        yield Row("hidden-without", 100 * blind / wanted, "percent", "hidden", values, without_check)
        yield Row("hidden-with", 100 * seen / wanted, "percent", "even-is-safe", values, _never(seen, wanted))
    for name in (FOUR, TACKLE):
        for one, other, required in (
            ("alphabeta:depth=3,parity=1", "alphabeta:depth=3", True),
            ("alphabeta:depth=4", "alphabeta:depth=5", False),
        ):
            for tally in Contest(name, one, other, plies=4).play(work, work.much(300, 40)):
                check = v.score(tally.score, v.ABOVE) if required else None
                values = {"game": name, "one": one, "other": other}
                yield Row("match", tally.score, "match", None, values, check)


def _never(part: int, whole: int) -> v.Check:
    """A statement about no case: 0 % of the cases seen."""
    return v.share(part, whole, v.ALWAYS, 0.0)


def _hidden_defeats(work: Work, name: str, depth: int, wanted: int) -> Iterator[Position]:
    """Positions in which some moves lose at ply `depth` + 1, others do not, and a search of `depth` sees no
    difference."""
    game, found = load(name), 0
    for number in range(100_000):
        work.check()
        position = opening(game, 4 + number % 8, number)
        near, far = _scores(position, depth), _scores(position, depth + 1)
        level = {move for move, score in near.items() if score == 0}
        if max(near.values()) == 0 and {far[move] < 0 for move in level} == {True, False}:
            yield position
            found += 1
            if found == wanted:
                return


def _scores(position: Position, depth: int) -> dict[str, float]:
    """The ternary score of every move."""
    player = AlphaBeta(depth=depth, utility="ternary")
    ahead = player.lookahead(position.game)
    ahead.begin(position.snapshot, depth, len(position.legal_moves), 1, [])
    return {move.text: ahead.score(move.actions, -inf, inf) for move in position.legal_moves}


# -- aimless play, difficulty -------------------------------------------------------------------------

UTILITIES = (
    ("ternary", "alphabeta:depth=4,utility=ternary", "endless"),
    ("weighted", "alphabeta:depth=4,utility=weighted", None),
    ("graded", "alphabeta:depth=4,utility=graded", "proposed"),
    ("engine", "engine:nodes=2000", None),
)


def aimless(work: Work) -> Iterator[Row]:
    """Against a random player: results, lengths, and how often a move is reversed at once."""
    played: dict[str, Tally] = {}
    for name, player, stated in UTILITIES:
        contest = Contest(TACKLE, player, "random", seeded=False)
        for tally in contest.play(work, work.much(100, 20)):
            played[name] = tally
            yield from _aim(name, tally, stated)
    drawn: dict[str, tuple[int, int]] = {}
    for name, player, _ in UTILITIES[:3]:
        tally = Contest(TACKLE, player, player, plies=4, seeded=False).played(work, work.much(60, 12))
        drawn[name] = tally.score[1], tally.games
        stated = "endless" if name == "ternary" else None
        yield Row(
            "drawn-with-itself", 100 * tally.score[1] / tally.games, "percent", stated, {"utility": name}
        )
    back = [(played[name].taken_back, played[name].moves) for name in ("ternary", "graded")]
    fewer = v.difference(back[0], back[1], v.ABOVE)
    yield Row("less-taken-back", fewer.value, "percent", "proposed", {}, fewer)
    less = v.difference(drawn["ternary"], drawn["graded"], v.ABOVE)
    yield Row("less-drawn", less.value, "percent", "proposed", {}, less)


def _aim(name: str, tally: Tally, stated: str | None) -> Iterator[Row]:
    values = {"utility": name}
    yield Row("against-random", tally.score, "match", None, values)
    yield Row("length", tally.plies / tally.games, "points", None, values)
    yield Row("taken-back", 100 * tally.taken_back / max(1, tally.moves), "percent", stated, values)


def smaller_gain(work: Work) -> Iterator[Row]:
    """Section 3.4: choosing a smaller gain, for a lower difficulty."""
    for name, other in ((FOUR, "random"), (FOUR, "alphabeta:depth=3"), (TACKLE, "alphabeta:depth=3")):
        found = {}
        for gain in ("large", "small"):
            one = f"alphabeta:depth=5,gain={gain}"
            for tally in Contest(name, one, other, plies=4).play(work, work.much(400, 30)):
                found[gain] = tally
                yield Row("match", tally.score, "match", None, {"game": name, "one": one, "other": other})
        large, small = found["large"], found["small"]
        longer = v.ratio(list(zip(small.lengths, large.lengths, strict=True)), v.ABOVE, 1.0)
        values = {"game": name, "other": other}
        yield Row("longer-games", longer.value, "times", None, values)
        fewer = v.difference((large.score[0], large.games), (small.score[0], small.games), v.ABOVE)
        yield Row("fewer-wins", fewer.value, "percent", "easier", values, fewer)


EXPERIMENTS = (
    Experiment("same-choice", "thesis", same_choice),
    Experiment("breadth-and-depth", "thesis", breadth_and_depth),
    Experiment("copying-and-undoing", "thesis", copying_and_undoing),
    Experiment("board-structures", "thesis", board_structures),
    Experiment("children-lists", "thesis", children_lists),
    Experiment("piece-first", "thesis", piece_first),
    Experiment("tapatan-prototype", "thesis", prototype),
    Experiment("velha-4-classics", "thesis", four_classics),
    Experiment("timeout-and-guard", "thesis", timeout_and_guard),
    Experiment("amazonas-explosion", "thesis", amazonas),
    Experiment("random-first", "thesis", random_first),
    Experiment("parity", "thesis", parity),
    Experiment("aimless-play", "thesis", aimless),
    Experiment("smaller-gain", "thesis", smaller_gain),
)
