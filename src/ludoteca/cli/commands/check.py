"""`ludoteca check`: report all errors of a game file, and statistics of random games."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import first_position, json_option, start_options

if TYPE_CHECKING:
    from ludoteca.games import Game, Position
    from ludoteca.play.inspection import Inspected
    from ludoteca.play.sampling import GameStatistics

SECONDS = 1.2
"""Time for random games: of one game, or of all games of the library together."""
ONE_SIDED = 0.9


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    what = text("help.FILE") + "|" + text("help.GAME")
    parser.argument("what", nargs="?", default="", metavar=what, help=text("help.check-what"))
    games = integer(output, 0, 1_000_000)
    parser.option(
        "--games",
        metavar=text("help.NUMBER"),
        type=games,
        dest="most",
        default=5000,
        help=text("help.check-games"),
    )
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.play.inspection import inspect

    if not args.what:
        return check_library(args, output)

    def start(game: Game) -> Position:
        return first_position(args, game).play_all(args.moves)

    found = inspect(args.what, SECONDS, args.most, start)
    if args.json:
        output.json(as_dict(found))
    else:
        show(found, output)
    return 1 if found.problems else 0


def check_library(args: Namespace, output: Output) -> int:
    from ludoteca.games import ids
    from ludoteca.play.inspection import inspect

    if args.position is not None or args.moves:
        raise CommandError("check.of-which")
    games = ids()
    all_found = [inspect(game, SECONDS / len(games), args.most) for game in games]
    wrong = [found for found in all_found if found.problems]
    if args.json:
        output.json({"ok": not wrong, "games": [as_dict(found) for found in all_found]})
        return 1 if wrong else 0
    for found in all_found:
        if found.problems:
            show(found, output)
        else:
            output.write(output.text("check.ok", game=found.name))
    if wrong:
        output.write(output.text("check.some-wrong", n=len(wrong), all=len(all_found)))
    else:
        output.write(output.text("check.all-ok", n=len(all_found)))
    return 1 if wrong else 0


# -- for people ---------------------------------------------------------------------------------------


def show(found: Inspected, output: Output) -> None:
    if found.problems:
        output.write(output.text("check.wrong", n=len(found.problems), file=found.name))
        for problem in found.problems:
            output.write(f"  {problem.text(output.lang)}")
        return
    if found.statistics and found.statistics.games:
        report(found.statistics, output)
    output.write(output.text("check.ok", game=found.name))


def report(statistics: GameStatistics, output: Output) -> None:
    """Statistics of random games."""
    text = output.text
    lines = [
        ("games", text("check.games", n=statistics.games)),
        ("won", _shares(statistics, output)),
        ("length", text("check.length", mean=output.decimal(statistics.length), least=statistics.shortest,
                       most=statistics.longest)),
        ("branching", text("check.branching", n=output.decimal(statistics.branching))),
    ]  # fmt: skip
    lines += [
        ("never", text(f"check.never.{kind}", what=", ".join(what)))
        for kind, what in never(statistics).items()
        if what
    ]
    labels = {key: text(f"check.label.{key}") for key, _ in lines}
    wide = max(map(len, labels.values())) + 2
    for key, value in lines:
        output.write(f"  {labels[key]:<{wide}}{value}")
    for doubt in doubts(statistics, output):
        output.write(f"  {doubt}")


def _shares(statistics: GameStatistics, output: Output) -> str:
    from ludoteca.play.terms import side

    shares = {who: f"{output.decimal(100 * statistics.share(who))} %" for who in ("first", "draw", "second")}
    first, second = (side(output.lang, statistics.game, which) for which in ("first", "second"))
    return output.text(
        "check.won", first=first, second=second, a=shares["first"], d=shares["draw"], b=shares["second"]
    )


def doubts(statistics: GameStatistics, output: Output) -> list[str]:
    """Warnings for the author."""
    from ludoteca.play.terms import side

    found = [
        output.text("check.one-sided", who=side(output.lang, statistics.game, which))
        for which in ("first", "second")
        if statistics.share(which) > ONE_SIDED
    ]
    if statistics.share("draw") > ONE_SIDED:
        found.append(output.text("check.always-drawn"))
    return found


# -- for programs -------------------------------------------------------------------------------------


def never(statistics: GameStatistics) -> dict[str, list[str]]:
    return {
        "ends": statistics.ends_not_reached(),
        "actions": statistics.actions_not_done(),
        "phases": statistics.phases_not_reached(),
        "kinds": statistics.kinds_not_used(),
        "draws": statistics.draws_not_reached(),
    }


def as_dict(found: Inspected) -> dict[str, Any]:
    value: dict[str, Any] = {
        "game": found.name,
        "ok": not found.problems,
        "problems": list(map(str, found.problems)),
    }
    statistics = found.statistics
    if statistics and statistics.games:
        value["start"] = statistics.start.text
        value["random"] = {**statistics.as_dict(), "never": never(statistics)}
    return value
