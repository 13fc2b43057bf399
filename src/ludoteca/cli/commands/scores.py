"""`ludoteca scores`: who won what, by game and side."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.play.results import Tally


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.argument("name", nargs="?", default=None, metavar=say("help.NAME"), help=say("help.scores-name"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.play.results import tallies
    from ludoteca.play.scores import Scores

    scores = Scores()
    found = tallies(scores, asked.name)
    screen.tell_set_aside(scores.aside)
    if asked.json:
        screen.json({"scores": [asdict(tally) for tally in found]})
    elif not found:
        key = "scores.none-of" if asked.name else "scores.none"
        screen.write(screen.say(key, name=asked.name))
    else:
        show(found, screen)
    return 0


def show(tallies: list[Tally], screen: Screen) -> None:
    from rich.table import Table

    from ludoteca.play.terms import ordinal

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("player", "game", "side"):
        table.add_column(screen.say(f"scores.{key}"), no_wrap=True)
    for key in ("wins", "draws", "losses"):
        table.add_column(screen.say(f"scores.{key}"), justify="right")
    for one in tallies:
        side = ordinal(screen.lang, one.side)
        table.add_row(one.player, one.game, side, str(one.wins), str(one.draws), str(one.losses))
    screen.show(table)
