"""`ludoteca tree`: show the whole search tree of a small depth."""

from __future__ import annotations

from argparse import BooleanOptionalAction, Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.output import Output, is_unicode
from ludoteca.cli.parser import Parser, integer
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_svg

if TYPE_CHECKING:
    from ludoteca.engine.tree import Tree

_MOST_LINES = 120


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    game_argument(parser, output)
    deep = integer(output, 1, 12)
    parser.option("--depth", metavar=text("help.DEPTH"), type=deep, default=2, help=text("help.depth"))
    parser.option("--prune", action=BooleanOptionalAction, default=True, help=text("help.prune"))
    algorithms = ("minimax", "negamax", "alphabeta", "expectiminimax", "breadth-first")
    parser.option(
        "--algorithm",
        choices=algorithms,
        metavar=text("help.ALGORITHM"),
        default="",
        help=text("help.algorithm"),
    )
    parser.option("--values", metavar=text("help.NAME"), default="engine", help=text("help.tree-values"))
    orders = ("path", "best", "worst")
    parser.option(
        "--order", choices=orders, metavar=text("help.ORDER"), default="path", help=text("help.order")
    )
    start_options(parser, output)
    parser.option("--svg", metavar=text("help.FILE"), default=None, help=text("help.svg"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.classics.tree_values import scorer_for
    from ludoteca.engine.tree import grow
    from ludoteca.play import trees

    position = start(args)
    if position.is_over:
        raise CommandError("error.game-over")
    scorer = scorer_for(position.game, args.values)
    tree = grow(position, args.depth, args.prune, args.order, args.algorithm, scorer)
    if args.svg:
        # Plain colours: not every SVG viewer supports CSS custom properties.
        write_svg(args.svg, trees.svg(tree, output.lang, theme=False), output)
    if args.json and args.svg != "-":
        output.json(trees.as_dict(tree) | {"values": args.values, "steps": trees.steps(tree, output.lang)})
    elif not args.svg:
        show(tree, output)
    return 0


def show(tree: Tree, output: Output) -> None:
    from ludoteca.play import trees
    from ludoteca.render.tree_text import tree_text

    lines = tree_text(trees.tree_nodes(tree, output.lang, boards=False), is_unicode(output.out))
    output.write(output.bold(trees.title(tree, output.lang)))
    output.write(paragraph(trees.summary(tree, output.lang), output.width) + "\n")
    for line in lines[:_MOST_LINES]:
        output.write(output.bold(line) if line.endswith(" *") else line)
    if len(lines) > _MOST_LINES:
        output.write(output.dim(output.text("tree.rest", n=len(lines) - _MOST_LINES)))
