"""The tables at the end of `README.md`, written from the results."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.versus.results import Summary
from benchmarks.versus.rows import Race, Row

FILE = Path(__file__).parent / "README.md"

MARK = "<!-- What follows is written by run.py. -->\n"

COLUMNS = (
    "game", "we", "they", "games", "won-drawn-lost", "points", "wanted", "", "s/move", "their s/move",
    "longest", "engine", "date",
)  # fmt: skip
TITLES = {
    "baseline": "The engine before the learnt evaluations (commit b448353)",
    "fairy-stockfish": "Fairy-Stockfish, native and as WebAssembly",
    "baseline-fairy-stockfish": "The engine before, against Fairy-Stockfish",
    "grhino": "gtp-rhino",
    "openspiel-mcts": "OpenSpiel's Monte-Carlo tree search",
    "easyai": "easyAI's Negamax",
    "classics": "The classics",
    "engine-time": "More time",
    "random": "A random player, within 60 moves each",
    "alphabeta": "Alpha-beta to depth 2",
    "not-lost": "Positions that are not lost",
}


def publish(known: dict[str, Any], rows: list[Row], races: list[Race]) -> None:
    """Write the tables below the text of the page."""
    page = FILE.read_text(encoding="utf-8")
    FILE.write_text(page[: page.index(MARK)] + MARK + "\n" + tables(known, rows, races), encoding="utf-8")


def tables(known: dict[str, Any], rows: list[Row], races: list[Race]) -> str:
    parts = []
    if known["machine"]:
        parts.append("Measured on " + ", ".join(f"{k} {v}" for k, v in known["machine"].items()) + ".\n")
    for opponent in dict.fromkeys(row.opponent for row in rows):
        parts += group(opponent, [row for row in rows if row.opponent == opponent], known["rows"])
    parts += ["## Time to a depth\n", "At least 100 times as fast is wanted.\n"]
    done = [known["races"][race.game] for race in races if race.game in known["races"]]
    parts.append(table(RACE_COLUMNS, map(race_line, done)) if done else "Not measured yet.\n")
    return "\n".join(parts)


def group(opponent: str, rows: list[Row], known: dict[str, Any]) -> list[str]:
    """The matches against one opponent."""
    parts = [f"## {TITLES.get(opponent, opponent)}\n"]
    played = [Summary(**known[row.id]) for row in rows if row.id in known]
    waiting = dict.fromkeys(row.game for row in rows if row.id not in known)
    if played:
        parts.append(table(COLUMNS, map(line, played)))
    if waiting:
        parts.append(f"Not played yet: {', '.join(waiting)}.\n")
    return parts


def line(row: Summary) -> tuple[str, ...]:
    name = row.id.removeprefix(row.opponent).strip()
    return (
        f"{name} ({row.note})" if row.note else name, f"`{row.a}`", f"`{row.b}`", str(row.games), row.whole,
        points(row), row.wanted, "ok" if row.holds else "MISSED", f"{row.our_seconds:.3f}",
        f"{row.their_seconds:.3f}", str(row.longest), row.signature, row.date,
    )  # fmt: skip


def points(row: Summary) -> str:
    """The points, with their interval where it is known."""
    return f"{row.points:g} %" if row.low is None else f"{row.points:g} % ({row.low:g} to {row.high:g})"


RACE_COLUMNS = ("game", "depth", "OpenSpiel s", "Ludoteca s", "ratio", "", "engine", "date")


def race_line(race: dict[str, Any]) -> tuple[str, ...]:
    return (
        race["game"], str(race["depth"]), f"{race['theirs']:.3f}", f"{race['ours']:.5f}",
        f"{race['ratio']:.0f}", "ok" if race["holds"] else "MISSED", race["signature"], race["date"],
    )  # fmt: skip


def table(head: tuple[str, ...], lines: Iterable[tuple[str, ...]]) -> str:
    rows = [head, ("---",) * len(head), *lines]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows) + "\n"
