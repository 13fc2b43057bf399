"""What a search may cost, guessed before it begins."""

from __future__ import annotations

import random
from math import log2

from ludoteca.games import Position

ENTRY = 16
"""Bytes that the table needs for a position."""
LEAST = 256 << 20
"""Bytes of the smallest table, where memory allows: what is not used costs nothing."""
_LINES = 4
_TRIES = 12
"""Moves that are tried to find one that goes on."""
_SHARE = 0.4
"""Of the bits that tell a line from all others, so many tell the positions that a proof needs; measured."""

_TRAIL_SHARE = 0.5
"""Bits for each empty cell where every move leaves a trail: there random games end soon and tell little."""


def guess_nodes(position: Position) -> float:
    """About how many positions a proof will see: from some long games, and at most all boards. Very rough."""
    dice, rules = random.Random(1), position.game.compiled.data["rules"]
    if rules and all(row["trail"] for row in rules):
        return float(2 ** (_TRAIL_SHARE * _empty(position))) + 100
    bits = sum(_bits_of_a_line(position, dice) for _ in range(_LINES)) / _LINES
    return float(2 ** min(_SHARE * bits, _boards(position), 200.0)) + 100


def _bits_of_a_line(position: Position, dice: random.Random) -> float:
    """How many questions with two answers it takes to name one long game among all."""
    bits = 0.0
    while not position.is_over:
        moves = list(position.legal_moves)
        bits += log2(len(moves))
        dice.shuffle(moves)
        for move in moves[:_TRIES]:
            after = position.play(move)
            if not after.is_over:
                break
        position = after
    return bits


def _empty(position: Position) -> int:
    return position.snapshot.cells[: position.game.compiled.data["cells"]].count(0)


def _boards(position: Position) -> float:
    """The logarithm of how many boards there could be."""
    data = position.game.compiled.data
    if data["sowing"]:
        return 200.0
    codes = 1 + len({row["code"] for row in data["rules"] if row["code"]})
    return float(data["cells"] * log2(max(codes, 2)))


def table_bytes(positions: float, memory: int) -> int:
    """How large a table to take: room for all positions, within reason and half of the memory."""
    wanted = max(LEAST, int(min(positions, 1e12)) * ENTRY)
    return min(wanted, max(memory // 2, 1 << 20), 4 << 30)
