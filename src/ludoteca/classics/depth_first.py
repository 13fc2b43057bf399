"""Depth-first search: the root is searched here, for reading; the branches in the kernel."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any, ClassVar

from ludoteca.classics.evaluators import AUTO
from ludoteca.classics.focus import arrival, focus, nearest_first
from ludoteca.classics.plans import WIN_BONUS, Settings, plan_for, settings_for, settings_of
from ludoteca.engine import Loss, Score, Win
from ludoteca.games import Game, Move, Position
from ludoteca.games.notation import Action
from ludoteca.kernel import FixedDepthSearch
from ludoteca.play.thinking import Thinking, Watch, shorter


@dataclass(frozen=True)
class LookaheadResult:
    """The result of a search."""

    move: Move
    score: float
    """The score for the mover, in units of the utility or evaluator."""
    depth: int
    nodes: int
    moves: int
    """The number of root moves searched."""
    seconds: float
    in_time: bool = True
    """False if the time limit ended the search."""
    line: tuple[Move, ...] = ()
    """The expected line, the move itself first; it ends where the opponent moves at random."""
    stop: str = "depth"
    """Why the search ended, as `play.thinking` has it."""


class DepthFirst:
    """A player that searches depth first."""

    DEFAULTS: ClassVar = {"depth": str(Settings.depth), "evaluator": AUTO}
    """The defaults of options, as forms show them."""

    def __init__(self, seed: int | None = None, seconds: float | None = None, **options: Any) -> None:
        self.options = options
        self.settings: Settings = settings_of(**options)
        self.seed = seed
        self.seconds = seconds
        self._ready: tuple[Game, FixedDepthSearch] | None = None

    def prepare(self, game: Game) -> None:
        """Choose the evaluator that fits the game, unless one is named. Raises `Unfit`."""
        self.settings, self._ready = settings_for(game, **self.options), None
        self.lookahead(game)

    def flags(self, game: Game) -> dict[str, int]:
        """The flags of the kernel's search: `prune`, `negamax`, `chance`, `guarded`…"""
        return {}

    def choose(self, position: Position) -> Move:
        return self.search(position).move

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        """Its move, with the record of the search; when the time is up, the best move so far."""
        return as_thinking(self.search(position, seconds), len(position.legal_moves))

    def search(self, position: Position, seconds: float | None = None) -> LookaheadResult:
        """The best move with statistics; the first among equals in move order."""
        started = time.perf_counter()
        ahead = self.lookahead(position.game)
        moves, rng = self._moves(position)
        ahead.begin(
            position.snapshot, self.settings.depth, len(moves), rng.getrandbits(63), self._focus(position)
        )
        choose = _smallest_gain if self.settings.gain == "small" else _best
        with _time_limit(ahead, shorter(self.seconds, seconds)):
            move, score, searched, line = choose(ahead, moves, bool(self.flags(position.game).get("prune")))
        in_time = searched == len(moves) and not ahead.stopped
        spent = time.perf_counter() - started
        return LookaheadResult(
            move, score, self.settings.depth, ahead.nodes, searched, spent, in_time,
            (move, *position.play(move).moves_of(line)), _stop_reason(ahead, in_time),
        )  # fmt: skip

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best move so far."""
        if self._ready is not None:
            self._ready[1].stop()

    def lookahead(self, game: Game) -> FixedDepthSearch:
        """The kernel's search for a game. Raises `Unfit` if the settings do not fit it."""
        if self._ready is None or self._ready[0] is not game:
            self._ready = (
                game,
                FixedDepthSearch(game.rules, plan_for(game, self.settings, **self.flags(game))),
            )
        return self._ready[1]

    def _focus(self, position: Position) -> list[int]:
        """The cells to which the search is restricted; none for the whole board."""
        settings = self.settings
        return focus(position, settings.window, settings.focus) if settings.window else []

    def _moves(self, position: Position) -> tuple[list[Move], random.Random]:
        """The root moves in search order. With a seed, the order depends on the position only."""
        seed = None if self.seed is None else f"{self.seed} {position.ply} {position}"
        rng = random.Random(seed)
        moves = list(position.legal_moves)
        if self.settings.merge:
            moves = merged(position, moves)
        if self.settings.window:
            inside = {None, *self._focus(position)}  # a pass has no target cell
            moves = [move for move in moves if arrival(move) in inside] or moves
        if self.seed is not None or self.settings.order == "shuffled":
            rng.shuffle(moves)
        if self.settings.order == "nearest":
            moves = nearest_first(moves, position)
        return moves, rng


def as_thinking(found: LookaheadResult, moves: int) -> Thinking:
    """The record of thinking of a search, among this number of legal moves. Where time or guard cut lines
    off, its depth is that of the expected line: no more is known to have been searched."""
    depth = len(found.line) if found.stop in ("time", "guard") and found.line else found.depth
    score: Score | float = found.score
    if abs(found.score) >= WIN_BONUS:
        score = (Win if found.score > 0 else Loss)(len(found.line))
    return Thinking(
        found.move, found.seconds, found.stop, depth, found.nodes, 0, score, found.line,
        moves=found.moves if found.moves < moves else None,
    )  # fmt: skip


def _stop_reason(ahead: FixedDepthSearch, in_time: bool) -> str:
    if not in_time:
        return "time"
    if ahead.guarded:
        return "guard"
    return "depth" if ahead.evaluated else "end"


def _best(ahead: FixedDepthSearch, moves: list[Move], prune: bool) -> tuple[Move, float, int, list[Action]]:
    """The first of the best moves, its score, the number of moves searched, and the line after the move."""
    best, best_score, searched = moves[0], -inf, 0
    line: list[Action] = []
    for move in moves:
        # With pruning, the score of a move that is no better may be a bound.
        score = ahead.score(move.actions, best_score if prune else -inf, inf)
        searched += 1
        if score > best_score:
            best, best_score, line = move, score, ahead.line(move.actions)
        if ahead.stopped:
            break
    return best, best_score, searched, line


def _smallest_gain(
    ahead: FixedDepthSearch, moves: list[Move], prune: bool
) -> tuple[Move, float, int, list[Action]]:
    """The first move with the smallest positive score, if there is one; else the first of the best moves."""
    scores: list[float] = []
    lines: list[list[Action]] = []
    for move in moves:
        scores.append(ahead.score(move.actions, -inf, inf))
        lines.append(ahead.line(move.actions))
        if ahead.stopped:
            break
    chosen = min((score for score in scores if score > 0), default=max(scores))
    at = scores.index(chosen)
    return moves[at], chosen, len(scores), lines[at]


def merged(position: Position, moves: list[Move]) -> list[Move]:
    """The first of the moves that lead to each position."""
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
def _time_limit(ahead: FixedDepthSearch, seconds: float | None) -> Iterator[None]:
    """Stop the search after some seconds."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, ahead.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
