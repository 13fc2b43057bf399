"""An argument parser whose help and errors are translated."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from ludoteca.cli.output import Output
from ludoteca.messages import LANGUAGES, match_language

PROGRAM = "ludoteca"


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` with translated texts and a fixed order of argument groups."""

    def __init__(self, output: Output, **options: Any) -> None:
        self.output = output
        super().__init__(
            add_help=False, allow_abbrev=False, formatter_class=_formatter(output),
            argument_default=argparse.SUPPRESS, **options,
        )  # fmt: skip
        self.named = self.add_argument_group(output.text("help.arguments"))
        self.optional = self.add_argument_group(output.text("help.options"))
        self.option("-h", "--help", action="help", help=output.text("help.help"))
        about = output.text("help.lang", known=", ".join(LANGUAGES))
        self.option("--lang", type=_language(output), metavar="LANG", help=about)

    def argument(self, name: str, **options: Any) -> None:
        """Add a positional argument."""
        self.named.add_argument(name, **options)

    def option(self, *names: str, **options: Any) -> None:
        self.optional.add_argument(*names, **options)

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the help. Unlike argparse's own method, it does not hide that nothing could be written."""
        (file or self.output.out).write(message)

    def error(self, problem: str) -> NoReturn:
        """Report a usage error and exit with 2."""
        text = self.output.text
        said = translated_error(self.output, problem)
        self.output.write_error(text("error", what=said) + "\n" + text("error.more", what=self.prog))
        raise SystemExit(2)


def _formatter(output: Output) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str, **options: Any) -> None:
            super().__init__(prog, max_help_position=30, width=min(output.width, 96))
            # argparse does not count the deeper indentation of commands.
            self._action_max_length = 16

        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, output.text("help.usage") if prefix is None else prefix)

    return Formatter


# -- values -------------------------------------------------------------------------------------------


def _language(output: Output) -> Callable[[str], str]:
    def read(text: str) -> str:
        known = match_language(text)
        if known is None:
            what = output.text("error.language", what=text, known=", ".join(LANGUAGES))
            raise argparse.ArgumentTypeError(what)
        return known

    return read


def integer(output: Output, least: int, most: int) -> Callable[[str], int]:
    """A reader of integers within limits."""

    def read(text: str) -> int:
        if not text.lstrip("-").isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(output.text("error.whole", what=text, least=least, most=most))
        return int(text)

    return read


def number(output: Output, least: float, most: float) -> Callable[[str], float]:
    """A reader of numbers within limits."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            what = output.text("error.number", what=text, least=f"{least:g}", most=f"{most:g}")
            raise argparse.ArgumentTypeError(what)
        return value

    return read


# -- complaints ---------------------------------------------------------------------------------------

_REQUIRED = re.compile(r"the following arguments are required: (.+)", re.DOTALL)
_UNKNOWN = re.compile(r"unrecognized arguments: (.+)", re.DOTALL)
_CHOICE = re.compile(r"argument (.+?): invalid choice: '?(.*?)'? \(choose from (.+)\)", re.DOTALL)
_EXPECTED = re.compile(r"argument (.+?): expected .+", re.DOTALL)
_VALUE = re.compile(r"argument (.+?): (.+)", re.DOTALL)


def translated_error(output: Output, problem: str) -> str:
    """An error message of argparse, translated."""
    text = output.text
    if found := _REQUIRED.fullmatch(problem):
        return text("error.required", what=found[1])
    if found := _UNKNOWN.fullmatch(problem):
        return text("error.unknown-arguments", what=found[1])
    if found := _CHOICE.fullmatch(problem):
        known = [word.strip(" '") for word in found[3].split(",")]
        return text("error.choice", where=found[1], what=found[2], known=suggestions(output, found[2], known))
    if found := _EXPECTED.fullmatch(problem):
        return text("error.one-value", where=found[1])
    if found := _VALUE.fullmatch(problem):
        return text("error.value", where=found[1], what=found[2])
    return problem


def suggestions(output: Output, word: str, known: Iterable[str]) -> str:
    """The closest known word, if any, and all known words."""
    words = list(known)
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    hint = output.text("error.mean", near=near[0]) + " " if near else ""
    return hint + output.text("error.known", known=", ".join(words))
