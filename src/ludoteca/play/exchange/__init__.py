"""Export and import of records in other formats.

| module | contents |
|---|---|
| `sgf` | the Smart Game Format, for the games that have a number there |
| `piskvork` | the file format of Piskvork |
| `pictures` | a position as a PNG, a game as an animated GIF |
| `replay` | a game as a standalone HTML page |
| `identify` | the library game of a file of another program |
"""

from __future__ import annotations

from ludoteca.errors import BadRecord
from ludoteca.games import Game, load
from ludoteca.play.formats import FORMATS as FORMATS
from ludoteca.play.formats import Format as Format
from ludoteca.play.record import Record
from ludoteca.play.record_text import RESULTS, quoted

LARGEST = 1_000_000
"""The largest file that is imported, in bytes."""


class CannotExport(BadRecord):
    """The record cannot be written in this format; the message says why."""


def formats_for(game: Game) -> tuple[str, ...]:
    """The export formats of a game."""
    known = game.spec.formats
    unfit = set()
    if known is None or known.sgf is None:
        unfit.add("sgf")
    if known is None or not known.piskvork:
        unfit.add("piskvork")
    return tuple(name for name in FORMATS if name not in unfit)


def export(
    record: Record,
    name: str,
    game: Game | None = None,
    lang: str = "en",
    width: int = 480,
    ply: int | None = None,
) -> bytes:
    """Export a record. Raises `CannotExport`, or `BadRecord` if it is not legal.

    `ply` selects the position for `svg` and `png`; the default is the last one.
    """
    if name not in FORMATS:
        raise CannotExport("record.unknown-format", format=name, known=tuple(FORMATS))
    if name == "text":
        return record.to_text().encode()
    if name == "json":
        return (record.to_json() + "\n").encode()
    game = game or load(record.game)
    if name not in formats_for(game):
        raise CannotExport("record.format-of-game", game=game.name, format=name)
    line = record.positions(game)
    if name == "sgf":
        from ludoteca.play.exchange.sgf import write_sgf

        return write_sgf(record, line).encode()
    if name == "piskvork":
        from ludoteca.play.exchange.piskvork import write_piskvork

        return write_piskvork(record, line).encode()
    if name == "html":
        from ludoteca.play.exchange.replay import replay

        return replay(record, line, lang).encode()
    from ludoteca.play.exchange import pictures

    if name == "gif":
        return pictures.animation(line, width, lang)
    shown = line[-1 if ply is None else max(0, min(ply, len(line) - 1))]
    if name == "png":
        return pictures.png(shown, width, lang=lang)
    return shown.svg(width, lang=lang, theme=False).encode()


def import_record(content: bytes | str, game: str = "") -> Record:
    """Import a file in any known format. Raises `BadRecord`.

    `game` names the game if the file does not identify it: it may then be a list of moves alone.
    """
    text = decoded(content)
    start = text.lstrip("\ufeff \t\r\n")
    if start.startswith(("(", ";")):
        from ludoteca.play.exchange.sgf import read_sgf

        return read_sgf(start, game)
    if start[:9].casefold() == "piskvorky":
        from ludoteca.play.exchange.piskvork import read_piskvork

        return read_piskvork(start, game)
    if game and start and start[0] not in "[{":
        return Record.from_text(_with_head(start, game))
    return Record.read(text)


def _with_head(moves: str, game: str) -> str:
    """A list of moves alone, as people type it, as the text of a record."""
    result = "" if moves.split()[-1] in RESULTS else " *"
    return f'[Game "{quoted(game)}"]\n\n{moves}{result}'


def decoded(content: bytes | str) -> str:
    """Decode a file: UTF-8, or Latin-1 for old files."""
    if len(content) > LARGEST:
        raise BadRecord("record.file-too-large", limit=LARGEST)
    if isinstance(content, str):
        return content
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")
