"""`ludoteca analyse`: review a recorded game move by move."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.background import Walk, watched
from ludoteca.cli.commands.record import read
from ludoteca.cli.layout import paragraph
from ludoteca.cli.parser import Parser, number, whole
from ludoteca.cli.screen import Screen, is_unicode
from ludoteca.cli.start_options import json_option, write_picture

if TYPE_CHECKING:
    from ludoteca.play.analysis import Analyser, Analysis, MoveReview

STOPPED = 130


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.argument("file", metavar=say("help.FILE"), help=say("help.record-file"))
    parser.option("--game", metavar=say("help.GAME"), default="", help=say("help.record-game"))
    seconds, many = number(screen, 0, 3600), whole(screen, 1, 10**12)
    about = {"seconds": say("help.analyse-seconds"), "nodes": say("help.analyse-nodes")}
    parser.option("--seconds", metavar=say("help.SECONDS"), type=seconds, default=None, help=about["seconds"])
    parser.option("--nodes", metavar=say("help.NUMBER"), type=many, default=None, help=about["nodes"])
    parser.option("--svg", metavar=say("help.FILE"), default=None, help=say("help.svg-graph"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.engine import Limits
    from ludoteca.games import load
    from ludoteca.play import analysis_text
    from ludoteca.play.analysis import DEFAULT_LIMITS, Analyser
    from ludoteca.play.record import Record

    record = Record.read(read(asked.file))
    given = asked.seconds is not None or asked.nodes
    limits = Limits(asked.seconds, asked.nodes) if given else DEFAULT_LIMITS
    analyser = Analyser(record, limits, load(asked.game or record.game))
    analysis, code = review(analyser, screen)
    if asked.svg:
        write_picture(asked.svg, analysis_text.svg(analysis, screen.lang), screen)
    if asked.json and asked.svg != "-":
        screen.json(analysis_text.as_dict(analysis, screen.lang))
    elif asked.svg != "-":
        show(analysis, screen)
    return code


def review(analyser: Analyser, screen: Screen) -> tuple[Analysis, int]:
    """Review the game with a progress bar. Ctrl-C stops it; the results so far are returned."""

    def work(walk: Walk[None]) -> None:
        def progress(done: int, total: int) -> None:
            walk.done, walk.total = done, total

        analyser.run(progress)

    try:
        watched(screen, analyser.analysis.game, screen.say("analyse.working"), work, analyser.stop)
    except KeyboardInterrupt:
        screen.tell("\n" + screen.say("error.stopped"))
        return analyser.analysis, STOPPED
    return analyser.analysis, 0


# -- text ---------------------------------------------------------------------------------------------


def show(analysis: Analysis, screen: Screen) -> None:
    from ludoteca.play import analysis_text
    from ludoteca.render.graph_text import graph_text

    called = analysis_text.names(analysis, screen.lang)
    screen.write(screen.bold(analysis_text.title(analysis, screen.lang)))
    screen.write(screen.dim(screen.say("analyse.about-graph", who=called["first"])) + "\n")
    width = min(screen.width, 80)
    for line in graph_text(analysis_text.graph_of(analysis, screen.lang), width, is_unicode(screen.out)):
        screen.write(line)
    screen.write()
    show_moves(analysis, screen)
    show_sides(analysis, screen)
    screen.write(analysis_text.ending(analysis, screen.lang) or screen.say("record.unfinished"))
    if not analysis.is_complete:
        found = sum(one is not None for one in analysis.reviews)
        screen.write(screen.say("analyse.partly", n=found, all=len(analysis.reviews)))


def show_moves(analysis: Analysis, screen: Screen) -> None:
    """Every move with the mover's win chance before and after it; marked moves with the better move."""
    from ludoteca.play import analysis_text

    for found in analysis.reviews:
        if found is None:
            continue
        screen.write(_line(analysis, found, screen))
        for remark in analysis_text.remarks(found, screen.lang):
            screen.write(paragraph(remark, screen.width, before=" " * 7))
    screen.write()


def _line(analysis: Analysis, found: MoveReview, screen: Screen) -> str:
    from ludoteca.play.analysis_text import number_text, score_text
    from ludoteca.render.graph import SIGNS

    longest = max(len(one.move) for one in analysis.record.moves)
    sign = SIGNS.get(found.mark, "")
    before = score_text(found.best.score, screen.lang)
    after = score_text(found.played.score, screen.lang)
    arrow = "→" if is_unicode(screen.out) else "->"
    chances = f"{before} {arrow} {after}" if before != after else before
    said = f"{number_text(analysis, found):>5}  {found.played.move.text:{longest}} {sign:2}  {chances}"
    return screen.bold(said) if found.mark else said


def show_sides(analysis: Analysis, screen: Screen) -> None:
    from rich.table import Table

    from ludoteca.games import SIDES
    from ludoteca.play import analysis_text

    called = analysis_text.names(analysis, screen.lang)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("", no_wrap=True)
    for key in ("accuracy", "inaccuracies", "mistakes", "blunders"):
        table.add_column(screen.say(f"analyse.{key}"), justify="right")
    for side in SIDES:
        found = analysis.summary(side)
        share = "–" if found.accuracy is None else f"{round(found.accuracy)} %"
        counts = (found.inaccuracies, found.mistakes, found.blunders)
        table.add_row(called[side], share, *map(str, counts))
    screen.show(table)
    screen.write()
