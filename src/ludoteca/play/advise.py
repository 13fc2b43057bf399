"""Advice on a position: the one entry point for `best`, hints, explanations, game reviews and draw answers.

Advice uses the preferred method of the game: the tablebase if there is one, else the method that the tuned
file names, alpha-beta search or MCTS.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ludoteca.engine import Engine, Limits, Line, SearchResult, engine_for
from ludoteca.engine.reasons import Reason, explain
from ludoteca.engine.scores import win_chance
from ludoteca.games import Game, Move, Position
from ludoteca.play.tablebase import tablebase_of

_EARLIEST_DRAW, _LATEST_OPENING = 4, 30
"""The fewest and the most moves of an opening, in which no draw is accepted."""
HINT = Limits(seconds=3.0, nodes=60_000)
"""The default limits: nodes, for the same advice on every machine; seconds only guard against slow ones."""


@dataclass(frozen=True)
class Advice:
    """The best move of a position."""

    best: SearchResult
    reasons: tuple[Reason, ...] = ()
    """If they were asked for."""
    lines: tuple[Line, ...] = ()
    """Multi-PV, if more than one line was asked for."""

    @property
    def win_chance(self) -> float:
        """The mover's chance, from 0 to 1."""
        return win_chance(self.best.score)


class Adviser:
    """Gives advice on positions of one game, and keeps its hash from one to the next."""

    def __init__(self, game: Game, megabytes: int = 16, threads: int = 1) -> None:
        self.game, self._megabytes = game, megabytes
        self._engine = engine_for(game, megabytes, threads, tablebase=tablebase_of(game))

    def advise(
        self, position: Position, limits: Limits = HINT, *, only: Sequence[Move] = (), reasons: bool = False,
        lines: int = 1, watch: Callable[[SearchResult], None] | None = None,
    ) -> Advice:  # fmt: skip
        """The best move within the limits; `only` restricts the root moves. Reasons take up to a quarter of
        the limits again, and `lines` greater than 1 the limits again. A limit on the depth needs alpha-beta
        search: MCTS has no depth to limit."""
        engine = self._engine if limits.depth is None else self._alpha_beta
        best = engine.best(position, limits, watch, only)
        return Advice(
            best,
            explain(self._alpha_beta, position, best, limits) if reasons else (),
            self._alpha_beta.lines(position, limits, lines, only) if lines > 1 else (),
        )

    def lines(
        self, position: Position, limits: Limits, count: int,
        watch: Callable[[tuple[Line, ...], int], None] | None = None,
    ) -> tuple[tuple[Line, ...], int]:  # fmt: skip
        """Multi-PV within the limits, and the nodes searched. `watch` gets both after every depth."""
        engine = self._alpha_beta
        report = (lambda lines, _: watch(tuple(lines), engine.nodes)) if watch else None
        return engine.lines(position, limits, count, watch=report), engine.nodes

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best move so far."""
        self._engine.stop()
        self._alpha_beta.stop()

    @cached_property
    def _alpha_beta(self) -> Engine:
        """Comparisons of moves need multi-PV, which MCTS does not have."""
        engine = self._engine
        return engine if isinstance(engine, Engine) else Engine(self.game, self._megabytes)


def advise(
    position: Position, limits: Limits = HINT, *, only: Sequence[Move] = (), reasons: bool = False,
    lines: int = 1, watch: Callable[[SearchResult], None] | None = None, megabytes: int = 16,
    threads: int = 1,
) -> Advice:  # fmt: skip
    """The best move of a position, as `Adviser.advise` finds it. The game must not be over."""
    adviser = Adviser(position.game, megabytes, threads)
    return adviser.advise(position, limits, only=only, reasons=reasons, lines=lines, watch=watch)


@dataclass(frozen=True)
class Comparison:
    """A move and the best move, both searched from the same position."""

    best: SearchResult
    played: SearchResult

    @property
    def drop(self) -> float:
        """The win chance that the move gives away, from 0 to 1."""
        return round(max(0.0, win_chance(self.best.score) - win_chance(self.played.score)), 4)


def compare(position: Position, move: Move, limits: Limits = HINT) -> Comparison:
    """Compare a move with the best one."""
    adviser = Adviser(position.game)
    best = adviser.advise(position, limits).best
    played = best if best.move == move else adviser.advise(position, limits, only=(move,)).best
    return Comparison(best, played)


def earliest_draw(game: Game) -> int:
    """The number of moves before which a computer accepts no draw: the game has hardly begun."""
    return min(_LATEST_OPENING, max(_EARLIEST_DRAW, len(game.board.cells) // 2))


def accepts_draw(position: Position, side: str, limits: Limits = HINT) -> bool:
    """Whether a computer player accepts a draw: after the opening, if its search sees no better for its side
    than a draw."""
    if position.ply < earliest_draw(position.game):
        return False
    chance = advise(position, limits).win_chance
    return (chance if position.mover == side else 1 - chance) <= 0.5
