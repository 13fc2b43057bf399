"""`ludoteca export`: export a game record to another format or an image."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ludoteca.cli.commands.record import read_content
from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output
from ludoteca.cli.parser import Parser, integer


def arguments(parser: Parser, output: Output) -> None:
    from ludoteca.play.formats import FORMATS

    text = output.text
    parser.argument("file", metavar=text("help.RECORD"), help=text("help.record-file"))
    parser.option("--format", choices=tuple(FORMATS), default="", metavar=text("help.FORMAT"),
                  help=text("help.export-format", formats=", ".join(FORMATS)))  # fmt: skip
    parser.option("-o", dest="to", metavar=text("help.FILE"), default="", help=text("help.export-to"))
    parser.option("--game", metavar=text("help.GAME"), default="", help=text("help.record-game"))
    parser.option(
        "--width",
        metavar=text("help.NUMBER"),
        type=integer(output, 64, 2000),
        default=480,
        help=text("help.width"),
    )
    parser.option(
        "--ply",
        metavar=text("help.NUMBER"),
        type=integer(output, 0, 4000),
        default=None,
        help=text("help.ply"),
    )


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.play.exchange import FORMATS, export, import_record

    content = read_content(args.file)
    record = import_record(content, args.game)
    game = load(args.game or record.game)
    endings = {one.ending: name for name, one in FORMATS.items()}
    name = args.format or endings.get(Path(args.to).suffix.lstrip("."), "")
    if not name:
        raise CommandError("error.format-needed")
    written = export(record, name, game, output.lang, args.width, args.ply)
    to = args.to or (
        "-"
        if FORMATS[name].media.startswith(("text", "application"))
        else f"{game.id}.{FORMATS[name].ending}"
    )
    if to == "-":
        _out(written)
    else:
        Path(to).write_bytes(written)
        output.write_error(output.text("show.written", file=to))
    return 0


def _out(written: bytes) -> None:
    """Write binary data to stdout."""
    raw = getattr(sys.stdout, "buffer", None)
    if raw is None:
        sys.stdout.write(written.decode("utf-8"))
    else:
        sys.stdout.flush()
        raw.write(written)
        raw.flush()
