"""Pedrini, Slomp and Morandi (2004): rows, bridges, and the resistor network that they did not finish."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.plans import plan_for, settings_of
from ludoteca.classics.players import AlphaBeta, Minimax
from ludoteca.games import load
from ludoteca.kernel import FixedDepthSearch, Snapshot

LEVELS = 3
ROWS, BRIDGES, RESISTORS = "hex-rows", "hex-2004", "hex-resistance"


def speed(work: Work) -> Iterator[Row]:
    """The cost of one evaluation and of a whole move; for resistors also after a single move."""
    game = load("hex")
    far = [opening(game, 20, number) for number in range(5)]
    near = [far[0].play(move).snapshot for move in far[0].legal_moves]
    for judge in (ROWS, BRIDGES, RESISTORS):
        cost = _cost(judge, [position.snapshot for position in far], work.much(500, 50))
        yield Row("evaluation", cost, "microseconds", None, {"judge": judge})
    yield Row(
        "evaluation-next",
        _cost(RESISTORS, near, work.much(50, 5)),
        "microseconds",
        None,
        {"judge": RESISTORS},
    )
    for judge in (ROWS, BRIDGES):
        found = work.search(Minimax(evaluator=judge, depth=LEVELS), game.start())
        yield Row("move-plain", found.seconds, "seconds", "very-quick", {"judge": judge, "depth": LEVELS})
    for judge, depth in ((ROWS, LEVELS), (BRIDGES, LEVELS), (RESISTORS, 2), (RESISTORS, LEVELS)):
        found = work.search(AlphaBeta(evaluator=judge, depth=depth), game.start())
        yield Row("move-pruned", found.seconds, "seconds", None, {"judge": judge, "depth": depth})


def _cost(judge: str, positions: list[Snapshot], rounds: int) -> float:
    """Microseconds for one evaluation, with the positions evaluated in turn."""
    game = load("hex")
    ahead = FixedDepthSearch(game.rules, plan_for(game, settings_of(evaluator=judge)))
    started = time.thread_time()
    for _ in range(rounds):
        for position in positions:
            ahead.evaluate(position)
    return 1e6 * (time.thread_time() - started) / (rounds * len(positions))


def against_each_other(work: Work) -> Iterator[Row]:
    """Do bridges help? Would the resistors have?"""
    pairs = (
        (BRIDGES, LEVELS, ROWS, LEVELS, "little-better"),
        (RESISTORS, 2, BRIDGES, LEVELS, "not-finished"),
        (RESISTORS, 1, BRIDGES, LEVELS, "not-finished"),
    )
    game = "hex:size=7" if work.quick else "hex"
    for one, depth, other, other_depth, stated in pairs:
        mine = f"alphabeta:evaluator={one},depth={depth}"
        theirs = f"alphabeta:evaluator={other},depth={other_depth}"
        values = {"one": one, "depth": depth, "other": other, "other_depth": other_depth, "game": game}
        for tally in Contest(game, mine, theirs, plies=2).play(work, work.much(40, 6)):
            yield Row("judge-against", tally.score, "match", stated, values)


EXPERIMENTS = (
    Experiment("hex-speed", "hex", speed),
    Experiment("hex-evaluators", "hex", against_each_other),
)
