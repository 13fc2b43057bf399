"""The engine side of a protocol: commands by name, one position, errors as lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import ClassVar

from ludoteca.errors import LudotecaError, did_you_mean
from ludoteca.games.problems import nearest
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.loop import LONGEST_LINE, LineWriter
from ludoteca.protocols.search_host import SearchHost

PROGRAM, AUTHOR = "Ludoteca", "The Ludoteca authors"
MOST = 10**12
"""The largest number that a command may contain."""

Handler = Callable[[str], None]
"""Carries out a command; takes the rest of the line."""


@cache
def version() -> str:
    """The version of this program."""
    from importlib.metadata import version

    return version("ludoteca")


class Dialect:
    """Our engine as the other side of a front end. Every answer goes through `writer`."""

    ignores_case: ClassVar[bool] = False
    """Whether command names may be written in any case."""

    def __init__(self, host: SearchHost, writer: LineWriter, lang: str = "en") -> None:
        self.host, self.writer, self.lang = host, writer, lang
        self.running = True
        self.position = host.game.start()
        self.commands = self.handlers()

    def handlers(self) -> Mapping[str, Handler]:
        """The commands by name."""
        raise NotImplementedError

    def error_line(self, text: str) -> str:
        """An error as the protocol writes it."""
        raise NotImplementedError

    # -- the loop -------------------------------------------------------------------------------------

    def respond(self, line: str) -> bool:
        """Carry out one line. False if it was the last command."""
        try:
            self.handle(line)
        except LudotecaError as error:
            self.report(error)
        return self.running

    def handle(self, line: str) -> None:
        """Find the command of a line and carry it out."""
        word, rest = first_word(line)
        if word:
            self.find(word)(rest)

    def find(self, word: str) -> Handler:
        """The handler of a command. Raises `ProtocolError` for an unknown one."""
        name = word.casefold() if self.ignores_case else word
        found = self.commands.get(name)
        if found is None:
            hint = did_you_mean(nearest(name, self.commands))
            raise ProtocolError("protocol.unknown-command", word=word, hint=hint)
        return found

    def report(self, error: LudotecaError) -> None:
        self.writer.line(self.error_line(error.text(self.lang)))

    def refuse_long_line(self) -> None:
        self.report(ProtocolError("protocol.long-line", limit=LONGEST_LINE))

    def quit(self, _: str = "") -> None:
        self.running = False

    def close(self) -> None:
        self.host.stop()


def first_word(line: str) -> tuple[str, str]:
    """The first word of a line, and the rest without the spaces around it."""
    word, _, rest = line.strip().partition(" ")
    return word, rest.strip()


def whole(text: str, least: int = 0, most: int = MOST) -> int:
    """An integer of a command. Raises `ProtocolError` outside the limits."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 15 or not least <= int(text) <= most:
        raise ProtocolError("protocol.integer", text=text, low=least, high=most)
    return int(text)


def decimal(text: str, least: float = 0.0, most: float = 1e9) -> float:
    """A number of a command. Raises `ProtocolError` outside the limits."""
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:
        raise ProtocolError("protocol.number", text=text)
    return value
