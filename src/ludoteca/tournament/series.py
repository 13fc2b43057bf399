"""Many games between two players: both sides equally, every opening twice, counted as they are played."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import count

from ludoteca.errors import LudotecaError
from ludoteca.play.players import ask_for
from ludoteca.play.record import Record
from ludoteca.tournament.games import GameFailed, Ground, Pairing, Played
from ludoteca.tournament.openings import openings
from ludoteca.tournament.sprt import UNDECIDED, Sprt
from ludoteca.tournament.strength import Strength, strength
from ludoteca.tournament.workers import Workers

LONGEST = 1000
"""Plies after which a game is adjudicated a draw, if nothing else is said."""


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    ground: Ground
    a: str
    b: str
    """The players as they are asked for."""
    games: int
    """At most so many in all."""
    seed: int = 0
    opening_plies: int | None = None
    even_openings: bool = False
    """Whether the engine must think that either side may win, as far as the game has such openings."""
    max_plies: int = LONGEST
    sprt: Sprt | None = None

    def pairings(self) -> Iterator[Pairing]:
        """All games in their order: each opening twice, A first with `first`, then with `second`."""
        varied = openings(self.ground.start(), self.seed, self.opening_plies, even=self.even_openings)
        opening: tuple[str, ...] = ()
        for number in range(self.games):
            if number % 2 == 0:
                opening = next(varied)
            first, second = (self.a, self.b) if number % 2 == 0 else (self.b, self.a)
            yield Pairing(number, first, second, opening, self.seed, self.max_plies)


@dataclass
class Side:
    """What A did with one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass
class Score:
    """What has been counted so far, from A's side."""

    by_side: dict[str, Side] = field(default_factory=lambda: {"first": Side(), "second": Side()})
    points: dict[int, list[float]] = field(default_factory=dict)
    """For each opening, by its number, the points of its games."""
    _begun: set[tuple[str, ...]] = field(default_factory=set)
    plies: int = 0
    choices: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """Moves chosen by A and by B, and how long they thought."""

    def add(self, played: Played) -> None:
        number = played.pairing.number
        own = "first" if number % 2 == 0 else "second"
        side, won = self.by_side[own], played.winner
        side.wins += won == own
        side.draws += won is None
        side.losses += won not in (own, None)
        self.points.setdefault(number // 2, []).append(0.5 if won is None else float(won == own))
        self._begun.add(played.pairing.opening)
        self.plies += played.plies
        for place, player in enumerate((0, 1) if own == "first" else (1, 0)):
            self.choices[player] += played.choices[place]
            self.seconds[player] += played.seconds[place]

    @property
    def wins(self) -> int:
        return sum(side.wins for side in self.by_side.values())

    @property
    def draws(self) -> int:
        return sum(side.draws for side in self.by_side.values())

    @property
    def losses(self) -> int:
        return sum(side.losses for side in self.by_side.values())

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def openings(self) -> int:
        """How many different ones were played."""
        return len(self._begun)

    @property
    def pairs(self) -> tuple[int, ...]:
        """How many openings, played from both sides, gave A 0, ½, 1, 1½ and 2 points."""
        whole = [round(2 * sum(won)) for won in self.points.values() if len(won) == 2]
        return tuple(whole.count(halves) for halves in range(5))

    @property
    def strength(self) -> Strength:
        return strength([(sum(won), len(won)) for won in self.points.values()])

    def seconds_per_move(self, player: int) -> float:
        return self.seconds[player] / self.choices[player] if self.choices[player] else 0.0


class Series:
    """The games of a plan. `score` says at any time what has been played; `keep` is given every record."""

    def __init__(self, plan: Plan, keep: Callable[[Record], None] | None = None) -> None:
        start = plan.ground.start()
        for asked in (plan.a, plan.b):
            if ask_for(asked).is_person:
                raise LudotecaError("a person cannot play a match: it takes many games, and nobody is asked.")
            ask_for(asked).seat(start.game)
        if start.is_over:
            raise LudotecaError("the game is over before a match could begin.")
        self.plan = plan
        self.score = Score()
        self.keep = keep
        self._counted: Played | None = None

    @property
    def verdict(self) -> str:
        """What the test says so far; `undecided` if there is none."""
        sprt = self.plan.sprt
        return sprt.verdict(self.score.pairs) if sprt else UNDECIDED

    def play(self, processes: int) -> Generator[Played, None, None]:
        """Play until all games are over or the test has an answer, and give each game once it is counted.

        Games are counted in their own order, not in the order in which they end, so that the answer does
        not depend on the number of processes. Only if this is broken off, all that have ended count.
        """
        ended: dict[int, Played] = {}
        try:
            with Workers(self.plan.ground, processes) as workers:
                games = workers.play(self.plan.pairings())
                for number in count():
                    while number not in ended:
                        played = next(games, None)
                        if played is None:
                            return
                        ended[played.pairing.number] = played
                    yield self._count(ended[number])
                    del ended[number]
                    if number % 2 and self.verdict != UNDECIDED:
                        return
        except (KeyboardInterrupt, GeneratorExit, GameFailed):
            for number in sorted(ended):
                self._count(ended[number])
            raise

    def _count(self, played: Played) -> Played:
        """Keep a game's record and count it, each once, even if it was broken off in between."""
        if self.keep:
            self.keep(played.record)
        if self._counted is not played:
            self.score.add(played)
            self._counted = played
        return played
