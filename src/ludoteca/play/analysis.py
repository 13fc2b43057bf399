"""A whole game looked over again: what each move was worth, which were mistakes, and what was better.

The game is gone through from its end, so that what has been seen of later positions helps with earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import exp

from ludoteca.engine import Engine, Limits, Score
from ludoteca.engine.reasons import Reason, faults, reasons
from ludoteca.engine.scores import final_score, is_proved, score_before, sort_key, win_chance
from ludoteca.games import Game, Move, Position, load
from ludoteca.play.record import Record
from ludoteca.play.tablebase import knowledge_of

MARKS = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))
"""How many chances to win, of 1, a move of each kind gives away at least."""
USUAL = Limits(nodes=100_000)
"""Nodes rather than seconds: the same on any machine."""
_STRICTNESS = 4.5
"""How fast accuracy falls: a move that gives away a tenth of the chances counts for about 64 %."""


@dataclass(frozen=True)
class Choice:
    """A move as a search from the position before it sees it."""

    move: Move
    score: Score
    continuation: tuple[Move, ...]
    depth: int
    """How deep the search was."""


@dataclass(frozen=True)
class Look:
    """What was found about one move of a game. All scores are in the eyes of whoever made it."""

    number: int
    """Which move it is, counted from 1."""
    by: str
    played: Choice
    best: Choice
    """The best move found, whose score is what the position was worth; the played one if none is better."""
    drop: float
    """How many chances to win it gave away, from 0 to 1."""
    mark: str
    """`blunder`, `mistake`, `inaccuracy`, or nothing."""
    is_forced: bool
    """Whether there was no other move."""
    faults: tuple[Reason, ...] = ()
    """What was wrong with the played move, if it is marked."""
    reasons: tuple[Reason, ...] = ()
    """Why the better one is better, if it is marked."""


@dataclass(frozen=True)
class Standing:
    """How well one side played, as far as it was looked at."""

    moves: int
    accuracy: float | None
    """From 0 to 100; None without a move that was free to choose."""
    loss: float | None
    """Chances given away per free move."""
    inaccuracies: int
    mistakes: int
    blunders: int


@dataclass
class Analysis:
    """A game and what has been found about it so far: None where nobody has looked."""

    record: Record
    positions: tuple[Position, ...]
    looks: list[Look | None] = field(default_factory=list)
    scores: list[Score | None] = field(default_factory=list)
    """What each position is worth, in its mover's eyes."""
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
        """First's chances in each position."""
        return tuple(
            None
            if score is None
            else win_chance(score)
            if position.mover == "first"
            else 1 - win_chance(score)
            for position, score in zip(self.positions, self.scores, strict=True)
        )

    @property
    def marked(self) -> list[Look]:
        return [look for look in self.looks if look and look.mark]

    def standing(self, side: str) -> Standing:
        mine = [look for look in self.looks if look and look.by == side]
        free = [look.drop for look in mine if not look.is_forced]
        counts = {word: sum(look.mark == word for look in mine) for word, _ in MARKS}
        return Standing(
            moves=len(mine),
            accuracy=sum(accuracy(drop) for drop in free) / len(free) if free else None,
            loss=sum(free) / len(free) if free else None,
            inaccuracies=counts["inaccuracy"],
            mistakes=counts["mistake"],
            blunders=counts["blunder"],
        )


def accuracy(drop: float) -> float:
    """How well a move was chosen, from 0 to 100."""
    return 100 * exp(-_STRICTNESS * drop)


def mark_of(drop: float) -> str:
    return next((word for word, least in MARKS if drop >= least), "")


class Analyst:
    """Looks a game over. It may run in a thread of its own: `analysis` always holds what there is."""

    def __init__(self, record: Record, limits: Limits = USUAL, game: Game | None = None) -> None:
        """Raises `BadRecord` if the record does not fit its rules."""
        positions = record.positions(game or load(record.game))
        nothing: list[None] = [None] * len(positions)
        self.analysis = Analysis(record, positions, list(nothing[1:]), list(nothing))
        self.limits = limits
        # Where the game is solved, what is said of its moves is a fact.
        self.engine = Engine(positions[0].game, megabytes=64, tablebase=knowledge_of(positions[0].game))
        self.is_stopped = False
        self._lines: dict[int, tuple[Move, ...]] = {}

    def stop(self) -> None:
        """End at once; what has been found stays."""
        self.is_stopped = True
        self.engine.stop()

    def run(self, tell: Callable[[int, int], None] | None = None) -> Analysis:
        """Look at everything, from the end; `tell` hears how many positions are done, and of how many."""
        number = len(self.analysis.positions)
        for at in reversed(range(number)):
            if not self.is_stopped:
                self._look_at(at)
            if tell and not self.is_stopped:
                tell(number - at, number)
        return self.analysis

    def _look_at(self, at: int) -> None:
        analysis, position = self.analysis, self.analysis.positions[at]
        if position.is_over:
            analysis.scores[at] = final_score(position)
            return
        best = self._search(position)
        look = None
        if at + 1 < len(analysis.positions):
            look = self._judge(at, best)
            best = look.best
        if self.is_stopped:  # half a search is no look
            return
        self._lines[at] = best.continuation
        analysis.scores[at] = best.score
        if look:
            analysis.looks[at] = look

    def _search(self, position: Position, only: tuple[Move, ...] = (), depth: int | None = None) -> Choice:
        best = self.engine.best(position, replace(self.limits, depth=depth), only=only)
        self.analysis.nodes += best.nodes
        self.analysis.seconds += best.seconds
        return Choice(best.move, best.score, best.continuation, best.depth)

    # -- one move -------------------------------------------------------------------------------------

    def _judge(self, at: int, best: Choice) -> Look:
        """Hold the played move against the best one."""
        position = self.analysis.positions[at]
        played = self._seen_later(at)
        if (
            not best.depth and win_chance(played.score) < 1
        ):  # no time to see anything: nothing to blame either
            best = played = replace(best, move=played.move, continuation=(played.move,))
        if best.move == played.move and not is_proved(played.score):
            played = best
        elif best.move == played.move:
            best = self._second_thoughts(position, best, played)
        elif not is_proved(played.score) and mark_of(win_chance(best.score) - win_chance(played.score)):
            # From the same position and as deep, lest a mistake is nothing but a search that looked further.
            played = self._search(position, (played.move,), best.depth)
        if sort_key(played.score) >= sort_key(best.score):
            best = played
        return self._look(at, best, played)

    def _seen_later(self, at: int) -> Choice:
        """The played move, as what was found after it shows it."""
        before, after = self.analysis.positions[at : at + 2]
        score = self.analysis.scores[at + 1]
        assert score is not None
        assert after.last is not None
        line = (after.last, *self._lines.get(at + 1, ()))
        return Choice(after.last, score_before(score, before, after), line, 0)

    def _second_thoughts(self, position: Position, best: Choice, played: Choice) -> Choice:
        """The move that seemed best has turned out to be worse than it seemed: perhaps another is better."""
        others = tuple(move for move in position.legal_moves if move != played.move)
        if not others or win_chance(played.score) >= win_chance(best.score):
            return played
        return self._search(position, others)

    def _look(self, at: int, best: Choice, played: Choice) -> Look:
        position = self.analysis.positions[at]
        drop = round(max(win_chance(best.score) - win_chance(played.score), 0.0), 4)
        mark = mark_of(drop)
        return Look(
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
