"""Pedrini, Slomp and Morandi (2004): rows, bridges, and the resistor network that they did not finish."""

from __future__ import annotations

import time
from collections.abc import Iterator

from ludoteca.classics.experiments import verdicts as v
from ludoteca.classics.experiments.contests import Contest, opening
from ludoteca.classics.experiments.rows import Experiment, Row, Work
from ludoteca.classics.plans import plan_for, settings_of
from ludoteca.classics.players import AlphaBeta, Minimax
from ludoteca.games import load
from ludoteca.kernel import FixedDepthSearch, Snapshot

LEVELS = 3
ROWS, BRIDGES, RESISTORS = "hex-rows", "hex-2004", "hex-resistance"
QUICK_SECONDS = 5.0
"""A move within this many seconds is very quick."""
GREAT = 75.0
"""A function that scores more than this against another, in percent, is a great improvement."""


def speed(work: Work) -> Iterator[Row]:
    """The cost of one evaluation and of a whole move; for resistors also after a single move."""
    game = load("hex")
    far = [opening(game, 20, number) for number in range(5)]
    near = [far[0].play(move).snapshot for move in far[0].legal_moves]
    for judge in (ROWS, BRIDGES, RESISTORS):
        snapshots, rounds = [position.snapshot for position in far], work.much(500, 50)
        cost = work.unit(f"far {judge} {rounds}", lambda j=judge, s=snapshots, r=rounds: _cost(j, s, r))  # type: ignore[misc]
        yield Row("evaluation", cost, "microseconds", None, {"judge": judge})
    cost = work.unit("near", lambda: _cost(RESISTORS, near, work.much(50, 5)))
    yield Row("evaluation-next", cost, "microseconds", None, {"judge": RESISTORS})
    for judge in (ROWS, BRIDGES):
        found = [
            work.search(Minimax(evaluator=judge, depth=LEVELS), opening(game, 2 * number, number))
            for number in range(work.much(5, 2))
        ]
        seconds = v.mean([one.seconds for one in found], v.BELOW, QUICK_SECONDS)
        values = {"judge": judge, "depth": LEVELS}
        quick = judge == ROWS  # the report says it of its first function only
        yield Row(
            "move-plain", seconds.value, "seconds", "very-quick" if quick else None, values,
            seconds if quick else None,
        )  # fmt: skip
    for judge, depth in ((ROWS, LEVELS), (BRIDGES, LEVELS), (RESISTORS, 2), (RESISTORS, LEVELS)):
        one = work.search(AlphaBeta(evaluator=judge, depth=depth), game.start())
        yield Row("move-pruned", one.seconds, "seconds", None, {"judge": judge, "depth": depth})


def _cost(judge: str, positions: list[Snapshot], rounds: int) -> float:
    """Microseconds for one evaluation, with the positions evaluated in turn."""
    game = load("hex")
    ahead = FixedDepthSearch(game.rules, plan_for(game, settings_of(evaluator=judge)))
    started = time.thread_time()
    for _ in range(rounds):
        for position in positions:
            ahead.evaluate(position)
    return 1e6 * (time.thread_time() - started) / (rounds * len(positions))


def bridges_against_rows(work: Work) -> Iterator[Row]:
    """Do bridges help? The report saw no great improvement."""
    game = "hex:size=7" if work.quick else "hex"
    yield from _match(work, game, (BRIDGES, LEVELS), (ROWS, LEVELS), "little-better", (v.BELOW, GREAT))


def resistors(work: Work) -> Iterator[Row]:
    """Would the resistors have been the promising technique that the report saw in them?"""
    game = "hex:size=7" if work.quick else "hex"
    for depth in (2, 1):
        yield from _match(work, game, (RESISTORS, depth), (BRIDGES, LEVELS), "promising", (v.ABOVE, 50.0))


def _match(
    work: Work, game: str, one: tuple[str, int], other: tuple[str, int], stated: str, rule: tuple[str, float]
) -> Iterator[Row]:
    mine, theirs = (f"alphabeta:evaluator={judge},depth={depth}" for judge, depth in (one, other))
    values = {"one": one[0], "depth": one[1], "other": other[0], "other_depth": other[1], "game": game}
    for tally in Contest(game, mine, theirs, plies=2).play(work, work.much(200, 30)):
        yield Row("judge-against", tally.score, "match", stated, values, v.score(tally.score, *rule))


EXPERIMENTS = (
    Experiment("hex-speed", "hex", speed),
    Experiment("hex-bridges", "hex", bridges_against_rows),
    Experiment("hex-resistors", "hex", resistors),
)
