"""Matches between two settings of the search: parts switched off (`kernel.SEARCH_OPTIONS`), other constants
(`kernel.SEARCH_PARAMETERS`).

    .venv/bin/python benchmarks/search_matches.py othello,kalah "" "no-futility" --nodes 10000 --pairs 50
    .venv/bin/python benchmarks/search_matches.py kalah "futility-margin=16" "" --json

Both sides have the same nodes, so that a loaded machine changes nothing. Every opening of random plies is
played twice, with sides swapped; the interval is that of the pairs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import dataclass, field
from math import sqrt

from ludoteca.engine import Engine, Limits
from ludoteca.games import Game, Position, load
from ludoteca.kernel import SEARCH_OPTIONS, SEARCH_PARAMETERS

_LONGEST = 240
"""Plies after which a game is a draw."""


@dataclass(frozen=True)
class Setting:
    """What differs from the usual search."""

    disabled: frozenset[str] = frozenset()
    parameters: dict[str, int] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> Setting:
        """`no-option,parameter=number,…`. Raises ValueError for unknown names."""
        disabled, parameters = set(), {}
        for word in filter(None, text.split(",")):
            name, equals, value = word.partition("=")
            if word.startswith("no-") and word[3:] in SEARCH_OPTIONS:
                disabled.add(word[3:])
            elif equals and name in SEARCH_PARAMETERS:
                parameters[name] = int(value)
            else:
                raise ValueError(f"{word} is neither an option nor a parameter of the search")
        return cls(frozenset(disabled), parameters)

    def engine(self, game: Game) -> Engine:
        return Engine(game, 8, disabled=self.disabled, parameters=self.parameters)


def opening(game: Game, seed: int, plies: int) -> Position:
    """A position after random moves that is not over."""
    chance = random.Random(seed)
    while True:
        position = game.start()
        for _ in range(plies):
            if not position.is_over:
                position = position.play(chance.choice(position.legal_moves))
        if not position.is_over:
            return position


def points(position: Position, first: Engine, second: Engine, nodes: int) -> float:
    """The points of the first side, between 0 and 1."""
    for engine in (first, second):
        engine.clear_hash()
    for _ in range(_LONGEST):
        if position.outcome:
            winner = position.outcome.winner
            return 0.5 if winner is None else float(winner == "first")
        engine = first if position.mover == "first" else second
        position = position.play(engine.best(position, Limits(nodes=nodes)).move)
    return 0.5


def pair(game: Game, a: Engine, b: Engine, seed: int, nodes: int, plies: int = 6) -> float:
    """The mean points of A in two games from one opening, with sides swapped."""
    start = opening(game, seed, plies)
    return (points(start, a, b, nodes) + 1 - points(start, b, a, nodes)) / 2


def interval(results: list[float]) -> tuple[float, float]:
    """The mean of some pairs, and half of its 95 % interval."""
    mean = sum(results) / len(results)
    variance = sum((one - mean) ** 2 for one in results) / max(1, len(results) - 1)
    return mean, 1.96 * sqrt(variance / len(results))


def main() -> int:
    parser = argparse.ArgumentParser(description="A match between two settings of the search.")
    parser.add_argument("games", help="games, separated by commas")
    parser.add_argument("a", help="no-option,parameter=number,…; empty for the usual search")
    parser.add_argument("b", help="the other setting")
    parser.add_argument("--nodes", type=int, default=10_000, help="for each move")
    parser.add_argument("--pairs", type=int, default=25, help="openings of each game, two games each")
    parser.add_argument("--plies", type=int, default=6, help="random plies of an opening")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    asked = parser.parse_args()
    try:
        settings = Setting.parse(asked.a), Setting.parse(asked.b)
    except ValueError as error:
        parser.error(str(error))
    found = {}
    for name in asked.games.split(","):
        game = load(name)
        a, b = (one.engine(game) for one in settings)
        results = [pair(game, a, b, seed, asked.nodes, asked.plies) for seed in range(asked.pairs)]
        mean, half = interval(results)
        found[name] = {"games": 2 * asked.pairs, "points": round(mean, 4), "interval": round(half, 4)}
        line = f"{name:<24}{2 * asked.pairs:>5} games {100 * mean:6.1f} % ± {100 * half:.1f}"
        print(line, file=sys.stderr if asked.json else sys.stdout, flush=True)
    if asked.json:
        print(json.dumps({"a": asked.a, "b": asked.b, "nodes": asked.nodes, "games": found}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
