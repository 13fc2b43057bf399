"""`ludoteca calibrate`: rate the levels of a game by self-play and store them beside its file."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoteca.cli.commands.match import signed
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.parser import number as decimal
from ludoteca.cli.start_options import game_argument, json_option
from ludoteca.cli.workers_option import chosen_workers, workers_option

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca.games import Game
    from ludoteca.parallel import Workers
    from ludoteca.tournament.calibration import Calibration, Method
    from ludoteca.tournament.games import GameSetup


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.option("--quick", action="store_true", default=False, help=text("help.quick"))
    number = text("help.NUMBER")
    games, plies = integer(output, 2, 100_000), integer(output, 1, 1_000_000)
    parser.option(
        "--games-per-pair", metavar=number, type=games, default=None, help=text("help.games-per-pair")
    )
    long = decimal(output, 0, 100_000)
    parser.option(
        "--minutes", metavar=text("help.MINUTES"), type=long, default=None, help=text("help.minutes")
    )
    parser.option("--max-plies", metavar=number, type=plies, default=300, help=text("help.max-plies-levels"))
    seed = integer(output, 0, 2**62)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=1, help=text("help.seed"))
    workers_option(parser, output)
    parser.option("--dry-run", action="store_true", default=False, help=text("help.dry-run"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    import time
    from datetime import date

    from ludoteca.games import load
    from ludoteca.tournament.games import GameSetup
    from ludoteca.tournament.tuned_file import tuned_file_for, write_levels

    game = load(args.game)
    begun = time.perf_counter()
    try:
        found = measure(GameSetup(args.game), method_of(args), chosen_workers(args), output)
    except KeyboardInterrupt:
        output.write_stopped("calibrate.stopped")
        return 130
    seconds = time.perf_counter() - begun
    place = None if args.dry_run else tuned_file_for(args.game, game)
    if place:
        write_levels(place, game, found, date.today())
    if args.json:
        output.json(as_dict(game, found, seconds, place))
    else:
        show(game, found, seconds, place, output)
    return 0 if len(found.levels) > 1 else 1


def method_of(args: Namespace) -> Method:
    from ludoteca.tournament.calibration import FULL, QUICK

    method = QUICK if args.quick else FULL
    games = args.games_per_pair or method.games
    seconds = None if args.minutes is None else 60 * args.minutes
    return replace(method, games=games, seed=args.seed, max_plies=args.max_plies, seconds=seconds)


def measure(setup: GameSetup, method: Method, workers: Workers, output: Output) -> Calibration:
    from ludoteca.cli.progress import Progress
    from ludoteca.tournament.calibration import calibrate

    with Progress(output, 1) as progress:

        def watch(what: str, done: int, total: int) -> None:
            progress.show(done, output.text(f"calibrate.{what}"), total)

        return calibrate(setup, method, workers, watch)


def as_dict(game: Game, found: Calibration, seconds: float, place: Path | None) -> dict[str, object]:
    return {
        "game": game.name,
        "levels": [
            {
                "level": level.number, "name": level.name, "s": level.skill / 1000, "nodes": level.nodes,
                "elo": level.elo, "low": level.low, "high": level.high,
            }
            for level in found.levels
        ],
        "curve": [
            {"s": skill / 1000, "elo": round(elo), "low": round(low), "high": round(high)}
            for skill, elo, low, high in found.curve
        ],
        "steps": [
            {
                "upper": step.upper / 1000, "lower": step.lower / 1000, "passed": step.passed,
                "superiority": round(step.superiority, 4), "games": step.games,
                "verdict": step.verdict or None,
            }
            for step in found.steps
        ],
        "games": found.games,
        "games_per_pair": found.games_per_pair,
        "adjudicated": found.unfinished,
        "first_advantage": round(found.first_advantage),
        "draws_between_equals": round(found.draws, 3),
        "seconds": round(seconds, 1),
        "file": str(place) if place else None,
    }  # fmt: skip


def show(game: Game, found: Calibration, seconds: float, place: Path | None, output: Output) -> None:
    from rich.table import Table

    text = output.text
    table = Table(box=None, pad_edge=False)
    for heading in ("level", "name", "s", "nodes", "elo", "interval"):
        table.add_column(text(f"calibrate.{heading}"), justify="left" if heading == "name" else "right")
    for level in found.levels:
        elo, low, high = (signed(value or 0) for value in (level.elo, level.low, level.high))
        skill, nodes = output.decimal(level.skill / 1000, 3), output.integer(level.nodes)
        table.add_row(str(level.number), level.name, skill, nodes, elo, f"{low} … {high}")
    output.render(table)
    for step in found.steps:
        places = {
            "upper": output.decimal(step.upper / 1000, 3),
            "lower": output.decimal(step.lower / 1000, 3),
        }
        key = "calibrate.passed" if step.passed else "calibrate.alike"
        output.write(text(key, **places, sure=output.decimal(100 * step.superiority), n=step.games))
    values = {"n": output.integer(found.games), "seconds": output.integer(seconds), "m": found.unfinished}
    output.write(text("calibrate.foot", **values, first=signed(found.first_advantage)))
    output.write(text("calibrate.kept", file=place) if place else text("calibrate.not-kept"))
