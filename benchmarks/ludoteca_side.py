"""Ludoteca, measured through its command line."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from benchmarks.child import run_json

PROGRAM = [sys.executable, "-m", "ludoteca"]
MOST_RUNS = 20
TRIAL_PLAYOUTS = 200


@dataclass(frozen=True)
class Walked:
    counts: list[int]
    rate: float
    peak_bytes: int


@dataclass(frozen=True)
class Played:
    playouts: int
    moves: int
    rate: float
    peak_bytes: int


def perft(game: str, depth: int, budget: float) -> Walked:
    """Moves made per CPU second, over as many complete runs as the budget allows."""
    counts: list[int] = []
    nodes, seconds, peak = 0, 0.0, 0
    for _ in range(MOST_RUNS):
        run = run_json([*PROGRAM, "perft", game, str(depth), "--no-bulk", "--json"])
        counts = run.answer["counts"]
        nodes += run.answer["nodes"]
        seconds += run.answer["seconds"]
        peak = max(peak, run.peak_bytes)
        if seconds >= budget:
            break
    return Walked(counts, nodes / seconds, peak)


def playouts(game: str, budget: float, seed: int) -> Played:
    """A short trial determines the number of playouts."""
    trial = run_json(playouts_command(game, TRIAL_PLAYOUTS, seed)).answer
    number = max(TRIAL_PLAYOUTS, int(TRIAL_PLAYOUTS * budget / max(trial["seconds"], 1e-6)))
    run = run_json(playouts_command(game, number, seed))
    moves = run.answer["moves"]
    return Played(run.answer["playouts"], moves, moves / run.answer["seconds"], run.peak_bytes)


def playouts_command(game: str, number: int, seed: int) -> list[str]:
    return [*PROGRAM, "playouts", game, "-n", str(number), "--seed", str(seed), "--json"]


def wall_seconds(command: Sequence[str], runs: int) -> float:
    """Median wall-clock time of a new process, including the start of the interpreter."""
    times = []
    for _ in range(runs):
        began = perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        times.append(perf_counter() - began)
    return statistics.median(times)


def import_seconds(runs: int) -> float:
    return wall_seconds([sys.executable, "-c", "import ludoteca"], runs)


def help_seconds(runs: int) -> float:
    script = Path(sys.executable).with_name("ludoteca")
    program = [str(script)] if script.exists() else PROGRAM
    return wall_seconds([*program, "--help"], runs)
