"""Game review: the score of each move of a recorded game, which moves were mistakes, and what was better.

The game is searched from its end, so that results of later positions help with earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import exp

from ludoteca.engine import Limits, Score
from ludoteca.engine.reasons import Reason, faults, reasons
from ludoteca.engine.scores import final_score, is_proved, score_before, sort_key, win_chance
from ludoteca.games import Game, Move, Position, load
from ludoteca.play.advise import Adviser
from ludoteca.play.record import Record

MARKS = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))
"""The least drop of the win chance for each mark."""
DEFAULT_LIMITS = Limits(nodes=100_000)
"""Per search; nodes, for the same review on every machine."""
_STRICTNESS = 4.5
"""The decay of accuracy: a drop of a tenth counts for about 64 %."""


@dataclass(frozen=True)
class Candidate:
    """A move with the result of a search from the position before it."""

    move: Move
    score: Score
    continuation: tuple[Move, ...]
    depth: int


@dataclass(frozen=True)
class MoveReview:
    """The review of one move. All scores are from the point of view of the side that made it."""

    number: int
    """From 1."""
    by: str
    played: Candidate
    best: Candidate
    """The best move found, whose score is that of the position; the played move if none is better."""
    drop: float
    """The win chance given away, from 0 to 1."""
    mark: str
    """`blunder`, `mistake`, `inaccuracy`, or empty."""
    is_forced: bool
    """Whether it was the only legal move."""
    faults: tuple[Reason, ...] = ()
    """What is wrong with the played move, if it is marked."""
    reasons: tuple[Reason, ...] = ()
    """Why the best move is better, if the move is marked."""


@dataclass(frozen=True)
class SideSummary:
    """The quality of one side's reviewed moves."""

    moves: int
    accuracy: float | None
    """From 0 to 100; None without a move that was not forced."""
    loss: float | None
    """The mean drop of moves that were not forced."""
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass
class Analysis:
    """A game and its review so far; None for what is not reviewed yet."""

    record: Record
    positions: tuple[Position, ...]
    reviews: list[MoveReview | None] = field(default_factory=list)
    scores: list[Score | None] = field(default_factory=list)
    """The score of each position, for its mover."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def game(self) -> Game:
        return self.positions[0].game

    @property
    def is_complete(self) -> bool:
        return None not in self.scores

    @property
    def chances(self) -> tuple[float | None, ...]:
        """First's win chance in each position."""
        return tuple(
            None
            if score is None
            else win_chance(score)
            if position.mover == "first"
            else 1 - win_chance(score)
            for position, score in zip(self.positions, self.scores, strict=True)
        )

    @property
    def marked(self) -> list[MoveReview]:
        return [one for one in self.reviews if one and one.mark]

    def summary(self, side: str) -> SideSummary:
        own = [one for one in self.reviews if one and one.by == side]
        free = [one.drop for one in own if not one.is_forced]
        counts = {word: sum(one.mark == word for one in own) for word, _ in MARKS}
        return SideSummary(
            moves=len(own),
            accuracy=sum(accuracy(drop) for drop in free) / len(free) if free else None,
            loss=sum(free) / len(free) if free else None,
            inaccuracies=counts["inaccuracy"],
            mistakes=counts["mistake"],
            blunders=counts["blunder"],
        )


def accuracy(drop: float) -> float:
    """The accuracy of a move, from 0 to 100."""
    return 100 * exp(-_STRICTNESS * drop)


def mark_of(drop: float) -> str:
    return next((word for word, least in MARKS if drop >= least), "")


class Analyser:
    """Reviews a game. It may run in its own thread: `analysis` always holds the results so far."""

    def __init__(self, record: Record, limits: Limits = DEFAULT_LIMITS, game: Game | None = None) -> None:
        """Raises `BadRecord` if the record does not fit its rules."""
        positions = record.positions(game or load(record.game))
        nothing: list[None] = [None] * len(positions)
        self.analysis = Analysis(record, positions, list(nothing[1:]), list(nothing))
        self.limits = limits
        self.adviser = Adviser(positions[0].game, megabytes=64)
        self.is_stopped = False
        self._lines: dict[int, tuple[Move, ...]] = {}

    def stop(self) -> None:
        """Stop at once; results so far are kept."""
        self.is_stopped = True
        self.adviser.stop()

    def run(self, progress: Callable[[int, int], None] | None = None) -> Analysis:
        """Review all moves; `progress` gets the number of finished positions and their total."""
        number = len(self.analysis.positions)
        for at in reversed(range(number)):
            if not self.is_stopped:
                self._review_position(at)
            if progress and not self.is_stopped:
                progress(number - at, number)
        return self.analysis

    def _review_position(self, at: int) -> None:
        analysis, position = self.analysis, self.analysis.positions[at]
        if position.is_over:
            analysis.scores[at] = final_score(position)
            return
        best = self._search(position)
        review = None
        if at + 1 < len(analysis.positions):
            review = self._compare(at, best)
            best = review.best
        if self.is_stopped:  # the search is incomplete
            return
        self._lines[at] = best.continuation
        analysis.scores[at] = best.score
        if review:
            analysis.reviews[at] = review

    def _search(self, position: Position, only: tuple[Move, ...] = (), depth: int | None = None) -> Candidate:
        best = self.adviser.advise(position, replace(self.limits, depth=depth), only=only).best
        self.analysis.nodes += best.nodes
        self.analysis.seconds += best.seconds
        return Candidate(best.move, best.score, best.continuation, best.depth)

    # -- one move -------------------------------------------------------------------------------------

    def _compare(self, at: int, best: Candidate) -> MoveReview:
        """Compare the played move with the best one."""
        position = self.analysis.positions[at]
        played = self._backed_up(at)
        if not best.depth and win_chance(played.score) < 1:  # not even one depth: nothing to compare
            best = played = replace(best, move=played.move, continuation=(played.move,))
        if best.move == played.move and not is_proved(played.score):
            played = best
        elif best.move == played.move:
            best = self._next_best(position, best, played)
        elif not is_proved(played.score) and mark_of(win_chance(best.score) - win_chance(played.score)):
            # To the same depth from the same position, so that a deeper search does not look like a mistake.
            played = self._search(position, (played.move,), best.depth)
        if sort_key(played.score) >= sort_key(best.score):
            best = played
        return self._review(at, best, played)

    def _backed_up(self, at: int) -> Candidate:
        """The played move, with the score of the position after it."""
        before, after = self.analysis.positions[at : at + 2]
        score = self.analysis.scores[at + 1]
        assert score is not None
        assert after.last is not None
        line = (after.last, *self._lines.get(at + 1, ()))
        return Candidate(after.last, score_before(score, before, after), line, 0)

    def _next_best(self, position: Position, best: Candidate, played: Candidate) -> Candidate:
        """Search the other moves if the best one turned out worse than its score."""
        others = tuple(move for move in position.legal_moves if move != played.move)
        if not others or win_chance(played.score) >= win_chance(best.score):
            return played
        return self._search(position, others)

    def _review(self, at: int, best: Candidate, played: Candidate) -> MoveReview:
        position = self.analysis.positions[at]
        drop = round(max(win_chance(best.score) - win_chance(played.score), 0.0), 4)
        mark = mark_of(drop)
        return MoveReview(
            number=at + 1,
            by=position.mover,
            played=played,
            best=best,
            drop=drop,
            mark=mark,
            is_forced=len(position.legal_moves) == 1,
            faults=faults(best, played) if mark else (),
            reasons=reasons(position, best) if mark else (),
        )
