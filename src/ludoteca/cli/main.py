"""The `ludoteca` command: reads what is asked, and answers with an exit code.

0 done; 1 an honest no, such as a check that failed; 2 something was asked wrongly; 130 stopped by Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from argparse import Action
from collections.abc import Sequence
from importlib import import_module
from keyword import iskeyword
from types import ModuleType

from ludoteca.cli.parser import PROGRAM, Parser
from ludoteca.cli.screen import Screen
from ludoteca.errors import LudotecaError, file_problem
from ludoteca.messages import match_language, preferred_language

COMMANDS = (
    "serve", "menu", "list", "rules", "play", "best", "analyse", "tree", "solve", "value", "verify",
    "explore", "match", "tune", "calibrate", "scores", "show", "record", "export", "import", "print",
    "check", "remix", "playtest", "perft", "playouts", "bench", "experiments", "schema", "completion",
)  # fmt: skip
"""Each is a module of `cli.commands`, with `arguments` and `run`."""
ALIASES = {"smell": "playtest"}
"""Former names of commands, accepted for one release and not shown in the help."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Never raises for what a person does wrong: it says so and returns 2."""
    words = canonical(list(sys.argv[1:] if argv is None else argv))
    _spare_odd_terminals()
    screen = Screen(language(words))
    try:
        asked = build_parser(screen).parse_args(words)
        return int(command(asked.command or "menu").run(asked, screen))
    except SystemExit as leaving:  # argparse leaves so
        return leaving.code if isinstance(leaving.code, int) else 0
    except LudotecaError as error:
        screen.fail(error)
        return 2
    except KeyboardInterrupt:
        screen.tell("\n" + screen.say("error.stopped"))
        return 130
    except BrokenPipeError:  # whoever read our answer has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as problem:
        why = file_problem(problem).text(screen.lang)
        what = screen.say("error.file", file=problem.filename, why=why) if problem.filename else why
        screen.tell(screen.say("error", what=what))
        return 2


def canonical(words: list[str]) -> list[str]:
    """The command line with a former command name replaced by the current one."""
    for place, word in enumerate(words):
        if word in COMMANDS:
            break
        if word in ALIASES:
            return [*words[:place], ALIASES[word], *words[place + 1 :]]
    return words


def language(words: Sequence[str]) -> str:
    """The language asked for, before the command line is read: its complaints need it."""
    for place, word in enumerate(words):
        said = word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if word == "--lang" and place + 1 < len(words):
            said = words[place + 1]
        if said:
            return match_language(said) or preferred_language(os.environ)
    return preferred_language(os.environ)


def build_parser(screen: Screen) -> Parser:
    """The whole grammar. Cheap: no game is read for it."""
    say = screen.say
    parser = Parser(screen, prog=PROGRAM, description=say("help.about"), epilog=say("help.epilog"))
    parser.option("--version", action=_ShowVersion, nargs=0, help=say("help.version"))
    commands = parser.add_subparsers(
        title=say("help.commands"), dest="command", metavar=say("help.COMMAND"), parser_class=Parser
    )
    for name in COMMANDS:
        about = say(f"help.{name}")
        one = commands.add_parser(name, help=about, description=about, screen=screen)
        command(name).arguments(one, screen)
    return parser


def command(name: str) -> ModuleType:
    """The module of a command; one that Python itself uses as a word has an underline behind its name."""
    return import_module(f"ludoteca.cli.commands.{name}{'_' if iskeyword(name) else ''}")


class _ShowVersion(Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, *_: object) -> None:
        from importlib.metadata import version

        print(PROGRAM, version("ludoteca"))
        raise SystemExit(0)


def _spare_odd_terminals() -> None:
    """A character that a terminal cannot show, or that was garbled on its way here, ends no game."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure:
            reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
