"""Tune constants of the search by SPSA (J. C. Spall, "Multivariate stochastic approximation using a
simultaneous perturbation gradient approximation", 1992).

    .venv/bin/python benchmarks/spsa.py othello,kalah --names futility-margin,window --steps 200

In each step all named constants are moved up or down at random; the two settings play a pair of games in
every game, and the constants follow the result. The state is written to `--file` after every step: the same
command resumes. The same seed gives the same constants. Confirm a result by `search_matches.py` before you
keep it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks.search_matches import Setting, pair
from ludoteca.games import load
from ludoteca.kernel import SEARCH_PARAMETERS

_REACH = 0.15
"""The first perturbation of a constant, as a share of its value."""
_GAIN = 0.6
"""The share of a perturbation by which a won step moves a constant, at the first step."""


def moved(values: dict[str, float], signs: dict[str, int], reach: float) -> dict[str, int]:
    """The constants after a perturbation, as whole numbers of at least 1."""
    return {
        name: max(1, round(value + signs[name] * max(1.0, reach * SEARCH_PARAMETERS[name])))
        for name, value in values.items()
    }


def step(values: dict[str, float], number: int, games: list[str], nodes: int, seed: int) -> dict[str, float]:
    """One step: the constants that follow the better of two opposite perturbations."""
    chance = random.Random(f"{seed} {number}")
    signs = {name: chance.choice((-1, 1)) for name in values}
    reach = _REACH / (1 + number) ** 0.101
    up, down = moved(values, signs, reach), moved(values, {name: -one for name, one in signs.items()}, reach)
    result = 0.0
    for name in games:
        game = load(name)
        a, b = Setting(parameters=up).engine(game), Setting(parameters=down).engine(game)
        result += 2 * pair(game, a, b, chance.randrange(10**6), nodes) - 1
    gain = _GAIN * reach / (1 + number / 50) ** 0.602
    return {
        name: max(1.0, value + gain * SEARCH_PARAMETERS[name] * signs[name] * result / len(games))
        for name, value in values.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Tune constants of the search by SPSA.")
    parser.add_argument("games", help="games, separated by commas")
    parser.add_argument("--names", required=True, help="constants, separated by commas")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=5000, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("build/spsa.json"), help="the state, for resuming")
    asked = parser.parse_args()
    names = asked.names.split(",")
    if unknown := set(names) - set(SEARCH_PARAMETERS):
        parser.error(f"unknown constants: {', '.join(sorted(unknown))}")
    values, done = {name: float(SEARCH_PARAMETERS[name]) for name in names}, 0
    if asked.file.exists():
        state = json.loads(asked.file.read_text(encoding="utf-8"))
        if set(state["values"]) == set(names):
            values, done = state["values"], state["steps"]
    for number in range(done, asked.steps):
        values = step(values, number, asked.games.split(","), asked.nodes, asked.seed)
        asked.file.parent.mkdir(parents=True, exist_ok=True)
        asked.file.write_text(json.dumps({"steps": number + 1, "values": values}), encoding="utf-8")
        shown = ", ".join(f"{name} {value:.1f}" for name, value in values.items())
        print(f"{number + 1}/{asked.steps}: {shown}", file=sys.stderr, flush=True)
    print(",".join(f"{name}={round(value)}" for name, value in values.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
