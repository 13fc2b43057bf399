"""The command line's grammar, with its help and its complaints in the person's language."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from ludoteca.cli.screen import Screen
from ludoteca.messages import LANGUAGES, match_language

PROGRAM = "ludoteca"


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` that speaks through a screen, and keeps one order of groups."""

    def __init__(self, screen: Screen, **options: Any) -> None:
        self.screen = screen
        super().__init__(
            add_help=False, allow_abbrev=False, formatter_class=_formatter(screen),
            argument_default=argparse.SUPPRESS, **options,
        )  # fmt: skip
        self.named = self.add_argument_group(screen.say("help.arguments"))
        self.optional = self.add_argument_group(screen.say("help.options"))
        self.option("-h", "--help", action="help", help=screen.say("help.help"))
        about = screen.say("help.lang", known=", ".join(LANGUAGES))
        self.option("--lang", type=_language(screen), metavar="LANG", help=about)

    def argument(self, name: str, **options: Any) -> None:
        """Something that stands by its place."""
        self.named.add_argument(name, **options)

    def option(self, *names: str, **options: Any) -> None:
        self.optional.add_argument(*names, **options)

    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one message, and leave with 2."""
        say = self.screen.say
        said = complaint(self.screen, message)
        self.screen.tell(say("error", what=said) + "\n" + say("error.more", what=self.prog))
        raise SystemExit(2)


def _formatter(screen: Screen) -> type[argparse.HelpFormatter]:
    class Formatter(argparse.RawDescriptionHelpFormatter):
        def __init__(self, prog: str, **options: Any) -> None:
            super().__init__(prog, max_help_position=30, width=min(screen.width, 96))
            # Otherwise argparse forgets that commands stand further in than options.
            self._action_max_length = 16

        def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
            super().add_usage(usage, actions, groups, screen.say("help.usage") if prefix is None else prefix)

    return Formatter


# -- values -------------------------------------------------------------------------------------------


def _language(screen: Screen) -> Callable[[str], str]:
    def read(text: str) -> str:
        known = match_language(text)
        if known is None:
            what = screen.say("error.language", what=text, known=", ".join(LANGUAGES))
            raise argparse.ArgumentTypeError(what)
        return known

    return read


def whole(screen: Screen, least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number within limits."""

    def read(text: str) -> int:
        if not text.lstrip("-").isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(screen.say("error.whole", what=text, least=least, most=most))
        return int(text)

    return read


def number(screen: Screen, least: float, most: float) -> Callable[[str], float]:
    """Reads a number within limits."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            what = screen.say("error.number", what=text, least=f"{least:g}", most=f"{most:g}")
            raise argparse.ArgumentTypeError(what)
        return value

    return read


# -- complaints ---------------------------------------------------------------------------------------

_REQUIRED = re.compile(r"the following arguments are required: (.+)", re.DOTALL)
_UNKNOWN = re.compile(r"unrecognized arguments: (.+)", re.DOTALL)
_CHOICE = re.compile(r"argument (.+?): invalid choice: '?(.*?)'? \(choose from (.+)\)", re.DOTALL)
_EXPECTED = re.compile(r"argument (.+?): expected .+", re.DOTALL)
_VALUE = re.compile(r"argument (.+?): (.+)", re.DOTALL)


def complaint(screen: Screen, message: str) -> str:
    """What argparse complains about, in the person's language."""
    say = screen.say
    if found := _REQUIRED.fullmatch(message):
        return say("error.required", what=found[1])
    if found := _UNKNOWN.fullmatch(message):
        return say("error.unknown-arguments", what=found[1])
    if found := _CHOICE.fullmatch(message):
        known = [word.strip(" '") for word in found[3].split(",")]
        return say("error.choice", where=found[1], what=found[2], known=known_words(screen, found[2], known))
    if found := _EXPECTED.fullmatch(message):
        return say("error.one-value", where=found[1])
    if found := _VALUE.fullmatch(message):
        return say("error.value", where=found[1], what=found[2])
    return message


def known_words(screen: Screen, word: str, known: Iterable[str]) -> str:
    """The nearest known word, if there is one, and all of them."""
    words = list(known)
    near = difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    hint = screen.say("error.mean", near=near[0]) + " " if near else ""
    return hint + screen.say("error.known", known=", ".join(words))
