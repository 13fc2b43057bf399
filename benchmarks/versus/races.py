"""The time to a depth of OpenSpiel's alpha-beta search in Python and of our engine."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

from benchmarks.versus.foreign import Foreign
from benchmarks.versus.rows import Race
from benchmarks.versus.translation import Notation
from ludoteca.engine import Engine, Limits
from ludoteca.games import load

WANTED = 100.0
ROUNDS = 3
PATIENCE = 3.0
"""Seconds after which the slower side is not repeated."""


def run(race: Race, signature: str, python: str) -> dict[str, Any]:
    """The best CPU time of some alternating rounds."""
    ours, theirs = list[float](), list[float]()
    notation = Notation(race.theirs, lambda _: (), "", "")
    with Foreign(python, "openspiel", notation, seed=1) as other:
        while len(ours) < ROUNDS:
            if sum(theirs) < PATIENCE:
                theirs.append(other.ask("alphabeta", depth=race.depth)["seconds"])
            ours.append(search(race))
    ratio = min(theirs) / min(ours)
    return {
        "game": race.game, "depth": race.depth, "ours": min(ours), "theirs": min(theirs),
        "ratio": round(ratio, 1), "holds": ratio >= WANTED,
        "signature": signature, "date": date.today().isoformat(),
    }  # fmt: skip


def search(race: Race) -> float:
    """CPU time with an empty hash."""
    game = load(race.game)
    engine, start = Engine(game), game.start()
    started = time.process_time()
    engine.best(start, Limits(depth=race.depth))
    return time.process_time() - started
