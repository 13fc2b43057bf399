"""Input at the terminal: lines, and the words that are commands in some language."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

from ludoteca.cli.screen import MESSAGES, Screen
from ludoteca.messages import LANGUAGES

COMMANDS = ("undo", "redo", "moves", "save", "resign", "draw", "flip", "rules", "help", "quit")
"""What can be typed during a game besides moves. Each language has its own words for them."""
MOVES = ("pass", "swap")
"""Moves that each language has a word for."""


class NoMore(Exception):
    """The person has gone: end of input, or Ctrl-C."""


class Input:
    """Lines that a person types, or that come from a file."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        if sys.stdin.isatty():
            _remember_lines()

    def line(self, prompt: str) -> str:
        """One line, without blanks around it. Raises `NoMore`."""
        self.screen.out.flush()
        try:
            if sys.stdin.isatty() and self.screen.out.isatty():
                return input(prompt).strip()
            self.screen.write(prompt, end="")
            text = sys.stdin.readline()
        except (KeyboardInterrupt, EOFError, UnicodeDecodeError):
            self.screen.write()
            raise NoMore from None
        # What is not typed at a terminal does not end the line of the prompt.
        self.screen.write()
        if not text:
            raise NoMore
        return text.strip()

    def yes(self, prompt: str) -> bool:
        return bare(self.line(prompt)) in typed_words(self.screen.lang, ("yes",))


def bare(text: str) -> str:
    """A word without case and accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain.casefold().strip()


@cache
def typed_words(lang: str, meanings: tuple[str, ...]) -> dict[str, str]:
    """The words of all languages for some meanings; where two languages differ, those of `lang` win."""
    order = [*(other for other in LANGUAGES if other != lang), lang]
    return {
        bare(word): meaning
        for one in order
        for meaning in meanings
        for word in MESSAGES.text(one, f"typed.{meaning}").split()
    }


def understood(text: str, lang: str) -> tuple[str, str]:
    """A line as (command, rest); a move is ("", move)."""
    word, _, rest = text.partition(" ")
    command = typed_words(lang, COMMANDS).get(bare(word), "")
    if command and (not rest.strip() or command == "save"):
        return command, rest.strip()
    return "", typed_words(lang, MOVES).get(bare(text), text)


def _remember_lines() -> None:
    """Arrow keys bring earlier lines back, where Python has readline."""
    try:
        import readline  # noqa: F401
    except ImportError:
        pass
