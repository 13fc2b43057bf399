"""Looking ahead depth first: the root of the tree is here to be read, its branches are the kernel's."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from ludoteca.classics.focus import arrival, nearest_first, window
from ludoteca.classics.plans import Settings, plan_for, settle
from ludoteca.games import Game, Move, Position
from ludoteca.kernel import FixedDepthSearch


@dataclass(frozen=True)
class Seen:
    """What a player saw before it chose."""

    move: Move
    score: float
    """What the move is worth to the mover, in the utility's or the evaluator's own numbers."""
    depth: int
    nodes: int
    """Positions looked at."""
    moves: int
    """How many of the moves at the root were looked at."""
    seconds: float
    in_time: bool = True
    """False if the time ran out first."""


class DepthFirst:
    """A player that follows each line to its end before it looks at the next."""

    def __init__(self, seed: int | None = None, seconds: float | None = None, **said: Any) -> None:
        self.settings: Settings = settle(**said)
        self.seed = seed
        self.seconds = seconds
        self._ready: tuple[Game, FixedDepthSearch] | None = None

    def how(self, game: Game) -> dict[str, int]:
        """In what way the kernel looks ahead in a game."""
        return {}

    def choose(self, position: Position) -> Move:
        return self.look(position).move

    def look(self, position: Position) -> Seen:
        """The best move, and what was seen. Among equals the first in the order of looking."""
        begun = time.perf_counter()
        ahead = self.lookahead(position.game)
        moves, dice = self._moves(position)
        focus = window(position, self.settings.window) if self.settings.window else []
        ahead.begin(position.snapshot, self.settings.depth, len(moves), dice.getrandbits(63), focus)
        with _alarm(ahead, self.seconds):
            move, score, looked = _best(ahead, moves, bool(self.how(position.game).get("prune")))
        in_time = looked == len(moves) and not ahead.stopped
        spent = time.perf_counter() - begun
        return Seen(move, score, self.settings.depth, ahead.nodes, looked, spent, in_time)

    def stop(self) -> None:
        """End a look that runs in another thread; it answers with what it has seen."""
        if self._ready is not None:
            self._ready[1].stop()

    def lookahead(self, game: Game) -> FixedDepthSearch:
        """The kernel's worker for a game. Raises `Unfit` if the settings do not fit it."""
        if self._ready is None or self._ready[0] is not game:
            self._ready = game, FixedDepthSearch(game.rules, plan_for(game, self.settings, **self.how(game)))
        return self._ready[1]

    def _moves(self, position: Position) -> tuple[list[Move], random.Random]:
        """The moves to look at, in order. With a seed the order is the same in the same position."""
        seed = None if self.seed is None else f"{self.seed} {position.ply} {position}"
        dice = random.Random(seed)
        moves = list(position.legal_moves)
        if self.settings.merge:
            moves = merged(position, moves)
        if self.settings.window:
            inside = {None, *window(position, self.settings.window)}  # a pass goes nowhere, and is looked at
            moves = [move for move in moves if arrival(move) in inside] or moves
        if self.seed is not None or self.settings.order == "shuffled":
            dice.shuffle(moves)
        if self.settings.order == "nearest":
            moves = nearest_first(moves, position)
        return moves, dice


def _best(ahead: FixedDepthSearch, moves: list[Move], prune: bool) -> tuple[Move, float, int]:
    """The first of the best moves, its score, and how many were looked at before the time was up."""
    best, best_score, looked = moves[0], -inf, 0
    for move in moves:
        # With pruning, a move that is no better need not be known any better.
        score = ahead.score(move.actions, best_score if prune else -inf, inf)
        looked += 1
        if score > best_score:
            best, best_score = move, score
        if ahead.stopped:
            break
    return best, best_score, looked


def merged(position: Position, moves: list[Move]) -> list[Move]:
    """Of the moves that lead to the same position, the first."""
    found: dict[tuple[int, int], Move] = {}
    with position.game.worker() as worker:
        for move in moves:
            worker.load(position.snapshot)
            for action in move.actions:
                worker.make(action)
            after = worker.snapshot()
            found.setdefault((after.key, after.outcome), move)
    return list(found.values())


@contextmanager
def _alarm(ahead: FixedDepthSearch, seconds: float | None) -> Iterator[None]:
    """Stop looking when the time is up."""
    if seconds is None:
        yield
        return
    alarm = threading.Timer(seconds, ahead.stop)
    alarm.daemon = True
    alarm.start()
    try:
        yield
    finally:
        alarm.cancel()
