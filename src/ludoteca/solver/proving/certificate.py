"""Certificates: strategies in a file, which can be checked with the rules alone.

A JSON header states the claim, the rules hash and the position. Then, for each strategy, come the indices of
its actions in traversal order: each position once, actions numbered in the order of the legal moves, one byte
each (255 and two more bytes for larger numbers). In line games the number 65535 starts a pairing strategy:
the number of stones (0 or 1) and their cells, the number of pairs and their cells.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Position
from ludoteca.games.userdata import write_atomically
from ludoteca.kernel import MutablePosition, Snapshot
from ludoteca.kernel.constants import DRAW
from ludoteca.solver.proving.strategy import PAIRING, BrokenStrategy, traverse

MAGIC = b"LUDOTECA CERTIFICATE 1\n"
MOST = 3_000_000
"""Largest number of positions in a strategy."""

Reaches = Callable[[Snapshot, str, str], bool]
"""Whether a side can reach its goal (`win` or `hold`) from a position."""
PAIRING_MARK = 65535
"""Written instead of an action: a pairing strategy follows."""
STONES = 8
"""First stones tried in search of a pairing strategy."""
After = tuple[int, int, Snapshot]
"""Index of an action, its target cell, and the position after it."""


class StrategyHints(Protocol):
    """Game-specific knowledge that keeps a strategy short."""

    def pairs(self, at: Snapshot, side: str) -> list[tuple[int, int]] | None:
        """A pairing strategy of a side; None if there is none."""
        ...

    def sorted(self, at: Snapshot, side: str, goal: str, after: list[After]) -> list[After]:
        """The actions, most promising first."""
        ...


def never(at: Snapshot, side: str, goal: str) -> bool:
    """Always false."""
    return False


@dataclass(frozen=True)
class Claim:
    """What a strategy achieves: a side and its goal."""

    side: str
    goal: str
    """`win`, or `hold`: at least a draw."""


def claims(value: str) -> tuple[Claim, ...]:
    """The claims that together prove a value for the first player."""
    if value == "draw":
        return tuple(Claim(side, "hold") for side in SIDES)
    return (Claim(SIDES[0] if value == "win" else SIDES[1], "win"),)


def write_certificate(
    path: Path, position: Position, value: str, reaches: Reaches, hints: StrategyHints | None = None,
    known: Reaches = never,
) -> int:  # fmt: skip
    """Write the proof of a value and return its number of positions.

    `known` is the cheap version of `reaches`: it is tried on all moves before `reaches` is tried on one.
    """
    game = position.game
    parts, counts, total = [], [], 0
    for claim in claims(value):
        numbers = bytearray()
        with game.worker() as worker:
            worker.load(position.snapshot)
            try:
                choose = _chooser(claim, reaches, known, numbers, hints)
                count = traverse(worker, claim.side, claim.goal, choose, MOST)
            except BrokenStrategy as problem:
                raise LudotecaError("certificate.failed", problem=problem.message) from None
        total += count
        parts.append(bytes(numbers))
        counts.append({"side": claim.side, "goal": claim.goal, "positions": count, "bytes": len(numbers)})
    body = zlib.compress(b"".join(parts), 9)
    header: dict[str, Any] = {
        "game": game.name, "rules": game.rules_hash, "position": position.text, "value": value,
        "strategies": counts, "checksum": zlib.crc32(body),
    }  # fmt: skip
    write_atomically(path, [MAGIC, json.dumps(header).encode() + b"\n", body])
    return total


def _chooser(
    claim: Claim, reaches: Reaches, known: Reaches, numbers: bytearray, hints: StrategyHints | None
) -> Callable[[MutablePosition, int], int]:
    """Chooses an action that keeps the claim, immediate ends first, and appends its number."""

    def choose(worker: MutablePosition, number: int) -> int:
        at = worker.snapshot()
        if hints and claim.goal == "hold" and paired(at, []):
            return PAIRING
        open_: list[After] = []
        for i, action in enumerate(worker.actions()):
            worker.make(action)
            outcome = worker.resolve()
            after = worker.snapshot()
            worker.unmake()
            if outcome:
                if outcome == 1 + SIDES.index(claim.side) or (outcome == DRAW and claim.goal == "hold"):
                    return append(i)
            else:
                open_.append((i, action[2], after))
        if hints:
            open_ = hints.sorted(at, claim.side, claim.goal, open_)
            if claim.goal == "hold" and any(paired(after, [cell]) for _, cell, after in open_[:STONES]):
                return PAIRING
        for test in (known, reaches):
            for i, _, after in open_:
                if test(after, claim.side, claim.goal):
                    return append(i)
        raise BrokenStrategy("certificate.no-proved-move")

    def paired(at: Snapshot, stones: list[int]) -> bool:
        pairs = hints.pairs(at, claim.side) if hints else None
        if pairs is None:
            return False
        for one in (
            PAIRING_MARK,
            len(stones),
            *stones,
            len(pairs),
            *(cell for pair in pairs for cell in pair),
        ):
            append(one)
        return True

    def append(number: int) -> int:
        numbers.extend(bytes([number]) if number < 255 else bytes([255, number & 255, number >> 8]))
        return number

    return choose


def read_numbers(data: bytes) -> Iterator[int]:
    """Decode the numbers of a strategy."""
    at = 0
    while at < len(data):
        if data[at] < 255:
            yield data[at]
            at += 1
        else:
            if at + 2 >= len(data):
                return
            yield data[at + 1] | data[at + 2] << 8
            at += 3
