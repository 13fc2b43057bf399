"""Independent certificate checker: uses legal moves and outcomes only, no solver code."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games import Position, load
from ludoteca.games.files import CHECKPOINT, Damaged, parse_json, read_bytes
from ludoteca.kernel import MutablePosition
from ludoteca.messages import Message
from ludoteca.solver.proving.certificate import MAGIC, MOST, PAIRING_MARK, claims, read_numbers
from ludoteca.solver.proving.pairing import PairingStrategy
from ludoteca.solver.proving.strategy import PAIRING, BrokenStrategy, traverse

_MOST_BYTES = 16 * MOST
"""Bytes of all strategies; a larger certificate is not read further, and so is not sound."""


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
    data = read_bytes(path, CHECKPOINT)
    if not data.startswith(MAGIC):
        raise LudotecaError("certificate.not-one", path=path)
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        header = _checked(parse_json(line))
    except Damaged as problem:
        raise LudotecaError("certificate.damaged", path=path, problem=problem.message) from None
    if header is None:
        raise LudotecaError("certificate.damaged-header", path=path)
    game = load(header["game"])
    position = game.position(header["position"])
    claimed, strategies = header["value"], header["strategies"]

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
        numbers = zlib.decompressobj().decompress(body, _MOST_BYTES)
    except zlib.error:
        return report(Message("errors", "certificate.compression"))
    total, start = 0, 0
    for one in strategies:
        end = start + one["bytes"]
        try:
            total += _follow(position, one["side"], one["goal"], numbers[start:end])
        except BrokenStrategy as broken:
            return report(broken.message, total)
        start = end
    extra = Message("errors", "certificate.extra-data")
    return report(None if start == len(numbers) else extra, total)


def _checked(header: object) -> dict[str, Any] | None:
    """The header, with all fields of the right type; None if one is not."""
    if not isinstance(header, dict):
        return None
    if not all(isinstance(header.get(name), str) for name in ("game", "position", "value")):
        return None
    strategies = header.get("strategies")
    if header["value"] not in ("win", "draw", "loss") or not isinstance(strategies, list):
        return None
    for one in strategies:
        if not isinstance(one, dict) or type(one.get("bytes")) is not int or one["bytes"] < 0:
            return None
    return header


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
