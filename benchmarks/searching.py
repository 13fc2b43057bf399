"""Measurements of the search: depth and nodes per second, threads, memory, stopping, leaks."""

from __future__ import annotations

import os
import resource
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from statistics import mean, median_low
from typing import Any

from benchmarks.child import RSS_UNIT, run_json
from ludoteca.engine import Engine, Limits
from ludoteca.games import Game, load

HERE = Path(__file__).parent
MEGABYTES = 64
MEMORY_GAMES = ("gomoku", "amazons", "draughts", "kalah")
THREAD_GAMES = (
    "alquerque", "amazons/6x6", "breakthrough", "connect-four", "draughts", "gomoku", "hex", "kalah",
    "lines-of-action", "othello", "pentago", "tic-tackle",
)  # fmt: skip
STOP_GAMES = ("amazons", "connect-four", "gomoku", "halma", "hex", "pentago", "tic-tackle")
LEAK_GAMES = ("connect-four", "tic-tackle", "kalah", "draughts", "pentago")


@dataclass(frozen=True)
class Reached:
    """The result of one search."""

    game: str
    cells: int
    depth: int
    nodes: int
    seconds: float
    """Wall-clock time."""
    busy: float
    """CPU time."""

    @property
    def rate(self) -> float:
        """Nodes per second of CPU time."""
        return self.nodes / self.busy


def reach(name: str, seconds: float) -> Reached:
    """From the start, with an empty hash."""
    game = load(name)
    engine, start = Engine(game, MEGABYTES), game.start()
    begun = time.process_time()
    best = engine.best(start, Limits(seconds=seconds))
    busy = time.process_time() - begun
    return Reached(name, len(game.board.cells), best.depth, best.nodes, best.seconds, busy)


def middle(game: Game, number: int = 0) -> Any:
    """A position of the middle game, chosen by a number."""
    position = game.start()
    while position.ply < 6:
        moves = position.legal_moves
        after = position.play(moves[(7 * position.ply + 3 + number * (11 + position.ply)) % len(moves)])
        if after.is_over:
            break
        position = after
    return position


@dataclass(frozen=True)
class Shared:
    """The time to a depth with one thread and with two, summed over some positions."""

    game: str
    positions: int
    one: float
    two: float
    apart: float
    """Two independent searches at once: the capacity of the machine."""
    nodes: float
    """Nodes of two threads per node of one."""

    @property
    def share(self) -> float:
        return self.two / self.one

    @property
    def least(self) -> float:
        """The share if two threads divided the work without overhead."""
        return self.apart / 2 / self.one


def has_threads() -> bool:
    return "threads" in signature(Engine.__init__).parameters


def share(name: str, seconds: float, rounds: int, positions: int) -> Shared | None:
    """Search to a depth that one thread reaches in about `seconds`, the same in all positions: a depth chosen
    per position would favour one thread. The times of two threads vary: the mean of some rounds counts."""
    game = load(name)
    places = [middle(game, number) for number in range(positions)]
    limits = Limits(depth=usual_depth(game, places, seconds))
    taken = {"one": 0.0, "two": 0.0, "apart": 0.0}
    nodes = {1: 0, 2: 0}
    counted = 0
    for position in places:
        for number in range(rounds):
            one = timed(Engine(game, MEGABYTES), position, limits)
            if number == 0 and one.seconds < seconds / 20:
                break  # over before a second thread has begun
            counted += number == 0
            two = timed(Engine(game, MEGABYTES, threads=2), position, limits)
            taken["one"] += one.seconds / rounds
            taken["two"] += two.seconds / rounds
            taken["apart"] += side_by_side(game, position, limits) / rounds
            nodes[1] += one.nodes
            nodes[2] += two.nodes
    return Shared(name, counted, **taken, nodes=nodes[2] / nodes[1]) if counted else None


def usual_depth(game: Game, positions: Sequence[Any], seconds: float) -> int:
    """The median depth that one thread reaches."""
    return median_low(Engine(game, MEGABYTES).best(one, Limits(seconds=seconds)).depth for one in positions)


@dataclass(frozen=True)
class Timed:
    """The times of one search."""

    seconds: float
    nodes: int


def timed(engine: Engine, position: Any, limits: Limits) -> Timed:
    begun = time.perf_counter()
    nodes = engine.best(position, limits).nodes
    return Timed(time.perf_counter() - begun, nodes)


def side_by_side(game: Game, position: Any, limits: Limits) -> float:
    """The seconds of two independent searches at once."""
    engines = [Engine(game, MEGABYTES) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        return mean(one.seconds for one in pool.map(lambda engine: timed(engine, position, limits), engines))


def peak_megabytes(name: str, seconds: float) -> float:
    """The peak resident memory of a new process that searches."""
    command = [sys.executable, str(HERE / "speed.py"), "--think", name, "--seconds", str(seconds)]
    return float(run_json(command).answer["peak"]) / 1e6


def think(name: str, seconds: float) -> dict[str, Any]:
    """The main function of that process."""
    game = load(name)
    best = Engine(game, MEGABYTES).best(game.start(), Limits(seconds=seconds))
    return {"game": name, "nodes": best.nodes, "depth": best.depth, "peak": own_peak()}


def own_peak() -> int:
    """The peak memory of this process in bytes. The system's figure for a child starts with the size of its
    parent; Linux has the correct one in `/proc`."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return 1024 * int(line.split()[1])
    return RSS_UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def stop_seconds(name: str, rounds: int) -> list[float]:
    """The time from `stop` in another thread to the end of an unlimited search."""
    game = load(name)
    position, delays = middle(game), []
    for number in range(rounds):
        engine = Engine(game, MEGABYTES)
        told: list[float] = []

        def stop(engine: Engine = engine, told: list[float] = told) -> None:
            told.append(time.perf_counter())
            engine.stop()

        alarm = threading.Timer(0.15 + 0.01 * number, stop)
        alarm.start()
        engine.best(position, Limits(depth=99))
        ended = time.perf_counter()
        alarm.cancel()
        alarm.join()
        if told and told[0] < ended:
            delays.append(ended - told[0])
    return delays


def resident() -> int | None:
    """The resident memory in bytes; None if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def growth(searches: int) -> tuple[int, int] | None:
    """The growth of memory over all searches, and over the last half of them."""
    games = [load(name) for name in LEAK_GAMES]
    marks: list[int] = []
    for number in range(searches + searches // 10):
        if number in (searches // 10, searches // 10 + searches // 2):
            marks.append(resident() or 0)
        game = games[number % len(games)]
        Engine(game, 1).best(middle(game), Limits(nodes=300))
    now = resident()
    return None if now is None else (now - marks[0], now - marks[1])
