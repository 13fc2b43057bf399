"""`ludoteca match`: many games between two players, and which of them is stronger."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option, start_options

if TYPE_CHECKING:
    from ludoteca.tournament.series import Plan, Score, Series
    from ludoteca.tournament.strength import Strength

OPENINGS = ("even", "any")


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    parser.argument("a", metavar=say("help.A"), help=say("help.player-a"))
    parser.argument("b", metavar=say("help.B"), help=say("help.player-b"))
    number, seed = say("help.NUMBER"), whole(screen, 0, 2**62)
    games = whole(screen, 1, 1_000_000)
    parser.option("-n", metavar=number, type=games, default=100, dest="n", help=say("help.match-number"))
    parser.option("--seed", metavar=say("help.SEED"), type=seed, default=0, help=say("help.seed"))
    plies = whole(screen, 0, 100)
    parser.option("--opening-plies", metavar=number, type=plies, default=None, help=say("help.opening-plies"))
    kind = say("help.KIND")
    parser.option("--openings", choices=OPENINGS, metavar=kind, default="even", help=say("help.openings"))
    longest = whole(screen, 1, 1_000_000)
    parser.option("--max-plies", metavar=number, type=longest, default=1000, help=say("help.max-plies"))
    elos = say("help.ELOS")
    parser.option("--sprt", metavar=elos, type=differences(screen), default=None, help=say("help.sprt"))
    processes_option(parser, screen)
    parser.option("--records", metavar=say("help.FILE"), default="", help=say("help.records"))
    start_options(parser, screen)
    json_option(parser, screen)


def processes_option(parser: Parser, screen: Screen) -> None:
    many = whole(screen, 1, 1024)
    metavar = screen.say("help.NUMBER")
    parser.option("--processes", metavar=metavar, type=many, default=None, help=screen.say("help.processes"))


def differences(screen: Screen) -> Callable[[str], tuple[float, float]]:
    """Reads two Elo differences, the smaller one first."""

    def read(text: str) -> tuple[float, float]:
        try:
            low, high = (float(part) for part in text.split(","))
        except ValueError:
            low = high = 0.0
        if not -1000 <= low < high <= 1000:
            raise argparse.ArgumentTypeError(screen.say("error.differences", what=text))
        return low, high

    return read


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.tournament.games import GameFailed
    from ludoteca.tournament.records import RecordWriter
    from ludoteca.tournament.series import Series

    plan = plan_of(asked)
    series = Series(plan)
    with RecordWriter(asked.records) if asked.records else nullcontext() as writer:
        if writer:
            series.keep = writer.write
        try:
            stopped = not play(series, asked.processes, screen)
        except GameFailed:
            screen.tell(standing(series.score, screen))
            raise
    if asked.json:
        screen.json(as_dict(series, stopped, asked.records))
    else:
        show(series, stopped, screen)
    return 130 if stopped else 0 if passed(series) else 1


def plan_of(asked: Namespace) -> Plan:
    from ludoteca.tournament.games import GameSetup
    from ludoteca.tournament.series import Plan
    from ludoteca.tournament.sprt import Sprt

    return Plan(
        setup=GameSetup(asked.game, asked.position, asked.begins, asked.moves),
        a=asked.a,
        b=asked.b,
        games=asked.n,
        seed=asked.seed,
        opening_plies=asked.opening_plies,
        even_openings=asked.openings == "even",
        max_plies=asked.max_plies,
        sprt=Sprt(*asked.sprt) if asked.sprt else None,
    )


def play(series: Series, processes: int | None, screen: Screen) -> bool:
    """Play with a bar that shows the score. False if it was broken off."""
    from ludoteca.cli.progress import Progress
    from ludoteca.system import cores

    games = series.plan.games
    hands = min(processes or cores(), games)
    with Progress(screen, games) as progress, closing(series.play(hands)) as playing:
        progress.show(0, standing(series.score, screen))
        try:
            for _ in playing:
                progress.show(series.score.games, standing(series.score, screen))
        except KeyboardInterrupt:
            return False
    return True


def passed(series: Series) -> bool:
    """Whether the test was passed, if there was one."""
    from ludoteca.tournament.sprt import ACCEPTED

    return series.plan.sprt is None or series.verdict == ACCEPTED


# -- the answer ---------------------------------------------------------------------------------------


def as_dict(series: Series, stopped: bool, records: str) -> dict[str, object]:
    plan, score = series.plan, series.score
    strength = score.strength
    return {
        "game": plan.setup.game,
        "a": str(plan.a),
        "b": str(plan.b),
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "elo": round(strength.elo, 1),
        "interval": [_rounded(strength.low), _rounded(strength.high)],
        "superiority": round(strength.superiority, 4),
        "share": round(strength.share, 4),
        "by_side": {side: vars(did) for side, did in score.by_side.items()},
        "pairs": list(score.pairs),
        "openings": score.openings,
        "even_openings": plan.even_openings,
        "plies": round(score.plies / score.games, 1) if score.games else 0.0,
        "seconds_per_move": {name: round(score.seconds_per_move(n), 6) for n, name in enumerate(("a", "b"))},
        "seed": plan.seed,
        "sprt": _test(series),
        "records": records or None,
        "stopped": stopped,
    }


def _rounded(elo: float | None) -> float | None:
    return None if elo is None else round(elo, 1)


def _test(series: Series) -> dict[str, object] | None:
    sprt = series.plan.sprt
    if sprt is None:
        return None
    ratio = round(sprt.ratio(series.score.pairs), 3)
    bounds = [round(bound, 3) for bound in sprt.bounds]
    return {
        "elo0": sprt.elo0, "elo1": sprt.elo1, "log_ratio": ratio, "bounds": bounds, "verdict": series.verdict,
    }  # fmt: skip


def standing(score: Score, screen: Screen) -> str:
    """The score in short: `+12 =3 −5`."""
    return screen.say("match.standing", wins=score.wins, draws=score.draws, losses=score.losses)


def show(series: Series, stopped: bool, screen: Screen) -> None:
    plan, score, say = series.plan, series.score, screen.say
    if stopped:
        screen.write(say("match.stopped", n=score.games, all=plan.games))
    strength = score.strength
    share = screen.decimal(100 * strength.share)
    screen.write(
        say(
            "match.score", a=plan.a, b=plan.b, standing=standing(score, screen), n=score.games, share=share,
            openings=score.openings,
        )
    )  # fmt: skip
    screen.write(
        say("match.elo", elo=in_words(strength, screen), sure=screen.decimal(100 * strength.superiority))
    )
    for side, did in score.by_side.items():
        line = say("match.standing", wins=did.wins, draws=did.draws, losses=did.losses)
        screen.write(say(f"match.as-{side}", standing=line))
    times = [screen.decimal(score.seconds_per_move(player), 4) for player in (0, 1)]
    mean = screen.decimal(score.plies / score.games) if score.games else "–"
    screen.write(say("match.times", a=times[0], b=times[1], plies=mean))
    if plan.sprt:
        ratio = screen.decimal(plan.sprt.ratio(score.pairs), 2)
        low, high = (screen.decimal(bound, 2) for bound in plan.sprt.bounds)
        screen.write(say(f"match.{series.verdict}", elo0=f"{plan.sprt.elo0:g}", elo1=f"{plan.sprt.elo1:g}"))
        screen.write(say("match.ratio", ratio=ratio, low=low, high=high))


def in_words(strength: Strength, screen: Screen) -> str:
    """A difference and where it lies: `+240 [+105, +377]`; an end that nothing bounds is `∞`."""
    low = "−∞" if strength.low is None else signed(strength.low)
    high = "+∞" if strength.high is None else signed(strength.high)
    return f"{signed(strength.elo)} [{low}, {high}]"


def signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−")
