"""`ludoteca import`: a record of another program, as one of ours."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ludoteca.cli.parser import Parser
from ludoteca.cli.screen import Screen, harmless
from ludoteca.cli.start_options import json_option


def arguments(parser: Parser, screen: Screen) -> None:
    say = screen.say
    parser.argument("file", metavar=say("help.FILE"), help=say("help.import-file"))
    parser.option("--game", metavar=say("help.GAME"), default="", help=say("help.import-game"))
    parser.option("-o", dest="to", metavar=say("help.FILE"), default="", help=say("help.export-to"))
    json_option(parser, screen)


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.play.exchange import import_record
    from ludoteca.play.record import IllegalRecord

    content = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    try:
        record = import_record(content, asked.game)
        record.positions(load(asked.game or record.game))
    except IllegalRecord as refused:
        from ludoteca.cli.commands.record import refuse

        return refuse(asked, screen, refused)
    if asked.to:
        Path(asked.to).write_text(record.to_text(), "utf-8")
        screen.tell(screen.say("show.written", file=asked.to))
    if asked.json:
        screen.json(record.as_dict() | {"legal": True})
    elif not asked.to:
        screen.write(harmless(record.to_text()), end="")
    return 0
