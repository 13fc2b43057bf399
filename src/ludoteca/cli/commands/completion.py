"""`ludoteca completion`: a script that lets a shell complete commands, options, games and players."""

from __future__ import annotations

from argparse import Namespace

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen

SHELLS = ("bash", "zsh", "fish")


def arguments(parser: Parser, screen: Screen) -> None:
    parser.argument("shell", choices=SHELLS, metavar=screen.say("help.SHELL"), help=screen.say("help.shell"))


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.cli import completing
    from ludoteca.cli.main import build_parser

    grammar = completing.grammar(build_parser(screen), screen)
    screen.write(getattr(completing, asked.shell)(grammar), end="")
    return 0
