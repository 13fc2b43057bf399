"""`ludoteca tree`: a whole search of a small depth, to be looked at."""

from __future__ import annotations

from argparse import BooleanOptionalAction, Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.layout import paragraph
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen, is_unicode
from ludoteca.cli.start_options import game_argument, json_option, start, start_options, write_picture

if TYPE_CHECKING:
    from ludoteca.engine.tree import Tree

_MOST_LINES = 120


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    game_argument(parser, screen)
    deep = whole(screen, 1, 12)
    parser.option("--depth", metavar=say("help.DEPTH"), type=deep, default=2, help=say("help.depth"))
    parser.option("--prune", action=BooleanOptionalAction, default=True, help=say("help.prune"))
    orders = ("path", "best", "worst")
    parser.option(
        "--order", choices=orders, metavar=say("help.ORDER"), default="path", help=say("help.order")
    )
    start_options(parser, screen)
    parser.option("--svg", metavar=say("help.FILE"), default=None, help=say("help.svg"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.engine.tree import grow
    from ludoteca.play import trees

    position = start(asked)
    if position.is_over:
        raise CommandError("error.game-over")
    tree = grow(position, asked.depth, asked.prune, asked.order)
    if asked.svg:
        # Plain colours: not every program that opens a file knows custom properties.
        write_picture(asked.svg, trees.svg(tree, screen.lang, theme=False), screen)
    if asked.json and asked.svg != "-":
        screen.json(trees.as_dict(tree))
    elif not asked.svg:
        show(tree, screen)
    return 0


def show(tree: Tree, screen: Screen) -> None:
    from ludoteca.play import trees
    from ludoteca.render.tree_text import tree_text

    lines = tree_text(trees.tree_nodes(tree, screen.lang, boards=False), is_unicode(screen.out))
    screen.write(screen.bold(trees.title(tree, screen.lang)))
    screen.write(paragraph(trees.summary(tree, screen.lang), screen.width) + "\n")
    for line in lines[:_MOST_LINES]:
        screen.write(screen.bold(line) if line.endswith(" *") else line)
    if len(lines) > _MOST_LINES:
        screen.write(screen.dim(screen.say("tree.rest", n=len(lines) - _MOST_LINES)))
