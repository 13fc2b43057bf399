"""`ludoteca analyse`: review a recorded game move by move."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.background import BackgroundTask, run_with_progress
from ludoteca.cli.commands.record import read
from ludoteca.cli.layout import paragraph
from ludoteca.cli.output import Output, is_unicode
from ludoteca.cli.parser import Parser, integer, number
from ludoteca.cli.start_options import json_option, write_svg

if TYPE_CHECKING:
    from ludoteca.play.analysis import Analyser, Analysis, MoveReview

STOPPED = 130


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument("file", metavar=text("help.FILE"), help=text("help.record-file"))
    parser.option("--game", metavar=text("help.GAME"), default="", help=text("help.record-game"))
    seconds, many = number(output, 0, 3600), integer(output, 1, 10**12)
    about = {"seconds": text("help.analyse-seconds"), "nodes": text("help.analyse-nodes")}
    parser.option(
        "--seconds", metavar=text("help.SECONDS"), type=seconds, default=None, help=about["seconds"]
    )
    parser.option("--nodes", metavar=text("help.NUMBER"), type=many, default=None, help=about["nodes"])
    parser.option("--svg", metavar=text("help.FILE"), default=None, help=text("help.svg-graph"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.engine import Limits
    from ludoteca.games import load
    from ludoteca.play import analysis_text
    from ludoteca.play.analysis import DEFAULT_LIMITS, Analyser
    from ludoteca.play.record import Record

    record = Record.read(read(args.file))
    given = args.seconds is not None or args.nodes
    limits = Limits(args.seconds, args.nodes) if given else DEFAULT_LIMITS
    analyser = Analyser(record, limits, load(args.game or record.game))
    analysis, code = review(analyser, output)
    if args.svg:
        write_svg(args.svg, analysis_text.svg(analysis, output.lang), output)
    if args.json and args.svg != "-":
        output.json(analysis_text.as_dict(analysis, output.lang))
    elif args.svg != "-":
        show(analysis, output)
    return code


def review(analyser: Analyser, output: Output) -> tuple[Analysis, int]:
    """Review the game with a progress bar. Ctrl-C stops it; the results so far are returned."""

    def work(task: BackgroundTask[None]) -> None:
        def progress(done: int, total: int) -> None:
            task.done, task.total = done, total

        analyser.run(progress)

    try:
        run_with_progress(output, analyser.analysis.game, output.text("analyse.working"), work, analyser.stop)
    except KeyboardInterrupt:
        output.write_stopped()
        return analyser.analysis, STOPPED
    return analyser.analysis, 0


# -- text ---------------------------------------------------------------------------------------------


def show(analysis: Analysis, output: Output) -> None:
    from ludoteca.play import analysis_text
    from ludoteca.render.graph_text import graph_text

    called = analysis_text.names(analysis, output.lang)
    output.write(output.bold(analysis_text.title(analysis, output.lang)))
    output.write(output.dim(output.text("analyse.about-graph", who=called["first"])) + "\n")
    width = min(output.width, 80)
    for line in graph_text(analysis_text.graph_of(analysis, output.lang), width, is_unicode(output.out)):
        output.write(line)
    output.write()
    show_moves(analysis, output)
    show_sides(analysis, output)
    output.write(analysis_text.ending(analysis, output.lang) or output.text("record.unfinished"))
    if not analysis.is_complete:
        found = sum(one is not None for one in analysis.reviews)
        output.write(output.text("analyse.partly", n=found, all=len(analysis.reviews)))


def show_moves(analysis: Analysis, output: Output) -> None:
    """Every move with the mover's win chance before and after it; marked moves with the better move."""
    from ludoteca.play import analysis_text

    for found in analysis.reviews:
        if found is None:
            continue
        output.write(_line(analysis, found, output))
        for remark in analysis_text.remarks(found, output.lang):
            output.write(paragraph(remark, output.width, before=" " * 7))
    output.write()


def _line(analysis: Analysis, found: MoveReview, output: Output) -> str:
    from ludoteca.play.analysis_text import number_text, score_text
    from ludoteca.render.graph import SIGNS

    longest = max(len(one.move) for one in analysis.record.moves)
    sign = SIGNS.get(found.mark, "")
    before = score_text(found.best.score, output.lang)
    after = score_text(found.played.score, output.lang)
    arrow = "→" if is_unicode(output.out) else "->"
    chances = f"{before} {arrow} {after}" if before != after else before
    said = f"{number_text(analysis, found):>5}  {found.played.move.text:{longest}} {sign:2}  {chances}"
    return output.bold(said) if found.mark else said


def show_sides(analysis: Analysis, output: Output) -> None:
    from rich.table import Table

    from ludoteca.games import SIDES
    from ludoteca.play import analysis_text

    called = analysis_text.names(analysis, output.lang)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    for key in ("accuracy", "inaccuracies", "mistakes", "blunders"):
        table.add_column(output.text(f"analyse.{key}"), justify="right")
    for side in SIDES:
        found = analysis.summary(side)
        share = "–" if found.accuracy is None else f"{round(found.accuracy)} %"
        counts = (found.inaccuracies, found.mistakes, found.blunders)
        table.add_row(called[side], share, *map(str, counts))
    output.render(table)
    output.write()
