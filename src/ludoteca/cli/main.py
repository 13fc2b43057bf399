"""The `ludoteca` command: parses the command line, runs a command and returns its exit code.

Exit codes: 0 success; 1 a negative result, such as a failed check; 2 invalid input; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from argparse import Action
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from types import ModuleType

from ludoteca.cli.output import Output
from ludoteca.cli.parser import PROGRAM, Parser
from ludoteca.cli.streams import discard, open_missing_streams, replace_undecodable_characters
from ludoteca.errors import LudotecaError, file_problem
from ludoteca.messages import match_language, preferred_language

COMMANDS = (
    "serve", "menu", "list", "rules", "play", "best", "analyse", "evaluate", "tree", "exercise", "solve",
    "value", "verify", "explore", "match", "tournament", "engine", "train", "tune", "calibrate", "puzzles",
    "scores", "show", "record", "export", "import", "print", "lesson", "check", "remix", "playtest", "perft",
    "playouts", "bench", "experiments", "schema", "completion", "admin",
)  # fmt: skip
"""Each is a module of `cli.commands`, with `arguments` and `run`."""
ALIASES = {"smell": "playtest"}
"""Former names of commands, accepted for one release and not shown in the help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Invalid input is reported on stderr with exit code 2."""
    words = resolve_alias(list(sys.argv[1:] if argv is None else argv))
    open_missing_streams()
    replace_undecodable_characters()
    output = Output(language(words))
    try:
        code = run_command(words, output)
        output.out.flush()
        return code
    except LudotecaError as error:
        output.fail(error)
    except KeyboardInterrupt:
        output.write_stopped()
        return 130
    except BrokenPipeError:  # the reader closed the pipe
        discard(output.out)
        return 0
    except OSError as problem:
        discard(output.out)
        why = file_problem(problem).text(output.lang)
        what = output.text("error.file", file=problem.filename, why=why) if problem.filename else why
        output.write_error(output.text("error", what=what))
    except MemoryError:
        output.write_error(output.text("error", what=output.text("error.memory")))
    return 2


def run_command(words: Sequence[str], output: Output) -> int:
    """Parse the command line and run the command. Returns its exit code."""
    try:
        args = build_parser(output).parse_args(words)
    except SystemExit as leaving:  # raised by argparse
        return leaving.code if isinstance(leaving.code, int) else 0
    return int(command(args.command or "menu").run(args, output))


def resolve_alias(words: list[str]) -> list[str]:
    """The command line with a former command name replaced by the current one."""
    for place, word in enumerate(words):
        if word in COMMANDS:
            break
        if word in ALIASES:
            return [*words[:place], ALIASES[word], *words[place + 1 :]]
    return words


def language(words: Sequence[str]) -> str:
    """The language of `--lang`, found before parsing, because parser errors are translated too."""
    for place, word in enumerate(words):
        said = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(words):
            said = words[place + 1]
        if said:
            return match_language(said) or preferred_language(os.environ)
    return preferred_language(os.environ)


def build_parser(output: Output) -> Parser:
    """The parser of all commands. It loads no game."""
    text = output.text
    parser = Parser(output, prog=PROGRAM, description=text("help.about"), epilog=text("help.epilog"))
    parser.option("--version", action=_ShowVersion, nargs=0, help=text("help.version"))
    commands = parser.add_subparsers(
        title=text("help.commands"), dest="command", metavar=text("help.COMMAND"), parser_class=Parser
    )
    for name in COMMANDS:
        about = text(f"help.{name}")
        one = commands.add_parser(name, help=about, description=about, output=output)
        command(name).arguments(one, output)
    return parser


def command(name: str) -> ModuleType:
    """The module of a command; a Python keyword has an underscore appended."""
    return import_module(f"ludoteca.cli.commands.{name}{'_' if iskeyword(name) else ''}")


class _ShowVersion(Action):
    """Read the version from the package metadata only when needed."""

    def __call__(self, *_: object) -> None:
        from importlib.metadata import version

        print(PROGRAM, version("ludoteca"))
        raise SystemExit(0)


if __name__ == "__main__":
    sys.exit(main())
