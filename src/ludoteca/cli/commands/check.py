"""`ludoteca check`: every mistake of a game file at once, and what random games show of its rules."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import first_position, json_option, start_options

if TYPE_CHECKING:
    from ludoteca.games import Game, Position
    from ludoteca.play.inspection import Inspected
    from ludoteca.play.sampling import GameStatistics

SECONDS = 1.2
"""How long random games are played, for one game; for the whole library, that long for all together."""
ONE_SIDED = 0.9


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    what = say("help.FILE") + "|" + say("help.GAME")
    parser.argument("what", nargs="?", default="", metavar=what, help=say("help.check-what"))
    games = whole(screen, 0, 1_000_000)
    parser.option(
        "--games",
        metavar=say("help.NUMBER"),
        type=games,
        dest="most",
        default=5000,
        help=say("help.check-games"),
    )
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.play.inspection import inspect

    if not asked.what:
        return check_library(asked, screen)

    def start(game: Game) -> Position:
        return first_position(asked, game).play_all(asked.moves)

    found = inspect(asked.what, SECONDS, asked.most, start)
    if asked.json:
        screen.json(as_dict(found))
    else:
        show(found, screen)
    return 1 if found.problems else 0


def check_library(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import ids
    from ludoteca.play.inspection import inspect

    if asked.position is not None or asked.moves:
        raise CommandError("check.of-which")
    games = ids()
    all_found = [inspect(game, SECONDS / len(games), asked.most) for game in games]
    wrong = [found for found in all_found if found.problems]
    if asked.json:
        screen.json({"ok": not wrong, "games": [as_dict(found) for found in all_found]})
        return 1 if wrong else 0
    for found in all_found:
        if found.problems:
            show(found, screen)
        else:
            screen.write(screen.say("check.ok", game=found.name))
    if wrong:
        screen.write(screen.say("check.some-wrong", n=len(wrong), all=len(all_found)))
    else:
        screen.write(screen.say("check.all-ok", n=len(all_found)))
    return 1 if wrong else 0


# -- for people ---------------------------------------------------------------------------------------


def show(found: Inspected, screen: Screen) -> None:
    if found.problems:
        screen.write(screen.say("check.wrong", n=len(found.problems), file=found.name))
        for problem in found.problems:
            screen.write(f"  {problem.text(screen.lang)}")
        return
    if found.statistics and found.statistics.games:
        report(found.statistics, screen)
    screen.write(screen.say("check.ok", game=found.name))


def report(statistics: GameStatistics, screen: Screen) -> None:
    """What random games showed."""
    say = screen.say
    lines = [
        ("games", say("check.games", n=statistics.games)),
        ("won", _shares(statistics, screen)),
        ("length", say("check.length", mean=screen.decimal(statistics.length), least=statistics.shortest,
                       most=statistics.longest)),
        ("branching", say("check.branching", n=screen.decimal(statistics.branching))),
    ]  # fmt: skip
    lines += [
        ("never", say(f"check.never.{kind}", what=", ".join(what)))
        for kind, what in never(statistics).items()
        if what
    ]
    labels = {key: say(f"check.label.{key}") for key, _ in lines}
    wide = max(map(len, labels.values())) + 2
    for key, text in lines:
        screen.write(f"  {labels[key]:<{wide}}{text}")
    for doubt in doubts(statistics, screen):
        screen.write(f"  {doubt}")


def _shares(statistics: GameStatistics, screen: Screen) -> str:
    from ludoteca.play.terms import side

    shares = {who: f"{screen.decimal(100 * statistics.share(who))} %" for who in ("first", "draw", "second")}
    first, second = (side(screen.lang, statistics.game, which) for which in ("first", "second"))
    return screen.say(
        "check.won", first=first, second=second, a=shares["first"], d=shares["draw"], b=shares["second"]
    )


def doubts(statistics: GameStatistics, screen: Screen) -> list[str]:
    """What an author may want to think over."""
    from ludoteca.play.terms import side

    found = [
        screen.say("check.one-sided", who=side(screen.lang, statistics.game, which))
        for which in ("first", "second")
        if statistics.share(which) > ONE_SIDED
    ]
    if statistics.share("draw") > ONE_SIDED:
        found.append(screen.say("check.always-drawn"))
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
