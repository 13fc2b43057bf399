"""Search limits and time management."""

from __future__ import annotations

from dataclasses import dataclass

_MOVES_TO_GO = 24
"""The number of moves that the remaining time is divided among."""


@dataclass(frozen=True)
class Clock:
    """The time that a side has left for the whole game."""

    left: float
    """Seconds."""
    increment: float = 0.0
    """Seconds added after every move."""

    @property
    def target(self) -> float:
        """Seconds to plan for one move; more if the best move keeps changing, less if it is stable."""
        return min(self.left / _MOVES_TO_GO + 0.8 * self.increment, 0.4 * self.left)

    @property
    def maximum(self) -> float:
        """Seconds after which the search is stopped in any case."""
        return min(3 * self.target, 0.5 * self.left)


@dataclass(frozen=True)
class Limits:
    """When to stop. None means no limit; with no limit at all, the search takes one second."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: Clock | None = None

    @property
    def is_timed(self) -> bool:
        """Whether time alone limits the search, so that its result is not reproducible anyway."""
        return self.hard_seconds is not None and self.nodes is None and self.depth is None

    @property
    def hard_seconds(self) -> float | None:
        """Seconds after which the search is stopped."""
        if self.clock:
            return min(self.clock.maximum, self.seconds) if self.seconds is not None else self.clock.maximum
        return self.seconds

    def is_time_up(self, elapsed: float, changes: int) -> bool:
        """Whether to stop deepening. An unstable best move (`changes`) gets more time."""
        if self.clock is None:
            return False
        return elapsed > self.clock.target * (0.6 if changes == 0 else 0.9 if changes == 1 else 1.5)
