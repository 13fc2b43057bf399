"""Measures of the search: depth and nodes in a second, threads, memory, how soon it stops, leaks."""

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
    """What one search did in its time."""

    game: str
    cells: int
    depth: int
    nodes: int
    seconds: float
    """Of the clock on the wall."""
    busy: float
    """Of the processor: where others want it too, less."""

    @property
    def rate(self) -> float:
        """Nodes in a second of the processor."""
        return self.nodes / self.busy


def reach(name: str, seconds: float) -> Reached:
    """From the start, with an empty table."""
    game = load(name)
    engine, start = Engine(game, MEGABYTES), game.start()
    begun = time.process_time()
    best = engine.best(start, Limits(seconds=seconds))
    busy = time.process_time() - begun
    return Reached(name, len(game.board.cells), best.depth, best.nodes, best.seconds, busy)


def middle(game: Game, number: int = 0) -> Any:
    """A position some moves into the game, where there is something to think about; a number tells which."""
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
    """The time to a depth with one thread and with two, of some positions together."""

    game: str
    positions: int
    one: float
    two: float
    apart: float
    """Two searches that know nothing of each other, side by side: what the machine has to give."""
    nodes: float
    """Of two threads, for each of one."""

    @property
    def share(self) -> float:
        return self.two / self.one

    @property
    def least(self) -> float:
        """The share if two threads divided the work without any loss."""
        return self.apart / 2 / self.one


def has_threads() -> bool:
    return "threads" in signature(Engine.__init__).parameters


def share(name: str, seconds: float, rounds: int, positions: int) -> Shared | None:
    """To a depth that one thread reaches in about so many seconds. The same in all positions: a depth chosen
    in each by what one thread can do there would suit that thread. How long two take depends on chance: so
    the mean of some rounds."""
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
    """What one thread reaches in so many seconds, in half of the positions."""
    return median_low(Engine(game, MEGABYTES).best(one, Limits(seconds=seconds)).depth for one in positions)


@dataclass(frozen=True)
class Timed:
    """How long one search took."""

    seconds: float
    nodes: int


def timed(engine: Engine, position: Any, limits: Limits) -> Timed:
    begun = time.perf_counter()
    nodes = engine.best(position, limits).nodes
    return Timed(time.perf_counter() - begun, nodes)


def side_by_side(game: Game, position: Any, limits: Limits) -> float:
    """The seconds that two searches take beside each other, each with a thread and a table of its own."""
    engines = [Engine(game, MEGABYTES) for _ in range(2)]
    with ThreadPoolExecutor(2) as pool:
        return mean(one.seconds for one in pool.map(lambda engine: timed(engine, position, limits), engines))


def peak_megabytes(name: str, seconds: float) -> float:
    """The resident memory of a fresh process that thinks with a table of so many megabytes."""
    command = [sys.executable, str(HERE / "speed.py"), "--think", name, "--seconds", str(seconds)]
    return float(run_json(command).answer["peak"]) / 1e6


def think(name: str, seconds: float) -> dict[str, Any]:
    """What such a process does."""
    game = load(name)
    best = Engine(game, MEGABYTES).best(game.start(), Limits(seconds=seconds))
    return {"game": name, "nodes": best.nodes, "depth": best.depth, "peak": own_peak()}


def own_peak() -> int:
    """The most memory this process ever held, in bytes. What the system counts for a child begins with the
    size of whoever started it; Linux says in another place what it was since."""
    status = Path("/proc/self/status")
    if status.exists():
        (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
        return 1024 * int(line.split()[1])
    return RSS_UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def stop_seconds(name: str, rounds: int) -> list[float]:
    """How long an endless search goes on after it was told to stop, from another thread."""
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
    """Bytes of this process that are in memory now; None where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def growth(searches: int) -> tuple[int, int] | None:
    """Bytes that were added by so many searches, and by the last half of them."""
    games = [load(name) for name in LEAK_GAMES]
    marks: list[int] = []
    for number in range(searches + searches // 10):
        if number in (searches // 10, searches // 10 + searches // 2):
            marks.append(resident() or 0)
        game = games[number % len(games)]
        Engine(game, 1).best(middle(game), Limits(nodes=300))
    now = resident()
    return None if now is None else (now - marks[0], now - marks[1])
