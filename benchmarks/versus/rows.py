"""The matches to be played, as `matches.toml` lists them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILE = HERE / "matches.toml"

FOREIGN = {"openspiel-mcts": "openspiel", "easyai": "easyai"}
"""Opponents that are other programs: the name of a row's `b`, and the program."""


@dataclass(frozen=True)
class Row:
    """One line of the table: our player against another, in one game."""

    id: str
    opponent: str
    """Which group it belongs to: what `--opponent` chooses."""
    game: str
    a: str
    """Our player, as `ludoteca` takes it."""
    b: str
    """The other: one of ours too, or a key of `FOREIGN`."""
    games: int
    opening: int = 4
    """Random plies before they begin; each opening is played twice, with the sides exchanged."""
    openings: str = "any"
    """`any`, or `even`: only those that leave the game open, as far as there are such."""
    seconds: float = 0.2
    """For each move of other programs, and of ours where `a` says `{seconds}`."""
    wanted: float | None = None
    """The least share of the points, in per cent."""
    losses: int | None = None
    """The most games that may be lost."""
    within: int | None = None
    """The most moves of each side; longer games count as draws."""
    positions: str = ""
    """A game of `tests/data/known_values.jsonl`: play from those positions that are not lost."""
    note: str = ""

    def holds(self, points: float, lost: int) -> bool:
        """Whether a result is what was wanted."""
        enough = self.wanted is None or points >= self.wanted
        return enough and (self.losses is None or lost <= self.losses)

    @property
    def target(self) -> str:
        parts = [f"{self.wanted:g} %"] if self.wanted is not None else []
        if self.losses is not None:
            parts.append("no loss" if self.losses == 0 else f"at most {self.losses} lost")
        return ", ".join(parts)


@dataclass(frozen=True)
class Race:
    """How long two searches take to the same depth."""

    game: str
    theirs: str
    depth: int


def read(seconds: float | None = None) -> list[Row]:
    """All rows; a group's own table gives what its rows have in common. `seconds` replaces their time."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    groups: dict[str, dict[str, Any]] = data["group"]
    rows = []
    for one in data["match"]:
        row = Row(**{"id": f"{one['opponent']} {one['game']}", **groups[one["opponent"]], **one})
        pace = seconds or row.seconds
        rows.append(replace(row, seconds=pace, a=row.a.replace("{seconds}", f"{pace:g}")))
    assert len({row.id for row in rows}) == len(rows), "two rows have the same id"
    return rows


def races() -> list[Race]:
    return [Race(**one) for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["race"]]
