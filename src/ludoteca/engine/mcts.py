"""A second way to think: a tree of random games, for positions on which an opinion is hard to have."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import log

from ludoteca.engine.limits import Limits
from ludoteca.engine.scores import UNITS_PER_LOGIT, WIN, Estimate, Score, score_of
from ludoteca.engine.search import Best
from ludoteca.games import Game, Move, Position
from ludoteca.games.compiler.codes import END
from ludoteca.games.notation import Action
from ludoteca.kernel import MctsSearcher

_ENDLESS = 2**62
_FIRST_REPORT = 1000


@dataclass(frozen=True)
class Habits:
    """How a tree is grown. What suits a game is measured, and follows from its rules: see `habits_for`."""

    explore: float = 0.7
    """How much moves attract that have seldom been tried."""
    likeness: float = 0.0
    """How soon a move's own results outweigh those of the same move further on; 0 leaves the latter out."""
    trust: float = 0.0
    """The share of the evaluation in the worth of a move."""
    scale: float = 250.0
    """Units of the evaluation that make a lead of about three to one."""
    cut: int = -1
    """Moves of random play after which the evaluation is asked; -1 plays to the end."""
    open_at: int = 8
    """Visits after which a position gets children of its own."""
    inherit: int = 0
    """The most results of the same move that a new child begins with."""
    guided: int = 1
    """Whether random play follows the hints that the rules give."""


def habits_for(game: Game) -> Habits:
    """What suits a game, by the kind of its rules."""
    if all(row["type"] == END["connect"] for row in game.compiled.data["ends"]):
        # Random play says more than any opinion, and a stone is good wherever the same stone is.
        return Habits(explore=0.0, likeness=0.001)
    return Habits(trust=0.3, cut=4)


class TreeEngine:
    """Thinks about positions of one game by random play. Nothing is kept from one move to the next."""

    def __init__(self, game: Game, megabytes: int = 64, habits: Habits | None = None, seed: int = 0) -> None:
        self.game = game
        self.habits = habits or habits_for(game)
        self.seed = seed
        self._searcher = MctsSearcher(game.rules, megabytes)

    def best(
        self,
        position: Position,
        limits: Limits | None = None,
        watch: Callable[[Best], None] | None = None,
        only: Sequence[Move] = (),
    ) -> Best:
        """The best move found within the limits; `nodes` are playouts, and depth sets no limit.

        Always legal; the same seed and playouts give the same move. `watch` is told now and then; `only` are
        the moves to choose from, all if empty.
        """
        limits = limits or Limits()
        if limits.alarm is None and limits.nodes is None:
            limits = Limits(seconds=1.0)
        if position.is_over:
            raise ValueError(f"the game is over: {position.outcome}")
        begun = time.perf_counter()
        seconds = limits.clock.usual if limits.clock else limits.seconds
        self._searcher.begin(position.snapshot, self.seed, asdict(self.habits))
        if only:
            self._searcher.restrict([move.actions for move in only])
        alarm = threading.Timer(seconds, self._searcher.stop) if seconds is not None else None
        if alarm:
            alarm.daemon = True
            alarm.start()
        try:
            self._grow(position, limits, begun, watch)
        finally:
            if alarm:
                alarm.cancel()
        return self._found(position, begun)

    def stop(self) -> None:
        """End a search that runs in another thread; it answers with what it has."""
        self._searcher.stop()

    def _grow(
        self, position: Position, limits: Limits, begun: float, watch: Callable[[Best], None] | None
    ) -> None:
        most = limits.nodes or _ENDLESS
        report = _FIRST_REPORT if watch else most
        while True:
            self._searcher.simulate(min(report, most))
            if self._searcher.stopped or self._searcher.proved or report >= most:
                return
            if watch:
                watch(self._found(position, begun))
            report *= 2

    def _found(self, position: Position, begun: float) -> Best:
        chance, outcome, ply, actions = self._searcher.best()
        line = _moves(position, actions)
        score = _score(position, chance, outcome, ply)
        return Best(line[0], score, line, len(line), self._searcher.playouts, time.perf_counter() - begun)


def _score(position: Position, chance: float, outcome: int, ply: int) -> Score:
    """What the tree says, in the mover's eyes: `chance` is the first player's."""
    mover = position.snapshot.mover
    plies = ply - position.ply
    if outcome:
        units = 0 if outcome == 3 else WIN - plies if outcome == mover + 1 else plies - WIN
        return score_of(units, True, plies)
    mine = min(max(1 - chance if mover else chance, 0.0001), 0.9999)
    return Estimate(round(mine, 4), round(UNITS_PER_LOGIT * log(mine / (1 - mine))))


def _moves(position: Position, actions: list[Action]) -> tuple[Move, ...]:
    """A line of actions as moves. The first is finished if the line stops within it, others are left out."""
    moves = position.moves_of(actions)
    if moves:
        return moves
    n = len(actions)
    return (next(move for move in position.legal_moves if move.actions[:n] == tuple(actions)),)
