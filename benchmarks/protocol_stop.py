"""How long an engine takes to answer `stop`, over several games: `python benchmarks/protocol_stop.py`.

Starts `ludoteca engine`, lets it search without a limit, and measures the time from `stop` to `bestmove`.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

GAMES = (
    "breakthrough", "othello", "gomoku", "hex", "amazons", "draughts", "kalah", "pentago", "nine-mens-morris",
)  # fmt: skip
GOAL_MS = 20.0


class Engine:
    """A `ludoteca engine` process."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "ludoteca", "engine"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()

    def read_until(self, word: str) -> None:
        """Read lines up to one that starts with a word."""
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith(word):
                return
        raise RuntimeError("the engine has ended")

    def close(self) -> None:
        self._process.communicate("quit\n")


def stop_times(engine: Engine, game: str, runs: int, seconds: float) -> list[float]:
    """Milliseconds from `stop` to `bestmove`."""
    found = []
    engine.send(f"setoption name Game value {game}")
    for run in range(runs):
        engine.send("position startpos", "go infinite", "isready")
        engine.read_until("readyok")
        time.sleep(seconds * (1 + run / runs))  # how long the engine has searched is what is varied
        started = time.perf_counter()
        engine.send("stop")
        engine.read_until("bestmove")
        found.append(1000 * (time.perf_counter() - started))
    return found


def main() -> int:
    """Print a table. Exit code 1 if the median of a game misses the goal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.3, help="length of the searches")
    args = parser.parse_args()
    engine = Engine()
    missed = False
    print(f"{'game':20} {'median ms':>10} {'worst ms':>10}")
    for game in args.games:
        times = stop_times(engine, game, args.runs, args.seconds)
        median, worst = statistics.median(times), max(times)
        missed |= median > GOAL_MS
        print(f"{game:20} {median:10.1f} {worst:10.1f}", flush=True)
    engine.close()
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
