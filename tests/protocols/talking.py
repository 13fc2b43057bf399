"""A conversation with a dialect in this process."""

from __future__ import annotations

from ludoteca.cli.commands.engine import level_player
from ludoteca.games import load
from ludoteca.protocols.dialects import default_game, engine_side
from ludoteca.protocols.loop import LineWriter
from ludoteca.protocols.search_host import SearchHost


class Lines(LineWriter):
    """Keeps the lines instead of writing them."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.closed = False

    def lines(self, texts: tuple[str, ...] | list[str]) -> None:
        self.said += [" ".join(text.splitlines()) for text in texts]


class Talk:
    """Says lines to the engine side of a protocol."""

    def __init__(self, protocol: str, game: str = "", lang: str = "en") -> None:
        self.writer = Lines()
        found = load(game) if game else default_game(protocol)
        self.host = SearchHost(found, level_player)
        self.dialect = engine_side(protocol)(self.host, self.writer, lang)
        self.running = True

    def say(self, *lines: str) -> list[str]:
        """The answers to some lines, up to the end of a search that they start."""
        before = len(self.writer.said)
        for line in lines:
            self.running = self.dialect.respond(line)
        self.host.wait()
        return self.writer.said[before:]

    def send(self, line: str) -> None:
        """Say a line without waiting for a search."""
        self.running = self.dialect.respond(line)
