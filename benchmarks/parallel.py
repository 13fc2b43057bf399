"""What parallel play costs: `python benchmarks/parallel.py [throughput] [dask] [--games N] [--json]`.

`throughput`: a match with 2 processes against two independent matches in one process each, side by side. Both
play the same games. Goal: at least 95 % of the games in the same time.

`dask`: a match on a Dask cluster on loopback with 2 workers against 2 local processes, in games of about a
second. Goal: less than 5 % more time for each game.

The two sides of a comparison alternate, and the median of the ratios counts. Run it on an idle machine with
2 processors or more. The CPU time of all processes is shown too: other programs disturb it less.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from ludoteca.parallel import InProcessPool, Workers
from ludoteca.tournament.games import GameSetup, Pairing
from ludoteca.tournament.series import Plan, Series
from ludoteca.tournament.workers import play_games

GAME = "breakthrough:size=6"
THROUGHPUT_GOAL, OVERHEAD_GOAL = 0.95, 0.05


@dataclass(frozen=True)
class Cost:
    """Of one run: wall-clock and CPU seconds, without the start of the processes."""

    wall: float
    cpu: float


def plan(games: int, nodes: int) -> Plan:
    player = f"engine:nodes={nodes}"
    return Plan(GameSetup(GAME), player, player, games, seed=1, even_openings=True)


# -- inside a child process ---------------------------------------------------------------------------


def play_match(workers: Workers, games: int, nodes: int) -> float:
    """Seconds from the first game to the last of a match. The first pair of games starts the workers, and
    is not measured."""
    started = 0.0
    for number, _ in enumerate(Series(plan(games + 4, nodes)).play(workers), 1):
        if number == 4:
            started = time.perf_counter()
    return time.perf_counter() - started


def play_half(which: int, games: int, nodes: int) -> float:
    """Seconds for every second pair of games, in this process alone."""

    def own(pairings: Iterator[Pairing]) -> Iterator[Pairing]:
        return (one for one in pairings if one.number // 2 % 2 == which)

    started = 0.0
    for number, _ in enumerate(
        play_games(InProcessPool(), GameSetup(GAME), own(plan(games + 4, nodes).pairings())), 1
    ):
        if number == 2:
            started = time.perf_counter()
    return time.perf_counter() - started


def child(kind: str, games: int, nodes: int) -> None:
    wall = play_half(int(kind[-1]), games, nodes) if kind.startswith("half") else play_match(
        int(kind) if kind.isdecimal() else kind, games, nodes
    )  # fmt: skip
    used = os.times()
    print(
        json.dumps({"wall": wall, "cpu": used.user + used.system + used.children_user + used.children_system})
    )


# -- the comparisons ----------------------------------------------------------------------------------


def start(kind: str, games: int, nodes: int) -> subprocess.Popen[str]:
    words = [sys.executable, __file__, "--child", kind, "--games", str(games), "--nodes", str(nodes)]
    return subprocess.Popen(words, stdout=subprocess.PIPE, text=True)


def cost(*running: subprocess.Popen[str]) -> Cost:
    """Of processes that run side by side: the time of the slower one."""
    found = [json.loads(process.communicate()[0]) for process in running]
    return Cost(max(one["wall"] for one in found), sum(one["cpu"] for one in found))


def throughput(games: int, nodes: int, rounds: int) -> dict[str, object]:
    ratios = []
    for number in range(rounds):
        pair: dict[str, Cost] = {}
        for side in ("match", "alone") if number % 2 else ("alone", "match"):
            kinds = ("2",) if side == "match" else ("half0", "half1")
            pair[side] = cost(*(start(kind, games, nodes) for kind in kinds))
        ratios.append(pair["alone"].wall / pair["match"].wall)
        show("throughput", number, pair, f"{100 * ratios[-1]:.1f} % of the games")
    found = statistics.median(ratios)
    return {"ratios": ratios, "median": found, "goal": THROUGHPUT_GOAL, "met": found >= THROUGHPUT_GOAL}


def overhead(games: int, nodes: int, rounds: int) -> dict[str, object]:
    ratios = []
    with cluster() as address:
        for number in range(rounds):
            pair: dict[str, Cost] = {}
            for side in ("dask", "local") if number % 2 else ("local", "dask"):
                pair[side] = cost(start(address if side == "dask" else "2", games, nodes))
            ratios.append(pair["dask"].wall / pair["local"].wall - 1)
            show(
                "dask",
                number,
                pair,
                f"{100 * ratios[-1]:+.1f} %, {2 * pair['local'].wall / games:.2f} s per game",
            )
    found = statistics.median(ratios)
    return {"ratios": ratios, "median": found, "goal": OVERHEAD_GOAL, "met": found < OVERHEAD_GOAL}


def show(name: str, number: int, pair: dict[str, Cost], said: str) -> None:
    costs = ", ".join(f"{side} {one.wall:.1f} s ({one.cpu:.1f} s CPU)" for side, one in pair.items())
    print(f"{name} {number + 1}: {costs}: {said}", file=sys.stderr)


@contextmanager
def cluster() -> Iterator[str]:
    """A scheduler and two workers with one thread each, on loopback."""
    with TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        file = Path(folder) / "scheduler.json"
        processes = [
            _dask(log, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        ]
        try:
            while not file.exists() or not file.stat().st_size:
                time.sleep(0.1)
            address = json.loads(file.read_text())["address"]
            for _ in range(2):
                options = ("--nthreads", "1", "--no-nanny", "--local-directory", folder)
                processes.append(_dask(log, "worker", address, *options))
            yield address.replace("tcp://", "dask://")
        finally:
            for process in reversed(processes):
                process.kill()
                process.wait()


def _dask(log: object, kind: str, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words, "--no-dashboard"]
    return subprocess.Popen(command, stdout=log, stderr=log)  # type: ignore[call-overload, no-any-return]


def main() -> int:
    """Exit code 1 if a goal is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", nargs="*", metavar="throughput|dask", help="both by default")
    parser.add_argument("--games", type=int, default=80, help="games of a match")
    parser.add_argument("--nodes", type=int, default=240_000, help="nodes per move")
    parser.add_argument("--rounds", type=int, default=3, help="comparisons; the median counts")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--child", default="", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        child(args.child, args.games, args.nodes)
        return 0
    sides = {"throughput": throughput, "dask": overhead}
    found = {name: sides[name](args.games, args.nodes, args.rounds) for name in args.what or sides}
    if args.json:
        print(json.dumps(found))
    for name, one in found.items() if not args.json else ():
        print(f"{name}: median {one['median']:.3f}, goal {one['goal']}: {'met' if one['met'] else 'missed'}")
    return 0 if all(one["met"] for one in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
