"""Self-play games in worker processes."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.engine.self_play import SelfPlay, SelfPlayGame
from ludoteca.games import load
from ludoteca.games.learnt import LearntEvaluation


@lru_cache(maxsize=2)
def _player(name: str, evaluation: LearntEvaluation | str | None) -> SelfPlay:
    return SelfPlay(load(name), evaluation)


def play_sample_game(task: SelfPlayGame) -> bytes:
    """Play one game: its samples as bytes."""
    return bytes(_player(task.game, task.evaluation).play(task).data)
