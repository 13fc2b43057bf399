"""Calibration of a game's levels by self-play.

1. Players along the skill scale and a random mover play their neighbours and second neighbours. Neighbours
   alone would overstate the differences.
2. All are rated on one scale, with the random mover at 0.
3. The rating curve is cut into levels about 200 Elo apart.
4. A level that does not beat the one below it is dropped.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import inf

from ludoteca.engine.skill import TOP, profile_of
from ludoteca.parallel import Workers, open_pool
from ludoteca.play.opponents import Level, level_names, level_number
from ludoteca.tournament.curve import CurvePoint, cut, rising
from ludoteca.tournament.games import GameSetup, Pairing, derived_seed
from ludoteca.tournament.ratings import Meeting, Ratings
from ludoteca.tournament.series import LONGEST, Plan, Series
from ludoteca.tournament.sprt import ACCEPTED, REJECTED, Sprt
from ludoteca.tournament.workers import Progress, play_games

RANDOM = "random"
GATE = Sprt(0, 80)
"""The test of a level against the one below it."""
SURE = 0.95
"""The likelihood of superiority that suffices where the test is undecided."""
SURE_ENOUGH = 0.9
"""The likelihood of superiority that suffices in a quick calibration, which has no test."""

GRID_SHARE = 0.6
"""The share of a time limit for the rating games."""
_LEAST_GAMES = 10
"""Games per pair under any time limit."""


@dataclass(frozen=True)
class Method:
    """The amount of play."""

    skills: tuple[int, ...]
    games: int
    """Per pair."""
    gate: int
    """The most games between a level and the one below it; 0 uses the ratings alone."""
    seed: int = 1
    max_plies: int = LONGEST
    seconds: float | None = None
    """A time limit; with one, the result depends on the machine."""

    @property
    def is_quick(self) -> bool:
        return not self.gate

    @property
    def meetings(self) -> list[tuple[str, str]]:
        """The pairs that play each other."""
        ladder = [RANDOM, *map(player, self.skills)]
        return [pair for near in (1, 2) for pair in zip(ladder, ladder[near:], strict=False)]


FULL = Method(tuple(round(TOP * n / 9) for n in range(10)), games=200, gate=400)
QUICK = Method(tuple(round(TOP * n / 7) for n in range(7)), games=12, gate=0)
"""Without the slowest players."""


def player(skill: int) -> str:
    """The player specification for a skill."""
    return f"level:s={skill / TOP:g}"


@dataclass(frozen=True)
class Step:
    """A level against the one below it."""

    upper: int
    lower: int
    """Their skill values."""
    passed: bool
    superiority: float
    """The likelihood that the upper one is stronger."""
    games: int
    verdict: str
    """The verdict of the test; empty without a test."""


@dataclass
class Calibration:
    """The result of a calibration."""

    method: Method
    levels: list[Level] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    """Every comparison of neighbours, including the failed ones."""
    curve: list[tuple[int, float, float, float]] = field(default_factory=list)
    """Skill, Elo, low and high of every rated player."""
    games: int = 0
    games_per_pair: int = 0
    """In the rating games."""
    first_advantage: float = 0.0
    draws: float = 0.0
    unfinished: int = 0
    """Games adjudicated at the ply limit."""


def calibrate(
    setup: GameSetup, method: Method, workers: Workers, progress: Progress,
    clock: Callable[[], float] = time.monotonic,
) -> Calibration:  # fmt: skip
    """Calibrate the levels of a game."""
    return _Calibrator(setup, method, workers, progress, clock).run()


def distinct(
    points: Sequence[CurvePoint], passes: Callable[[CurvePoint, CurvePoint], bool]
) -> list[CurvePoint]:
    """The points each of which beats the one below it. The strongest always stays: weaker points that it
    does not beat are dropped instead."""
    kept: list[CurvePoint] = []
    for point in points:
        last = point is points[-1]
        while kept and not passes(kept[-1], point):
            if not last:
                break
            kept.pop()
        else:
            kept.append(point)
    return kept


class _Calibrator:
    """The four steps of a calibration."""

    def __init__(
        self,
        setup: GameSetup,
        method: Method,
        workers: Workers,
        progress: Progress,
        clock: Callable[[], float],
    ) -> None:
        self.setup, self.method, self.workers = setup, method, workers
        self.progress, self.clock = progress, clock
        self.found = Calibration(method)
        self.names = [player(skill) for skill in method.skills]
        self.started = clock()

    def run(self) -> Calibration:
        found, method = self.found, self.method
        ratings = Ratings(self._grid(), RANDOM)
        rated = [ratings[name] for name in self.names]
        found.curve = [(k, r.elo, r.low, r.high) for k, r in zip(method.skills, rated, strict=True)]
        found.first_advantage, found.draws = ratings.first_advantage, ratings.draws
        curve = rising([r.elo for r in rated], [1 / max(r.high - r.low, 1) ** 2 for r in rated])
        points = cut(method.skills, curve)
        patience = self._left() / (len(points) - 1)

        def passes(lower: CurvePoint, upper: CurvePoint) -> bool:
            if lower.skill == upper.skill:
                return False
            step = self._gate(lower, upper, patience) if method.gate else self._guess(ratings, lower, upper)
            found.steps.append(step)
            found.games += step.games
            return step.passed

        found.levels = self._named(ratings, curve, distinct(points, passes))
        return found

    def _left(self, share: float = 1.0) -> float:
        """Seconds left of a share of the time limit."""
        if self.method.seconds is None:
            return inf
        return max(share * self.method.seconds - (self.clock() - self.started), 0.0)

    # -- games ----------------------------------------------------------------------------------------

    def _grid(self) -> list[Meeting]:
        """Play the rating games and count the results by pair and sides."""
        method, found = self.method, self.found
        pairs = len(method.meetings)
        results: dict[tuple[str, str], Counter[str | None]] = {}
        self.progress("grid", 0, pairs * method.games)
        with open_pool(self.workers) as pool:
            for played in play_games(pool, self.setup, self._pairings()):
                sides = str(played.pairing.first), str(played.pairing.second)
                results.setdefault(sides, Counter())[played.winner] += 1
                found.games += 1
                found.unfinished += played.reason == "adjudication"
                self.progress("grid", found.games, pairs * method.games)
                if found.games >= _LEAST_GAMES * pairs and not self._left(GRID_SHARE):
                    break
        found.games_per_pair = found.games // pairs
        return [
            Meeting(*sides, wins=won["first"], draws=won[None], losses=won["second"])
            for sides, won in sorted(results.items())
        ]

    def _pairings(self) -> Iterator[Pairing]:
        """One game of each pair in turn, so that a time limit affects all pairs equally."""
        for row in zip(*(self._plan(a, b, self.method.games) for a, b in self.method.meetings), strict=True):
            yield from row

    def _plan(self, a: str, b: str, games: int) -> Iterator[Pairing]:
        seed = derived_seed(self.method.seed, a, b)
        return Plan(self.setup, a, b, games, seed, max_plies=self.method.max_plies).pairings()

    def _gate(self, lower: CurvePoint, upper: CurvePoint, patience: float) -> Step:
        """Test a level against the one below it."""
        method, until = self.method, self.clock() + patience
        seed = derived_seed(method.seed, "gate", lower.skill, upper.skill)
        a, b = player(upper.skill), player(lower.skill)
        series = Series(Plan(self.setup, a, b, method.gate, seed, max_plies=method.max_plies, sprt=GATE))
        with closing(series.play(self.workers)) as games:
            for number, _ in enumerate(games, 1):
                self.progress("gate", number, method.gate)
                if self.clock() > until:
                    break
        sure = series.score.strength.superiority
        passed = series.verdict == ACCEPTED or (series.verdict != REJECTED and sure >= SURE)
        return Step(upper.skill, lower.skill, passed, sure, series.score.games, series.verdict)

    # -- ratings --------------------------------------------------------------------------------------

    def _guess(self, ratings: Ratings, lower: CurvePoint, upper: CurvePoint) -> Step:
        """Compare two levels by their ratings."""
        shares: dict[str, float] = {}
        for point, sign in ((upper, 1), (lower, -1)):
            for number, share in point.blend:
                shares[self.names[number]] = shares.get(self.names[number], 0.0) + sign * share
        sure = ratings.likelihood(shares)
        return Step(upper.skill, lower.skill, sure >= SURE_ENOUGH, sure, 0, "")

    def _named(self, ratings: Ratings, curve: Sequence[float], kept: Sequence[CurvePoint]) -> list[Level]:
        """The levels with their names and ratings."""
        levels = []
        for point, name in zip(kept, level_names(len(kept)), strict=True):
            rating = ratings.blend({self.names[n]: share for n, share in point.blend})
            elo, margin = sum(curve[n] * share for n, share in point.blend), (rating.high - rating.low) / 2
            numbers = (round(value) for value in (elo, elo - margin, elo + margin))
            levels.append(
                Level(level_number(name), name, point.skill, profile_of(point.skill).nodes, *numbers)
            )
        return levels
