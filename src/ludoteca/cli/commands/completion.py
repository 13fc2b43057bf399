"""`ludoteca completion`: a script that completes commands, options, games and players in a shell."""

from __future__ import annotations

import argparse
from typing import Any

from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser
from ludoteca.messages import LANGUAGES

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")


def arguments(parser: Parser, output: Output) -> None:
    shells = ", ".join(SHELLS)
    parser.argument(
        "shell",
        choices=SHELLS,
        metavar=output.text("help.SHELL"),
        help=output.text("help.shell", known=shells),
    )


def run(args: argparse.Namespace, output: Output) -> int:
    import shtab

    from ludoteca.cli.main import build_parser

    parser = build_parser(output)
    values = completions()
    for command in (parser, *subparsers(parser)):
        for action in command._actions:
            add_completions(action, values)
    output.write(shtab.complete(parser, args.shell))
    return 0


def subparsers(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """The parsers of the commands, and of their own commands."""
    groups = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    commands = [command for group in groups for command in group.choices.values()]
    return commands + [inner for command in commands for inner in subparsers(command)]


def completions() -> dict[str, list[str]]:
    """The values of arguments by their name; no values stand for file names."""
    from ludoteca.classics.experiments import EXPERIMENTS
    from ludoteca.games import all_names
    from ludoteca.play.players import foreign_kinds, kinds

    games, players, files = all_names(), [*kinds(), *foreign_kinds()], list[str]()
    return {
        "game": games, "games": games, "what": games, "first": players, "second": players, "a": players,
        "b": players, "experiments": list(EXPERIMENTS), "lang": list(LANGUAGES), "records": files,
        "file": files, "svg": files, "record": files, "to": files, "table": files,
    }  # fmt: skip


def add_completions(action: Any, values: dict[str, list[str]]) -> None:
    """Set the completions of an argument. `what` is a game or a file."""
    import shtab

    found = values.get(action.dest)
    if found is None or action.choices is not None:
        return
    if found:
        action.choices = found
    if not found or action.dest == "what":
        action.complete = shtab.FILE
