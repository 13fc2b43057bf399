"""The number of tactical positions that the engine solves.

python benchmarks/tactics.py [--seconds 0.5 | --nodes N] [--game GAME ...] [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from dataclasses import asdict, dataclass
from pathlib import Path

if __name__ == "__main__":
    # The suite is a package in the parent folder of this script's.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from ludoteca.engine import Limits, engine_for
from tests.tactics.cases import Case, read

WANTED = 95.0


@dataclass(frozen=True)
class Answer:
    """The engine's move in one position."""

    case: Case
    move: str
    score: str
    depth: int
    seconds: float

    @property
    def solved(self) -> bool:
        return self.move == self.case.best


def answer(case: Case, limits: Limits) -> Answer:
    """The move of the game's preferred engine, with an empty hash."""
    position = case.opened()
    begun = time.perf_counter()
    best = engine_for(position.game).best(position, limits)
    return Answer(case, best.move.text, str(best.score), best.depth, time.perf_counter() - begun)


def per_game(answers: list[Answer]) -> dict[str, tuple[int, int]]:
    """Solved positions and all positions of each game."""
    games: dict[str, list[Answer]] = defaultdict(list)
    for one in answers:
        games[one.case.game].append(one)
    return {game: (sum(one.solved for one in some), len(some)) for game, some in games.items()}


def as_json(answers: list[Answer], limits: Limits) -> dict[str, object]:
    solved = sum(one.solved for one in answers)
    return {
        "limits": {name: value for name, value in asdict(limits).items() if value is not None},
        "cases": len(answers),
        "solved": solved,
        "percent": round(100 * solved / max(1, len(answers)), 1),
        "games": {game: {"solved": s, "cases": n} for game, (s, n) in per_game(answers).items()},
        "failures": [
            {**asdict(one.case), "played": one.move, "score": one.score, "depth": one.depth}
            for one in answers if not one.solved
        ],
    }  # fmt: skip


def show(answers: list[Answer]) -> None:
    for game, (solved, cases) in per_game(answers).items():
        print(f"{game:<28}{solved:>4} of {cases}")
    for one in answers:
        if not one.solved:
            case = one.case
            print(f"failed: {case.game}  {case.position}  {case.kind} {case.best} in {case.plies}"
                  f" ({case.proof}); played {one.move}, {one.score}, depth {one.depth}")  # fmt: skip
    solved = sum(one.solved for one in answers)
    share = 100 * solved / max(1, len(answers))
    print(f"{solved} of {len(answers)} solved: {share:.1f} % (wanted {WANTED:g} %)")


def main() -> int:
    parser = argparse.ArgumentParser(description="Positions with one winning or one saving move.")
    parser.add_argument("--seconds", type=float, default=0.5, help="for each position (default 0.5)")
    parser.add_argument("--nodes", type=int, help="nodes for each position instead")
    parser.add_argument("--game", action="append", default=[], help="only this game")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    limits = Limits(nodes=asked.nodes) if asked.nodes else Limits(seconds=asked.seconds)
    answers: list[Answer] = []
    try:
        for case in read():
            if not asked.game or case.game in asked.game:
                answers.append(answer(case, limits))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    if asked.json:
        print(json.dumps(as_json(answers, limits), indent=1))
    else:
        show(answers)
    return 0 if 100 * sum(one.solved for one in answers) >= WANTED * len(answers) else 1


if __name__ == "__main__":
    sys.exit(main())
