"""`ludoteca verify`: check every position of a tablebase against its successors."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.solver_output import format_duration, report_stopped, task_with_progress
from ludoteca.cli.start_options import json_option
from ludoteca.errors import Stopped

if TYPE_CHECKING:
    from ludoteca.solver import Table


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument("table", metavar=text("help.TABLE"), help=text("help.table"))
    threads = integer(output, 1, 64)
    parser.option(
        "--threads", metavar=text("help.NUMBER"), type=threads, default=None, help=text("help.threads")
    )
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.solver import is_certificate, verify

    if Path(args.table).is_file() and is_certificate(Path(args.table)):
        return follow(Path(args.table), args, output)
    table = open_table(args.table, output)
    with task_with_progress(output, args, table.game.start()) as task:
        try:
            verdict = verify(table, task)
        except Stopped as stopped:
            return report_stopped(stopped, output)
    if args.json:
        output.json({"game": table.game.name, "file": str(table.path), **asdict(verdict)})
        return 1 if verdict.wrong else 0
    positions = output.integer(verdict.positions)
    if verdict.wrong:
        wrong = output.integer(verdict.wrong)
        told = {"file": table.path, "positions": positions, "wrong": wrong, "example": verdict.example}
        output.write(output.text("verify.wrong", **told))
        return 1
    time = format_duration(verdict.seconds, output)
    output.write(output.text("verify.fine", file=table.path, positions=positions, time=time))
    return 0


def follow(path: Path, args: Namespace, output: Output) -> int:
    """Check a certificate: play its strategies against all replies."""
    from ludoteca.solver import check_certificate

    report = check_certificate(path)
    if args.json:
        problem = report.problem.text("en") if report.problem else ""
        output.json({"file": str(path), **asdict(report), "problem": problem})
    elif report.sound:
        told = {
            "value": output.text(f"solve.value.{report.value}"),
            "positions": output.integer(report.positions),
        }
        output.write(output.text("verify.proof", file=path, game=report.game, **told))
    elif report.problem:
        problem = report.problem.text(output.lang)
        output.write(output.text("verify.no-proof", file=path, problem=problem))
    return 0 if report.sound else 1


def open_table(name: str, output: Output) -> Table:
    """The tablebase of a file, or the stored one of a game."""
    from ludoteca.games import load
    from ludoteca.solver import Table, find_table, tables_folder

    if Path(name).is_file():
        return Table(Path(name))
    game = load(name)
    table = find_table(game.start(), tables_folder())
    if table is None:
        raise CommandError("verify.none", game=game.name)
    return table
