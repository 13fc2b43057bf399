"""The header of a tablebase file, checked field by field before anything is computed from it."""

from __future__ import annotations

from typing import Any

from ludoteca.games import Game
from ludoteca.games.files import Damaged, parse_json
from ludoteca.solver.retrograde.material import Slice

LONGEST = 4_000_000
"""Bytes of a header."""
BLOCK = 4096
"""Positions in a block."""
_MOST_INDICES = 1 << 40
_MOST_VALUES = 1 << 16
_COUNTER = 1 << 16
_MOST_PIECES = 65


def parse_header(line: bytes) -> dict[str, Any] | None:
    """The header, with all fields of the right type and within their limits; None if one is not."""
    try:
        header = parse_json(line)
    except Damaged:
        return None
    return header if isinstance(header, dict) and _is_valid(header) else None


def _is_valid(header: dict[str, Any]) -> bool:
    return (
        all(isinstance(header.get(name), str) for name in ("game", "rules", "checksum"))
        and _is_integer(header.get("indices"), _MOST_INDICES)
        and header.get("block") == BLOCK
        and type(header["block"]) is int
        and _is_integer(header.get("crc"), 1 << 32)
        and _are_integers(header.get("letters"), _MOST_VALUES)
        and 0 < len(header["letters"]) <= _MOST_VALUES
        and _are_counts(header.get("counts"))
        and isinstance(header.get("start"), list)
        and _is_integer(header.get("pieces", 0), _MOST_PIECES)
    )


def _is_integer(value: object, limit: int) -> bool:
    return type(value) is int and 0 <= value < limit


def _are_integers(values: object, limit: int) -> bool:
    return isinstance(values, list) and all(_is_integer(one, limit) for one in values)


def _are_counts(counts: object) -> bool:
    """Numbers of positions by value; JSON has texts as keys."""
    return isinstance(counts, dict) and all(
        key.isascii() and key.isdecimal() and len(key) <= 5 and _is_integer(number, _MOST_INDICES << 8)
        for key, number in counts.items()
    )


def parse_slice(start: list[Any], game: Game) -> Slice | None:
    """The slice in which a table begins; None if it does not fit the game."""
    if len(start) != 5:
        return None
    counts, hands, *rest = start
    cells, kinds = len(game.board.cells), game.compiled.kinds
    if not _are_integers(counts, cells + 1) or len(counts) != len(kinds.who) or sum(counts) > cells:
        return None
    if not isinstance(hands, list) or len(hands) != 2:
        return None
    if not all(_are_integers(hand, 256) and len(hand) == len(kinds.names) for hand in hands):
        return None
    if not _are_integers(rest, _COUNTER) or rest[0] > 1:
        return None
    return Slice(tuple(counts), (tuple(hands[0]), tuple(hands[1])), *rest)
