"""`ludoteca scores`: wins, draws and losses by player, game and side."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from typing import TYPE_CHECKING

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.play.results import Tally


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument("name", nargs="?", default=None, metavar=text("help.NAME"), help=text("help.scores-name"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.play.results import tallies
    from ludoteca.play.scores import Scores

    scores = Scores()
    found = tallies(scores, args.name)
    output.warn_set_aside(scores.aside)
    if args.json:
        output.json({"scores": [asdict(tally) for tally in found]})
    elif not found:
        key = "scores.none-of" if args.name else "scores.none"
        output.write(output.text(key, name=args.name))
    else:
        show(found, output)
    return 0


def show(tallies: list[Tally], output: Output) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for key in ("player", "game", "side"):
        table.add_column(output.text(f"scores.{key}"), no_wrap=True)
    for key in ("wins", "draws", "losses"):
        table.add_column(output.text(f"scores.{key}"), justify="right")
    for one in tallies:
        table.add_row(
            one.player, one.game, side_name(one, output.lang), str(one.wins), str(one.draws), str(one.losses)
        )
    output.render(table)


def side_name(tally: Tally, lang: str) -> str:
    """What the side is called in its game; `first` or `second` if the game is no longer there."""
    from ludoteca.errors import LudotecaError
    from ludoteca.games import load
    from ludoteca.play.terms import ordinal, side

    try:
        return side(lang, load(tally.game), tally.side)
    except (LudotecaError, OSError):
        return ordinal(lang, tally.side)
