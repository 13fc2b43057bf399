"""`ludoteca completion`: a script that completes commands, options, games and players in a shell."""

from __future__ import annotations

import argparse
from typing import Any

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen
from ludoteca.messages import LANGUAGES

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def arguments(parser: Parser, screen: Screen) -> None:
    shells = ", ".join(SHELLS)
    parser.argument(
        "shell", choices=SHELLS, metavar=screen.say("help.SHELL"), help=screen.say("help.shell", known=shells)
    )


def run(asked: argparse.Namespace, screen: Screen) -> int:
    import shtab

    from ludoteca.cli.main import build_parser

    parser = build_parser(screen)
    values = completions()
    for command in (parser, *subparsers(parser)):
        for action in command._actions:
            add_completions(action, values)
    screen.write(shtab.complete(parser, asked.shell))
    return 0


def subparsers(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """The parsers of the commands."""
    groups = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return [command for group in groups for command in group.choices.values()]


def completions() -> dict[str, list[str]]:
    """The values of arguments by their name; no values stand for file names."""
    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.games import all_names
    from ludoteca.play.players import kinds

    games, players, files = all_names(), list(kinds()), list[str]()
    return {
        "game": games, "games": games, "what": games, "first": players, "second": players, "a": players,
        "b": players, "experiments": list(EXPERIMENTS), "lang": list(LANGUAGES), "records": files,
        "file": files, "svg": files, "record": files, "to": files, "table": files,
    }  # fmt: skip


def add_completions(action: Any, values: dict[str, list[str]]) -> None:
    """Tell shtab what an argument can be. Where a game is asked for, its file may be given as well."""
    import shtab

    found = values.get(action.dest)
    if found is None or action.choices is not None:
        return
    if found:
        action.choices = found
    if not found or action.dest == "what":
        action.complete = shtab.FILE
