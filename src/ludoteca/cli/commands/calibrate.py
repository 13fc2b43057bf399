"""`ludoteca calibrate`: measure the levels of a game by self-play, and keep them beside its file."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING

from ludoteca.cli.commands.match import processes_option, signed
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.parser import number as decimal
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option

if TYPE_CHECKING:
    from pathlib import Path

    from ludoteca.games import Game
    from ludoteca.tournament.calibration import Calibration, Method
    from ludoteca.tournament.games import GameSetup


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    parser.option("--quick", action="store_true", default=False, help=say("help.quick"))
    number = say("help.NUMBER")
    games, plies = whole(screen, 2, 100_000), whole(screen, 1, 1_000_000)
    parser.option(
        "--games-per-pair", metavar=number, type=games, default=None, help=say("help.games-per-pair")
    )
    long = decimal(screen, 0, 100_000)
    parser.option("--minutes", metavar=say("help.MINUTES"), type=long, default=None, help=say("help.minutes"))
    parser.option("--max-plies", metavar=number, type=plies, default=300, help=say("help.max-plies-levels"))
    seed = whole(screen, 0, 2**62)
    parser.option("--seed", metavar=say("help.SEED"), type=seed, default=1, help=say("help.seed"))
    processes_option(parser, screen)
    parser.option("--dry-run", action="store_true", default=False, help=say("help.dry-run"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    import time
    from datetime import date

    from ludoteca.games import load
    from ludoteca.tournament.games import GameSetup
    from ludoteca.tournament.tuned_file import tuned_file_for, write_levels

    game = load(asked.game)
    begun = time.perf_counter()
    try:
        found = measure(GameSetup(asked.game), method_of(asked), asked.processes, screen)
    except KeyboardInterrupt:
        screen.tell(screen.say("calibrate.stopped"))
        raise
    seconds = time.perf_counter() - begun
    place = None if asked.dry_run else tuned_file_for(asked.game, game)
    if place:
        write_levels(place, game, found, date.today())
    if asked.json:
        screen.json(as_dict(game, found, seconds, place))
    else:
        show(game, found, seconds, place, screen)
    return 0 if len(found.levels) > 1 else 1


def method_of(asked: Namespace) -> Method:
    from ludoteca.tournament.calibration import FULL, QUICK

    method = QUICK if asked.quick else FULL
    games = asked.games_per_pair or method.games
    seconds = None if asked.minutes is None else 60 * asked.minutes
    return replace(method, games=games, seed=asked.seed, max_plies=asked.max_plies, seconds=seconds)


def measure(setup: GameSetup, method: Method, processes: int | None, screen: Screen) -> Calibration:
    from ludoteca.cli.progress import Progress
    from ludoteca.system import cores
    from ludoteca.tournament.calibration import calibrate

    with Progress(screen, 1) as progress:

        def watch(what: str, done: int, total: int) -> None:
            progress.show(done, screen.say(f"calibrate.{what}"), total)

        return calibrate(setup, method, processes or cores(), watch)


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


def show(game: Game, found: Calibration, seconds: float, place: Path | None, screen: Screen) -> None:
    from rich.table import Table

    say = screen.say
    table = Table(box=None, pad_edge=False)
    for heading in ("level", "name", "s", "nodes", "elo", "interval"):
        table.add_column(say(f"calibrate.{heading}"), justify="left" if heading == "name" else "right")
    for level in found.levels:
        elo, low, high = (signed(value or 0) for value in (level.elo, level.low, level.high))
        skill, nodes = screen.decimal(level.skill / 1000, 3), screen.whole(level.nodes)
        table.add_row(str(level.number), level.name, skill, nodes, elo, f"{low} … {high}")
    screen.show(table)
    for step in found.steps:
        places = {
            "upper": screen.decimal(step.upper / 1000, 3),
            "lower": screen.decimal(step.lower / 1000, 3),
        }
        key = "calibrate.passed" if step.passed else "calibrate.alike"
        screen.write(say(key, **places, sure=screen.decimal(100 * step.superiority), n=step.games))
    values = {"n": screen.whole(found.games), "seconds": screen.whole(seconds), "m": found.unfinished}
    screen.write(say("calibrate.foot", **values, first=signed(found.first_advantage)))
    screen.write(say("calibrate.kept", file=place) if place else say("calibrate.not-kept"))
