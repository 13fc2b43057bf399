"""A solving task with its resource limits, and a method's estimate of its cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ludoteca.games import Position

Progress = Callable[[int, int, str], None]
"""Called periodically with the work done, the total, and the name of the phase."""


def _silent(done: int, total: int, phase: str) -> None:
    pass


@dataclass(frozen=True)
class Task:
    """A position to solve, and the resources available."""

    position: Position
    memory: int = 4 << 30
    """Memory limit in bytes."""
    threads: int = 1
    progress: Progress = _silent
    stopped: Callable[[], bool] = lambda: False
    """Polled often; when it returns true, the work saves a checkpoint and raises `Stopped`."""
    folder: Path | None = None
    """Directory for tables, certificates and checkpoints; None: nothing is saved."""
    certificate: Path | None = None
    """File for the certificate of a forward proof; None: none is written."""
    keep_every: float = 30.0
    """Seconds between checkpoints."""


@dataclass(frozen=True)
class Estimate:
    """The expected cost of a method, or the reason it does not apply."""

    method: str
    fits: bool
    why: str
    """Key of the message that gives the reason; `facts` are its parameters."""
    facts: Mapping[str, object] = field(default_factory=dict)
    positions: int | None = None
    """Upper bound; None if it cannot be known in advance."""
    seconds: float | None = None
    bytes: int | None = None
    """Peak memory."""
