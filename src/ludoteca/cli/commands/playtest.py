"""`ludoteca playtest`: a quick playtest: do games end, can both sides win, is it balanced?"""

from __future__ import annotations

from argparse import Namespace

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer, number
from ludoteca.cli.start_options import json_option

MARKS = {"good": "✓", "doubt": "?", "bad": "✗"}


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    what = text("help.FILE") + "|" + text("help.GAME")
    parser.argument("what", metavar=what, help=text("help.playtest-what"))
    seconds = number(output, 0.2, 600.0)
    parser.option("--seconds", metavar="S", type=seconds, default=5.0, help=text("help.playtest-seconds"))
    seed = integer(output, 0, 2**63 - 1)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=1, help=text("help.seed"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.workshop.playtest import playtest

    game = load(args.what)
    found = playtest(game, args.seconds, args.seed)
    if args.json:
        output.json(found.as_dict(output.lang))
    else:
        output.write(output.bold(game.title(output.lang)) + output.dim(f"  {game.name}"))
        for one in found.findings:
            output.write(f"  {MARKS[one.light]} {one.text(output.lang, game)}")
        games = output.text("playtest.games", n=found.statistics.games, engine=sum(found.engine.values()))
        output.write(output.dim(f"  {games}"))
        output.write(found.verdict(output.lang))
    return 1 if found.light == "bad" else 0
