"""Formats of tournaments: who plays whom, as a function of the results so far.

Fixtures are computed from all results anew, in the order of the format: they depend on nothing else, so that
an interrupted tournament goes on as if it had not been.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, log2

ROUND_ROBIN, GAUNTLET, SWISS, KNOCKOUT = "round-robin", "gauntlet", "swiss", "knockout"
FORMATS = (ROUND_ROBIN, GAUNTLET, SWISS, KNOCKOUT)

TIE_BREAKS = 4
"""The most pairs of games that a tied meeting of a knock-out is extended by."""
_STEPS = 20_000
"""The most steps of the search for Swiss pairings without rematches."""


@dataclass(frozen=True, order=True)
class GameKey:
    """A game of a tournament: of two players by their numbers, counted from 0."""

    round: int
    """From 1."""
    a: int
    b: int
    number: int
    """In the meeting, from 0. A begins the games with even numbers."""

    def __str__(self) -> str:
        return f"{self.round}.{self.a + 1}.{self.b + 1}.{self.number + 1}"

    @classmethod
    def parse(cls, text: str) -> GameKey:
        """Raises ValueError."""
        turn, a, b, number = (int(part) for part in text.split("."))
        if min(turn, a, b, number) < 1:
            raise ValueError(text)
        return cls(turn, a - 1, b - 1, number - 1)


Results = Mapping[GameKey, float]
"""The points of A: 0, ½ or 1."""


@dataclass(frozen=True)
class Fixture:
    """A meeting of two players in a round."""

    round: int
    a: int
    b: int
    games: int

    def keys(self) -> list[GameKey]:
        return [GameKey(self.round, self.a, self.b, number) for number in range(self.games)]

    def points(self, results: Results) -> float | None:
        """The points of A, if all games are over."""
        found = [results.get(key) for key in self.keys()]
        return sum(one for one in found if one is not None) if None not in found else None


@dataclass(frozen=True)
class Schedule:
    """All fixtures that are known, and who had a bye."""

    fixtures: tuple[Fixture, ...]
    byes: tuple[tuple[int, int], ...] = ()
    """Rounds and players."""
    champion: int | None = None
    """The winner of a knock-out, once it is known."""


@dataclass(frozen=True)
class Format:
    """The format of a tournament of some players, in the order of their strength if it is known."""

    name: str
    players: int
    games: int
    """Of each meeting."""
    rounds: int | None = None
    """Of a Swiss tournament; in a round robin, how often everybody meets everybody."""

    @property
    def swiss_rounds(self) -> int:
        usual = ceil(log2(self.players))
        return min(self.rounds or usual, _most_swiss_rounds(self.players))

    @property
    def total(self) -> int | None:
        """The number of games, if the results do not change it."""
        if self.name == KNOCKOUT:
            return None
        if self.name == SWISS:
            return self.swiss_rounds * (self.players // 2) * self.games
        return sum(one.games for one in self.schedule({}).fixtures)

    def schedule(self, results: Results) -> Schedule:
        """The fixtures of all rounds that can be paired by the results."""
        if self.name == SWISS:
            return _swiss(self, results)
        if self.name == KNOCKOUT:
            return _knockout(self, results)
        pairs = _gauntlet(self.players) if self.name == GAUNTLET else _circle(self.players)
        cycle = max(turn for turn, _, _ in pairs)
        return Schedule(
            tuple(
                Fixture(turn + cycle * again, a, b, self.games)
                for again in range(self.rounds or 1)
                for turn, a, b in pairs
            )
        )

    def order(self, fixtures: Sequence[Fixture]) -> Iterator[GameKey]:
        """The games of some fixtures: opening by opening, so that all meetings advance alike."""
        most = max((one.games for one in fixtures), default=0)
        for pair in range(0, most, 2):
            for one in fixtures:
                yield from (GameKey(one.round, one.a, one.b, n) for n in (pair, pair + 1) if n < one.games)


# -- round robin and gauntlet -------------------------------------------------------------------------


def _circle(players: int) -> list[tuple[int, int, int]]:
    """Berger's rounds, by the circle method: round and players of each meeting, the lower number first."""
    ring: list[int | None] = [*range(players), *([None] if players % 2 else [])]
    found = []
    for turn in range(1, len(ring)):
        half = len(ring) // 2
        for one, other in zip(ring[:half], reversed(ring[half:]), strict=True):
            if one is not None and other is not None:
                found.append((turn, min(one, other), max(one, other)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


def _gauntlet(players: int) -> list[tuple[int, int, int]]:
    """The first player against each of the others."""
    return [(turn, 0, turn) for turn in range(1, players)]


# -- Swiss system -------------------------------------------------------------------------------------


def _most_swiss_rounds(players: int) -> int:
    """Without rematches and second byes there are no more rounds than these."""
    return players - 1 if players % 2 == 0 else players


def _swiss(form: Format, results: Results) -> Schedule:
    fixtures: list[Fixture] = []
    byes: list[tuple[int, int]] = []
    scores = [0.0] * form.players
    met: Counter[tuple[int, int]] = Counter()
    for turn in range(1, form.swiss_rounds + 1):
        pairs, free = _swiss_round(tuple(scores), frozenset(met.items()), frozenset(one for _, one in byes))
        now = [Fixture(turn, a, b, form.games) for a, b in pairs]
        fixtures += now
        if free is not None:
            byes.append((turn, free))
            scores[free] += form.games
        for one in now:
            points = one.points(results)
            if points is None:
                return Schedule(tuple(fixtures), tuple(byes))
            scores[one.a] += points
            scores[one.b] += one.games - points
            met[one.a, one.b] += 1
    return Schedule(tuple(fixtures), tuple(byes))


@lru_cache(256)
def _swiss_round(
    scores: tuple[float, ...], met: frozenset[tuple[tuple[int, int], int]], had_bye: frozenset[int]
) -> tuple[list[tuple[int, int]], int | None]:
    """The pairs of a round, the lower number first, and who has the bye.

    Players with equal scores meet, the upper half of their group against the lower half. Nobody meets the
    same player twice as long as that is possible; the last player without a bye gets it.
    """
    ranked = sorted(range(len(scores)), key=lambda one: (-scores[one], one))
    without = [one for one in reversed(ranked) if one not in had_bye] or ranked[-1:]
    for most in range(len(scores)):  # rematches only where there is no other way
        known = frozenset(pair for pair, times in met if times > most)
        for free in without if len(ranked) % 2 else (None,):
            pairs = _pair([one for one in ranked if one != free], scores, known, [_STEPS])
            if pairs is not None:
                return [(min(pair), max(pair)) for pair in pairs], free
    raise AssertionError("everybody can be paired if rematches are allowed")


def _pair(
    ranked: Sequence[int], scores: Sequence[float], met: frozenset[tuple[int, int]], steps: list[int]
) -> list[tuple[int, int]] | None:
    """Pairs of all players by backtracking; None if there are none, or none was found soon enough."""
    if not ranked:
        return []
    steps[0] -= 1
    if steps[0] < 0:
        return None
    best, *others = ranked
    group = sum(scores[one] == scores[best] for one in ranked)
    half = group // 2 - 1 if group > 1 else 0
    # Nearest score first; within the group from its lower half on.
    order = sorted(
        range(len(others)),
        key=lambda at: (scores[best] - scores[others[at]], (at - half) % max(group - 1, 1)),
    )
    for at in order:
        rival = others[at]
        if (min(best, rival), max(best, rival)) in met:
            continue
        rest = _pair([one for one in others if one != rival], scores, met, steps)
        if rest is not None:
            return [(best, rival), *rest]
    return None


# -- knock-out ----------------------------------------------------------------------------------------


def _knockout(form: Format, results: Results) -> Schedule:
    fixtures: list[Fixture] = []
    byes: list[tuple[int, int]] = []
    bracket: list[int | None] = [seed if seed < form.players else None for seed in _bracket(form.players)]
    turn = 0
    while len(bracket) > 1:
        turn += 1
        winners: list[int | None] = []
        known = True
        for one, other in zip(bracket[::2], bracket[1::2], strict=True):
            if one is None or other is None:
                through = one if other is None else other
                assert through is not None
                byes.append((turn, through))
                winners.append(through)
                continue
            fixture = _extended(Fixture(turn, min(one, other), max(one, other), form.games), results)
            fixtures.append(fixture)
            winner = _winner(fixture, results)
            known = known and winner is not None
            winners.append(winner)
        if not known:
            return Schedule(tuple(fixtures), tuple(byes))
        bracket = winners
    return Schedule(tuple(fixtures), tuple(byes), bracket[0])


def _bracket(players: int) -> list[int]:
    """The places of a bracket: the two best can meet only in the final."""
    places = [0]
    while len(places) < players:
        size = 2 * len(places)
        places = [seed for one in places for seed in (one, size - 1 - one)]
    return places


def _extended(fixture: Fixture, results: Results) -> Fixture:
    """A tied meeting goes on with another pair of games."""
    for _ in range(TIE_BREAKS):
        points = fixture.points(results)
        if points is None or 2 * points != fixture.games:
            break
        fixture = Fixture(fixture.round, fixture.a, fixture.b, fixture.games + 2)
    return fixture


def _winner(fixture: Fixture, results: Results) -> int | None:
    """Who goes through, if all games are over; of a tie that remains, the player that was named first."""
    points = fixture.points(results)
    if points is None:
        return None
    return fixture.a if 2 * points >= fixture.games else fixture.b
