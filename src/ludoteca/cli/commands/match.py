"""`ludoteca match`: play a match between two players and estimate the Elo difference."""

from __future__ import annotations

import argparse
from argparse import Namespace
from collections.abc import Callable
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import game_argument, json_option, start_options
from ludoteca.cli.workers_option import chosen_workers, workers_option

if TYPE_CHECKING:
    from ludoteca.parallel import Workers
    from ludoteca.tournament.games import Played
    from ludoteca.tournament.series import Plan, Score, Series
    from ludoteca.tournament.strength import Strength

OPENINGS = ("even", "any")
MOST_FAULTS = 10
"""Forfeited games that the output lists; the JSON has all of them."""


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.argument("a", metavar=text("help.A"), help=text("help.player-a"))
    parser.argument("b", metavar=text("help.B"), help=text("help.player-b"))
    number, games = text("help.NUMBER"), integer(output, 1, 1_000_000)
    parser.option("-n", metavar=number, type=games, default=100, dest="n", help=text("help.match-number"))
    game_series_options(parser, output, text("help.sprt"))
    parser.option("--records", metavar=text("help.FILE"), default="", help=text("help.records"))
    start_options(parser, output)
    json_option(parser, output)


def game_series_options(parser: Parser, output: Output, sprt_help: str) -> None:
    """Options of matches and tournaments: seed, openings, length of games, SPRT, workers."""
    text = output.text
    number, kind, elos = text("help.NUMBER"), text("help.KIND"), text("help.ELOS")
    seed, plies, longest = integer(output, 0, 2**62), integer(output, 0, 100), integer(output, 1, 1_000_000)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=0, help=text("help.seed"))
    parser.option(
        "--opening-plies", metavar=number, type=plies, default=None, help=text("help.opening-plies")
    )
    parser.option("--openings", choices=OPENINGS, metavar=kind, default="even", help=text("help.openings"))
    parser.option("--max-plies", metavar=number, type=longest, default=1000, help=text("help.max-plies"))
    parser.option("--sprt", metavar=elos, type=elo_pair(output), default=None, help=sprt_help)
    workers_option(parser, output)


def elo_pair(output: Output) -> Callable[[str], tuple[float, float]]:
    """A reader of two Elo differences, the smaller one first."""

    def read(text: str) -> tuple[float, float]:
        try:
            low, high = (float(part) for part in text.split(","))
        except ValueError:
            low = high = 0.0
        if not -1000 <= low < high <= 1000:
            raise argparse.ArgumentTypeError(output.text("error.differences", what=text))
        return low, high

    return read


def run(args: Namespace, output: Output) -> int:
    from ludoteca.tournament.games import GameFailed
    from ludoteca.tournament.records import RecordWriter
    from ludoteca.tournament.series import Series

    plan = plan_of(args)
    series = Series(plan)
    with RecordWriter(args.records) if args.records else nullcontext() as writer:
        if writer:
            series.keep = writer.write
        try:
            stopped = not play(series, chosen_workers(args, plan.games), output)
        except GameFailed:
            output.write_error(standing(series.score, output))
            raise
    if args.json:
        output.json(as_dict(series, stopped, args.records))
    else:
        show(series, stopped, output)
    return 130 if stopped else 0 if passed(series) else 1


def plan_of(args: Namespace) -> Plan:
    from ludoteca.tournament.games import GameSetup
    from ludoteca.tournament.series import Plan
    from ludoteca.tournament.sprt import Sprt

    return Plan(
        setup=GameSetup(args.game, args.position, args.begins, args.moves),
        a=args.a,
        b=args.b,
        games=args.n,
        seed=args.seed,
        opening_plies=args.opening_plies,
        even_openings=args.openings == "even",
        max_plies=args.max_plies,
        sprt=Sprt(*args.sprt) if args.sprt else None,
    )


def play(series: Series, workers: Workers, output: Output) -> bool:
    """Play with a progress bar that shows the score. False if interrupted."""
    from ludoteca.cli.progress import Progress

    games = series.plan.games
    with Progress(output, games) as progress, closing(series.play(workers)) as playing:
        progress.show(0, standing(series.score, output))
        try:
            for _ in playing:
                progress.show(series.score.games, standing(series.score, output))
        except KeyboardInterrupt:
            return False
    return True


def passed(series: Series) -> bool:
    """Whether the SPRT was passed, if there was one."""
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
        "faults": [_fault(played, "en") for played in score.faults],
        "records": records or None,
        "stopped": stopped,
    }


def _fault(played: Played, lang: str) -> dict[str, object]:
    """A game that a player forfeited."""
    assert played.fault is not None
    side = "second" if played.winner == "first" else "first"
    return {
        "game": played.pairing.number + 1,
        "player": str(played.pairing.spec(side)),
        "side": side,
        "move": played.plies + 1,
        "reason": played.reason,
        "detail": played.fault.text(lang),
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


def standing(score: Score, output: Output) -> str:
    """The score in short: `+12 =3 −5`."""
    return output.text("match.standing", wins=score.wins, draws=score.draws, losses=score.losses)


def show(series: Series, stopped: bool, output: Output) -> None:
    plan, score, text = series.plan, series.score, output.text
    if stopped:
        output.write(text("match.stopped", n=score.games, all=plan.games))
    strength = score.strength
    share = output.decimal(100 * strength.share)
    output.write(
        text(
            "match.score", a=plan.a, b=plan.b, standing=standing(score, output), n=score.games, share=share,
            openings=score.openings,
        )
    )  # fmt: skip
    output.write(
        text("match.elo", elo=in_words(strength, output), sure=output.decimal(100 * strength.superiority))
    )
    for side, did in score.by_side.items():
        line = text("match.standing", wins=did.wins, draws=did.draws, losses=did.losses)
        output.write(text(f"match.as-{side}", standing=line))
    times = [output.decimal(score.seconds_per_move(player), 4) for player in (0, 1)]
    mean = output.decimal(score.plies / score.games) if score.games else "–"
    output.write(text("match.times", a=times[0], b=times[1], plies=mean))
    for played in score.faults[:MOST_FAULTS]:
        output.write(text("match.fault", **_fault(played, output.lang)))
    if len(score.faults) > MOST_FAULTS:
        output.write(text("match.more-faults", n=len(score.faults) - MOST_FAULTS))
    if plan.sprt:
        ratio = output.decimal(plan.sprt.ratio(score.pairs), 2)
        low, high = (output.decimal(bound, 2) for bound in plan.sprt.bounds)
        output.write(text(f"match.{series.verdict}", elo0=f"{plan.sprt.elo0:g}", elo1=f"{plan.sprt.elo1:g}"))
        output.write(text("match.ratio", ratio=ratio, low=low, high=high))


def in_words(strength: Strength, output: Output) -> str:
    """An Elo difference with its interval: `+240 [+105, +377]`; an open end is `∞`."""
    low = "−∞" if strength.low is None else signed(strength.low)
    high = "+∞" if strength.high is None else signed(strength.high)
    return f"{signed(strength.elo)} [{low}, {high}]"


def signed(elo: float) -> str:
    return f"{elo:+.0f}".replace("-", "−")
