"""The matches in `matches.toml`."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
FILE = HERE / "matches.toml"

FOREIGN = {"openspiel-mcts": "openspiel", "easyai": "easyai"}
"""Opponents that are other programs: the value of `b`, and the program."""

PROGRAMS = {
    "baseline": ["older_version.py"],
    "fairy-stockfish": [sys.executable, "fairy_stockfish.py"],
    "grhino": [sys.executable, "grhino.py"],
}
"""Programs that `--program NAME=COMMAND` finds on this machine, and how each becomes a UGI engine. A row
names such a program `{NAME}`; stored games and tables keep that name, without a path."""


def with_programs(player: str, programs: Mapping[str, str]) -> str:
    """A specification with the commands of the programs that it names."""
    for name, command in programs.items():
        *interpreter, script = PROGRAMS[name]
        words = [*interpreter, str(HERE / script), command] if interpreter else [command, str(HERE / script)]
        player = player.replace(f"{{{name}}}", " ".join(words))
    return player


@dataclass(frozen=True)
class Row:
    """A match: our player against another, in one game."""

    id: str
    opponent: str
    """The group, for `--opponent`."""
    game: str
    a: str
    """The specification of our player."""
    b: str
    """The other player: a specification, perhaps with `{NAME}` of `PROGRAMS`, or a key of `FOREIGN`."""
    games: int
    opening: int = 4
    """Random plies of an opening; each opening is played twice, with sides swapped."""
    openings: str = "any"
    """`any`, or `even` for balanced openings."""
    seconds: float = 0.2
    """Per move of other programs, and of ours if `a` contains `{seconds}`."""
    wanted: float | None = None
    """The least score, in per cent."""
    losses: int | None = None
    """The most losses."""
    within: int | None = None
    """The most moves per side; longer games count as draws."""
    positions: str = ""
    """A game of `tests/data/known_values.jsonl`: play from its positions that are not lost."""
    note: str = ""

    def holds(self, points: float, lost: int) -> bool:
        """Whether a result meets the target."""
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
    """The time of two searches to the same depth."""

    game: str
    theirs: str
    depth: int


def read(seconds: float | None = None) -> list[Row]:
    """All matches, completed by the defaults of their groups. `seconds` overrides their time."""
    data = tomllib.loads(FILE.read_text(encoding="utf-8"))
    groups: dict[str, dict[str, Any]] = data["group"]
    rows = []
    for one in data["match"]:
        for game in one.pop("games-of", None) or [one["game"]]:
            row = Row(**{"id": f"{one['opponent']} {game}", **groups[one["opponent"]], **one, "game": game})
            pace = seconds or row.seconds
            a, b = (player.replace("{seconds}", f"{pace:g}") for player in (row.a, row.b))
            rows.append(replace(row, seconds=pace, a=a, b=b))
    assert len({row.id for row in rows}) == len(rows), "two rows have the same id"
    return rows


def races() -> list[Race]:
    return [Race(**one) for one in tomllib.loads(FILE.read_text(encoding="utf-8"))["race"]]
