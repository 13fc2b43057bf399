"""Thinking about a position: deeper and deeper, until a limit is reached or the truth is known."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ludoteca.engine.limits import Limits
from ludoteca.engine.scores import PROVED, WIN, Draw, Estimate, Loss, Score, Win, score_of
from ludoteca.engine.traps import best_trap, equal_moves
from ludoteca.games import SIDES, Game, Move, Position
from ludoteca.games.networks import Network
from ludoteca.games.notation import Action
from ludoteca.kernel import Evaluator, Searcher, Tablebase

DEEPEST = 100
_ENDLESS = 2**62
_ENOUGH_FOR_LEVEL = 0.6
"""The share of time or nodes after which a search that sees nothing but a draw turns to setting traps."""
_TRAPPING = 100_000
"""Nodes for setting traps where no number is given."""
_GLANCE = 8
"""How many moves deep two moves must be equal before they are compared as traps."""
_SLIGHT = 25
"""Units by which somebody who would rather play on thinks less of going in circles."""
_LITTLE = 20_000
"""Nodes to find the next move of a line that is proved already."""

Weights = Mapping[str, int]
"""Weights of the evaluation by their names; those not given are the game's own."""


@dataclass(frozen=True)
class Line:
    """A move, and the play expected after it."""

    move: Move
    score: Score
    units: int
    """The score as the search reckons: hundredths of a plain piece, or almost 30,000 when it is proved."""
    continuation: tuple[Move, ...]
    """The play it expects, the move itself first."""
    depth: int
    start: Position
    """Where the move is played."""


@dataclass(frozen=True)
class Best:
    """The move a search would play, and what it saw."""

    move: Move
    score: Score
    continuation: tuple[Move, ...]
    """The play it expects, the move itself first."""
    depth: int
    nodes: int
    """Of the search; which of equal moves is the better trap is found out beside it."""
    seconds: float


Found = tuple[int, bool, list[Action], bool]
"""What the kernel says of one depth: units, whether no opinion was needed, the line, whether it stopped."""


class Engine:
    """Thinks about positions of one game. Keeps what it has learnt from one move to the next."""

    def __init__(
        self, game: Game, megabytes: int = 16, threads: int = 1, weights: Weights | None = None,
        knowledge: Tablebase | None = None, restless: bool = False, left_out: Collection[str] = (),
        network: Network | None = None,
    ) -> None:  # fmt: skip
        """With other `weights` than the game's own, a network is used only if it is given. With `knowledge`,
        a table of solved positions, what it says of them is the truth. If it is `restless` it goes in
        circles only where all else looks worse than the start. `left_out` are steps of the search to do
        without."""
        self.game = game
        self.knowledge = knowledge
        row = game.opinion_row(weights, network) if weights is not None or network else None
        evaluator = Evaluator(game.rules, row)
        self._searcher = Searcher(game.rules, megabytes, evaluator)
        self._others = [Searcher(game.rules, 0, evaluator, self._searcher) for _ in range(threads - 1)]
        for searcher in self._everyone:
            searcher.disable(left_out)
            if knowledge is not None:
                searcher.set_tablebase(knowledge)
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        self._told_to_stop = False
        self._circles = self._worth_of_circles() if restless else dict.fromkeys(SIDES, 0)
        """What coming back to a position is worth to each side."""

    def best(
        self, position: Position, limits: Limits | None = None, watch: Callable[[Best], None] | None = None,
        only: Sequence[Move] = (),
    ) -> Best:  # fmt: skip
        """The best move found within the limits. Always legal; the same nodes give the same move.

        `watch` is told of every completed depth; `only` are the moves to choose from, all if empty.
        """
        tell = (lambda lines, since: watch(self._best(lines[0], since))) if watch else None
        with self._thinking(position, limits) as (within, begun):
            lines = self._deepen(position, within, begun, 1, only, tell)
            best = self._best(lines[0], begun)
            if self._sees_a_draw(lines[0]) and not only and not self._told_to_stop:
                best = self._trap(position, best, within, begun)
        if isinstance(best.score, Estimate) or self._told_to_stop:
            return best
        line = self._played_out(replace(lines[0], move=best.move, continuation=best.continuation))
        return replace(best, continuation=line.continuation, score=line.score)

    def lines(
        self, position: Position, limits: Limits | None = None, count: int = 3, only: Sequence[Move] = ()
    ) -> tuple[Line, ...]:
        """The best moves, the best first, each with the play expected after it."""
        with self._thinking(position, limits) as (within, begun):
            lines = self._deepen(position, within, begun, count, only, None)
        if self._told_to_stop:
            return tuple(lines)
        return tuple(line if isinstance(line.score, Estimate) else self._played_out(line) for line in lines)

    def forget(self) -> None:
        """Begin anew: the next answer depends on the position and the limits alone."""
        self._searcher.clear_hash()

    def stop(self) -> None:
        """End a search that runs in another thread; it answers with what it has."""
        self._told_to_stop = True
        for searcher in self._everyone:
            searcher.stop()

    def opinion(self, position: Position) -> int:
        """The evaluation without any search, in the mover's eyes."""
        return self._searcher.evaluate(position.snapshot)

    @property
    def nodes(self) -> int:
        return sum(searcher.nodes for searcher in self._everyone)

    @property
    def _everyone(self) -> tuple[Searcher, ...]:
        """Whoever looks at the tree: one for each thread."""
        return (self._searcher, *self._others)

    # -- within ---------------------------------------------------------------------------------------

    @contextmanager
    def _thinking(self, position: Position, limits: Limits | None) -> Iterator[tuple[Limits, float]]:
        limits = limits or Limits()
        if limits == Limits():
            limits = Limits(seconds=1.0)
        if position.is_over:
            raise ValueError(f"the game is over: {position.outcome}")
        begun = time.perf_counter()
        self._told_to_stop = False
        for searcher in self._everyone:
            searcher.begin(position.snapshot, limits.nodes or _ENDLESS, self._circles[position.mover])
        alarm = threading.Timer(limits.alarm, self.stop) if limits.alarm is not None else None
        if alarm:
            alarm.daemon = True
            alarm.start()
        try:
            yield limits, begun
        finally:
            if alarm:
                alarm.cancel()

    def _deepen(
        self, position: Position, limits: Limits, begun: float, count: int, only: Sequence[Move],
        tell: Callable[[list[Line], float], None] | None,
    ) -> list[Line]:  # fmt: skip
        """The best `count` lines, looked at deeper and deeper."""
        allowed = tuple(only) or ((position.any_move,) if count == 1 else position.legal_moves)
        count = min(count, len(allowed))
        lines = [Line(move, score_of(0, False, 0), 0, (move,), 0, position) for move in allowed[:count]]
        changes = 0
        spent = [0, 0]
        level = 0
        for depth in range(1, min(limits.depth or DEEPEST, DEEPEST) + 1):
            deeper, stopped = self._look(position, lines, depth, count, only)
            changes = changes // 2 + 2 * (deeper[0].move != lines[0].move)
            lines = deeper
            if stopped:
                break
            if tell:
                tell(lines, begun)
            if all(isinstance(line.score, Win | Loss | Draw) for line in lines):
                break
            spent.append(self.nodes)
            level = level + 1 if self._sees_a_draw(lines[0]) else 0
            if count == 1 and level and _is_cheap(spent):
                lines = [self._confirmed(position, lines[0])]
                if isinstance(lines[0].score, Draw):
                    break
            if level > 1 and self._has_spent(limits, begun, _ENOUGH_FOR_LEVEL):
                break
            if limits.is_time(time.perf_counter() - begun, changes):
                break
        if count == 1 and isinstance(lines[0].score, Win | Loss):
            lines = [self._nearest(position, lines[0], limits)]
        return lines

    def _worth_of_circles(self) -> dict[str, int]:
        """For who would rather play on: somewhat less than the start. Where one side has fewer pieces the
        start looks bad for it, with all to play for."""
        start = self.game.start()
        units = self.opinion(start)
        return {side: min(0, units if side == start.mover else -units) - _SLIGHT for side in SIDES}

    def _sees_a_draw(self, line: Line) -> bool:
        return line.units == 0 or (line.units < 0 and line.units == self._circles[line.start.mover])

    def _has_spent(self, limits: Limits, begun: float, share: float) -> bool:
        """Whether a share of what the limits allow is gone."""
        if limits.nodes is not None and self._searcher.nodes >= share * limits.nodes:
            return True
        return limits.alarm is not None and time.perf_counter() - begun >= share * limits.alarm

    @staticmethod
    def _is_late(limits: Limits, begun: float) -> bool:
        return limits.alarm is not None and time.perf_counter() - begun >= 0.95 * limits.alarm

    def _trap(self, position: Position, best: Best, limits: Limits, begun: float) -> Best:
        """Nothing is to be gained by force: of equal moves the one that is hardest to answer."""
        if best.depth < 2 or self._has_spent(limits, begun, 0.95) or len(position.legal_moves) == 1:
            return best
        left = _TRAPPING if limits.nodes is None else limits.nodes - best.nodes
        share = max(1, left // 3)
        proved = isinstance(best.score, Draw)
        circle = self._circles[position.mover]
        self._searcher.begin(position.snapshot, share, circle)
        depth = best.depth if proved else min(best.depth, _GLANCE)
        equal = equal_moves(self._searcher, position, best.move, depth, proved, 0 if proved else circle)
        if len(equal) < 2 or self._has_spent(limits, begun, 0.95):
            return best
        move = best_trap(self._searcher, position, equal, share, lambda: self._is_late(limits, begun))
        if (
            move is None
            or move == best.move
            or not (proved or self._is_sound(position, move, best.depth, share))
        ):
            return best
        return replace(best, move=move, continuation=(move,), seconds=time.perf_counter() - begun)

    def _is_sound(self, position: Position, move: Move, depth: int, nodes: int) -> bool:
        """Whether a move that looked equal at a glance is not refuted by what is left to look deeper."""
        circle = self._circles[position.mover]
        self._searcher.begin(position.snapshot, nodes, circle)
        self._searcher.restrict([move.actions], [], 0)
        for deeper in range(min(depth, _GLANCE), depth + 1):
            found = self._searcher.search(deeper)
            if found is None or found[3]:
                break
            if found[0] < circle:
                return False
        return True

    def _nearest(self, position: Position, line: Line, limits: Limits) -> Line:
        """A proved line, made as short as it can be if there is time to look: first for the shortest."""
        plies = WIN - abs(line.units)
        for sooner in range(1, plies if limits.depth is None else 1):
            found = self._searcher.verify(line.units, sooner)
            if found:
                return self._line(position, line, line.depth, found) or line
        return line

    def _confirmed(self, position: Position, line: Line) -> Line:
        """Perhaps the search has seen the whole game: if nothing needs to be left out, it is proved. If
        it has not, that takes long: it gives up after a quarter of what was spent so far."""
        found = self._searcher.verify(0, line.depth, self.nodes // 4)
        if self._told_to_stop:
            self._searcher.stop()
        if found is None or not found[1]:
            return line
        return self._line(position, line, line.depth, found) or line

    def _played_out(self, line: Line) -> Line:
        """A proved line to its end: the table may have cut it short. Most is remembered, little looked at."""
        if self.knowledge is not None and isinstance(line.score, Draw):
            return line  # a draw by the table may have no end
        moves = list(line.continuation)
        position = line.start
        for move in moves:
            position = position.play(move)
        while not position.is_over and len(moves) < DEEPEST:
            self._searcher.begin(position.snapshot, _LITTLE)
            found: Found | None = None
            for depth in range(1, DEEPEST - len(moves)):
                found = self._searcher.search(depth) or found
                if found is None or found[3] or (found[1] or abs(found[0]) > PROVED):
                    break
            more = position.moves_of(found[2]) if found else ()
            if not found or found[3] or not more:
                break
            for move in more:
                moves.append(move)
                position = position.play(move)
        score = Draw(len(moves)) if isinstance(line.score, Draw) else line.score
        return replace(line, continuation=tuple(moves), score=score)

    def _look(
        self, position: Position, known: list[Line], depth: int, count: int, only: Sequence[Move]
    ) -> tuple[list[Line], bool]:
        """All lines at one depth, and whether the search was stopped. What a stopped search did not get to
        stays as it was known."""
        found: list[Line] = []
        for number in range(count):
            if count > 1 or only:
                unwanted = [line.move.actions for line in found]
                guess = known[number].units
                for searcher in self._everyone:
                    searcher.restrict([move.actions for move in only], unwanted, guess)
            result = self._search(depth)
            better = self._line(position, known[number], depth, result) if result else None
            if better and better.move not in [line.move for line in found]:
                found.append(better)
            if result is None or result[3]:
                rest = [line for line in known if line.move not in [one.move for one in found]]
                return (found + rest)[:count], True
        found.sort(key=lambda line: -line.units)
        # A thread that took the end of a move from another's table may know only its beginning.
        return found or known, False

    def _search(self, depth: int) -> Found | None:
        """One depth. All threads look at the same tree and see in the table what the others have found; who
        is first at the end answers for all."""
        if self._pool is None:
            return self._searcher.search(depth)
        first: list[Found] = []

        def deepen(searcher: Searcher) -> Found | None:
            found: Found | None = searcher.search(depth)
            if found and not found[3]:
                first.append(found)
                for other in self._everyone:
                    if other is not searcher:
                        other.stop()
            return found

        running: list[Future[Found | None]] = [self._pool.submit(deepen, other) for other in self._others]
        try:
            found = deepen(self._searcher)
        finally:
            for other in self._others:
                other.stop()
            for one in running:
                one.result()
        for searcher in self._everyone:
            searcher.resume()
        if self._told_to_stop:
            self.stop()
        if first:
            self._searcher.set_expected_score(first[0][0])
            return first[0]
        return found

    def _line(self, position: Position, known: Line, depth: int, found: Found) -> Line | None:
        """What a deeper search says. One that was stopped half-way may have found a better move, but
        its score is no more than what was known before."""
        units, exhausted, actions, stopped = found
        moves = position.moves_of(actions)
        if not moves:
            return None
        if stopped and known.depth:
            return known if moves[0] == known.move else replace(known, move=moves[0], continuation=moves)
        score = score_of(units, exhausted, len(moves))
        return Line(moves[0], score, units, moves, 0 if stopped else depth, position)

    def _best(self, line: Line, begun: float) -> Best:
        return Best(
            line.move, line.score, line.continuation, line.depth, self.nodes, time.perf_counter() - begun
        )


def _is_cheap(spent: list[int]) -> bool:
    """Whether looking deeper costs no more than it did."""
    return spent[-1] - spent[-2] <= 1.1 * (spent[-2] - spent[-3])
