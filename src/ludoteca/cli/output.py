"""Terminal output in one language: results to stdout, messages to stderr."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, TextIO

from ludoteca.cli.streams import write_if_possible
from ludoteca.messages import catalogue, localized

if TYPE_CHECKING:
    from rich.console import RenderableType

    from ludoteca.errors import LudotecaError
    from ludoteca.games import Position
    from ludoteca.games.userdata import SetAside

MESSAGES = catalogue("cli")
MAX_WIDTH = 100
"""Longest line of text, also on wider terminals."""


class Output:
    """Where a command writes: the streams, the language, and whether colours are used."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.out, self.err = sys.stdout, sys.stderr
        self.colour = _has_colour(self.out)

    # -- words ----------------------------------------------------------------------------------------

    def text(self, key: str, **values: object) -> str:
        """A message of the `cli` catalogue."""
        return MESSAGES.text(self.lang, key, **values)

    def write(self, text: str = "", end: str = "\n") -> None:
        """To stdout."""
        print(text, end=end, file=self.out, flush=True)

    def write_error(self, text: str) -> None:
        """To stderr."""
        write_if_possible(self.err, text)

    def write_stopped(self, key: str = "error.stopped") -> None:
        """Report that Ctrl-C was pressed; on a terminal, below the `^C` that it shows."""
        self.write_error(("\n" if self.err.isatty() else "") + self.text(key))

    def fail(self, error: LudotecaError) -> None:
        """Report an error."""
        self.write_error(self.text("error", what=error.text(self.lang)))

    def warn_set_aside(self, files: list[SetAside]) -> None:
        """Warn about unreadable files that were renamed and kept."""
        for one in files:
            why = one.why if isinstance(one.why, str) else one.why.text(self.lang)
            self.write_error(self.text("error.aside", file=one.file, kept=one.kept, why=why))

    def json(self, value: object) -> None:
        """Print the JSON object of `--json`."""
        self.write(json.dumps(value, ensure_ascii=not is_unicode(self.out)))

    # -- looks ----------------------------------------------------------------------------------------

    def bold(self, text: str) -> str:
        return f"\x1b[1m{text}\x1b[0m" if self.colour else text

    def dim(self, text: str) -> str:
        return f"\x1b[2m{text}\x1b[0m" if self.colour else text

    def board(self, position: Position, flipped: bool = False) -> str:
        return position.draw(colour=self.colour, flipped=flipped)

    def integer(self, number: float) -> str:
        """An integer with thousands separators."""
        return localized(f"{number:,.0f}", self.lang)

    def decimal(self, number: float, places: int = 1) -> str:
        return localized(f"{number:.{places}f}", self.lang)

    @property
    def width(self) -> int:
        import shutil

        return min(shutil.get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)

    def render(self, drawn: RenderableType) -> None:
        """Print a Rich renderable without trailing spaces."""
        from rich.console import Console

        console = Console(
            file=self.out, width=self.width, highlight=False, markup=False,
            force_terminal=self.colour, no_color=not self.colour,
        )  # fmt: skip
        with console.capture() as shown:
            console.print(drawn)
        self.write("\n".join(line.rstrip() for line in shown.get().splitlines()))


def is_unicode(stream: TextIO) -> bool:
    return (stream.encoding or "").casefold().replace("-", "") == "utf8"


def printable(text: str) -> str:
    """A text without control characters, which could change the terminal's state."""
    return "".join(sign for sign in text if sign.isprintable() or sign == "\n")


def _has_colour(stream: TextIO) -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()
