"""`ludoteca playtest`: a quick look at how a game plays. Does it end, can both win, is one side far ahead?"""

from __future__ import annotations

from argparse import Namespace

from ludoteca.cli.parser import Parser, number, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.start_options import json_option

MARKS = {"good": "✓", "doubt": "?", "bad": "✗"}


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    what = say("help.FILE") + "|" + say("help.GAME")
    parser.argument("what", metavar=what, help=say("help.playtest-what"))
    seconds = number(screen, 0.2, 600.0)
    parser.option("--seconds", metavar="S", type=seconds, default=5.0, help=say("help.playtest-seconds"))
    seed = whole(screen, 0, 2**63 - 1)
    parser.option("--seed", metavar=say("help.SEED"), type=seed, default=1, help=say("help.seed"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.workshop.playtest import playtest

    game = load(asked.what)
    found = playtest(game, asked.seconds, asked.seed)
    if asked.json:
        screen.json(found.as_dict(screen.lang))
    else:
        screen.write(screen.bold(game.title(screen.lang)) + screen.dim(f"  {game.name}"))
        for one in found.findings:
            screen.write(f"  {MARKS[one.light]} {one.text(screen.lang, game)}")
        games = screen.say("playtest.games", n=found.statistics.games, engine=sum(found.engine.values()))
        screen.write(screen.dim(f"  {games}"))
        screen.write(found.verdict(screen.lang))
    return 1 if found.light == "bad" else 0
