"""Checking a certificate: nothing but legal moves and outcomes, and no code of those who wrote it."""

from __future__ import annotations

import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.games import Position, load
from ludoteca.kernel import Player
from ludoteca.solver.proving.certificate import MAGIC, MOST, PAIRS, promises, read_numbers
from ludoteca.solver.proving.pairs import Holding
from ludoteca.solver.proving.strategy import HELD, Broken, walk


@dataclass(frozen=True)
class Report:
    """What a check has found."""

    sound: bool
    game: str
    position: str
    value: str
    """What was claimed, for the first player."""
    positions: int
    """Positions of the strategies that were looked at."""
    problem: str = ""
    """Why it is not sound."""


def is_certificate(path: Path) -> bool:
    """Whether a file calls itself a certificate."""
    with path.open("rb") as file:
        return file.read(len(MAGIC)) == MAGIC


def check_certificate(path: Path) -> Report:
    """Follow every strategy against all replies to the ends of all games.

    A file that cannot be read raises `LudotecaError`; one that can, but proves nothing, is reported.
    """
    data = path.read_bytes()
    if not data.startswith(MAGIC):
        raise LudotecaError(f"{path} is no certificate.")
    line, _, body = data[len(MAGIC) :].partition(b"\n")
    try:
        about: dict[str, Any] = json.loads(line)
        game, position = load(str(about["game"])), None
        position = game.position(str(about["position"]))
        claimed, strategies = str(about["value"]), list(about["strategies"])
    except (ValueError, KeyError, TypeError) as problem:
        raise LudotecaError(f"{path} is damaged: {problem}.") from None

    def report(problem: str = "", positions: int = 0) -> Report:
        return Report(not problem, game.name, position.text, claimed, positions, problem)

    if about.get("rules") != game.rules_hash:
        return report("it is about other rules")
    if about.get("checksum") != zlib.crc32(body):
        return report("the checksum is wrong")
    wanted = [(promise.side, promise.goal) for promise in promises(claimed)]
    if [(one.get("side"), one.get("goal")) for one in strategies] != wanted:
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
        except Broken as broken:
            return report(str(broken), total)
        start = end
    return report("", total) if start == len(numbers) else report("there is more than was followed", total)


def _follow(position: Position, side: str, goal: str, numbers: bytes) -> int:
    """Walk one strategy; how many positions it has."""
    left = read_numbers(numbers)
    holding = Holding(position.game, side)

    def choose(worker: Player, number: int) -> int:
        chosen = next(left, number)
        if chosen != PAIRS:
            return chosen
        stones = [next(left, -1) for _ in range(next(left, 0))]
        pairs = [(next(left, -1), next(left, -1)) for _ in range(next(left, 0))]
        if not holding.by(worker.snapshot(), stones, pairs):
            raise Broken("pairs of cells do not hold what they should")
        return HELD

    with position.game.worker() as worker:
        worker.load(position.snapshot)
        count = walk(worker, side, goal, choose, MOST)
    if next(left, None) is not None:
        raise Broken("there are moves for positions that do not come about")
    return count
