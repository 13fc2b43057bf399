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
from ludoteca.messages import Message
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
    problem: Message | None = None
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
        raise LudotecaError("certificate.not-one", path=path)
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        header: dict[str, Any] = json.loads(line)
        game, position = load(str(header["game"])), None
        position = game.position(str(header["position"]))
        claimed, strategies = str(header["value"]), list(header["strategies"])
    except (ValueError, KeyError, TypeError) as problem:
        raise LudotecaError("certificate.damaged", path=path, problem=str(problem)) from None

    def report(problem: Message | None, positions: int = 0) -> Report:
        return Report(problem is None, game.name, position.text, claimed, positions, problem)

    if header.get("rules") != game.rules_hash:
        return report(Message("errors", "certificate.other-rules"))
    if header.get("checksum") != zlib.crc32(body):
        return report(Message("errors", "certificate.checksum"))
    expected = [(claim.side, claim.goal) for claim in claims(claimed)]
    if [(one.get("side"), one.get("goal")) for one in strategies] != expected:
        return report(Message("errors", "certificate.strategies"))
    try:
        numbers = zlib.decompress(body)
    except zlib.error:
        return report(Message("errors", "certificate.compression"))
    total, start = 0, 0
    for one in strategies:
        end = start + int(one["bytes"])
        try:
            total += _follow(position, str(one["side"]), str(one["goal"]), numbers[start:end])
        except BrokenStrategy as broken:
            return report(broken.message, total)
        start = end
    extra = Message("errors", "certificate.extra-data")
    return report(None if start == len(numbers) else extra, total)


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
            raise BrokenStrategy("certificate.pairs")
        return PAIRING

    with position.game.worker() as worker:
        worker.load(position.snapshot)
        count = traverse(worker, side, goal, choose, MOST)
    if next(left, None) is not None:
        raise BrokenStrategy("certificate.extra-moves")
    return count
