"""`ludoteca engine`: our engine behind a line protocol, for the front ends of others."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import game_argument
from ludoteca.protocols.names import DIALECTS, NATIVE

if TYPE_CHECKING:
    from ludoteca.games import Game
    from ludoteca.protocols.search_host import LevelChooser


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output, nargs="?", default="")
    about = text("help.engine-protocol", known=", ".join(DIALECTS))
    name = text("help.PROTOCOL")
    parser.option("--protocol", choices=DIALECTS, metavar=name, default=NATIVE, help=about)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.protocols.dialects import default_game, engine_side, require_support
    from ludoteca.protocols.loop import LineWriter, serve
    from ludoteca.protocols.search_host import SearchHost

    game = load(args.game) if args.game else default_game(args.protocol)
    require_support(game, args.protocol)
    writer = LineWriter(output.out)
    dialect = engine_side(args.protocol)(SearchHost(game, level_player), writer, output.lang)
    serve(dialect, sys.stdin, writer)
    return 0


def level_player(game: Game, number: int) -> LevelChooser:
    """The player of a level. Raises `UnknownPlayer` if the game does not have it."""
    from ludoteca.play.opponents import LevelPlayer

    player = LevelPlayer(number)
    player.prepare(game)
    return player
