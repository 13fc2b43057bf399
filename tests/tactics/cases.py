"""The test suite: positions with a single winning or saving move, each proved exhaustively."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from ludoteca.games import Game, Position, load

FILE = Path(__file__).parent / "suite.jsonl"


@dataclass(frozen=True)
class Case:
    """A position and its only good move."""

    game: str
    position: str
    kind: str
    """`win`: this move wins and no other does. `save`: this move does not lose and all others do."""
    best: str
    plies: int
    """Moves of both sides to the forced end: of the win, or of the longest loss among the other moves."""
    proof: str
    """How it was proved: a key of `prove.PROOFS`."""

    def opened(self) -> Position:
        return opened(self.game).position(self.position)


@cache
def opened(name: str) -> Game:
    return load(name)


def read(file: Path = FILE) -> list[Case]:
    return [Case(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def write(cases: list[Case], file: Path = FILE) -> None:
    """One line for each case, sorted by game, then by difficulty."""
    lines = sorted(cases, key=lambda case: (case.game, case.kind, case.plies, case.position))
    file.write_text("".join(json.dumps(asdict(case)) + "\n" for case in lines), encoding="utf-8")
