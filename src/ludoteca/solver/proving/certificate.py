"""Certificates: a proof written down so that anybody can check it with nothing but the rules.

One line of JSON says what is claimed, for which rules and position. Then, for each strategy, come the
numbers of the actions that it plays, in the order in which a walk meets its positions: each position once,
actions in the order of the legal moves, one byte each (255 for larger numbers, and two more bytes). Where
lines decide, the number 65535 says that the side holds from here by a stone (0 or 1, and its cell) and pairs
of cells (how many, and their cells).
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
from ludoteca.games.userdata import write_whole
from ludoteca.kernel import Player, Snapshot
from ludoteca.solver.proving.strategy import HELD, Broken, walk

MAGIC = b"LUDOTECA CERTIFICATE 1\n"
MOST = 3_000_000
"""Positions of a strategy that are written down."""

Reaches = Callable[[Snapshot, str, str], bool]
"""Whether a side can reach its goal (`win` or `hold`) from a position."""
PAIRS = 65535
"""Written instead of an action: the side holds by pairs."""
STONES = 8
"""Stones that are tried before pairs are looked for."""
After = tuple[int, int, Snapshot]
"""The number of an action, the cell it goes to, and the position after it."""


class Advice(Protocol):
    """What keeps a strategy short."""

    def pairs(self, at: Snapshot, side: str) -> list[tuple[int, int]] | None:
        """Pairs of cells by which a side holds; None if there are none."""
        ...

    def sorted(self, at: Snapshot, side: str, goal: str, after: list[After]) -> list[After]:
        """The actions, likely ones first."""
        ...


def nothing(at: Snapshot, side: str, goal: str) -> bool:
    """Nothing is known."""
    return False


@dataclass(frozen=True)
class Promise:
    """A strategy: what a side can make sure of."""

    side: str
    goal: str
    """`win`, or `hold`: no worse than a draw."""


def promises(value: str) -> tuple[Promise, ...]:
    """The strategies that together prove a value for the first player."""
    if value == "draw":
        return tuple(Promise(side, "hold") for side in SIDES)
    return (Promise(SIDES[0] if value == "win" else SIDES[1], "win"),)


def write_certificate(
    path: Path, position: Position, value: str, reaches: Reaches, advice: Advice | None = None,
    known: Reaches = nothing,
) -> int:  # fmt: skip
    """Write the proof of a value, asking what is known for every position on the way. How many positions.

    `known` says yes only where that takes no work: it is asked of all moves before `reaches` is asked of one.
    """
    game = position.game
    parts, counts, total = [], [], 0
    for promise in promises(value):
        numbers = bytearray()
        with game.worker() as worker:
            worker.load(position.snapshot)
            try:
                finder = _finder(promise, reaches, known, numbers, advice)
                count = walk(worker, promise.side, promise.goal, finder, MOST)
            except Broken as problem:
                raise LudotecaError(f"no certificate could be written: {problem}.") from None
        total += count
        parts.append(bytes(numbers))
        counts.append({"side": promise.side, "goal": promise.goal, "positions": count, "bytes": len(numbers)})
    body = zlib.compress(b"".join(parts), 9)
    about: dict[str, Any] = {
        "game": game.name, "rules": game.rules_hash, "position": position.text, "value": value,
        "strategies": counts, "checksum": zlib.crc32(body),
    }  # fmt: skip
    write_whole(path, [MAGIC, json.dumps(about).encode() + b"\n", body])
    return total


def _finder(
    promise: Promise, reaches: Reaches, known: Reaches, numbers: bytearray, advice: Advice | None
) -> Callable[[Player, int], int]:
    """Finds an action that keeps the promise, and writes its number down. Ends come before long ways."""

    def choose(worker: Player, number: int) -> int:
        at = worker.snapshot()
        if advice and promise.goal == "hold" and held(at, []):
            return HELD
        open_: list[After] = []
        for i, action in enumerate(worker.actions()):
            worker.make(action)
            outcome = worker.resolve()
            after = worker.snapshot()
            worker.unmake()
            if outcome:
                if outcome == 1 + SIDES.index(promise.side) or (outcome == 3 and promise.goal == "hold"):
                    return note(i)
            else:
                open_.append((i, action[2], after))
        if advice:
            open_ = advice.sorted(at, promise.side, promise.goal, open_)
            if promise.goal == "hold" and any(held(after, [cell]) for _, cell, after in open_[:STONES]):
                return HELD
        for asked in (known, reaches):
            for i, _, after in open_:
                if asked(after, promise.side, promise.goal):
                    return note(i)
        raise Broken("no move keeps what was proved")

    def held(at: Snapshot, stones: list[int]) -> bool:
        pairs = advice.pairs(at, promise.side) if advice else None
        if pairs is None:
            return False
        for one in (PAIRS, len(stones), *stones, len(pairs), *(cell for pair in pairs for cell in pair)):
            note(one)
        return True

    def note(number: int) -> int:
        numbers.extend(bytes([number]) if number < 255 else bytes([255, number & 255, number >> 8]))
        return number

    return choose


def read_numbers(data: bytes) -> Iterator[int]:
    """The numbers as they were written."""
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
