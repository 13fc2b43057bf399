"""`ludoteca import`: convert a game record of another program."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ludoteca.cli.commands.record import read_content, refuse
from ludoteca.cli.output import Output, printable
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import json_option


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument("file", metavar=text("help.FILE"), help=text("help.import-file"))
    parser.option("--game", metavar=text("help.GAME"), default="", help=text("help.import-game"))
    parser.option("-o", dest="to", metavar=text("help.FILE"), default="", help=text("help.export-to"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.play.exchange import import_record
    from ludoteca.play.record import IllegalRecord

    content = read_content(args.file)
    try:
        record = import_record(content, args.game)
        record.positions(load(args.game or record.game))
    except IllegalRecord as refused:
        return refuse(args, output, refused)
    if args.to:
        Path(args.to).write_text(record.to_text(), "utf-8")
        output.write_error(output.text("show.written", file=args.to))
    if args.json:
        output.json(record.as_dict() | {"legal": True})
    elif not args.to:
        output.write(printable(record.to_text()), end="")
    return 0
