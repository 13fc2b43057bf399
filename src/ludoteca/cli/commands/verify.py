"""`ludoteca verify`: every position of a table held against its successors."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen
from ludoteca.cli.solver_output import halted, in_time, watched
from ludoteca.cli.start_options import json_option
from ludoteca.errors import Stopped

if TYPE_CHECKING:
    from ludoteca.solver import Table


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.argument("table", metavar=say("help.TABLE"), help=say("help.table"))
    threads = whole(screen, 1, 64)
    parser.option(
        "--threads", metavar=say("help.NUMBER"), type=threads, default=None, help=say("help.threads")
    )
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.solver import is_certificate, verify

    if Path(asked.table).is_file() and is_certificate(Path(asked.table)):
        return follow(Path(asked.table), asked, screen)
    table = opened(asked.table, screen)
    with watched(screen, asked, table.game.start()) as task:
        try:
            verdict = verify(table, task)
        except Stopped as stopped:
            return halted(stopped, screen)
    if asked.json:
        screen.json({"game": table.game.name, "file": str(table.path), **asdict(verdict)})
        return 1 if verdict.wrong else 0
    positions = screen.whole(verdict.positions)
    if verdict.wrong:
        wrong = screen.whole(verdict.wrong)
        told = {"file": table.path, "positions": positions, "wrong": wrong, "example": verdict.example}
        screen.write(screen.say("verify.wrong", **told))
        return 1
    time = in_time(verdict.seconds, screen)
    screen.write(screen.say("verify.fine", file=table.path, positions=positions, time=time))
    return 0


def follow(path: Path, asked: Namespace, screen: Screen) -> int:
    """Check a certificate: play its strategies against all replies."""
    from ludoteca.solver import check_certificate

    report = check_certificate(path)
    if asked.json:
        problem = report.problem.text("en") if report.problem else ""
        screen.json({"file": str(path), **asdict(report), "problem": problem})
    elif report.sound:
        told = {
            "value": screen.say(f"solve.value.{report.value}"),
            "positions": screen.whole(report.positions),
        }
        screen.write(screen.say("verify.proof", file=path, game=report.game, **told))
    elif report.problem:
        problem = report.problem.text(screen.lang)
        screen.write(screen.say("verify.no-proof", file=path, problem=problem))
    return 0 if report.sound else 1


def opened(name: str, screen: Screen) -> Table:
    """The table with a file's name, or the kept table of a game."""
    from ludoteca.games import load
    from ludoteca.solver import Table, find_table, tables_folder

    if Path(name).is_file():
        return Table(Path(name))
    game = load(name)
    table = find_table(game.start(), tables_folder())
    if table is None:
        raise CommandError("verify.none", game=game.name)
    return table
