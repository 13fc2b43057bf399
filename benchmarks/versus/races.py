"""How long OpenSpiel's alpha-beta in Python takes to a depth, and how long our engine does."""

from __future__ import annotations

import time
from datetime import date
from typing import Any

from benchmarks.versus.foreign import Foreign
from benchmarks.versus.rows import Race
from benchmarks.versus.translation import Tongue
from ludoteca.engine import Engine, Limits
from ludoteca.games import load

WANTED = 100.0
ROUNDS = 3
PATIENCE = 3.0
"""Seconds after which the slower side need not try again."""


def run(race: Race, signature: str, python: str) -> dict[str, Any]:
    """The best of some rounds on each side, taking turns, in processor time."""
    ours, theirs = list[float](), list[float]()
    unspoken = Tongue(race.theirs, lambda _: (), "", "")
    with Foreign(python, "openspiel", unspoken, seed=1) as other:
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
    """Processor time with a table that knows nothing yet."""
    game = load(race.game)
    engine, start = Engine(game), game.start()
    begun = time.process_time()
    engine.best(start, Limits(depth=race.depth))
    return time.process_time() - begun
