"""The times of forward proofs, and their agreement with known values.

python benchmarks/solving.py [--only NAME ...] [--most SECONDS] [--memory GIB] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass

from ludoteca import load
from ludoteca.errors import Stopped
from ludoteca.solver import METHODS, Answer, Task, choose

# game, method ("" for the default), and the known value for the first player or the known margin; None if
# unknown.
ROWS: tuple[tuple[str, str, str | int | None], ...] = (
    ("tic-tac-toe", "alpha-beta", "draw"),
    ("mnk:width=4,height=4,in-a-row=3", "alpha-beta", "win"),
    ("mnk:width=4,height=4,in-a-row=4", "alpha-beta", "draw"),
    ("mnk:width=4,height=4,in-a-row=4", "lines", "draw"),
    ("mnk:width=5,height=4,in-a-row=4", "alpha-beta", "draw"),
    ("mnk:width=5,height=4,in-a-row=4", "lines", "draw"),
    ("mnk:width=6,height=4,in-a-row=4", "lines", "draw"),
    ("mnk:width=7,height=4,in-a-row=4", "lines", "draw"),
    ("mnk:width=5,height=5,in-a-row=4", "lines", "draw"),
    ("mnk:width=6,height=5,in-a-row=4", "lines", "win"),
    ("mnk:width=6,height=6,in-a-row=4", "lines", None),
    ("mnk:width=6,height=6,in-a-row=5", "lines", None),
    ("jogo-da-velha-4", "lines", "draw"),
    ("jogo-da-velha-4/any-diagonal", "lines", "draw"),
    ("rastros", "alpha-beta", "win"),
    ("rastros/centre", "alpha-beta", "win"),
    ("rastros/7x7", "", None),
    ("hex:size=3", "alpha-beta", "win"),
    ("hex:size=4", "alpha-beta", "win"),
    ("hex:size=4", "connection", "win"),
    ("hex:size=5", "connection", "win"),
    ("hex:size=6", "connection", "win"),
    ("connect-four:width=4,height=4", "alpha-beta", None),
    ("connect-four:width=5,height=4", "alpha-beta", None),
    ("connect-four:width=5,height=5", "alpha-beta", None),
    ("domineering/5x5", "alpha-beta", "loss"),
    ("domineering/6x6", "alpha-beta", "win"),
    ("othello:size=4", "margins", -8),
    ("amazons/alquerque-5x5-one", "", None),
    ("amazons/alquerque-5x5", "", "win"),
    ("breakthrough:size=4", "alpha-beta", None),
    ("breakthrough/5x5", "", None),
    ("kalah:pits=3,seeds=4", "margins", 2),
    ("kalah:pits=4,seeds=3", "margins", None),
    ("kalah:pits=4,seeds=4", "margins", 2),
    ("kalah:pits=4,seeds=5", "margins", None),
    ("kalah:pits=4,seeds=6", "margins", None),
    ("kalah:pits=5,seeds=3", "margins", None),
    ("kalah:pits=5,seeds=4", "margins", None),
    ("kalah/empty-capture:pits=4,seeds=6", "margins", None),
    ("kalah/empty-capture:pits=5,seeds=4", "margins", None),
)


@dataclass(frozen=True)
class Row:
    """One proof."""

    game: str
    method: str
    value: str
    plies: int | None
    positions: int
    seconds: float
    """CPU time."""
    mebibytes: float
    agrees: bool | None
    """Whether it agrees with the known value; None if there is none."""


def row_of(name: str, wanted: str, known: str | int | None, memory: int, most: float) -> Row:
    begun, ends = time.process_time(), time.monotonic() + most
    task = Task(load(name).start(), memory=memory, stopped=lambda: time.monotonic() > ends)
    method = next((one for one in METHODS if one.name == wanted), None) or choose(task)[0]
    try:
        answer: Answer | None = method.solve(task)
    except Stopped:
        answer = None
    seconds = time.process_time() - begun
    if answer is None:
        return Row(name, method.name, "not within the time", None, 0, seconds, 0.0, None)
    found: str | int = answer.value if answer.margin is None else answer.margin
    value = answer.value if answer.margin is None else f"{answer.margin:+d}"
    agrees = None if known is None else found == known
    return Row(
        name, method.name, value, answer.plies, answer.positions, seconds, answer.bytes / 2**20, agrees
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", nargs="*", default=[], help="rows whose game begins so")
    parser.add_argument("--most", type=float, default=600.0, help="seconds for a row at most")
    parser.add_argument("--memory", type=float, default=4.0, help="GiB")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = []
    if not asked.json:
        print("| game | method | value | plies | positions | s | positions/s | MiB | known |")
        print("|---|---|---|---|---|---|---|---|---|")
    for name, method, known in ROWS:
        if asked.only and not name.startswith(tuple(asked.only)):
            continue
        row = row_of(name, method, known, int(asked.memory * 2**30), asked.most)
        rows.append(row)
        if not asked.json:
            rate = f"{row.positions / max(row.seconds, 0.01):,.0f}" if row.positions else ""
            said = {None: "", True: "agrees", False: "DIFFERS"}[row.agrees]
            plies = "" if row.plies is None else str(row.plies)
            cells = (row.game, row.method, row.value, plies, f"{row.positions:,}", f"{row.seconds:.2f}")
            print("| " + " | ".join((*cells, rate, f"{row.mebibytes:.0f}", said)) + " |", flush=True)
    if asked.json:
        print(json.dumps([asdict(row) for row in rows]))
    return 1 if any(row.agrees is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
