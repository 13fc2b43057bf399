"""`ludoteca print`: a sheet of paper with board, pieces to cut out, and rules."""

from __future__ import annotations

from argparse import Namespace

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, write_picture


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    parser.option("-o", dest="to", metavar=say("help.FILE"), default="", help=say("help.print-to"))


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.workshop.print_sheet import page, raw_of

    game = load(asked.game)
    write_picture(asked.to or f"{game.id}.html", page(game, raw_of(asked.game), screen.lang), screen)
    return 0
