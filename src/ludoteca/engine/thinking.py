"""Thinking about a position: deeper and deeper, until a limit is reached or the truth is known."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from ludoteca.engine.scores import Draw, Loss, Score, Win, score_of
from ludoteca.games import Game, Move, Position
from ludoteca.games.notation import Action
from ludoteca.kernel import Searcher

DEEPEST = 100
_ENDLESS = 2**62


@dataclass(frozen=True)
class Limits:
    """When to stop. What is None sets no limit; with no limit at all one second is taken."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True)
class Best:
    """The move a search would play, and what it saw."""

    move: Move
    score: Score
    continuation: tuple[Move, ...]
    """The play it expects, the move itself first."""
    depth: int
    nodes: int
    seconds: float


class Engine:
    """Thinks about positions of one game. Keeps what it has learnt from one move to the next."""

    def __init__(self, game: Game, megabytes: int = 16) -> None:
        self.game = game
        self._searcher = Searcher(game.rules, megabytes)

    def best(
        self, position: Position, limits: Limits | None = None, watch: Callable[[Best], None] | None = None
    ) -> Best:
        """The best move found within the limits. Always legal; the same nodes give the same move.

        `watch` is told of every completed depth.
        """
        limits = limits or Limits()
        if limits == Limits():
            limits = Limits(seconds=1.0)
        if position.is_over:
            raise ValueError(f"the game is over: {position.outcome}")
        begun = time.perf_counter()
        self._searcher.begin(position.snapshot, limits.nodes or _ENDLESS)
        alarm = threading.Timer(limits.seconds, self._searcher.stop) if limits.seconds is not None else None
        if alarm:
            alarm.daemon = True
            alarm.start()
        try:
            return self._deepen(position, limits, begun, watch)
        finally:
            if alarm:
                alarm.cancel()

    def stop(self) -> None:
        """End a search that runs in another thread; it answers with what it has."""
        self._searcher.stop()

    def _deepen(
        self, position: Position, limits: Limits, begun: float, watch: Callable[[Best], None] | None
    ) -> Best:
        only = position.legal_moves[0]
        best = Best(only, score_of(0, False, 0), (only,), 0, 0, 0.0)
        for depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1):
            found = self._searcher.deepen(depth)
            if found is None:
                break
            best = self._better(position, best, depth, found)
            if found[3]:
                break
            if watch:
                watch(best)
            if _is_settled(best, depth):
                break
        return replace(best, nodes=self._searcher.nodes, seconds=time.perf_counter() - begun)

    def _better(
        self, position: Position, best: Best, depth: int, found: tuple[int, bool, list[Action], bool]
    ) -> Best:
        """What a deeper search says. One that was stopped half-way may have found a better move, but
        its score is no more than what was known before."""
        units, exhausted, actions, stopped = found
        line = self._moves(position, actions)
        if not line or (stopped and best.depth and line[0] == best.move):
            return best
        if stopped and best.depth:
            return replace(best, move=line[0], continuation=line)
        return Best(line[0], score_of(units, exhausted, len(line)), line, 0 if stopped else depth, 0, 0.0)

    @staticmethod
    def _moves(position: Position, actions: list[Action]) -> tuple[Move, ...]:
        """A line of actions as moves; what is left of a move that was not finished is dropped."""
        moves: list[Move] = []
        waiting: list[Action] = []
        for action in actions:
            waiting.append(action)
            found = next((m for m in position.legal_moves if m.actions == tuple(waiting)), None)
            if found is None:
                continue
            moves.append(found)
            waiting = []
            position = position.play(found)
            if position.is_over:
                break
        return tuple(moves)


def _is_settled(best: Best, depth: int) -> bool:
    """Whether looking deeper could change nothing: a win cannot get nearer, nor a loss further away."""
    if isinstance(best.score, Win | Loss):
        return depth >= best.score.plies
    return isinstance(best.score, Draw)
