"""`ludoteca evaluate`: the static evaluation of a position, term by term."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_svg
from ludoteca.errors import did_you_mean

if TYPE_CHECKING:
    from ludoteca.classics.evaluation_terms import EvaluationReport
    from ludoteca.games import Position


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    parser.option(
        "--evaluator", metavar=text("help.NAME"), default="auto", help=text("help.evaluate-evaluator")
    )
    start_options(parser, output)
    parser.option("--svg", metavar=text("help.FILE"), default=None, help=text("help.svg"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.classics import evaluation_text
    from ludoteca.classics.evaluation_terms import explain

    name = evaluator(args.evaluator)
    position = start(args)
    if position.is_over:
        raise CommandError("error.game-over")
    report = explain(position, name)
    if args.svg:
        write_svg(args.svg, evaluation_text.svg(report, position, output.lang), output)
    if args.json and args.svg != "-":
        output.json(evaluation_text.as_dict(report, position, output.lang))
    elif not args.svg:
        show(report, position, output)
    return 0


def evaluator(name: str) -> str:
    """The name of an evaluator; empty for the one that fits the game."""
    from ludoteca.classics.evaluators import AUTO, EVALUATORS
    from ludoteca.games.problems import nearest

    if name == AUTO:
        return ""
    if name not in EVALUATORS:
        known = (AUTO, *EVALUATORS)
        raise CommandError(
            "evaluate.unknown", name=name, hint=did_you_mean(nearest(name, known)), known=known
        )
    return name


def show(report: EvaluationReport, position: Position, output: Output) -> None:
    from rich.table import Table

    from ludoteca.classics.evaluation_text import evaluator_about, label, signed
    from ludoteca.play.terms import side

    lang, names = output.lang, [cell.name for cell in position.game.board.cells]
    output.write(output.board(position))
    output.write(output.bold(output.text(
        "evaluate.value", value=signed(report.value, lang), side=side(lang, position.game, report.side)
    )))  # fmt: skip
    output.write(output.dim(f"{report.evaluator}: {evaluator_about(lang, report.evaluator)}"))
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column(output.text("evaluate.term"))
    table.add_column(output.text("evaluate.count"), justify="right")
    table.add_column(output.text("evaluate.adds"), justify="right")
    table.add_column(output.text("evaluate.cells"))
    for term in report.terms:
        count = "" if term.count is None else signed(term.count, lang)
        cells = " ".join(names[cell] for cell in sorted(term.cells))
        table.add_row(label(lang, position, term), count, signed(term.value, lang), cells)
    output.render(table)
