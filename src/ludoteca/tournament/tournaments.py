"""Tournaments of many players: every opening is played twice, with sides swapped.

A game is a unit of work with a seed of its own, derived from the plan and from its place in the tournament.
For players limited by nodes or depth, the results do not depend on what runs the games, or in which order.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ludoteca.games import SIDES, Position
from ludoteca.games.userdata import data_folder
from ludoteca.parallel import Workers, open_pool
from ludoteca.play.players import parse_player
from ludoteca.tournament.crosstable import Crosstable, crosstable
from ludoteca.tournament.formats import FORMATS, GAUNTLET, ROUND_ROBIN, Fixture, Format, GameKey
from ludoteca.tournament.games import GameSetup, Pairing, Played, derived_seed
from ludoteca.tournament.openings import openings
from ludoteca.tournament.series import LONGEST
from ludoteca.tournament.sprt import UNDECIDED, Sprt
from ludoteca.tournament.tournament_file import BadTournament, GameResult
from ludoteca.tournament.workers import play_games

MOST_PLAYERS = 64


@dataclass(frozen=True)
class Entrant:
    """A player of a tournament under a name of its own."""

    name: str
    spec: str


def entrants(texts: Sequence[str]) -> tuple[Entrant, ...]:
    """Read `PLAYER` or `NAME=PLAYER`. Equal names get numbers."""
    found: list[Entrant] = []
    for text in texts:
        before, equals, after = text.partition("=")
        named = equals and ":" not in before and before.strip() and after.strip()
        name, spec = (before.strip(), after.strip()) if named else (text.strip(), text.strip())
        taken = {one.name for one in found}
        number, single = 1, name
        while name in taken:
            number += 1
            name = f"{single} #{number}"
        found.append(Entrant(name, spec))
    return tuple(found)


@dataclass(frozen=True)
class TournamentPlan:
    """The plan of a tournament."""

    setup: GameSetup
    entrants: tuple[Entrant, ...]
    format: str = ROUND_ROBIN
    games: int = 2
    """Of each meeting; even. With an SPRT, the most."""
    rounds: int | None = None
    seed: int = 0
    opening_plies: int | None = None
    even_openings: bool = True
    max_plies: int = LONGEST
    sprt: Sprt | None = None

    @property
    def form(self) -> Format:
        return Format(self.format, len(self.entrants), self.games, self.rounds)

    @property
    def names(self) -> list[str]:
        return [one.name for one in self.entrants]

    def check(self) -> Position:
        """The start of all games. Raises `BadTournament`, or the error of a player that refuses the game."""
        if not 2 <= len(self.entrants) <= MOST_PLAYERS:
            raise BadTournament("tournament.players", least=2, most=MOST_PLAYERS)
        if self.games % 2:
            raise BadTournament("tournament.odd", games=self.games)
        if self.sprt and self.format not in (GAUNTLET, ROUND_ROBIN):
            raise BadTournament("tournament.sprt-format")
        start = self.setup.start()
        if start.is_over:
            raise BadTournament("match.over-at-start")
        for spec in dict.fromkeys(one.spec for one in self.entrants):
            wanted = parse_player(spec)
            if wanted.is_person:
                raise BadTournament("match.person")
            wanted.for_game(start.game)
        return start

    def as_dict(self, start: Position) -> dict[str, Any]:
        """The plan for its file: all that the results depend on."""
        setup, sprt = self.setup, self.sprt
        return {
            "game": setup.game, "rules": start.game.rules_hash, "position": setup.position,
            "begins": setup.begins, "moves": setup.moves,
            "players": [[one.name, one.spec] for one in self.entrants],
            "format": self.format, "games": self.games, "rounds": self.rounds, "seed": self.seed,
            "opening_plies": self.opening_plies, "even_openings": self.even_openings,
            "max_plies": self.max_plies, "sprt": [sprt.elo0, sprt.elo1] if sprt else None,
        }  # fmt: skip

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> TournamentPlan:
        """Raises KeyError, TypeError or ValueError."""
        if not all(isinstance(found[name], str) for name in ("game", "rules", "moves", "format")):
            raise TypeError
        if found["position"] is not None and not isinstance(found["position"], str):
            raise TypeError
        if found["begins"] not in (None, *SIDES) or found["format"] not in FORMATS:
            raise ValueError
        players = [Entrant(str(name), str(spec)) for name, spec in found["players"]]
        if len({one.name for one in players}) < len(players):
            raise ValueError
        sprt = found["sprt"]
        return cls(
            GameSetup(found["game"], found["position"], found["begins"], found["moves"]),
            tuple(players), found["format"], _within(found["games"], 2, 100_000),
            None if found["rounds"] is None else _within(found["rounds"], 1, 1000),
            _within(found["seed"], 0, 1 << 62),
            None if found["opening_plies"] is None else _within(found["opening_plies"], 0, 100),
            bool(found["even_openings"]), _within(found["max_plies"], 1, 1_000_000),
            _sprt(*sprt) if sprt else None,
        )  # fmt: skip


def _within(value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise ValueError(value)
    return value


def _sprt(elo0: float, elo1: float) -> Sprt:
    if not -1000 <= elo0 < elo1 <= 1000:
        raise ValueError(elo0, elo1)
    return Sprt(elo0, elo1)


def usual_path(plan: dict[str, Any]) -> Path:
    """The file of a plan in the user's data folder."""
    mark = hashlib.sha256(json.dumps(plan, sort_keys=True).encode()).hexdigest()[:12]
    game = "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in Path(plan["game"]).stem)
    return data_folder() / "tournaments" / f"{game[:40]}-{mark}.jsonl"


@dataclass(frozen=True)
class TournamentGame(Pairing):
    """A game of a tournament, to be played."""

    key: GameKey = field(default=GameKey(1, 0, 1, 0))
    names: tuple[str, str] = ("", "")
    """Of first and second."""


@dataclass
class _Meeting:
    """The pairs of games of a meeting so far, up to the decision of a test."""

    pairs: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    verdict: str = UNDECIDED


class Tournament:
    """Plays a plan. `games` are all finished games; `keep` receives every new one before it counts."""

    def __init__(
        self, plan: TournamentPlan, played: Sequence[GameResult] = (),
        keep: Callable[[GameResult], None] | None = None,
    ) -> None:  # fmt: skip
        self.plan, self.form, self.keep = plan, plan.form, keep
        self.start = plan.check()
        self._supply = openings(self.start, plan.seed, plan.opening_plies, even=plan.even_openings)
        self._openings: list[tuple[str, ...]] = []
        self.games: dict[GameKey, GameResult] = {}
        self._meetings: dict[tuple[int, int, int], _Meeting] = {}
        for one in played:
            self.games.setdefault(one.key, one)

    @property
    def results(self) -> dict[GameKey, float]:
        """The points of A in every game that counts: not those after the decision of an SPRT."""
        found = {key: game.points for key, game in self.games.items()}
        most: dict[tuple[int, int, int], int] = {}
        for one in self.form.schedule(found).fixtures:
            decided = self.plan.sprt is not None and self.verdict(one) != UNDECIDED
            most[one.round, one.a, one.b] = 2 * len(self.pairs(one)) if decided else one.games
        return {
            key: points
            for key, points in found.items()
            if key.number < most.get((key.round, key.a, key.b), 0)
        }

    @property
    def total(self) -> int | None:
        """The number of games, if it is known: an SPRT may decide a meeting early."""
        return self.form.total

    # -- sequential tests -----------------------------------------------------------------------------

    def pairs(self, fixture: Fixture) -> list[int]:
        """The halves of points of A in each pair of games, up to the decision of the test."""
        return self._meeting(fixture).pairs

    def counts(self, fixture: Fixture) -> list[int]:
        """The pentanomial counts of a meeting."""
        return self._meeting(fixture).counts

    def verdict(self, fixture: Fixture) -> str:
        """The verdict of the test of a meeting: is A stronger?"""
        return self._meeting(fixture).verdict

    def _meeting(self, fixture: Fixture) -> _Meeting:
        """The pairs of a meeting in their order; only those that are new are looked at."""
        found = self._meetings.setdefault((fixture.round, fixture.a, fixture.b), _Meeting())
        while found.verdict == UNDECIDED and 2 * len(found.pairs) < fixture.games:
            number = 2 * len(found.pairs)
            two = [self.games.get(GameKey(fixture.round, fixture.a, fixture.b, number + n)) for n in (0, 1)]
            if two[0] is None or two[1] is None:
                break
            halves = round(2 * (two[0].points + two[1].points))
            found.pairs.append(halves)
            found.counts[halves] += 1
            if self.plan.sprt:
                found.verdict = self.plan.sprt.verdict(found.counts)
        return found

    # -- play -----------------------------------------------------------------------------------------

    def table(self) -> Crosstable:
        results = self.results
        return crosstable(self.form, self.plan.names, results, self.form.schedule(results))

    def due(self) -> Iterator[TournamentGame]:
        """The games that can be played now, drawn one by one: a test may be decided meanwhile."""
        results = {key: game.points for key, game in self.games.items()}
        fixtures = self.form.schedule(results).fixtures
        for key in self.form.order(fixtures):
            if key in self.games:
                continue
            fixture = Fixture(key.round, key.a, key.b, self.plan.games)
            if self.plan.sprt and self.verdict(fixture) != UNDECIDED:
                continue
            yield self._game(key)

    @property
    def is_over(self) -> bool:
        return next(self.due(), None) is None

    def play(self, workers: Workers) -> Generator[GameResult, None, None]:
        """Play until the tournament is over, and yield each game after it is kept. Raises `GameFailed`."""
        with open_pool(workers) as pool:
            while not self.is_over:
                # A round of a Swiss or knock-out tournament needs all results of the round before.
                for played in play_games(pool, self.plan.setup, self.due()):
                    yield self._count(played)

    def _count(self, played: Played) -> GameResult:
        game = played.pairing
        assert isinstance(game, TournamentGame)
        others = tuple(
            (name, str(game.key) if name == "Round" else value) for name, value in played.record.others
        )
        record = replace(played.record, first=game.names[0], second=game.names[1], others=others)
        fault = played.fault.text("en") if played.fault else ""
        result = GameResult(game.key, record, played.choices, played.seconds, fault)
        if self.keep:
            self.keep(result)
        self.games[game.key] = result
        return result

    def _game(self, key: GameKey) -> TournamentGame:
        a, b = self.plan.entrants[key.a], self.plan.entrants[key.b]
        first, second = (a, b) if key.number % 2 == 0 else (b, a)
        seed = derived_seed(self.plan.seed, "tournament", key.round, key.a, key.b)
        return TournamentGame(
            key.number, first.spec, second.spec, self._opening(key), seed, self.plan.max_plies, key,
            (first.name, second.name),
        )  # fmt: skip

    def _opening(self, key: GameKey) -> tuple[str, ...]:
        """The openings of a meeting: the same for all pairs of players, others in every further round."""
        again = key.round - 1
        if self.plan.format in (ROUND_ROBIN, GAUNTLET):
            again //= self._cycle
        place = again * (self.plan.games // 2) + key.number // 2
        while len(self._openings) <= place:
            self._openings.append(next(self._supply))
        return self._openings[place]

    @property
    def _cycle(self) -> int:
        """The rounds in which everybody meets everybody once."""
        players = len(self.plan.entrants)
        return players - 1 if self.plan.format == GAUNTLET or players % 2 == 0 else players
