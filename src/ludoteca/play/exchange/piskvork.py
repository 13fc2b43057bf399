"""The file format of Piskvork: the size of the board, then a line `x,y,milliseconds` for each move."""

from __future__ import annotations

import re

from ludoteca.errors import BadRecord
from ludoteca.games import Position
from ludoteca.play.exchange.identify import ForeignMove, candidates, convert
from ludoteca.play.record import IllegalRecord, Record

_HEAD = re.compile(r"piskvorky (\d{1,2})x(\d{1,2}),.*", re.IGNORECASE)
_MOVE = re.compile(r"\s*(\d{1,2})\s*,\s*(\d{1,2})\s*,\s*\d{1,9}\s*")


def write_piskvork(record: Record, line: tuple[Position, ...]) -> str:
    """Write the moves and the players; the format has no result."""
    game = line[0].game
    if record.position:
        raise BadRecord("record.piskvork-start")
    width, height = game.board_size
    lines = [f"Piskvorky {width}x{height}, 11:11, 0"]
    for position in line[1:]:
        assert position.last is not None
        cell = game.board.cells[game.board.index[position.last.path[-1]]]
        lines.append(f"{round(cell.x) + 1},{height - round(cell.y)},0")
    names = [_plain(record.first) or "first", _plain(record.second) or "second"]
    return "\r\n".join([*lines, *names, "-1", ""])


def _plain(name: str) -> str:
    return " ".join(name.split()).replace(",", ";")


def read_piskvork(text: str, asked: str = "") -> Record:
    """Read a file. Raises `BadRecord`, or `IllegalRecord` with the legal part."""
    lines = text.splitlines()
    head = _HEAD.match(lines[0])
    if not head:
        raise BadRecord("record.piskvork-header")
    width, height = int(head[1]), int(head[2])
    if width > 52 or height > 52:
        raise BadRecord("record.board-too-large", width=width, height=height)
    moves, at = [], 1
    while at < len(lines) and (found := _MOVE.fullmatch(lines[at])):
        moves.append((int(found[1]), int(found[2])))
        at += 1
    record = _players(lines[at:])
    refused: IllegalRecord | None = None
    for game in candidates(lambda known: known.piskvork, (width, height), asked):
        cells = {(round(c.x) + 1, height - round(c.y)): c.name for c in game.board.cells}
        unknown = next((point for point in moves if point not in cells), None)
        if unknown:
            raise BadRecord(
                "record.not-on-board-of", column=unknown[0], row=unknown[1], width=width, height=height
            )
        converted: list[ForeignMove] = [
            (("first", "second")[n % 2], (cells[point],), "") for n, point in enumerate(moves)
        ]
        try:
            return convert(game, game.start(), converted, record)
        except IllegalRecord as problem:
            refused = refused or problem
    assert refused is not None
    raise refused


def _players(rest: list[str]) -> Record:
    """The players, if they are named after the moves."""
    named = [line.strip() for line in rest if line.strip() and not re.fullmatch(r"[-\d,\s]+", line)]
    names = [re.split(r"[\\/]", name)[-1].removesuffix(".exe").removesuffix(".zip") for name in named]
    first, second = (*names, "", "")[:2]
    return Record(game="", first=first, second=second)
