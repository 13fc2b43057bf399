"""Independent certificate checker: uses legal moves and outcomes only, no solver code."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games import Position, load
from ludoteca.kernel import MutablePosition
from ludoteca.solver.proving.certificate import MAGIC, MOST, PAIRING_MARK, claims, read_numbers
from ludoteca.solver.proving.pairing import PairingStrategy
from ludoteca.solver.proving.strategy import PAIRING, BrokenStrategy, traverse


@dataclass(frozen=True)
class Report:
    """The result of a check."""

    sound: bool
    game: str
    position: str
    value: str
    """The claimed value for the first player."""
    positions: int
    """Positions of the strategies that were visited."""
    problem: str = ""
    """Why it is not sound."""


def is_certificate(path: Path) -> bool:
    """Whether a file starts like a certificate."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def check_certificate(path: Path) -> Report:
    """Follow every strategy against all replies to the end of the game.

    An unreadable file raises `LudotecaError`; a readable one that does not prove its claim is reported.
    """
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise LudotecaError(f"{path} is no certificate.")
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        header: dict[str, Any] = json.loads(line)
        game, position = load(str(header["game"])), None
        position = game.position(str(header["position"]))
        claimed, strategies = str(header["value"]), list(header["strategies"])
    except (ValueError, KeyError, TypeError) as problem:
        raise LudotecaError(f"{path} is damaged: {problem}.") from None

    def report(problem: str = "", positions: int = 0) -> Report:
        return Report(not problem, game.name, position.text, claimed, positions, problem)

    if header.get("rules") != game.rules_hash:
        return report("it is about other rules")
    if header.get("checksum") != zlib.crc32(body):
        return report("the checksum is wrong")
    expected = [(claim.side, claim.goal) for claim in claims(claimed)]
    if [(one.get("side"), one.get("goal")) for one in strategies] != expected:
        return report("its strategies do not prove the value")
    try:
        numbers = zlib.decompress(body)
    except zlib.error:
        return report("it is damaged")
    total, start = 0, 0
    for one in strategies:
        end = start + int(one["bytes"])
        try:
            total += _follow(position, str(one["side"]), str(one["goal"]), numbers[start:end])
        except BrokenStrategy as broken:
            return report(str(broken), total)
        start = end
    return report("", total) if start == len(numbers) else report("there is more than was followed", total)


def _follow(position: Position, side: str, goal: str, numbers: bytes) -> int:
    """Follow one strategy; returns its number of positions."""
    left = read_numbers(numbers)
    pairing = PairingStrategy(position.game, side)

    def choose(worker: MutablePosition, number: int) -> int:
        chosen = next(left, number)
        if chosen != PAIRING_MARK:
            return chosen
        stones = [next(left, -1) for _ in range(next(left, 0))]
        pairs = [(next(left, -1), next(left, -1)) for _ in range(next(left, 0))]
        if not pairing.holds(worker.snapshot(), stones, pairs):
            raise BrokenStrategy("pairs of cells do not hold what they should")
        return PAIRING

    with position.game.worker() as worker:
        worker.load(position.snapshot)
        count = traverse(worker, side, goal, choose, MOST)
    if next(left, None) is not None:
        raise BrokenStrategy("there are moves for positions that do not come about")
    return count
