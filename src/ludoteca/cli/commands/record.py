"""`ludoteca record`: a recorded game, shown and held against the rules."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen, harmless
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.games import Position
    from ludoteca.play.record import IllegalRecord, Record


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.argument("file", metavar=say("help.FILE"), help=say("help.record-file"))
    parser.option("--game", metavar=say("help.GAME"), default="", help=say("help.record-game"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.play.record import IllegalRecord, Record

    record = Record.read(read(asked.file))
    game = load(asked.game or record.game)
    try:
        line = record.positions(game)
    except IllegalRecord as refused:
        return refuse(asked, screen, refused)
    if asked.json:
        screen.json(record.as_dict() | {"legal": True, "last": line[-1].text})
    else:
        show(record, line, screen)
    return 0


def read(file: str) -> str:
    """The text of a file, or of what is piped in."""

    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise CommandError("error.not-utf8", file=file) from None


def refuse(asked: Namespace, screen: Screen, refused: IllegalRecord) -> int:
    """Say which move is not legal, and show what comes before it."""
    screen.fail(refused)
    if asked.json:
        value = {"legal": False, "problem": str(refused), "number": refused.number}
        screen.json(refused.legal_part.as_dict() | value)
    else:
        screen.tell(screen.say("record.kept", n=len(refused.legal_part.moves)))
        screen.write(harmless(refused.legal_part.to_text()), end="")
    return 1


def show(record: Record, line: tuple[Position, ...], screen: Screen) -> None:
    from ludoteca.play import terms

    game, lang = line[-1].game, screen.lang
    names = {"first": harmless(record.first) or "?", "second": harmless(record.second) or "?"}
    marked = {side: f"{name} ({terms.mark(lang, game, side)})" for side, name in names.items()}
    screen.write(screen.bold(game.title(lang)) + screen.dim(f"  {game.name}"))
    screen.write(screen.say("record.players", **marked))
    if record.date:
        screen.write(record.date.isoformat())
    screen.write("\n" + harmless(record.to_text().partition("\n\n")[2]))
    screen.write(screen.board(line[-1]) + "\n")
    if record.result:
        who = marked[record.result.winner] if record.result.winner else ""
        screen.write(terms.outcome(lang, record.result, who))
    else:
        screen.write(screen.say("record.unfinished"))
    screen.write(screen.dim(screen.say("record.fine", n=len(record.moves))))
