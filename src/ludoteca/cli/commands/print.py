"""`ludoteca print`: make a printable sheet with board, pieces and rules."""

from __future__ import annotations

from argparse import Namespace

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import game_argument, write_svg


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.option("-o", dest="to", metavar=text("help.FILE"), default="", help=text("help.print-to"))


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.workshop.print_sheet import page, raw_of

    game = load(args.game)
    write_svg(args.to or f"{game.id}.html", page(game, raw_of(args.game), output.lang), output)
    return 0
