"""Speed, memory and stopping of the search.

python benchmarks/speed.py [--seconds 1] [--only GAME ...] [--publish] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
from datetime import date
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    # The benchmarks are a package in the parent folder of this script's.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks import searching
from benchmarks.bench import machine
from benchmarks.report import Verdict, table, verdict_lines
from ludoteca.games import ids

PAGE = Path(__file__).parent / "speed.md"
SMALL = 25
SMALL_LEAST = 2e6
GOMOKU_LEAST = 0.5e6
SHARE_MOST = 0.65
MEMORY_MOST = 150.0
STOP_MOST = 0.020
GROWTH_MOST = 1e6
SEARCHES = 10_000
HEAD = """\
# Speed of the search

Written by `.venv/bin/python benchmarks/speed.py --publish`. Every game is searched from its start with an
empty hash of 64 MB and one thread. *Depth* counts moves; a search that proves the result stops early. Nodes
are per second of CPU time, everything else is wall-clock time on an idle machine.

"""


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def measure(asked: argparse.Namespace) -> dict[str, Any]:
    """All measurements, or those before Ctrl-C."""
    found: dict[str, Any] = {"machine": machine(), "date": date.today().isoformat(), "seconds": asked.seconds}
    try:
        found["games"] = []
        for name in asked.only or ids():
            one = searching.reach(name, asked.seconds)
            found["games"].append({**vars(one), "rate": one.rate})
            say(f"{name}: depth {one.depth}, {one.rate / 1e6:.2f} million nodes a second")
        if asked.only:
            return found
        found["threads"] = threads(asked.seconds)
        found["memory"] = {
            name: searching.peak_megabytes(name, asked.seconds) for name in searching.MEMORY_GAMES
        }
        found["stop"] = {name: max(searching.stop_seconds(name, 5)) for name in searching.STOP_GAMES}
        say(f"{SEARCHES} searches")
        found["growth"] = searching.growth(SEARCHES)
    except KeyboardInterrupt:
        say("stopped")
    return found


def threads(seconds: float) -> list[dict[str, Any]]:
    if not searching.has_threads() or (os.cpu_count() or 1) < 2:
        say("threads: not measured here")
        return []
    rows = []
    for name in searching.THREAD_GAMES:
        shared = searching.share(name, seconds / 2, rounds=2, positions=6)
        if shared:
            say(f"{name}: two threads take {shared.share:.0%} of the time")
            rows.append({**vars(shared), "share": shared.share, "least": shared.least})
    return rows


def verdicts(found: dict[str, Any]) -> list[Verdict]:
    """The targets, as far as they were measured."""
    known: list[Verdict] = []
    # The rates of the smallest searches are not meaningful.
    small = [one for one in found["games"] if one["cells"] == SMALL and one["seconds"] > found["seconds"] / 2]
    if small:
        slowest = min(small, key=lambda one: one["rate"])
        text = f"boards of {SMALL} cells: least {slowest['rate'] / 1e6:.2f} M nodes/s ({slowest['game']})"
        known.append(Verdict(f"{text}, wanted {SMALL_LEAST / 1e6:g}", slowest["rate"] >= SMALL_LEAST))
    for one in found["games"]:
        if one["game"] == "gomoku":
            text = f"gomoku: {one['rate'] / 1e6:.2f} M nodes/s, wanted {GOMOKU_LEAST / 1e6:g}"
            known.append(Verdict(text, one["rate"] >= GOMOKU_LEAST))
    if found.get("threads"):
        mean = statistics.mean(one["share"] for one in found["threads"])
        least = statistics.mean(one["least"] for one in found["threads"])
        text = (
            f"two threads: {mean:.0%} of the time on average, {least:.0%} if nothing were lost between them"
        )
        known.append(Verdict(f"{text}, wanted {SHARE_MOST:.0%}", mean <= SHARE_MOST))
    if found.get("memory"):
        most = max(found["memory"].values())
        known.append(
            Verdict(f"memory with 64 MB: {most:.0f} MB, wanted below {MEMORY_MOST:g}", most < MEMORY_MOST)
        )
    if found.get("stop"):
        worst = max(found["stop"].values())
        known.append(
            Verdict(f"stops within {worst * 1000:.1f} ms, wanted {STOP_MOST * 1000:g}", worst <= STOP_MOST)
        )
    if found.get("growth"):
        whole, late = found["growth"]
        text = f"{SEARCHES} searches: {whole / 1e6:.2f} MB more, {late / 1e6:.2f} in the last half"
        known.append(Verdict(f"{text}, wanted below {GROWTH_MOST / 1e6:g} there", late < GROWTH_MOST))
    return known


def page(found: dict[str, Any]) -> str:
    """All results as tables."""
    facts = ", ".join(f"{name} {fact}" for name, fact in [*found["machine"].items(), ("date", found["date"])])
    parts = [facts, games_table(found)]
    if found.get("threads"):
        parts.append(threads_table(found["threads"]))
    if found.get("memory"):
        rows = [(name, f"{peak:.0f}") for name, peak in found["memory"].items()]
        parts.append(table("Resident memory with a table of 64 MB", ("game", "MB"), rows))
    if found.get("stop"):
        rows = [(name, f"{worst * 1000:.1f}") for name, worst in found["stop"].items()]
        parts.append(table("From the word to the stop, the worst of five", ("game", "ms"), rows))
    return "\n".join([*parts, verdict_lines(verdicts(found))])


def games_table(found: dict[str, Any]) -> str:
    head = ("game", "cells", "depth", "nodes", "seconds", "M nodes/s")
    rows = [
        (one["game"], str(one["cells"]), str(one["depth"]), f"{one['nodes']:,}", f"{one['seconds']:.2f}",
         f"{one['rate'] / 1e6:.2f}")
        for one in found["games"]
    ]  # fmt: skip
    return table(f"In {found['seconds']:g} s", head, rows)


def threads_table(found: list[dict[str, Any]]) -> str:
    head = ("game", "positions", "one thread s", "two threads s", "share", "without loss", "nodes")
    rows = [
        (one["game"], str(one["positions"]), f"{one['one']:.2f}", f"{one['two']:.2f}", f"{one['share']:.0%}",
         f"{one['least']:.0%}", f"{one['nodes']:.2f}")
        for one in found
    ]  # fmt: skip
    return table("Two threads to the same depth", head, rows)


def main() -> int:
    parser = argparse.ArgumentParser(description="Depth, nodes, threads, memory and obedience of the search.")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each search (default 1)")
    parser.add_argument("--only", nargs="+", default=[], metavar="GAME", help="only depth and nodes of these")
    parser.add_argument("--publish", action="store_true", help="write benchmarks/speed.md")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--think", metavar="GAME", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.think:
        print(json.dumps(searching.think(asked.think, asked.seconds)))
        return 0
    found = measure(asked)
    known = verdicts(found)
    if asked.publish:
        PAGE.write_text(f"{HEAD}```\n{page(found)}\n```\n", encoding="utf-8")
    if asked.json:
        print(json.dumps({**found, "targets": [vars(one) for one in known]}, indent=1))
    else:
        print(page(found))
    return 0 if all(one.holds for one in known) else 1


if __name__ == "__main__":
    sys.exit(main())
