"""Self-play at the level of actions, which makes the positions for a learnt evaluation."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass

from ludoteca.engine.pattern_fitting import DRAW, LOSS, UNKNOWN, WIN, Label, Samples
from ludoteca.engine.scores import PROVED
from ludoteca.games import Game
from ludoteca.games.learnt import LearntEvaluation
from ludoteca.kernel import Action, Evaluator, MutablePosition, Searcher, Snapshot

_OPENING = (1, 10)
"""Random plies at the start of a game."""
_LONGEST = 400
_DEVIATION = 0.25
"""How often a game has one more random move: then the result says nothing about the positions before."""
_DEVIATION_PLY = (2, 40)
_STRAY = 0.4
"""How often a position off the game is sampled too: a search evaluates more bad moves than good ones."""
_STRAY_MOVES = (1, 2)
_MAX_DEPTH = 40
_COST_NODES = 20_000
_COST_RUNS = 4


@dataclass(frozen=True)
class SelfPlayGame:
    """A game to play."""

    game: str
    evaluation: LearntEvaluation | str | None
    """The evaluation to play with; None for the game's own."""
    nodes: int
    """Nodes per move, varied by half."""
    number: int
    seed: int


class SelfPlay:
    """Plays games of the engine against itself, at the level of actions: no notation is needed."""

    def __init__(self, game: Game, evaluation: LearntEvaluation | str | None) -> None:
        self.game = game
        self._searcher = Searcher(
            game.rules, 4, Evaluator(game.rules, game.eval_weights(evaluation=evaluation))
        )
        self._position = MutablePosition(game.rules)
        self._start = game.start().snapshot

    def play(self, task: SelfPlayGame) -> Samples:
        """The positions of one game, with strays. The same task gives the same positions."""
        rng = random.Random(f"self-play {task.seed} {task.number}")
        self._searcher.clear_hash()
        samples = Samples(self.game)
        seen: list[tuple[Snapshot, int]] = []
        at = self._start
        for _ in range(rng.randint(*_OPENING)):
            at = self._random_move(at, rng)
        deviation = rng.randint(*_DEVIATION_PLY) if rng.random() < _DEVIATION else -1
        first_sure = 0
        plies = 0
        while not at.outcome and plies < _LONGEST:
            score, move = self._search(at, max(1, round(task.nodes * rng.uniform(0.5, 1.5))))
            seen.append((at, score))
            if rng.random() < _STRAY:
                self._add_stray(samples, at, rng, task)
            if plies == deviation:
                at = self._random_move(at, rng)
                first_sure = len(seen)
            else:
                at = self._make(at, move, rng)
            plies += 1
        for number, (one, score) in enumerate(seen):
            result = _result(at, one) if number >= first_sure and at.outcome else UNKNOWN
            samples.add(one, Label(score, result, False, task.number))
        return samples

    def _add_stray(self, samples: Samples, at: Snapshot, rng: random.Random, task: SelfPlayGame) -> None:
        for _ in range(rng.randint(*_STRAY_MOVES)):
            at = self._random_move(at, rng)
        if not at.outcome:
            score, _ = self._search(at, max(1, task.nodes // 2))
            samples.add(at, Label(score, UNKNOWN, True, task.number))

    def _search(self, at: Snapshot, nodes: int) -> tuple[int, list[Action]]:
        """The score in units and the principal variation."""
        self._searcher.begin(at, nodes)
        units, pv = 0, list[Action]()
        for depth in range(1, _MAX_DEPTH):
            found = self._searcher.search(depth)
            if found is None:
                break
            pv = list(found.pv) or pv
            if found.stopped:
                break
            units = found.score
            if abs(units) > PROVED or found.proved:
                break
        return units, pv

    def _make(self, at: Snapshot, actions: list[Action], rng: random.Random) -> Snapshot:
        """The position after the first move of a line; the rest of an incomplete move is random."""
        position = self._position
        position.load(at)
        for action in actions:
            position.make(action)
            if not position.mid_move:
                break
        return self._completed(rng, bool(actions))

    def _random_move(self, at: Snapshot, rng: random.Random) -> Snapshot:
        if at.outcome:
            return at
        self._position.load(at)
        return self._completed(rng, False)

    def _completed(self, rng: random.Random, begun: bool) -> Snapshot:
        position = self._position
        while not begun or position.mid_move:
            actions = position.actions()
            if not actions:
                break
            position.make(rng.choice(actions))
            begun = True
        position.resolve()
        return position.snapshot()


def _result(end: Snapshot, one: Snapshot) -> int:
    if end.outcome == 3:
        return DRAW
    return WIN if end.outcome == 1 + one.mover else LOSS


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
