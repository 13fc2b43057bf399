"""Monte Carlo tree search: rollouts with AMAF/RAVE where positions are hard to evaluate statically, else
priors and values from the evaluation."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import log

from ludoteca.engine.exclusive import exclusively
from ludoteca.engine.limits import Limits
from ludoteca.engine.scores import UNITS_PER_LOGIT, WIN, Estimate, Score, score_of
from ludoteca.engine.search import SearchResult, legal_among
from ludoteca.games import Game, Move, Position
from ludoteca.games.notation import Action
from ludoteca.kernel import Evaluator, EvalWeights, MctsSearcher
from ludoteca.kernel import MctsOptions as MctsOptions
from ludoteca.kernel.constants import DRAW

_UNLIMITED = 2**62
_FIRST_REPORT = 1000


def mcts_options_for(game: Game) -> MctsOptions:
    """Options that were measured to suit a kind of game."""
    if game.traits.connection_decides:
        # Rollouts say more than any evaluation here, and AMAF statistics are reliable.
        return MctsOptions(exploration=0.0, rave_bias=0.001, connection_visits=100)
    return MctsOptions(eval_weight=0.5, prior_weight=1.0, rollout_cutoff=0, quiescence=True, expand_after=1)


class MctsEngine:
    """Searches positions of one game. No tree is kept from one move to the next.

    One thread at a time may search: a call while another one runs raises `ConcurrentUse`, except `stop`."""

    def __init__(
        self, game: Game, megabytes: int = 64, options: MctsOptions | None = None, seed: int = 0,
        evaluation: EvalWeights | None = None,
    ) -> None:  # fmt: skip
        """The evaluation is that of the game, learnt if it has one, unless another one is given."""
        self.game = game
        self.options = options or mcts_options_for(game)
        self.seed = seed
        self._in_use = threading.Lock()
        self._searcher = MctsSearcher(game.rules, megabytes, Evaluator(game.rules, evaluation))

    def best(
        self,
        position: Position,
        limits: Limits | None = None,
        watch: Callable[[SearchResult], None] | None = None,
        only: Sequence[Move] = (),
    ) -> SearchResult:
        """The best move found within the limits; `nodes` counts playouts, and `depth` is ignored.

        The same seed and number of playouts give the same move. `watch` is called at intervals; `only`
        restricts the root moves. Raises `IllegalMove` if one of them is not legal, and `BadPosition` for a
        position of another game.
        """
        limits = limits or Limits()
        if limits.hard_seconds is None and limits.nodes is None:
            limits = Limits(seconds=1.0)
        if position.is_over:
            raise ValueError(f"the game is over: {position.outcome}")
        only = legal_among(position, only)
        with exclusively(self._in_use):
            return self._best(position, limits, watch, only)

    def _best(
        self,
        position: Position,
        limits: Limits,
        watch: Callable[[SearchResult], None] | None,
        only: Sequence[Move],
    ) -> SearchResult:
        started = time.perf_counter()
        seconds = limits.clock.target if limits.clock else limits.seconds
        self._searcher.begin(position.snapshot, self.seed, self.options)
        if only:
            self._searcher.restrict([move.actions for move in only])
        timer = threading.Timer(seconds, self._searcher.stop) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            self._grow(position, limits, started, watch)
        finally:
            if timer:
                timer.cancel()
        return replace(self._result(position, started), stop=self._stop_reason(seconds, started))

    def _stop_reason(self, seconds: float | None, started: float) -> str:
        if self._searcher.proved:
            return "proved"
        if not self._searcher.stopped:
            return "playouts"
        is_late = seconds is not None and time.perf_counter() - started >= seconds
        return "time" if is_late else "stopped"

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best move so far."""
        self._searcher.stop()

    def _grow(
        self,
        position: Position,
        limits: Limits,
        started: float,
        watch: Callable[[SearchResult], None] | None,
    ) -> None:
        most = limits.nodes or _UNLIMITED
        report = _FIRST_REPORT if watch else most
        while True:
            self._searcher.simulate(min(report, most))
            if self._searcher.stopped or self._searcher.proved or report >= most:
                return
            if watch:
                watch(self._result(position, started))
            report *= 2

    def _result(self, position: Position, started: float) -> SearchResult:
        chance, outcome, ply, actions = self._searcher.best()
        line = _moves(position, actions)
        score = _score(position, chance, outcome, ply)
        elapsed = time.perf_counter() - started
        return SearchResult(line[0], score, line, len(line), self._searcher.playouts, elapsed)


def _score(position: Position, chance: float, outcome: int, ply: int) -> Score:
    """The score for the mover; `chance` is that of `first`."""
    mover = position.snapshot.mover
    plies = ply - position.ply
    if outcome:
        units = 0 if outcome == DRAW else WIN - plies if outcome == mover + 1 else plies - WIN
        return score_of(units, True, plies)
    own = min(max(1 - chance if mover else chance, 0.0001), 0.9999)
    return Estimate(round(own, 4), round(UNITS_PER_LOGIT * log(own / (1 - own))))


def _moves(position: Position, actions: list[Action]) -> tuple[Move, ...]:
    """A line of actions as moves. An incomplete first move is completed, later ones are dropped."""
    moves = position.moves_of(actions)
    if moves:
        return moves
    n = len(actions)
    return (next(move for move in position.legal_moves if move.actions[:n] == tuple(actions)),)
