"""Where a command begins: a game, a position, moves already made."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen

if TYPE_CHECKING:
    from ludoteca.games import Game, Position


def game_argument(parser: Parser, screen: Screen, **options: str) -> None:
    parser.argument("game", metavar=screen.say("help.GAME"), help=screen.say("help.game"), **options)


def start_options(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.option("--position", metavar=say("help.TEXT"), default=None, help=say("help.position"))
    sides = ("first", "second")
    parser.option("--begins", choices=sides, metavar=say("help.SIDE"), default=None, help=say("help.begins"))
    parser.option("--moves", metavar=say("help.MOVES"), default="", help=say("help.moves"))


def json_option(parser: Parser, screen: Screen) -> None:
    parser.option("--json", action="store_true", default=False, help=screen.say("help.json"))


def first_position(asked: Namespace, game: Game) -> Position:
    """The position that `--position` and `--begins` ask for, before any `--moves`."""
    if asked.position is not None:
        return game.position(asked.position)
    return game.start(asked.begins)


def start(asked: Namespace) -> Position:
    """The position that `--position` and `--moves` lead to."""
    from ludoteca.games import load

    return first_position(asked, load(asked.game)).play_all(asked.moves)


def write_picture(file: str, picture: str, screen: Screen) -> None:
    """To a file, which is then named on stderr; `-` means the screen."""
    if file == "-":
        screen.write(picture)
        return
    Path(file).write_text(picture, "utf-8")
    screen.tell(screen.say("show.written", file=file))
