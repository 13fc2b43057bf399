"""What a search may cost, guessed before it begins."""

from __future__ import annotations

from math import log2

from ludoteca.games import Position

ENTRY = 16
"""Bytes that the table needs for a position."""
_SAMPLE = 200


def guess_nodes(position: Position) -> float:
    """About how many positions a search will see: from random games, and at most all boards."""
    game = position.game
    played = game.playouts(_SAMPLE, 1, position)
    length = max(played.moves / played.playouts, 1.0)
    width, at, steps = 0.0, position, 0
    while not at.is_over and steps < length:
        width += log2(len(at.legal_moves) or 1)
        at = at.play(at.legal_moves[len(at.legal_moves) // 2])
        steps += 1
    # A perfect order of moves takes the square root of all lines; ours is not perfect.
    lines = 0.62 * width
    boards = _boards(position)
    return float(2 ** min(lines, boards, 200.0)) + 1000


def _boards(position: Position) -> float:
    """The logarithm of how many boards there could be, very roughly."""
    data = position.game.compiled.data
    codes = 1 + len({row["code"] for row in data["rules"] if row["code"]}) or 2
    return float(data["cells"] * log2(max(codes, 2)))


def table_bytes(positions: float, memory: int) -> int:
    """How large a table to take: room for all positions, within reason and half of the memory."""
    wanted = max(1 << 20, int(min(positions, 1e12)) * ENTRY)
    return min(wanted, max(memory // 2, 1 << 20), 4 << 30)
