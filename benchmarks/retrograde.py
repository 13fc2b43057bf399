"""The general solver against a program written for one game.

`python benchmarks/retrograde.py [PIECES]`: both solve Tic Tackle with PIECES pieces a side, in one thread.
CPU times are compared, and all counts must agree.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from ludoteca.games import loads
from ludoteca.kernel.constants import VALUE_KNOWN, VALUE_OVER_LOST, VALUE_PLIES, VALUE_WON
from ludoteca.solver import Task
from ludoteca.solver.retrograde.analysis import RetrogradeAnalysis
from ludoteca.solver.retrograde.space import Space

RULES = """
family = "alignment"
[board]
grid  = [5, 5]
lines = "alquerque"
[setup]
board = "{first}/5/5/5/{last}"
[turn]
do = "step"
[[end]]
when   = {{ align = 4, on = "anywhere" }}
result = "owner wins"
"""
SETUPS = {3: ("oxo2", "2xox"), 4: ("oxox1", "1oxox"), 5: ("oxoxo", "xoxox")}


def by_hand(pieces: int) -> dict[str, float]:
    """Compile and run the C++ program."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "retrograde"
        source = Path(__file__).with_suffix(".cpp")
        subprocess.run(
            ["g++", "-O3", "-march=native", "-pthread", "-o", str(program), str(source)], check=True
        )
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run([str(program), str(pieces), "1"], check=True, capture_output=True, text=True)
        seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    found: dict[str, float] = json.loads(done.stdout)
    return found | {"seconds": seconds}


def by_rules(pieces: int) -> dict[str, float]:
    """Run the general solver."""
    first, last = SETUPS[pieces]
    start = loads(RULES.format(first=first, last=last), "rows").start()
    begun = time.process_time()
    space = Space.after(start)
    table = RetrogradeAnalysis(space, Task(start)).run()
    seconds = time.process_time() - begun
    numbers = Counter(memoryview(table).cast("H"))
    known = {value: n for value, n in numbers.items() if value >= VALUE_KNOWN}
    return {
        "indices": space.ranking.total,
        "won": sum(n for value, n in known.items() if value & VALUE_WON),
        "drawn": sum(n for value, n in numbers.items() if value < VALUE_OVER_LOST),
        "lost": sum(n for value, n in known.items() if not value & VALUE_WON),
        "longest": max(value & VALUE_PLIES for value in known),
        "seconds": seconds,
    }


def main() -> int:
    pieces = int(sys.argv[1]) if len(sys.argv) > 1 else 4
    hand, rules = by_hand(pieces), by_rules(pieces)
    ratio = rules["seconds"] / hand["seconds"]
    print(json.dumps({"pieces": pieces, "by hand": hand, "by rules": rules, "times slower": round(ratio, 2)}))
    same = all(hand[key] == rules[key] for key in hand if key != "seconds")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
