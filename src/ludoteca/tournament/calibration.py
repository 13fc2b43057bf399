"""Levels of a game, measured: strengths all along the knob, a curve through them, and steps that can be felt.

1. Some places on the knob and a random mover play each other: neighbours and second neighbours, for chains of
   neighbours alone make differences look larger than they are.
2. All are put on one scale, on which the random mover is 0.
3. The curve is cut into levels, about 200 Elo apart.
4. Each must beat the one below it, or it is not offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field

from ludoteca.engine.knob import TOP, skill
from ludoteca.play.levels import Level, spread
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
    first_advantage: float = 0.0
    draws: float = 0.0
    unfinished: int = 0
    """Games that were adjudicated because they were too long."""


def calibrate(ground: Ground, method: Method, processes: int, watch: Watch) -> Calibration:
    """Measure the levels of a game. Takes as long as the method says; `watch` sees how far it is."""
    found = Calibration(method)
    ratings = Ratings(_measured(ground, method, processes, watch, found), RANDOM)
    names = [player(knob) for knob in method.knobs]
    rated = [ratings[name] for name in names]
    found.curve = [(k, r.elo, r.low, r.high) for k, r in zip(method.knobs, rated, strict=True)]
    found.first_advantage, found.draws = ratings.first_advantage, ratings.draws
    curve = rising([r.elo for r in rated], [1 / max(r.high - r.low, 1) ** 2 for r in rated])
    places = cut(method.knobs, curve)

    def passes(lower: Place, upper: Place) -> bool:
        if lower.knob == upper.knob:
            return False
        step = _gated(ground, method, processes, watch, lower.knob, upper.knob) if method.gate else None
        step = step or _judged(ratings, names, lower, upper)
        found.games += step.games
        found.steps.append(step)
        return step.passed

    kept = distinct(places, passes)
    found.levels = _named(ratings, names, kept)
    return found


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


# -- playing ------------------------------------------------------------------------------------------


def _measured(
    ground: Ground, method: Method, processes: int, watch: Watch, found: Calibration
) -> list[Meeting]:
    """All games of the grid, counted by who had which side."""
    total = len(method.meetings) * method.games
    results: dict[tuple[str, str], Counter[str | None]] = {}
    watch("grid", 0, total)
    with Workers(ground, processes) as workers:
        for played in workers.play(_grid(ground, method)):
            pairing = played.pairing
            results.setdefault((pairing.first, pairing.second), Counter())[played.winner] += 1
            ended = played.record.result
            found.unfinished += ended is not None and ended.reason == "adjudication"
            found.games += 1
            watch("grid", found.games, total)
    return [
        Meeting(*sides, wins=won["first"], draws=won[None], losses=won["second"])
        for sides, won in sorted(results.items())
    ]


def _grid(ground: Ground, method: Method) -> Iterator[Pairing]:
    """The games of all pairs, a game of each in turn, so that what there is of them is spread evenly."""
    plans = [
        Plan(ground, a, b, method.games, derived(method.seed, a, b), max_plies=method.max_plies).pairings()
        for a, b in method.meetings
    ]
    for row in zip(*plans, strict=True):
        yield from row


def _gated(ground: Ground, method: Method, processes: int, watch: Watch, lower: int, upper: int) -> Step:
    """The test that a level must pass."""
    seed = derived(method.seed, "gate", lower, upper)
    plan = Plan(
        ground, player(upper), player(lower), method.gate, seed, max_plies=method.max_plies, sprt=GATE
    )
    series = Series(plan)
    with closing(series.play(processes)) as games:
        for number, _ in enumerate(games, 1):
            watch("gate", number, method.gate)
    sure = series.score.strength.superiority
    passed = series.verdict == ACCEPTED or (series.verdict != REJECTED and sure >= SURE)
    return Step(upper, lower, passed, sure, series.score.games, series.verdict)


# -- judging ------------------------------------------------------------------------------------------


def _judged(ratings: Ratings, names: Sequence[str], lower: Place, upper: Place) -> Step:
    """What the games of the grid say of two levels."""
    shares: dict[str, float] = {}
    for place, sign in ((upper, 1), (lower, -1)):
        for number, share in place.blend:
            shares[names[number]] = shares.get(names[number], 0.0) + sign * share
    sure = ratings.likelihood(shares)
    return Step(upper.knob, lower.knob, sure >= SURE_ENOUGH, sure, 0, "")


def _named(ratings: Ratings, names: Sequence[str], kept: Sequence[Place]) -> list[Level]:
    levels = []
    for number, (place, name) in enumerate(zip(kept, spread(len(kept)), strict=True), 1):
        rating = ratings.blend({names[place]: share for place, share in place.blend})
        elo, low, high = (round(value) for value in (rating.elo, rating.low, rating.high))
        levels.append(Level(number, name, place.knob, skill(place.knob).nodes, elo, low, high))
    return levels
