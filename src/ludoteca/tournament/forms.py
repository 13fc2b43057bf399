"""Which patterns a game's evaluation uses: candidates from the board alone, and their cost."""

from __future__ import annotations

import time

from ludoteca.games import Game
from ludoteca.games.learnt import LearntEvaluation
from ludoteca.games.patterns import PatternBoard
from ludoteca.kernel import Evaluator, Searcher

_LARGE = 100
"""On boards with more cells, places all over the board share their tables."""
_COST_NODES = 20_000
_COST_RUNS = 4


def candidate_forms(game: Game) -> list[str]:
    """Forms that may suit a game, the usual one first."""
    board = PatternBoard(game.compiled)
    if board.pits:
        return ["pits", "pits plain"]
    has = {name: bool(board.family(name)) for name in ("lines", "blocks", "diamonds", "stars", "hands")}
    if board.cells > _LARGE:
        sets = [("lines:6", "blocks"), ("lines:5",), ("blocks",)]
        ends = [("shared",), ("shared", "plain")]
    else:
        second = "blocks" if has["blocks"] else "diamonds" if has["diamonds"] else "stars"
        sets = [("lines", second), ("lines", second, "stars:5"), (second,)]
        ends = [(), ("plain",)]
    found = []
    for end in ends:
        for words in sets:
            families = [word for word in words if has[word.partition(":")[0]]]
            hands = ["hands"] if has["hands"] else []
            found.append(" ".join([*families, *hands, *end]))
    # Weights of cells and scalar terms alone: the fastest.
    return [*dict.fromkeys(found), ""]


def nodes_per_second(game: Game, evaluation: LearntEvaluation | str | None) -> float:
    """The speed of the search with an evaluation, by CPU time: the best of a few runs."""
    searcher = Searcher(game.rules, 4, Evaluator(game.rules, game.eval_weights(evaluation=evaluation)))
    with game.worker() as worker:
        worker.load(game.start().snapshot)
        for _ in range(10):  # a position of the game, the same every time
            actions = worker.actions()
            if not actions or worker.resolve():
                break
            worker.make(actions[len(actions) // 2])
        while worker.mid_move:
            worker.make(worker.actions()[0])
        at = worker.snapshot() if not worker.resolve() else game.start().snapshot
    best = 0.0
    for _ in range(_COST_RUNS):
        searcher.clear_hash()
        begun = time.process_time()
        searcher.begin(at, _COST_NODES)
        for depth in range(1, 40):
            found = searcher.search(depth)
            if found is None or found.stopped or found.proved:
                break
        best = max(best, searcher.nodes / max(1e-6, time.process_time() - begun))
    return best
