"""The engine against a random player in every game of the library, with either side.

python benchmarks/versus_random.py [--only GAME ...] [--variants] [-n N] [--nodes N] [--processes N]
                                   [--json FILE]

Every game begins at the start; the random player makes them different. Games that are not won are listed at
the end with their seeds. The exit status is 1 if a game was lost.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import mean

from ludoteca.games import SIDES, all_names, ids, load
from ludoteca.play.players import parse_player

MOST_PLIES = 1000
"""Longer games count as draws."""


@dataclass(frozen=True)
class Played:
    """One game of the engine against a random player."""

    game: str
    engine: str
    """The side of the engine."""
    seed: int
    result: str
    """`won`, `drawn` or `lost`, for the engine."""
    reason: str
    plies: int


def play(task: tuple[str, str, int, int]) -> Played:
    name, engine, seed, nodes = task
    players = {
        side: parse_player(f"engine:nodes={nodes}" if side == engine else "random").make(seed)
        for side in SIDES
    }
    position = load(name).start()
    while not position.is_over and position.ply < MOST_PLIES:
        position = position.play(players[position.mover].choose(position))
    outcome = position.outcome
    if outcome is None or outcome.winner is None:
        return Played(name, engine, seed, "drawn", outcome.reason if outcome else "too long", position.ply)
    result = "won" if outcome.winner == engine else "lost"
    return Played(name, engine, seed, result, outcome.reason, position.ply)


def line(name: str, played: list[Played]) -> str:
    """Won, drawn and lost games with each side, and their lengths."""
    cells = []
    for side in SIDES:
        results = Counter(one.result for one in played if one.engine == side)
        cells.append("".join(f"{results[word]:6}" for word in ("won", "drawn", "lost")))
    return f"{name:32}{cells[0]}   {cells[1]}{mean(one.plies for one in played):8.0f}"


def contests(names: list[str], number: int, nodes: int, processes: int) -> Iterator[list[Played]]:
    """The games in order, played by several processes."""
    with ProcessPoolExecutor(processes) as pool:
        for name in names:
            seeds = range(1, (number + 1) // 2 + 1)
            tasks = [(name, side, seed, nodes) for side, seed in product(SIDES, seeds)]
            yield list(pool.map(play, tasks))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="GAME")
    parser.add_argument("--variants", action="store_true", help="every variant too")
    parser.add_argument("-n", type=int, default=20, help="games, half of them from each side")
    parser.add_argument("--nodes", type=int, default=3000, help="positions the engine looks at for each move")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the results")
    asked = parser.parse_args()
    names = asked.only or (all_names() if asked.variants else ids())
    print(f"{'':32}{'as first':>18}   {'as second':>18}")
    print(f"{'game':32}{'won':>6}{'drawn':>6}{'lost':>6}   {'won':>6}{'drawn':>6}{'lost':>6}{'moves':>8}")
    everything: list[Played] = []
    for played in contests(names, asked.n, asked.nodes, asked.processes):
        everything += played
        print(line(played[0].game, played), flush=True)
    for one in everything:
        if one.result != "won":
            print(
                f"{one.result}: {one.game} as {one.engine}, seed {one.seed}, {one.plies} moves, {one.reason}"
            )
    if asked.json:
        asked.json.write_text(json.dumps([asdict(one) for one in everything], indent=1) + "\n", "utf-8")
    return int(any(one.result == "lost" for one in everything))


if __name__ == "__main__":
    sys.exit(main())
