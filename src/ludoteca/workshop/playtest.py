"""A quick automatic playtest of new rules: does the game end, can both sides win, is it balanced?

Random games and a few quick games of the engine against itself. A first impression, not a measurement.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludoteca.engine import Limits, engine_for
from ludoteca.games import Game
from ludoteca.messages import catalogue, localized
from ludoteca.play.sampling import GameStatistics, sample
from ludoteca.play.terms import side

LIGHTS = ("good", "doubt", "bad")
RANDOM_GAMES = 300
ENGINE_GAMES = 12
NODES = 1500
"""Search nodes for each move of the engine."""

Clock = Callable[[], float]

MESSAGES = catalogue("workshop")


@dataclass(frozen=True)
class Finding:
    """The answer to one question of the playtest."""

    key: str
    light: str
    """`good`, `doubt` or `bad`."""
    values: dict[str, Any] = field(default_factory=dict)
    phrase: str = ""

    def text(self, lang: str, game: Game) -> str:
        values = dict(self.values)
        if "who" in values:
            values["who"] = side(lang, game, values["who"])
        for key, value in values.items():
            if isinstance(value, float):
                values[key] = localized(f"{value:.1f}".removesuffix(".0"), lang)
        return MESSAGES.text(lang, self.phrase or f"playtest.{self.key}.{self.light}", **values)


@dataclass(frozen=True)
class PlaytestReport:
    """The findings of a playtest."""

    game: Game
    findings: tuple[Finding, ...]
    statistics: GameStatistics
    """The random games."""
    engine: dict[str, int]
    """The engine's games: `first`, `draw` and `second`."""
    seconds: float

    @property
    def light(self) -> str:
        """The worst light of all findings."""
        return max((finding.light for finding in self.findings), key=LIGHTS.index, default="good")

    def verdict(self, lang: str) -> str:
        return MESSAGES.text(lang, f"playtest.verdict.{self.light}")

    def as_dict(self, lang: str) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "light": self.light,
            "verdict": self.verdict(lang),
            "findings": [
                {"key": one.key, "light": one.light, "text": one.text(lang, self.game)}
                for one in self.findings
            ],
            "random": self.statistics.as_dict(),
            "engine": {"games": sum(self.engine.values()), "results": dict(self.engine)},
            "seconds": self.seconds,
        }


def playtest(
    game: Game, seconds: float = 5.0, seed: int = 1, clock: Clock = time.perf_counter
) -> PlaytestReport:
    """Playtest a game for about `seconds`: less than half on random games, the rest on engine games."""
    begun = clock()
    if game.start().is_over:
        return PlaytestReport(
            game, (Finding("starts", "bad"),), GameStatistics(game, game.start()), {}, clock() - begun
        )
    # A first random game may take twice the time it is given.
    statistics = sample(game, 0.4 * seconds / 2, seed, RANDOM_GAMES, clock)
    played = _engine_games(game, begun + 0.95 * seconds, seed, clock)
    results = {who: played[who] for who in ("first", "draw", "second")}
    return PlaytestReport(
        game, tuple(_findings(game, statistics, results)), statistics, results, clock() - begun
    )


def _engine_games(game: Game, until: float, seed: int, clock: Clock) -> Counter[str]:
    """Results of self-play games, each after two random moves; unfinished games do not count."""
    played: Counter[str] = Counter()
    rng = random.Random(seed)
    engine = engine_for(game, 4)
    for _ in range(ENGINE_GAMES):
        position, opening = game.start(), 2
        while not position.is_over:
            left = until - clock()
            if left <= 0:
                return played
            if opening:
                move, opening = rng.choice(position.legal_moves), opening - 1
            else:
                move = engine.best(position, Limits(min(0.1, left), NODES)).move
            position = position.play(move)
        assert position.outcome is not None
        played[position.outcome.winner or "draw"] += 1
    return played


# -- findings -----------------------------------------------------------------------------------------


def _findings(game: Game, statistics: GameStatistics, engine: dict[str, int]) -> list[Finding]:
    found = [Finding("starts", "good", {"n": game.perft(1).counts[0]})]
    if not statistics.games:
        return [*found, Finding("ends", "doubt", phrase="playtest.ends.unknown")]
    found.append(_ends(statistics))
    found += _winners(statistics, engine)
    short_or_long = statistics.length < 4 or statistics.length > 300
    spread = {"n": statistics.length, "least": statistics.shortest, "most": statistics.longest}
    found.append(Finding("length", "doubt" if short_or_long else "good", spread))
    narrow = statistics.branching < 1.5
    found.append(Finding("choice", "doubt" if narrow else "good", {"n": statistics.branching}))
    unused = [*statistics.ends_not_reached(), *statistics.actions_not_done(), *statistics.kinds_not_used()]
    if unused and statistics.games >= 20:
        found.append(Finding("unused", "doubt", {"what": ", ".join(unused)}))
    elif not unused:
        found.append(Finding("unused", "good"))
    return found


def _ends(statistics: GameStatistics) -> Finding:
    from ludoteca.games.compiler.codes import REASONS

    too_long = sum(n for reason, n in statistics.reasons.items() if REASONS.get(reason) == "length")
    share = 100 * too_long / statistics.games
    light = "bad" if share > 50 else "doubt" if share > 5 else "good"
    number = float(statistics.longest if share > 5 else statistics.length)
    return Finding("ends", light, {"share": round(share), "n": number})


def _winners(statistics: GameStatistics, engine: dict[str, int]) -> list[Finding]:
    """Findings about winners and draws. Engine games, if there are at least four, weigh half."""
    games = sum(engine.values())
    won = {who: statistics.winners[who] + engine.get(who, 0) for who in ("first", "draw", "second")}
    total = sum(won.values())
    found = []
    losers = [who for who in ("first", "second") if not won[who]]
    if len(losers) == 2:
        found.append(Finding("both-win", "bad", phrase="playtest.both-win.none"))
    elif losers and total >= 20:
        found.append(Finding("both-win", "bad", {"who": losers[0]}))
    elif not losers:
        found.append(Finding("both-win", "good"))
    shares = {who: statistics.share(who) for who in won}
    if games >= 4:
        shares = {who: (shares[who] + engine[who] / games) / 2 for who in won}
    decided = shares["first"] + shares["second"]
    if len(losers) == 0 and decided:
        ahead = "first" if shares["first"] >= shares["second"] else "second"
        share = round(100 * shares[ahead] / decided)
        light = "bad" if share > 90 else "doubt" if share > 70 else "good"
        found.append(Finding("balance", light, {"who": ahead, "share": share}))
    drawn = round(100 * shares["draw"])
    light = "bad" if drawn > 95 else "doubt" if drawn > 60 else "good"
    found.append(Finding("draws", light, {"share": drawn}))
    return found
