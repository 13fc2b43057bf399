"""A match of many games between two players: every opening is played twice, with sides swapped."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from itertools import count

from ludoteca.errors import LudotecaError
from ludoteca.parallel import Workers, open_pool
from ludoteca.play.players import PlayerSpec, parse_player
from ludoteca.play.record import Record
from ludoteca.tournament.games import GameFailed, GameSetup, Pairing, Played
from ludoteca.tournament.openings import openings
from ludoteca.tournament.sprt import UNDECIDED, Sprt
from ludoteca.tournament.strength import Strength, strength
from ludoteca.tournament.workers import play_games

LONGEST = 1000
"""The default ply limit, after which a game is adjudicated as a draw."""


@dataclass(frozen=True)
class Plan:
    """The plan of a match."""

    setup: GameSetup
    a: PlayerSpec | str
    b: PlayerSpec | str
    games: int
    """The largest number of games."""
    seed: int = 0
    opening_plies: int | None = None
    even_openings: bool = False
    """Whether to prefer balanced openings."""
    max_plies: int = LONGEST
    sprt: Sprt | None = None

    def pairings(self) -> Iterator[Pairing]:
        """All games in order: each opening twice, A as `first` and then as `second`."""
        varied = openings(self.setup.start(), self.seed, self.opening_plies, even=self.even_openings)
        opening: tuple[str, ...] = ()
        for number in range(self.games):
            if number % 2 == 0:
                opening = next(varied)
            first, second = (self.a, self.b) if number % 2 == 0 else (self.b, self.a)
            yield Pairing(number, first, second, opening, self.seed, self.max_plies)


@dataclass
class Side:
    """A's results with one side."""

    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass
class Score:
    """The running score, from A's point of view."""

    by_side: dict[str, Side] = field(default_factory=lambda: {"first": Side(), "second": Side()})
    points: dict[int, list[float]] = field(default_factory=dict)
    """The points of the games of each opening, by its number."""
    _openings: set[tuple[str, ...]] = field(default_factory=set)
    plies: int = 0
    choices: list[int] = field(default_factory=lambda: [0, 0])
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """The numbers of moves and the thinking times of A and B."""
    faults: list[Played] = field(default_factory=list)
    """Games that a player forfeited."""

    def add(self, played: Played) -> None:
        number = played.pairing.number
        own = "first" if number % 2 == 0 else "second"
        side, won = self.by_side[own], played.winner
        side.wins += won == own
        side.draws += won is None
        side.losses += won not in (own, None)
        self.points.setdefault(number // 2, []).append(0.5 if won is None else float(won == own))
        self._openings.add(played.pairing.opening)
        self.plies += played.plies
        if played.fault:
            self.faults.append(played)
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
        """The number of distinct openings."""
        return len(self._openings)

    @property
    def pairs(self) -> tuple[int, ...]:
        """The pentanomial counts: openings in which A scored 0, ½, 1, 1½ and 2 points."""
        whole = [round(2 * sum(won)) for won in self.points.values() if len(won) == 2]
        return tuple(whole.count(halves) for halves in range(5))

    @property
    def strength(self) -> Strength:
        return strength([(sum(won), len(won)) for won in self.points.values()])

    def seconds_per_move(self, player: int) -> float:
        return self.seconds[player] / self.choices[player] if self.choices[player] else 0.0


class Series:
    """Plays a plan. `score` is always current; `keep` receives every record."""

    def __init__(self, plan: Plan, keep: Callable[[Record], None] | None = None) -> None:
        start = plan.setup.start()
        for spec in (plan.a, plan.b):
            wanted = parse_player(spec)
            if wanted.is_person:
                raise LudotecaError("match.person")
            wanted.for_game(start.game)
        if start.is_over:
            raise LudotecaError("match.over-at-start")
        self.plan = plan
        self.score = Score()
        self.keep = keep
        self._counted: Played | None = None

    @property
    def verdict(self) -> str:
        """The verdict of the test so far; `undecided` without a test."""
        sprt = self.plan.sprt
        return sprt.verdict(self.score.pairs) if sprt else UNDECIDED

    def play(self, workers: Workers) -> Generator[Played, None, None]:
        """Play until all games are over or the test is decided, and yield each game after counting it.

        Games are counted in the order of the plan, not of completion, so that the result does not depend on
        what runs them. After an interruption, all finished games count.
        """
        ended: dict[int, Played] = {}
        try:
            with open_pool(workers) as pool:
                games = play_games(pool, self.plan.setup, self.plan.pairings())
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
        """Keep a game's record and count the game, both exactly once even after an interruption."""
        if self.keep:
            self.keep(played.record)
        if self._counted is not played:
            self.score.add(played)
            self._counted = played
        return played
