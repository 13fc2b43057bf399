"""`ludoteca playouts`: play random games and count the results."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.background import run_with_progress
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import game_argument, json_option, start, start_options

if TYPE_CHECKING:
    from ludoteca.games import Game, Playouts


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    number = integer(output, 1, 1_000_000_000)
    parser.option(
        "-n", metavar=text("help.NUMBER"), type=number, default=1000, dest="n", help=text("help.number")
    )
    seed = integer(output, 0, 2**64 - 1)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=0, help=text("help.seed"))
    start_options(parser, output)
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    position = start(args)
    game = position.game
    title = output.text("playouts.working")
    played = run_with_progress(output, game, title, lambda task: game.playouts(args.n, args.seed, position))
    if args.json:
        output.json(as_dict(game, played))
    else:
        show(game, played, output)
    return 0


def as_dict(game: Game, played: Playouts) -> dict[str, object]:
    return {
        "game": game.name,
        "playouts": played.playouts,
        "moves": played.moves,
        "seconds": played.seconds,
        "results": {"first": played.first, "draw": played.draw, "second": played.second},
    }


def show(game: Game, played: Playouts, output: Output) -> None:
    from ludoteca.play.terms import side

    text = output.text
    lines = [
        (text("playouts.won", who=side(output.lang, game, "first")), played.first),
        (text("playouts.drawn"), played.draw),
        (text("playouts.won", who=side(output.lang, game, "second")), played.second),
    ]
    widest = max(len(label) for label, _ in lines)
    for label, count in lines:
        share = output.decimal(100 * count / played.playouts)
        bar = "█" * round(40 * count / played.playouts)
        output.write(f"{label:<{widest}} {output.integer(count):>12} {share:>6} %  {bar}")
    speed = output.integer(played.moves / played.seconds) if played.seconds else "–"
    values = {
        "games": output.integer(played.playouts),
        "moves": output.integer(played.moves),
        "length": output.decimal(played.moves / played.playouts),
        "seconds": output.decimal(played.seconds, 3),
        "speed": speed,
    }
    output.write(text("playouts.foot", **values))
