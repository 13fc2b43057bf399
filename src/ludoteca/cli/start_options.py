"""Shared arguments: a game, a start position, moves."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser

if TYPE_CHECKING:
    from ludoteca.games import Game, Position


def game_argument(parser: Parser, output: Output, **options: str) -> None:
    parser.argument("game", metavar=output.text("help.GAME"), help=output.text("help.game"), **options)


def start_options(parser: Parser, output: Output) -> None:
    text = output.text
    parser.option("--position", metavar=text("help.TEXT"), default=None, help=text("help.position"))
    sides = ("first", "second")
    parser.option(
        "--begins", choices=sides, metavar=text("help.SIDE"), default=None, help=text("help.begins")
    )
    parser.option("--moves", metavar=text("help.MOVES"), default="", help=text("help.moves"))


def json_option(parser: Parser, output: Output) -> None:
    parser.option("--json", action="store_true", default=False, help=output.text("help.json"))


def first_position(args: Namespace, game: Game) -> Position:
    """The position given by `--position` and `--begins`, before `--moves`."""
    if args.position is not None:
        return game.position(args.position)
    return game.start(args.begins)


def start(args: Namespace) -> Position:
    """The position given by `--position`, `--begins` and `--moves`."""
    from ludoteca.games import load

    return first_position(args, load(args.game)).play_all(args.moves)


def write_svg(file: str, picture: str, output: Output) -> None:
    """Write an SVG image to a file and report its name on stderr; `-` is stdout."""
    if file == "-":
        output.write(picture)
        return
    Path(file).write_text(picture, "utf-8")
    output.write_error(output.text("show.written", file=file))
