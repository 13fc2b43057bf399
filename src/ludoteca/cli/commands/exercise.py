"""`ludoteca exercise`: an exercise on the search tree of a position, for paper or for another program."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.layout import paragraph
from ludoteca.cli.output import Output, is_unicode
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_svg

if TYPE_CHECKING:
    from ludoteca.exercises import Exercise

_LARGEST_SEED = 10**9 - 1


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    kinds, sizes = ("values", "cuts", "window"), ("small", "medium", "large")
    parser.option(
        "--kind", choices=kinds, metavar=text("help.KIND"), default="values", help=text("help.exercise-kind")
    )
    parser.option(
        "--size",
        choices=sizes,
        metavar=text("help.TREE-SIZE"),
        default="small",
        help=text("help.exercise-size"),
    )
    seed = integer(output, 0, _LARGEST_SEED)
    parser.option("--seed", metavar=text("help.SEED"), type=seed, default=0, help=text("help.exercise-seed"))
    start_options(parser, output)
    parser.option("--solution", action="store_true", default=False, help=text("help.exercise-solution"))
    parser.option("--html", metavar=text("help.FILE"), default=None, help=text("help.exercise-html"))
    parser.option("--svg", metavar=text("help.FILE"), default=None, help=text("help.svg"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.exercises import make_exercise

    exercise = make_exercise(start(args), args.kind, seed=args.seed, size=args.size)
    if args.html:
        write_svg(args.html, exercise.html(output.lang), output)
    if args.svg:
        write_svg(args.svg, exercise.svg(output.lang, args.solution, theme=False), output)
    if args.json and "-" not in (args.html, args.svg):
        output.json(exercise.as_dict(args.solution))
    elif not args.html and not args.svg:
        show(exercise, args.solution, output)
    return 0


def show(exercise: Exercise, solution: bool, output: Output) -> None:
    from ludoteca.exercises import drawing, paper
    from ludoteca.render.tree_text import tree_text

    lines = tree_text(drawing.tree_nodes(exercise, output.lang, solution, False), is_unicode(output.out))
    output.write(output.bold(drawing.title(exercise, output.lang)))
    output.write(paragraph(drawing.task(exercise, output.lang), output.width) + "\n")
    for line in lines:
        output.write(line)
    if solution:
        output.write("")
        for line in paper.answer_lines(exercise, output.lang):
            output.write(line)
