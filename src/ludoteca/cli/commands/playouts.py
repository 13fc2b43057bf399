"""`ludoteca playouts`: many random games, and who wins them."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.background import watched
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import game_argument, json_option, start, start_options

if TYPE_CHECKING:
    from ludoteca.games import Game, Playouts


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    number = whole(screen, 1, 1_000_000_000)
    parser.option(
        "-n", metavar=say("help.NUMBER"), type=number, default=1000, dest="n", help=say("help.number")
    )
    seed = whole(screen, 0, 2**64 - 1)
    parser.option("--seed", metavar=say("help.SEED"), type=seed, default=0, help=say("help.seed"))
    start_options(parser, screen)
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    position = start(asked)
    game = position.game
    title = screen.say("playouts.working")
    played = watched(screen, game, title, lambda walk: game.playouts(asked.n, asked.seed, position))
    if asked.json:
        screen.json(as_dict(game, played))
    else:
        show(game, played, screen)
    return 0


def as_dict(game: Game, played: Playouts) -> dict[str, object]:
    return {
        "game": game.name,
        "playouts": played.playouts,
        "moves": played.moves,
        "seconds": played.seconds,
        "results": {"first": played.first, "draw": played.draw, "second": played.second},
    }


def show(game: Game, played: Playouts, screen: Screen) -> None:
    from ludoteca.play.terms import side

    say = screen.say
    lines = [
        (say("playouts.won", who=side(screen.lang, game, "first")), played.first),
        (say("playouts.drawn"), played.draw),
        (say("playouts.won", who=side(screen.lang, game, "second")), played.second),
    ]
    widest = max(len(label) for label, _ in lines)
    for label, count in lines:
        share = screen.decimal(100 * count / played.playouts)
        bar = "█" * round(40 * count / played.playouts)
        screen.write(f"{label:<{widest}} {screen.whole(count):>12} {share:>6} %  {bar}")
    speed = screen.whole(played.moves / played.seconds) if played.seconds else "–"
    values = {
        "games": screen.whole(played.playouts),
        "moves": screen.whole(played.moves),
        "length": screen.decimal(played.moves / played.playouts),
        "seconds": screen.decimal(played.seconds, 3),
        "speed": speed,
    }
    screen.write(say("playouts.foot", **values))
