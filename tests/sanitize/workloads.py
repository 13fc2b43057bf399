"""Small workloads that together run every part of the kernel, for the instrumented builds.

    python -m tests.sanitize.workloads [--threads] [GAME ...]

The output is one line of JSON for each workload and game. Budgets are counted in nodes or playouts, so that
every build gives the same results; only a prover that runs out of time reports nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludoteca.classics.evaluators import EVALUATORS
from ludoteca.engine import Engine, Limits, MctsEngine
from ludoteca.engine.mcts import mcts_options_for
from ludoteca.engine.network_training import NetworkSamples, WindowExtractor, train, window_symmetries
from ludoteca.engine.pattern_fitting import Samples, fit
from ludoteca.engine.self_play import SelfPlay, SelfPlayGame
from ludoteca.engine.weight_fitting import FeatureExtractor, WeightSamples, fit_weights
from ludoteca.errors import LudotecaError, Stopped, Unsolvable
from ludoteca.games import Game, Position, ids, load
from ludoteca.games.patterns import FAMILIES, PatternBoard, read_form
from ludoteca.play.players import kinds
from ludoteca.solver import METHODS, Task, table_for
from ludoteca.solver.retrograde.endgames import largest_endgame_space
from ludoteca.solver.retrograde.lookup import make_table

THREADED_GAMES = ("amazons", "connect-four", "draughts", "gomoku", "nine-mens-morris", "pentago")
THREADS = 3
SECONDS = 4.0
"""For one proof; an instrumented kernel is some ten times slower than the ordinary one."""
SMALL_TABLE = 200_000
"""Positions of the largest retrograde analysis."""

Result = Any
Workload = Callable[[Game], Result]


def positions(game: Game) -> list[Position]:
    """The start, a position in the middle of a random game, and one shortly before its end."""
    rng = random.Random(f"sanitize {game.name}")
    line = [game.start()]
    while not line[-1].is_over and len(line) < 200:
        line.append(line[-1].play(rng.choice(line[-1].legal_moves)))
    playable = [position for position in line if not position.is_over]
    return [playable[0], playable[len(playable) // 2], playable[max(0, len(playable) - 4)]]


# -- rules, evaluation and search -----------------------------------------------------------------------


def rules(game: Game) -> Result:
    return game.perft(2).counts, game.playouts(5, seed=1).moves


def search(game: Game) -> Result:
    """Quiescence and the network, where a game has them, are part of the search."""
    engine = Engine(game, megabytes=1)
    found = [engine.best(position, Limits(nodes=3000)) for position in positions(game)]
    return [(str(one.move), one.nodes, engine.evaluate(game.start())) for one in found]


def multi_pv(game: Game) -> Result:
    engine = Engine(game, megabytes=1, avoid_repetition=True)
    return [str(line.move) for line in engine.lines(positions(game)[1], Limits(nodes=1500))]


def plain_search(game: Game) -> Result:
    """Without the steps that hide others."""
    engine = Engine(game, megabytes=1, disabled=("table", "null_move", "threats"))
    return engine.best(positions(game)[1], Limits(nodes=1500)).nodes


def mcts(game: Game) -> Result:
    engine = MctsEngine(game, megabytes=2)
    return [str(engine.best(position, Limits(nodes=150)).move) for position in positions(game)]


def connections(game: Game) -> Result:
    """Virtual connections and fill-in, where a game has them, at many nodes of the tree."""
    options = mcts_options_for(game)
    if not options.connection_visits:
        return None
    engine = MctsEngine(game, megabytes=2, options=options._replace(connection_visits=5))
    return [str(engine.best(position, Limits(nodes=300)).move) for position in positions(game)]


def weights(game: Game) -> Result:
    names = list(game.compiled.eval_terms.weights)[:4]
    if not names:
        return None
    samples = WeightSamples(len(names))
    for number, row in enumerate(FeatureExtractor(game, names).features(positions(game))):
        samples.add(row, number % 2)
    return fit_weights(samples, names, dict.fromkeys(names, 10))


def network(game: Game) -> Result:
    """Train a network on a few positions, and search with it."""
    if not game.compiled.eval_terms.lines or not window_symmetries(game):
        return None
    samples, extractor = NetworkSamples(), WindowExtractor(game)
    for number, position in enumerate(positions(game) * 4):
        extractor.add(samples, position, number % 2)
    trained = train(game, samples, seed=1, epochs=2)
    engine = Engine(game, megabytes=1, weights={}, network=trained)
    return engine.best(positions(game)[1], Limits(nodes=1000)).nodes


def learnt(game: Game) -> Result:
    """Fit pattern tables of every family to a few positions of self-play, and search with them."""
    board = PatternBoard(game.compiled)
    words = [name for name in FAMILIES if board.family(name)]
    shared = ["shared"] if board.cells > 100 else []
    samples, player = Samples(game), SelfPlay(game, "tuned")
    for number in range(2):
        samples.data += player.play(SelfPlayGame(game.name, "tuned", 30, number, 1)).data
    if not len(samples):
        return None
    found = fit(game, samples, read_form(" ".join([*words, *shared, "stages=2"])), epochs=1)
    engine = Engine(game, megabytes=1, evaluation=found.learnt)
    return engine.best(positions(game)[1], Limits(nodes=1000)).nodes


# -- solvers and the reports' players -------------------------------------------------------------------


def solvers(game: Game) -> Result:
    """Every method that applies, from the start and from a position near the end of a game."""
    return [attempt(method, position) for method in METHODS for position in positions(game)[::2]]


def attempt(method: Any, position: Position) -> Result:
    deadline = time.monotonic() + SECONDS
    task = Task(position, memory=64 << 20, stopped=lambda: time.monotonic() > deadline)
    estimate = method.estimate(task)
    if not estimate.fits or (method.name == "retrograde" and estimate.positions > SMALL_TABLE):
        return None
    try:
        answer = method.solve(task)
    except Stopped:
        return None
    return method.name, answer.value, answer.plies


def tablebase(game: Game) -> Result:
    """Build a table of a small game, and search with it."""
    with TemporaryDirectory() as folder:
        task = Task(game.start(), memory=64 << 20, folder=Path(folder))
        try:
            table = table_for(game.start(), task, SMALL_TABLE)
        except Unsolvable:
            return None
        engine = Engine(game, megabytes=1, tablebase=table.knowledge())
        return [str(engine.best(position, Limits(nodes=500)).score) for position in positions(game)]


def endgames(game: Game) -> Result:
    """Build a table of endgames, and search with it."""
    with TemporaryDirectory() as folder:
        task = Task(game.start(), memory=64 << 20, folder=Path(folder))
        try:
            table = make_table(largest_endgame_space(game, SMALL_TABLE), task)[0]
        except Unsolvable:
            return None
        engine = Engine(game, megabytes=1, tablebase=table.knowledge())
        return [str(engine.best(position, Limits(nodes=500)).score) for position in positions(game)]


def players(game: Game) -> Result:
    """The players of the classic reports, with every evaluator that fits the game."""
    names = [name for name, kind in kinds().items() if kind.make.__module__ == "ludoteca.classics.players"]
    found = [choice(game, name) for name in names]
    return found + [choice(game, "alphabeta", evaluator=evaluator) for evaluator in EVALUATORS]


def choice(game: Game, name: str, **options: Any) -> Result:
    many = len(game.start().legal_moves) > 40
    try:
        player = kinds()[name].make(depth=1 if many else 2, seed=1, **options)
        return [str(player.choose(position)) for position in positions(game)[:2]]
    except LudotecaError as refused:
        return type(refused).__name__


# -- threads ----------------------------------------------------------------------------------------------


def parallel_search(game: Game) -> Result:
    """The threads' order of work varies, and so may the move: nothing to compare."""
    engine = Engine(game, megabytes=1, threads=THREADS)
    for position in positions(game):
        engine.best(position, Limits(nodes=20_000))


def stopped_search(game: Game) -> Result:
    engine = Engine(game, megabytes=1, threads=THREADS)
    engine.best(game.start(), Limits(seconds=0.5))


SINGLE: tuple[Workload, ...] = (
    rules, search, multi_pv, plain_search, mcts, connections, weights, network, learnt, solvers, tablebase,
    endgames, players,
)  # fmt: skip
THREADED: tuple[Workload, ...] = (parallel_search, stopped_search)


def results(games: list[str], workloads: tuple[Workload, ...]) -> Iterator[str]:
    for name in games:
        game = load(name)
        for workload in workloads:
            # A sanitizer ends the process: the last line says where.
            print(name, workload.__name__, file=sys.stderr, flush=True)
            yield json.dumps([name, workload.__name__, workload(game)])


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--threads", action="store_true", help="the workloads that use several threads")
    chosen = parser.parse_args()
    workloads = THREADED if chosen.threads else SINGLE
    for line in results(chosen.games or (list(THREADED_GAMES) if chosen.threads else list(ids())), workloads):
        print(line, flush=True)


if __name__ == "__main__":
    main()
