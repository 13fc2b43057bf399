"""Load test of the pages: latency with one player and with many concurrent games. Writes web_load.md.

python benchmarks/web_load.py [--games N] [--seconds S] [--pace P] [--level L] [--workers N] [--limits L]
    [--write]

Clients in another process play against `ludoteca serve` on loopback with a new database, as browsers would: a
page, its event stream, a form for each move, the changed part of the page after each change. Each client has
a loopback address of its own, and the server its usual limits. Afterwards every accepted move is looked up in
the stored games. Chromium measures how soon a move is seen after a click. The exit status is 1 if a target is
missed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # for the imports of a script
from benchmarks.browser_moves import measure_clicks
from benchmarks.load_clients import GAMES, LoadFigures, run_concurrent, run_single

QUICK, PAGE = 0.100, 0.300
"""Targets, in seconds: a person's move at the median; a page at the 95th percentile under load."""
REPORT = Path(__file__).with_name("web_load.md")


# -- the server ---------------------------------------------------------------------------------------


@contextmanager
def server(folder: str, *options: str) -> Iterator[tuple[int, int]]:
    """`ludoteca serve` as a process: its port and its process id. Its log is `folder/log`."""
    line = [sys.executable, "-m", "ludoteca", "serve", "--no-browser"]
    line += ["--database", f"sqlite:///{folder}/web.sqlite", *options]
    environment = {**os.environ, "LUDOTECA_DATA": folder}
    with (
        open(f"{folder}/log", "wb") as log,
        subprocess.Popen(line, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as process,
    ):
        try:
            assert process.stdout
            found = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
            if not found:
                raise SystemExit("the server did not start")
            yield int(found[1]), process.pid
        finally:
            process.terminate()
            process.wait(20)


@dataclass(frozen=True)
class Usage:
    """Memory and CPU time of the server and its workers."""

    server: float
    """Megabytes."""
    workers: tuple[float, ...]
    server_seconds: float
    """Of CPU time."""
    worker_seconds: float

    @classmethod
    def by(cls, pid: int) -> Usage:
        children = children_of(pid)
        sizes = tuple(sorted(_megabytes(child) for child in children))
        return cls(_megabytes(pid), sizes, _seconds(pid), sum(map(_seconds, children)))


def children_of(pid: int) -> list[int]:
    """The child processes of all threads of a process."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        try:
            found += map(int, (thread / "children").read_text().split())
        except (FileNotFoundError, ProcessLookupError):
            continue  # the thread has ended
    return found


def _megabytes(pid: int) -> float:
    """Anonymous memory: the memory-mapped pages of the database belong to the system."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon"))


def _seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# -- the report ---------------------------------------------------------------------------------------


def percentile(values: Sequence[float], part: float) -> float:
    """The smallest value that `part` of the values do not exceed."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))] if values else 0.0


def spread(values: Sequence[float], parts: Sequence[float] = (0.5, 0.95, 0.99)) -> list[str]:
    """In milliseconds."""
    return [f"{1000 * percentile(values, part):.0f}" if values else "–" for part in parts]


def table(rows: Sequence[Sequence[str]]) -> str:
    head, *rest = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([head, "|---|" + "---:|" * (len(rows[0]) - 1), *rest])


def verdict(good: bool) -> str:
    return "met" if good else "**MISSED**"


missed: list[bool] = []
"""Whether targets were missed, in the order of the report."""


def _missed(missing: object) -> None:
    missed.append(bool(missing))


def single_report(
    single: dict[str, LoadFigures], clicks: dict[str, list[float]], asked: argparse.Namespace
) -> str:
    answered = statistics.median([value for one in single.values() for value in one.moves])
    seen = statistics.median([value for one in clicks.values() for value in one] or [answered])
    _missed(max(answered, seen) >= QUICK)
    rows = [
        ["game", "moves", "move answered, median ms", "95 % ms", "seen in a browser, median ms", "95 % ms",
         "computer's answer shown, median ms"]
    ]  # fmt: skip
    for name, one in single.items():
        shown = spread(one.moves, (0.5, 0.95))
        rows.append(
            [name, str(len(one.moves)), *shown, *spread(clicks.get(name, ()), (0.5, 0.95)),
             *spread(one.answers, (0.5,))]
        )  # fmt: skip
    note = "" if clicks else " (not measured: no browser)"
    return f"""## One player at a time, against level {asked.level}

Where a game has no such level, the next stronger one that it has.

{table(rows)}

The median over all games is {1000 * answered:.0f} ms until the page of a move is there, and
{1000 * seen:.0f} ms from a click until the move is seen{note}; target
below {1000 * QUICK:.0f} ms: {verdict(max(answered, seen) < QUICK)}.
"""


def concurrent_report(load: LoadFigures, asked: argparse.Namespace, before: Usage, after: Usage) -> str:
    late = percentile(load.pages + load.moves, 0.95)
    wrong = sum(load.errors.values())
    which = "".join(f"\n  - {what}: {number}" for what, number in load.errors.items())
    served = after.server_seconds - before.server_seconds
    thought = after.worker_seconds - before.worker_seconds
    rows = [
        ["", "number", "median ms", "95 % ms", "99 % ms"],
        ["moves shown", str(len(load.moves)), *spread(load.moves)],
        ["other pages", str(len(load.pages)), *spread(load.pages)],
        ["computer's answers shown", str(len(load.answers)), *spread(load.answers)],
    ]
    _missed(wrong or load.lost or late >= PAGE)
    return f"""## {asked.games} games at once for {asked.seconds:g} seconds, against level {asked.level}

Each player has a loopback address of their own, thinks for {asked.pace / 2:g} to {1.5 * asked.pace:g} s
before a move, and starts a new game after each. The limits of the server are on (`--limits {asked.limits}`).

{table(rows)}

- Games started {len(load.accepted)}, finished {load.finished}.
- Errors: {wrong}; target none: {verdict(not wrong)}.{which}
- Accepted moves lost: {load.lost}; target none: {verdict(not load.lost)}.
- All pages, 95 %: {1000 * late:.0f} ms; target below {1000 * PAGE:.0f} ms: {verdict(late < PAGE)}.
- Answers that took longer than 10 s: {load.busy}.
- CPU time: the server {served / asked.seconds:.2f} cores, {1000 * served / max(1, len(load.moves)):.0f} ms
  for each move with all its pages and the answer to it; the workers
  {thought / asked.seconds:.2f} cores,
  {1000 * thought / max(1, len(load.answers)):.0f} ms for each answer.
"""


def memory_report(spent: Sequence[Usage]) -> str:
    rows = [["", "server", "each worker"]]
    for name, one in zip(("before the load", "half-way", "at the end"), spent, strict=True):
        rows.append([name, f"{one.server:.0f}", ", ".join(f"{size:.0f}" for size in one.workers)])
    return f"""## Memory, in megabytes

{table(rows)}
"""


async def measure(asked: argparse.Namespace) -> str:
    with (
        tempfile.TemporaryDirectory() as folder,
        server(folder, "--workers", str(asked.workers), "--limits", asked.limits) as (port, pid),
    ):
        single = await run_single(port, asked.level)
        clicks = await measure_clicks(port, asked.level, GAMES)
        spent = [Usage.by(pid)]

        async def sample() -> None:
            await asyncio.sleep(asked.seconds / 2)
            spent.append(Usage.by(pid))

        half = asyncio.create_task(sample())
        load = await run_concurrent(port, asked.games, asked.seconds, asked.pace, asked.level)
        await half
        spent.append(Usage.by(pid))
    parts = [
        single_report(single, clicks, asked),
        concurrent_report(load, asked, spent[0], spent[-1]),
        memory_report(spent),
    ]
    return f"""# Load test of the pages

Written by `benchmarks/web_load.py`: loopback, SQLite, {os.cpu_count()} cores, shared with the clients and
with other work. The load average at the end was {os.getloadavg()[0]:.1f}.

""" + "\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=200, metavar="N", choices=range(1, 1001))
    parser.add_argument("--seconds", type=float, default=300.0, metavar="S", help="at most 3600")
    parser.add_argument("--pace", type=float, default=10.0, metavar="P", help="seconds a player thinks")
    parser.add_argument("--level", type=int, default=3, metavar="L", choices=range(1, 9))
    parser.add_argument("--workers", type=int, default=2, metavar="N", choices=range(1, 65))
    parser.add_argument("--limits", default="school", choices=("school", "internet"))
    parser.add_argument("--write", action="store_true", help=f"keep the table as {REPORT.name}")
    asked = parser.parse_args()
    if not 1 <= asked.seconds <= 3600:
        parser.error("--seconds: between 1 and 3600")
    text = asyncio.run(measure(asked))
    print(text)
    if asked.write:
        REPORT.write_text(text, "utf-8")
    return int(any(missed))


if __name__ == "__main__":
    sys.exit(main())
