"""`ludoteca record`: show a game record and check its moves."""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from ludoteca.cli.errors import CommandError
from ludoteca.cli.output import Output, printable
from ludoteca.cli.parser import Parser
from ludoteca.cli.start_options import json_option

if TYPE_CHECKING:
    from ludoteca.games import Position
    from ludoteca.play.record import IllegalRecord, Record


def arguments(parser: Parser, output: Output) -> None:
    text = output.text
    parser.argument("file", metavar=text("help.FILE"), help=text("help.record-file"))
    parser.option("--game", metavar=text("help.GAME"), default="", help=text("help.record-game"))
    json_option(parser, output)


def run(args: Namespace, output: Output) -> int:
    from ludoteca.games import load
    from ludoteca.play.record import IllegalRecord, Record

    record = Record.read(read(args.file))
    game = load(args.game or record.game)
    try:
        line = record.positions(game)
    except IllegalRecord as refused:
        return refuse(args, output, refused)
    if args.json:
        output.json(record.as_dict() | {"legal": True, "last": line[-1].text})
    else:
        show(record, line, output)
    return 0


def read(file: str) -> str:
    """The text of a file, or of stdin."""
    try:
        return read_content(file).decode("utf-8")
    except UnicodeDecodeError:
        raise CommandError("error.not-utf8", file=file) from None


def read_content(file: str) -> bytes:
    """The content of a file, or of stdin, up to the size of a record."""
    from ludoteca.games.files import RECORD, read_bytes, read_stream

    if file != "-":
        return read_bytes(file, RECORD)
    raw = getattr(sys.stdin, "buffer", None)
    return read_stream(raw, RECORD, file) if raw else sys.stdin.read(RECORD).encode()


def refuse(args: Namespace, output: Output, refused: IllegalRecord) -> int:
    """Report the illegal move and show the moves before it."""
    output.fail(refused)
    if args.json:
        value = {"legal": False, "problem": str(refused), "number": refused.number}
        output.json(refused.legal_part.as_dict() | value)
    else:
        output.write_error(output.text("record.kept", n=len(refused.legal_part.moves)))
        output.write(printable(refused.legal_part.to_text()), end="")
    return 1


def show(record: Record, line: tuple[Position, ...], output: Output) -> None:
    from ludoteca.play import terms
    from ludoteca.play.endings import headline

    game, lang = line[-1].game, output.lang
    names = {"first": printable(record.first) or "?", "second": printable(record.second) or "?"}
    marked = {side: f"{name} ({terms.mark(lang, game, side)})" for side, name in names.items()}
    output.write(output.bold(game.title(lang)) + output.dim(f"  {game.name}"))
    output.write(output.text("record.players", **marked))
    if record.date:
        output.write(record.date.isoformat())
    output.write("\n" + printable(record.to_text().partition("\n\n")[2]))
    output.write(output.board(line[-1]) + "\n")
    if record.result:
        output.write(headline(lang, line[-1], record.result, marked))
    else:
        output.write(output.text("record.unfinished"))
    output.write(output.dim(output.text("record.fine", n=len(record.moves))))
