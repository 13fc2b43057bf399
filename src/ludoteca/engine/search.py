"""Alpha-beta search by iterative deepening, until a limit is reached or the result is proved."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ludoteca.engine.exclusive import exclusively
from ludoteca.engine.limits import Limits
from ludoteca.engine.scores import PROVED, WIN, Draw, Estimate, Loss, Score, Win, score_of
from ludoteca.engine.smp import SearchThreads
from ludoteca.engine.traps import TrapSearch
from ludoteca.games import SIDES, Game, Move, Position
from ludoteca.games.learnt import LearntEvaluation
from ludoteca.games.networks import Network
from ludoteca.kernel import Evaluator, Iteration, ProbedTable, Searcher

MAX_DEPTH = 100
_UNLIMITED = 2**62
_DRAW_SHARE = 0.6
"""The share of the limits after which a search that sees only a draw starts the trap search."""
_TRAP_NODES = 100_000
"""Nodes for the trap search without a node limit."""
_CONTEMPT = 25
"""Units by which a repetition is worth less than the start, with `avoid_repetition`."""
_EXTENSION_NODES = 20_000
"""Nodes to find the next move of a line that is already proved."""

STOPS = ("depth", "nodes", "playouts", "time", "stopped", "proved", "draw")
"""Why a search ends: a limit, a call of `stop`, a proved result, or nothing but a draw in sight."""

Weights = Mapping[str, int]
"""Evaluation weights by name; missing ones are the game's own."""


@dataclass(frozen=True)
class Line:
    """A move with its principal variation (multi-PV)."""

    move: Move
    score: Score
    units: int
    """The score as the search counts: hundredths of a plain piece, or nearly 30,000 when it is proved."""
    continuation: tuple[Move, ...]
    """The principal variation, the move itself first."""
    depth: int
    start: Position
    """The position before the move."""


@dataclass(frozen=True)
class SearchResult:
    """The best move, with score and statistics of the search."""

    move: Move
    score: Score
    continuation: tuple[Move, ...]
    """The principal variation, the move itself first."""
    depth: int
    nodes: int
    """Nodes of the search, without those of the trap search."""
    seconds: float
    stop: str = ""
    """Why the search ended: one of `STOPS`; empty while it runs."""


class Engine:
    """Searches positions of one game. The transposition table is kept from one move to the next.

    One thread at a time may search: a call while another one runs raises `ConcurrentUse`, except `stop` and
    `nodes`. Give each thread an engine of its own, or one engine more `threads`."""

    def __init__(
        self, game: Game, megabytes: int = 16, threads: int = 1, weights: Weights | None = None,
        tablebase: ProbedTable | None = None, avoid_repetition: bool = False, disabled: Collection[str] = (),
        network: Network | None = None, evaluation: LearntEvaluation | str | None = None,
        parameters: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        """With `weights`, the game's own network and learnt evaluation are not used, only the given ones.
        `evaluation` is a learnt one, or `tuned` or `default` to search without. A `tablebase` is probed
        within the search. `avoid_repetition` scores repetitions below the start position (contempt).
        `disabled` names steps of the search to switch off, `parameters` changes some of its constants."""
        self.game = game
        self.tablebase = tablebase
        self._in_use = threading.Lock()
        given = weights is not None or network or evaluation
        row = game.eval_weights(weights, network, evaluation) if given else None
        evaluator = Evaluator(game.rules, row)
        self._threads = SearchThreads(
            game.rules, megabytes, threads, evaluator, disabled, tablebase, parameters
        )
        self.stop_reason = ""
        """Why the last search ended, one of `STOPS`."""
        self.searched = 0
        """Nodes of the last search, without those that extend proved lines."""
        self._repetition = self._repetition_scores() if avoid_repetition else dict.fromkeys(SIDES, 0)
        """The score of a repetition for each side."""

    def best(
        self, position: Position, limits: Limits | None = None,
        watch: Callable[[SearchResult], None] | None = None, only: Sequence[Move] = (),
    ) -> SearchResult:  # fmt: skip
        """The best move found within the limits; the same nodes give the same move.

        `watch` is called after every completed depth; `only` restricts the root moves. Raises `IllegalMove`
        if one of them is not legal, and `BadPosition` for a position of another game.
        """
        report = (lambda lines, started: watch(self._result(lines[0], started))) if watch else None
        only = legal_among(position, only)
        with exclusively(self._in_use):
            with self._searching(position, limits) as (limits, started):
                lines = self._deepen(position, limits, started, 1, only, report)
                best = self._result(lines[0], started)
                if self._is_draw_score(lines[0]) and not only and not self._threads.stopped:
                    best = self._set_trap(position, best, limits, started)
            best = replace(best, stop=self.stop_reason)
            if isinstance(best.score, Estimate) or self._threads.stopped:
                return best
            line = self._extended(replace(lines[0], move=best.move, continuation=best.continuation))
            return replace(best, continuation=line.continuation, score=line.score)

    def lines(
        self, position: Position, limits: Limits | None = None, count: int = 3, only: Sequence[Move] = (),
        watch: Callable[[Sequence[Line], float], None] | None = None,
    ) -> tuple[Line, ...]:  # fmt: skip
        """Multi-PV: the best `count` moves, best first. `watch` is called after every completed depth, with
        the lines and the seconds so far."""
        if count < 1:
            raise ValueError("at least one line must be asked for")
        report = (lambda lines, started: watch(lines, time.perf_counter() - started)) if watch else None
        only = legal_among(position, only)
        with exclusively(self._in_use):
            with self._searching(position, limits) as (limits, started):
                lines = self._deepen(position, limits, started, count, only, report)
            if self._threads.stopped:
                return tuple(lines)
            return tuple(line if isinstance(line.score, Estimate) else self._extended(line) for line in lines)

    def set_tablebase(self, tablebase: ProbedTable | None) -> None:
        """Probe another tablebase from now on. Clears the transposition table if it is another one."""
        if tablebase is not self.tablebase:
            with exclusively(self._in_use):
                self.tablebase = tablebase
                self._threads.set_tablebase(tablebase)

    def clear_hash(self) -> None:
        """Clear the transposition table: the next result depends on position and limits alone."""
        with exclusively(self._in_use):
            self._searcher.clear_hash()

    def stop(self) -> None:
        """Stop a search that runs in another thread; it returns its best move so far."""
        self._threads.stop()

    def evaluate(self, position: Position) -> int:
        """The static evaluation, for the mover."""
        with exclusively(self._in_use):
            return self._searcher.evaluate(position.snapshot)

    @property
    def nodes(self) -> int:
        return self._threads.nodes

    @property
    def _searcher(self) -> Searcher:
        """The searcher of the main thread, for everything that is not searched in parallel."""
        return self._threads.main

    # -- iterative deepening --------------------------------------------------------------------------

    @contextmanager
    def _searching(self, position: Position, limits: Limits | None) -> Iterator[tuple[Limits, float]]:
        limits = limits or Limits()
        if limits == Limits():
            limits = Limits(seconds=1.0)
        if position.is_over:
            raise ValueError(f"the game is over: {position.outcome}")
        started = time.perf_counter()
        self._threads.begin(position, limits.nodes or _UNLIMITED, self._repetition[position.mover])
        seconds = limits.hard_seconds
        timer = threading.Timer(seconds, self.stop) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            yield limits, started
        finally:
            self.searched = self.nodes
            if timer:
                timer.cancel()

    def _deepen(
        self, position: Position, limits: Limits, started: float, count: int, only: Sequence[Move],
        report: Callable[[list[Line], float], None] | None,
    ) -> list[Line]:  # fmt: skip
        """The best `count` lines by iterative deepening."""
        allowed = tuple(only) or ((position.any_move,) if count == 1 else position.legal_moves)
        count = min(count, len(allowed))
        lines = [Line(move, score_of(0, False, 0), 0, (move,), 0, position) for move in allowed[:count]]
        changes = 0
        spent = [0, 0]
        draw_depths = 0
        self.stop_reason = "depth"
        for depth in range(1, min(limits.depth or MAX_DEPTH, MAX_DEPTH) + 1):
            deeper, stopped = self._search_depth(position, lines, depth, count, only)
            changes = changes // 2 + 2 * (deeper[0].move != lines[0].move)
            lines = deeper
            if stopped:
                self.stop_reason = self._limit_reached(limits, started)
                break
            if report:
                report(lines, started)
            if all(isinstance(line.score, Win | Loss | Draw) for line in lines):
                self.stop_reason = "proved"
                break
            spent.append(self.nodes)
            draw_depths = draw_depths + 1 if self._is_draw_score(lines[0]) else 0
            if count == 1 and draw_depths and _is_cheap(spent):
                lines = [self._verified_draw(position, lines[0])]
                if isinstance(lines[0].score, Draw):
                    self.stop_reason = "proved"
                    break
            if draw_depths > 1 and self._has_spent(limits, started, _DRAW_SHARE):
                self.stop_reason = "draw"
                break
            if limits.is_time_up(time.perf_counter() - started, changes):
                self.stop_reason = "time"
                break
        if count == 1 and isinstance(lines[0].score, Win | Loss):
            lines = [self._shortest(position, lines[0], limits)]
        return lines

    def _limit_reached(self, limits: Limits, started: float) -> str:
        """Which limit has stopped the search."""
        if limits.nodes is not None and self.nodes >= limits.nodes:
            return "nodes"
        return "time" if self._has_elapsed(limits, started, 1.0) else "stopped"

    def _search_depth(
        self, position: Position, known: list[Line], depth: int, count: int, only: Sequence[Move]
    ) -> tuple[list[Line], bool]:
        """All lines at one depth, and whether the search was stopped. Lines that a stopped search did not
        reach keep their earlier results."""
        found: list[Line] = []
        for number in range(count):
            if count > 1 or only:
                excluded = [line.move.actions for line in found]
                self._threads.restrict([move.actions for move in only], excluded, known[number].units)
            result = self._threads.search(depth)
            line = self._line(position, known[number], depth, result) if result else None
            if line and line.move not in [one.move for one in found]:
                found.append(line)
            if result is None or result[3]:
                rest = [line for line in known if line.move not in [one.move for one in found]]
                return (found + rest)[:count], True
        found.sort(key=lambda line: -line.units)
        # A PV taken from another thread's table entry may end within the first move: then nothing is found.
        return found or known, False

    def _line(self, position: Position, known: Line, depth: int, found: Iteration) -> Line | None:
        """The line of a deeper search. A stopped search may have a better move, but its score is not
        reliable: the score of the last complete depth stays."""
        units, exhausted, actions, stopped = found
        moves = position.moves_of(actions)
        if not moves:
            return None
        if stopped and known.depth:
            return known if moves[0] == known.move else replace(known, move=moves[0], continuation=moves)
        score = score_of(units, exhausted, len(moves))
        return Line(moves[0], score, units, moves, 0 if stopped else depth, position)

    def _result(self, line: Line, started: float) -> SearchResult:
        elapsed = time.perf_counter() - started
        return SearchResult(line.move, line.score, line.continuation, line.depth, self.nodes, elapsed)

    def _has_spent(self, limits: Limits, started: float, share: float) -> bool:
        """Whether a share of the limits is used up."""
        if limits.nodes is not None and self._searcher.nodes >= share * limits.nodes:
            return True
        return self._has_elapsed(limits, started, share)

    @staticmethod
    def _has_elapsed(limits: Limits, started: float, share: float) -> bool:
        seconds = limits.hard_seconds
        return seconds is not None and time.perf_counter() - started >= share * seconds

    # -- proved results -------------------------------------------------------------------------------

    def _shortest(self, position: Position, line: Line, limits: Limits) -> Line:
        """A proved win or loss with the shortest distance, by trying smaller depths first."""
        plies = WIN - abs(line.units)
        for depth in range(1, plies if limits.depth is None else 1):
            found = self._searcher.verify(line.units, depth)
            if found:
                return self._line(position, line, line.depth, found) or line
        return line

    def _verified_draw(self, position: Position, line: Line) -> Line:
        """The line with a proved draw, if a search without pruning confirms it. The attempt is limited to a
        quarter of the nodes spent so far."""
        found = self._searcher.verify(0, line.depth, self.nodes // 4)
        if self._threads.stopped:
            self._searcher.stop()
        if found is None or not found.proved:
            return line
        return self._line(position, line, line.depth, found) or line

    def _extended(self, line: Line) -> Line:
        """A proved line extended to the end of the game: table hits may have cut the PV short."""
        if self.tablebase is not None and isinstance(line.score, Draw):
            return line  # a drawn game may be endless
        moves = list(line.continuation)
        position = line.start
        for move in moves:
            position = position.play(move)
        while not position.is_over and len(moves) < MAX_DEPTH:
            more = self._proved_moves(position, MAX_DEPTH - len(moves))
            if isinstance(line.score, Win | Loss) and len(more) > line.score.plies - len(moves):
                more = self._shortest_moves(position, line.score.plies - len(moves))
            if not more:
                break
            for move in more:
                moves.append(move)
                position = position.play(move)
        score = Draw(len(moves)) if isinstance(line.score, Draw) else line.score
        return replace(line, continuation=tuple(moves), score=score)

    def _proved_moves(self, position: Position, max_depth: int) -> tuple[Move, ...]:
        """The PV of a small search that should prove the position; mostly hash hits."""
        self._searcher.begin(position.snapshot, _EXTENSION_NODES)
        found: Iteration | None = None
        for depth in range(1, max_depth):
            found = self._searcher.search(depth) or found
            if found is None or found.stopped or (found.proved or abs(found.score) > PROVED):
                break
        return position.moves_of(found.pv) if found and not found.stopped else ()

    def _shortest_moves(self, position: Position, plies: int) -> tuple[Move, ...]:
        """The PV of a proof that the mover wins, or else loses, within some plies; empty if none is found."""
        for sign in (1, -1):
            self._searcher.begin(position.snapshot, _EXTENSION_NODES)
            found = self._searcher.verify(sign * (WIN - plies), plies) if plies > 0 else None
            if found:
                return position.moves_of(found.pv)
        return ()

    # -- draws ----------------------------------------------------------------------------------------

    def _repetition_scores(self) -> dict[str, int]:
        """Slightly below the start position, which is bad for a side that starts with fewer pieces."""
        start = self.game.start()
        units = self.evaluate(start)
        return {side: min(0, units if side == start.mover else -units) - _CONTEMPT for side in SIDES}

    def _is_draw_score(self, line: Line) -> bool:
        return line.units == 0 or (line.units < 0 and line.units == self._repetition[line.start.mover])

    def _set_trap(
        self, position: Position, best: SearchResult, limits: Limits, started: float
    ) -> SearchResult:
        """Replace a drawing move by an equal one that is harder to answer."""
        if best.depth < 2 or self._has_spent(limits, started, 0.95) or len(position.legal_moves) == 1:
            return best
        left = _TRAP_NODES if limits.nodes is None else limits.nodes - best.nodes
        search = TrapSearch(
            self._searcher, position, best.depth, isinstance(best.score, Draw),
            self._repetition[position.mover], max(1, left // 3),
        )  # fmt: skip
        move = search.run(
            best.move,
            lambda: self._has_spent(limits, started, 0.95),
            lambda: self._has_elapsed(limits, started, 0.95),
        )
        if move == best.move:
            return best
        return replace(best, move=move, continuation=(move,), seconds=time.perf_counter() - started)


def legal_among(position: Position, only: Sequence[Move]) -> tuple[Move, ...]:
    """Root moves as legal moves of the position. Raises `IllegalMove` if one is not."""
    if not only:
        return ()
    legal = set(position.legal_moves)
    return tuple(move if move in legal else position.find(move) for move in only)


def _is_cheap(spent: list[int]) -> bool:
    """Whether the last depth cost no more nodes than the one before."""
    return spent[-1] - spent[-2] <= 1.1 * (spent[-2] - spent[-3])
