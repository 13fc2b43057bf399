"""Training of a visitor's game in a worker: self-play, fitting and test matches within a time limit."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ludoteca.games.learnt import keep_learnt
from ludoteca.tournament.learning import Learning, LearningOptions, start_learning

Job = dict[str, Any]
Tell = Callable[[Any], None] | None

_NODES, _TEST_NODES, _TEST_GAMES = 400, 1000, 100
_MOST_GAMES = 100_000
_ROUNDS = 4
_MOST_BYTES = 40_000_000
"""The most samples: a worker may not write larger files than 64 megabytes."""
_TELL_EVERY = 0.5
"""Seconds between two reports."""
_SHARE = 0.9
"""The share of the job's time for the training itself; the rest is for its last step."""


def train(job: Job, tell: Tell) -> Job:
    """Learn an evaluation for rules given as text, and keep it if it is better: its gain, or None."""
    with TemporaryDirectory(prefix="training-") as folder:
        file = Path(folder) / "rules.toml"
        file.write_text(job["file"], "utf-8")
        options = LearningOptions(
            str(file), rounds=_ROUNDS, games=_MOST_GAMES, nodes=_NODES, test_games=_TEST_GAMES,
            test_nodes=_TEST_NODES, minutes=_SHARE * job["seconds"] / 60,
        )  # fmt: skip
        work = Learning(options, start_learning(options), Path(folder) / "state.json")
        work.progress, work.most_bytes = _Reporter(work, tell), _MOST_BYTES
        work.run()
        found = work.result()
        if found:
            keep_learnt(found)
    state = work.state
    return {"gain": state.gain if found else None, "positions": state.positions, "games": state.games}


class _Reporter:
    """Reports the share of the time that is used, not too often."""

    def __init__(self, work: Learning, tell: Tell) -> None:
        self._work, self._tell, self._next = work, tell, 0.0
        self._begun = time.monotonic()

    def __call__(self, step: str, done: int, total: int) -> None:
        now = time.monotonic()
        if self._tell and now >= self._next:
            self._next = now + _TELL_EVERY
            used = (now - self._begun) / (60 * self._work.options.minutes)
            state = self._work.state
            self._tell({"step": step, "share": min(1.0, used), "games": state.games, "kept": state.kept})
