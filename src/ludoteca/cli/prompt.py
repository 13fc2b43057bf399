"""Input at the terminal: lines, and commands in any language."""

from __future__ import annotations

import sys
import unicodedata
from functools import cache

from ludoteca.cli.output import MESSAGES, Output
from ludoteca.messages import LANGUAGES

COMMANDS = ("undo", "redo", "moves", "save", "resign", "draw", "flip", "rules", "help", "quit")
"""Commands during a game. Each language has its own words for them."""
MOVES = ("pass", "swap")
"""Moves with a word in each language."""


class EndOfInput(Exception):
    """End of input, or Ctrl-C."""


class Input:
    """Reads lines from the terminal or a file."""

    def __init__(self, output: Output) -> None:
        self.output = output
        if sys.stdin.isatty():
            _enable_history()

    def line(self, prompt: str) -> str:
        """Read one line, stripped. Raises `EndOfInput`."""
        self.output.out.flush()
        try:
            if sys.stdin.isatty() and self.output.out.isatty():
                return input(prompt).strip()
            self.output.write(prompt, end="")
            text = sys.stdin.readline()
        except (KeyboardInterrupt, EOFError, UnicodeDecodeError):
            self.output.write()
            raise EndOfInput from None
        # Piped input is not echoed, so end the line of the prompt.
        self.output.write()
        if not text:
            raise EndOfInput
        return text.strip()

    def confirm(self, prompt: str) -> bool:
        return normalized(self.line(prompt)) in typed_words(self.output.lang, ("yes",))


def normalized(text: str) -> str:
    """Case-folded, without accents."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return plain.casefold().strip()


@cache
def typed_words(lang: str, meanings: tuple[str, ...]) -> dict[str, str]:
    """The words of all languages for these meanings; on a conflict the word of `lang` wins."""
    order = [*(other for other in LANGUAGES if other != lang), lang]
    return {
        normalized(word): meaning
        for one in order
        for meaning in meanings
        for word in MESSAGES.text(one, f"typed.{meaning}").split()
    }


def parse_line(text: str, lang: str) -> tuple[str, str]:
    """A line as (command, rest); a move is ("", move)."""
    word, _, rest = text.partition(" ")
    command = typed_words(lang, COMMANDS).get(normalized(word), "")
    if command and (not rest.strip() or command == "save"):
        return command, rest.strip()
    return "", typed_words(lang, MOVES).get(normalized(text), text)


def _enable_history() -> None:
    """Enable line editing and history where readline is available."""
    try:
        import readline  # noqa: F401
    except ImportError:
        pass
