"""The file of a tournament: its plan, then one line of JSON for each finished game.

A line is appended and synced to the disk as soon as its game is over. Whatever ends the process, only games
that were not over are lost: a line that was cut off is removed when the file is opened again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.errors import BadRecord, LudotecaError
from ludoteca.games.json_lines import JsonLinesFile
from ludoteca.play.record import Record
from ludoteca.tournament.formats import GameKey

FORMAT, VERSION = "ludoteca-tournament", 1
_LONGEST_PLAN = 1 << 20


class BadTournament(LudotecaError):
    """A tournament that cannot be played, or a file that does not fit it."""


@dataclass(frozen=True)
class GameResult:
    """A finished game of a tournament."""

    key: GameKey
    record: Record
    choices: tuple[int, int] = (0, 0)
    """Moves chosen by first and second, without the opening."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Their thinking times."""
    fault: str = ""
    """Why a player forfeited the game, if it did."""

    @property
    def points(self) -> float:
        """The points of A, who begins the games with even numbers."""
        winner = self.record.result.winner if self.record.result else None
        if winner is None:
            return 0.5
        return float((winner == "first") == (self.key.number % 2 == 0))

    def as_dict(self) -> dict[str, Any]:
        kept = {"game": str(self.key), "choices": self.choices, "seconds": self.seconds, "fault": self.fault}
        return {**kept, "record": self.record.as_dict()}

    @classmethod
    def from_line(cls, line: bytes) -> GameResult:
        """Raises ValueError, KeyError, TypeError or `BadRecord`."""
        found = json.loads(line)
        (one, other), (first, second) = found["choices"], found["seconds"]
        record = Record.from_dict(found["record"])
        if record.result is None:
            raise ValueError("the game is not over")
        return cls(
            GameKey.parse(str(found["game"])), record, (int(one), int(other)), (float(first), float(second)),
            str(found["fault"]),
        )  # fmt: skip


class TournamentFile(JsonLinesFile):
    """The plan and the finished games of a tournament."""

    def __init__(self, path: Path, plan: dict[str, Any], afresh: bool = False) -> None:
        """Create the file, or open the one of the same plan. Raises `BadTournament`, `CannotWrite`."""
        super().__init__(path, BadTournament("tournament.in-use", file=path), afresh)
        try:
            self.games = self._read(plan)
        except BaseException:
            self.close()
            raise

    def _read(self, plan: dict[str, Any]) -> list[GameResult]:
        """Check the plan, and read the games."""
        if not self.lines:
            self.begin({"format": FORMAT, "version": VERSION, "plan": plan})
            return []
        _require_plan(self.path, plan, read_header(self.path, self.lines[0]))
        return list(_games(self.path, self.lines[1:]))

    def add(self, result: GameResult) -> None:
        """Append a game, and return when the disk has it. Raises `CannotWrite`."""
        self.append(result.as_dict())


def read_plan(path: Path) -> dict[str, Any]:
    """The plan of a stored tournament. Raises `OSError` or `BadTournament`."""
    with path.open("rb") as file:
        return read_header(path, file.readline(_LONGEST_PLAN))


def read_header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line)
        if found["format"] == FORMAT and found["version"] == VERSION and isinstance(found["plan"], dict):
            plan: dict[str, Any] = found["plan"]
            return plan
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise BadTournament("tournament.not-one", file=path)


def _require_plan(path: Path, plan: dict[str, Any], found: dict[str, Any]) -> None:
    differs = sorted(name for name in plan.keys() | found.keys() if plan.get(name) != found.get(name))
    if differs:
        raise BadTournament("tournament.other-plan", file=path, differs=tuple(differs))


def _games(path: Path, lines: list[bytes]) -> Iterator[GameResult]:
    for number, line in enumerate(lines, 2):
        try:
            yield GameResult.from_line(line)
        except (ValueError, KeyError, TypeError, RecursionError, BadRecord):
            raise BadTournament("tournament.damaged", file=path, line=number) from None
