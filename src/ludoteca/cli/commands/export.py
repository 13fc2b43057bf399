"""`ludoteca export`: a recorded game in another format, or as a picture."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ludoteca.cli.errors import CommandError
from ludoteca.cli.parser import Parser, whole
from ludoteca.cli.screen import Screen


def arguments(parser: Parser, screen: Screen) -> None:
    from ludoteca.play.formats import FORMATS

    say = screen.say
    parser.argument("file", metavar=say("help.RECORD"), help=say("help.record-file"))
    parser.option("--format", choices=tuple(FORMATS), default="", metavar=say("help.FORMAT"),
                  help=say("help.export-format", formats=", ".join(FORMATS)))  # fmt: skip
    parser.option("-o", dest="to", metavar=say("help.FILE"), default="", help=say("help.export-to"))
    parser.option("--game", metavar=say("help.GAME"), default="", help=say("help.record-game"))
    parser.option(
        "--width",
        metavar=say("help.NUMBER"),
        type=whole(screen, 64, 2000),
        default=480,
        help=say("help.width"),
    )
    parser.option(
        "--ply", metavar=say("help.NUMBER"), type=whole(screen, 0, 4000), default=None, help=say("help.ply")
    )


def run(asked: Namespace, screen: Screen) -> int:
    from ludoteca.games import load
    from ludoteca.play.exchange import FORMATS, export, import_record

    content = sys.stdin.buffer.read() if asked.file == "-" else Path(asked.file).read_bytes()
    record = import_record(content, asked.game)
    game = load(asked.game or record.game)
    endings = {one.ending: name for name, one in FORMATS.items()}
    name = asked.format or endings.get(Path(asked.to).suffix.lstrip("."), "")
    if not name:
        raise CommandError("error.format-needed")
    written = export(record, name, game, screen.lang, asked.width, asked.ply)
    to = asked.to or (
        "-"
        if FORMATS[name].media.startswith(("text", "application"))
        else f"{game.id}.{FORMATS[name].ending}"
    )
    if to == "-":
        _out(written)
    else:
        Path(to).write_bytes(written)
        screen.tell(screen.say("show.written", file=to))
    return 0


def _out(written: bytes) -> None:
    """To stdout as it is: a picture is no text."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(written.decode("utf-8"))
    else:
        sys.stdout.flush()
        raw.write(written)
        raw.flush()
