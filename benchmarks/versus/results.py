"""Stored games, and the published totals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.versus.playing import Finished, key_of
from benchmarks.versus.rows import Row
from ludoteca.tournament.strength import expected, strength

HERE = Path(__file__).parent
GAMES = HERE / "games"
FILE = HERE / "results.json"
POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Summary:
    """The published totals of a match."""

    id: str
    opponent: str
    game: str
    a: str
    b: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    """In per cent; a draw counts half."""
    wanted: str
    holds: bool
    our_seconds: float
    """Mean per move."""
    their_seconds: float
    longest: int
    """Plies of the longest game."""
    signature: str
    """The signature of the engine in that game."""
    date: str
    note: str = ""
    low: float | None = None
    high: float | None = None
    """The 95 % interval of the points; None for rows measured before it was stored."""

    @property
    def whole(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


# -- games ------------------------------------------------------------------------------------------------


def file_of(row: Row) -> Path:
    return GAMES / (re.sub(r"[^a-z0-9]+", "-", row.id).strip("-") + ".jsonl")


def keep(row: Row, done: Finished) -> None:
    """Store a finished game at once, so that an interruption loses nothing."""
    GAMES.mkdir(exist_ok=True)
    with file_of(row).open("a", encoding="utf-8") as file:
        file.write(json.dumps(done.as_json()) + "\n")


def kept(row: Row, signature: str) -> list[Finished]:
    """The stored games of a match with this engine and these players."""
    if not file_of(row).exists():
        return []
    found: dict[int, Finished] = {}
    for line in file_of(row).read_text(encoding="utf-8").splitlines():
        done = Finished(**json.loads(line))
        if (done.signature, done.players) == (signature, key_of(row)) and done.number < row.games:
            found[done.number] = done
    return [found[number] for number in sorted(found)]


# -- totals -----------------------------------------------------------------------------------------------


def summary(row: Row, games: Iterable[Finished], signature: str) -> Summary:
    done = list(games)
    results = [one.result for one in done]
    wins, draws, losses = (results.count(result) for result in ("win", "draw", "loss"))
    points = 100 * (wins + draws / 2) / max(1, len(done))
    ours, theirs = (_mean(done, who) for who in range(2))
    longest = max((len(one.moves) for one in done), default=0)
    return Summary(
        row.id, row.opponent, row.game, row.a, row.b, len(done), wins, draws, losses, round(points, 1),
        row.target, row.holds(points, losses), ours, theirs, longest, signature, date.today().isoformat(),
        row.note, *_interval(row, done),
    )  # fmt: skip


def _interval(row: Row, done: list[Finished]) -> tuple[float, float]:
    """In per cent, from pairs of games with one opening."""
    pairs: dict[int, list[float]] = {}
    for one in done:
        pairs.setdefault(one.number // 2, []).append(POINTS[one.result])
    found = strength([(sum(won), len(won)) for won in pairs.values()])
    low, high = (
        default if elo is None else 100 * expected(elo)
        for elo, default in ((found.low, 0.0), (found.high, 100.0))
    )
    return round(low, 1), round(high, 1)


def _mean(done: list[Finished], who: int) -> float:
    return round(sum(one.seconds[who] for one in done) / max(1, sum(one.choices[who] for one in done)), 4)


def read() -> dict[str, Any]:
    if not FILE.exists():
        return {"machine": {}, "rows": {}, "races": {}}
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def write(
    machine: dict[str, str], rows: Iterable[Summary], races: Iterable[dict[str, Any]]
) -> dict[str, Any]:
    """Replace the totals of the same matches."""
    known = read()
    known["machine"] = machine
    known["rows"].update({row.id: asdict(row) for row in rows if row.games})
    known["races"].update({race["game"]: race for race in races})
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return known
