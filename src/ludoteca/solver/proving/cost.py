"""Estimates of the cost of a proof before it begins."""

from __future__ import annotations

import random
from math import log2

from ludoteca.games import Position

ENTRY = 16
"""Bytes of a table entry."""
LEAST = 256 << 20
"""Smallest table in bytes, memory permitting; unused pages cost nothing."""
FEW = 1e7
"""Proofs with fewer nodes are left to alpha-beta, which also gives the depth."""
_LINES = 4
_TRIES = 12
"""Moves tried to find one that does not end the game."""
_SHARE = 0.4
"""log2 of the proof size, as a share of log2 of the number of lines; measured."""

_TRAIL_SHARE = 0.5
"""The same per empty cell in trail games, where random games are too short for an estimate."""


def estimate_nodes(position: Position) -> float:
    """Rough number of nodes of a proof, from a few random games; at most the number of board states."""
    rng = random.Random(1)
    if position.game.traits.leaves_trail:
        return float(2 ** (_TRAIL_SHARE * _empty(position))) + 100
    bits = sum(_line_bits(position, rng) for _ in range(_LINES)) / _LINES
    return float(2 ** min(_SHARE * bits, _boards(position), 200.0)) + 100


def _line_bits(position: Position, rng: random.Random) -> float:
    """log2 of the number of lines, estimated along one random game."""
    bits = 0.0
    while not position.is_over:
        moves = list(position.legal_moves)
        bits += log2(len(moves))
        rng.shuffle(moves)
        for move in moves[:_TRIES]:
            after = position.play(move)
            if not after.is_over:
                break
        position = after
    return bits


def _empty(position: Position) -> int:
    return position.snapshot.cells[: len(position.game.board.cells)].count(0)


def _boards(position: Position) -> float:
    """log2 of the number of board states."""
    if position.game.traits.sows:
        return 200.0
    game = position.game
    codes = 1 + len({rule.row.code for rule in game.compiled.rules if rule.row.code})
    return float(len(game.board.cells) * log2(max(codes, 2)))


def table_bytes(positions: float, memory: int) -> int:
    """Table size: an entry for every position, at most half of the memory."""
    wanted = max(LEAST, int(min(positions, 1e12)) * ENTRY)
    return min(wanted, max(memory // 2, 1 << 20), 4 << 30)
