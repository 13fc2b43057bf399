"""The line loop of an engine, and its output. Commands come from one thread, answers from two."""

from __future__ import annotations

import threading
from typing import Protocol, TextIO

LONGEST_LINE = 2_000_000
"""Characters of a line: a rules file as a JSON string fits, with every character escaped."""


class LineWriter:
    """Writes whole lines and flushes each. Thread-safe; after an error nobody reads any more."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.Lock()
        self.closed = False

    def line(self, text: str = "") -> None:
        """Write one line; line breaks inside it become spaces."""
        self.lines((text,))

    def lines(self, texts: tuple[str, ...] | list[str]) -> None:
        """Write lines that no other thread may separate."""
        block = "".join(" ".join(text.splitlines()) + "\n" for text in texts)
        with self._lock:
            if self.closed:
                return
            try:
                self._stream.write(block)
                self._stream.flush()
            except (OSError, ValueError):
                self.closed = True


class Commands(Protocol):
    """What the loop drives: a dialect."""

    def respond(self, line: str) -> bool:
        """Carry out one command. False if it was the last one."""

    def refuse_long_line(self) -> None:
        """Report a line over the limit."""

    def close(self) -> None:
        """Stop searching; what was found is still answered."""


def serve(commands: Commands, source: TextIO, writer: LineWriter) -> None:
    """Carry out the commands of a stream until it ends, or until the last command."""
    try:
        while not writer.closed:
            line = source.readline(LONGEST_LINE + 1)
            if not line:
                return
            if len(line) > LONGEST_LINE and not line.endswith("\n"):
                _skip_rest(source)
                commands.refuse_long_line()
            elif not commands.respond(line.strip("\ufeff\r\n")):
                return
    finally:
        commands.close()


def _skip_rest(source: TextIO) -> None:
    """Read to the end of an overlong line."""
    while (part := source.readline(LONGEST_LINE)) and not part.endswith("\n"):
        pass
