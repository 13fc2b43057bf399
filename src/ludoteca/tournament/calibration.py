"""Levels of a game, measured: strengths all along the knob, a curve through them, and steps that can be felt.

1. Some places on the knob and a random mover play each other: neighbours and second neighbours, for chains of
   neighbours alone make differences look larger than they are.
2. All are put on one scale, on which the random mover is 0.
3. The curve is cut into levels, about 200 Elo apart.
4. Each must beat the one below it, or it is not offered.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import inf

from ludoteca.engine.skill import TOP, skill
from ludoteca.play.opponents import Level, spread
from ludoteca.tournament.curve import Place, cut, rising
from ludoteca.tournament.games import Ground, Pairing, derived
from ludoteca.tournament.ratings import Meeting, Ratings
from ludoteca.tournament.series import LONGEST, Plan, Series
from ludoteca.tournament.sprt import ACCEPTED, REJECTED, Sprt
from ludoteca.tournament.workers import Workers

RANDOM = "random"
GATE = Sprt(0, 80)
"""What a level must show against the one below it."""
SURE = 0.95
"""The likelihood of being stronger that will do where the test found no answer."""
SURE_ENOUGH = 0.9
"""… and where there was no time for a test."""

GRID_SHARE = 0.6
"""Of the time, if it is limited, for the first part."""
_LEAST_GAMES = 10
"""Of each pair that meets, however little time there is."""

Watch = Callable[[str, int, int], None]
"""Told what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Method:
    """How much is played."""

    knobs: tuple[int, ...]
    games: int
    """Between each two that meet."""
    gate: int
    """At most so many between a level and the one below it; 0 to go by the ratings alone."""
    seed: int = 1
    max_plies: int = LONGEST
    seconds: float | None = None
    """Stop playing after so long and go by what there is; then another machine may find other levels."""

    @property
    def is_quick(self) -> bool:
        return not self.gate

    @property
    def meetings(self) -> list[tuple[str, str]]:
        """Who plays whom."""
        ladder = [RANDOM, *map(player, self.knobs)]
        return [pair for near in (1, 2) for pair in zip(ladder, ladder[near:], strict=False)]


FULL = Method(tuple(round(TOP * n / 9) for n in range(10)), games=200, gate=400)
QUICK = Method(tuple(round(TOP * n / 7) for n in range(7)), games=12, gate=0)
"""Without the slowest end of the knob."""


def player(knob: int) -> str:
    """The player at a place of the knob, as it is asked for."""
    return f"level:s={knob / TOP:g}"


@dataclass(frozen=True)
class Step:
    """A level against the one below it."""

    upper: int
    lower: int
    """Their knobs."""
    passed: bool
    superiority: float
    """The likelihood that the upper one is stronger."""
    games: int
    verdict: str
    """What the test said; empty if there was none."""


@dataclass
class Calibration:
    """What was found out about a game's levels."""

    method: Method
    levels: list[Level] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    """Every comparison of neighbours, those that failed included."""
    curve: list[tuple[int, float, float, float]] = field(default_factory=list)
    """Knob, Elo, low and high of every place that was measured."""
    games: int = 0
    games_per_pair: int = 0
    """In the first part, for each two that met."""
    first_advantage: float = 0.0
    draws: float = 0.0
    unfinished: int = 0
    """Games that were adjudicated because they were too long."""


def calibrate(
    ground: Ground, method: Method, processes: int, watch: Watch, clock: Callable[[], float] = time.monotonic
) -> Calibration:
    """Measure the levels of a game. Takes as long as the method says; `watch` sees how far it is."""
    return _Measuring(ground, method, processes, watch, clock).run()


def distinct(places: Sequence[Place], passes: Callable[[Place, Place], bool]) -> list[Place]:
    """The places each of which beats the one below it. The strongest stays; the weaker one of two that are
    alike makes way for it."""
    kept: list[Place] = []
    for place in places:
        last = place is places[-1]
        while kept and not passes(kept[-1], place):
            if not last:
                break
            kept.pop()
        else:
            kept.append(place)
    return kept


class _Measuring:
    """The four steps, and what is known after each."""

    def __init__(
        self, ground: Ground, method: Method, processes: int, watch: Watch, clock: Callable[[], float]
    ) -> None:
        self.ground, self.method, self.processes = ground, method, processes
        self.watch, self.clock = watch, clock
        self.found = Calibration(method)
        self.names = [player(knob) for knob in method.knobs]
        self.begun = clock()

    def run(self) -> Calibration:
        found, method = self.found, self.method
        ratings = Ratings(self._grid(), RANDOM)
        rated = [ratings[name] for name in self.names]
        found.curve = [(k, r.elo, r.low, r.high) for k, r in zip(method.knobs, rated, strict=True)]
        found.first_advantage, found.draws = ratings.first_advantage, ratings.draws
        curve = rising([r.elo for r in rated], [1 / max(r.high - r.low, 1) ** 2 for r in rated])
        places = cut(method.knobs, curve)
        patience = self._left() / (len(places) - 1)

        def passes(lower: Place, upper: Place) -> bool:
            if lower.knob == upper.knob:
                return False
            step = self._gate(lower, upper, patience) if method.gate else self._guess(ratings, lower, upper)
            found.steps.append(step)
            found.games += step.games
            return step.passed

        found.levels = self._named(ratings, curve, distinct(places, passes))
        return found

    def _left(self, share: float = 1.0) -> float:
        """Seconds left of a share of the time."""
        if self.method.seconds is None:
            return inf
        return max(share * self.method.seconds - (self.clock() - self.begun), 0.0)

    # -- playing --------------------------------------------------------------------------------------

    def _grid(self) -> list[Meeting]:
        """All games of the first part, counted by who had which side."""
        method, found = self.method, self.found
        pairs = len(method.meetings)
        results: dict[tuple[str, str], Counter[str | None]] = {}
        self.watch("grid", 0, pairs * method.games)
        with Workers(self.ground, self.processes) as workers:
            for played in workers.play(self._pairings()):
                sides = played.pairing.first, played.pairing.second
                results.setdefault(sides, Counter())[played.winner] += 1
                found.games += 1
                found.unfinished += played.reason == "adjudication"
                self.watch("grid", found.games, pairs * method.games)
                if found.games >= _LEAST_GAMES * pairs and not self._left(GRID_SHARE):
                    break
        found.games_per_pair = found.games // pairs
        return [
            Meeting(*sides, wins=won["first"], draws=won[None], losses=won["second"])
            for sides, won in sorted(results.items())
        ]

    def _pairings(self) -> Iterator[Pairing]:
        """The games of all pairs, a game of each in turn, so that what there is of them is spread evenly."""
        for row in zip(*(self._plan(a, b, self.method.games) for a, b in self.method.meetings), strict=True):
            yield from row

    def _plan(self, a: str, b: str, games: int) -> Iterator[Pairing]:
        seed = derived(self.method.seed, a, b)
        return Plan(self.ground, a, b, games, seed, max_plies=self.method.max_plies).pairings()

    def _gate(self, lower: Place, upper: Place, patience: float) -> Step:
        """The test that a level must pass."""
        method, until = self.method, self.clock() + patience
        seed = derived(method.seed, "gate", lower.knob, upper.knob)
        a, b = player(upper.knob), player(lower.knob)
        series = Series(Plan(self.ground, a, b, method.gate, seed, max_plies=method.max_plies, sprt=GATE))
        with closing(series.play(self.processes)) as games:
            for number, _ in enumerate(games, 1):
                self.watch("gate", number, method.gate)
                if self.clock() > until:
                    break
        sure = series.score.strength.superiority
        passed = series.verdict == ACCEPTED or (series.verdict != REJECTED and sure >= SURE)
        return Step(upper.knob, lower.knob, passed, sure, series.score.games, series.verdict)

    # -- judging --------------------------------------------------------------------------------------

    def _guess(self, ratings: Ratings, lower: Place, upper: Place) -> Step:
        """What the games of the first part say of two levels."""
        shares: dict[str, float] = {}
        for place, sign in ((upper, 1), (lower, -1)):
            for number, share in place.blend:
                shares[self.names[number]] = shares.get(self.names[number], 0.0) + sign * share
        sure = ratings.likelihood(shares)
        return Step(upper.knob, lower.knob, sure >= SURE_ENOUGH, sure, 0, "")

    def _named(self, ratings: Ratings, curve: Sequence[float], kept: Sequence[Place]) -> list[Level]:
        """The levels with their places on the curve, and how sure those are."""
        levels = []
        for number, (place, name) in enumerate(zip(kept, spread(len(kept)), strict=True), 1):
            rating = ratings.blend({self.names[n]: share for n, share in place.blend})
            elo, reach = sum(curve[n] * share for n, share in place.blend), (rating.high - rating.low) / 2
            numbers = (round(value) for value in (elo, elo - reach, elo + reach))
            levels.append(Level(number, name, place.knob, skill(place.knob).nodes, *numbers))
        return levels
