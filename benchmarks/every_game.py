"""Moves made per second in each game of the library, in a perft without bulk counting.

python benchmarks/every_game.py [--only GAME ...] [--seconds S] [--json FILE] [--against FILE]

Games below five million moves per second are marked; README.md explains them. `--against` compares the rates
with those of an earlier run, as ratios.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from ludoteca.games import Game, all_names, load

FAST = 5.0
"""The target in million moves per second."""
ROUNDS = 3
SMALLEST_TREE = 20_000
"""The least moves of one perft, so that its start-up cost is negligible."""
DEEPEST = 40


@dataclass(frozen=True)
class Rate:
    """The rate of a game."""

    game: str
    millions: float
    """Million moves per second of CPU time."""
    depth: int
    moves: int


def measured(name: str, seconds: float) -> Rate:
    """The best of some rounds: other load can only slow a run down."""
    game = load(name)
    depth, walked = 1, game.perft(1, bulk=False)
    while depth < DEEPEST and walked.nodes < SMALLEST_TREE:
        depth += 1
        walked = game.perft(depth, bulk=False)
    rates = [_rate(game, depth, seconds) for _ in range(ROUNDS)]
    return Rate(name, round(max(rates) / 1e6, 2), depth, walked.nodes)


def _rate(game: Game, depth: int, seconds: float) -> float:
    moves, spent = 0, 0.0
    while spent < seconds:
        walked = game.perft(depth, bulk=False)
        moves += walked.nodes
        spent += walked.seconds
    return moves / spent


def line(rate: Rate, before: dict[str, float]) -> str:
    ratio = f"{rate.millions / before[rate.game]:8.2f}" if rate.game in before else ""
    slow = "  below" if rate.millions < FAST else ""
    return f"{rate.game:32}{rate.depth:6}{rate.moves:12}{rate.millions:8.1f}{ratio}{slow}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", nargs="+", default=[], metavar="GAME")
    parser.add_argument("--seconds", type=float, default=0.2, help="processor time of a round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="keep the figures")
    parser.add_argument("--against", type=Path, metavar="FILE", help="figures that an earlier run has kept")
    asked = parser.parse_args()
    before = {}
    if asked.against:
        before = {row["game"]: row["millions"] for row in json.loads(asked.against.read_text("utf-8"))}
    print(f"{'game':32}{'depth':>6}{'moves':>12}{'M/s':>8}{'ratio' if before else '':>8}")
    rates = []
    for name in asked.only or all_names():
        rates.append(measured(name, asked.seconds))
        print(line(rates[-1], before), flush=True)
    if asked.json:
        asked.json.write_text(json.dumps([asdict(rate) for rate in rates], indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
