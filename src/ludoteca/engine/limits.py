"""When a search ends."""

from __future__ import annotations

from dataclasses import dataclass

_MOVES_TO_COME = 24
"""How many more moves a clock is shared among when nobody knows."""


@dataclass(frozen=True)
class Clock:
    """The time a side has left for its whole game."""

    left: float
    """Seconds."""
    increment: float = 0.0
    """Seconds added after every move."""

    @property
    def usual(self) -> float:
        """Seconds for one move; a quarter less or half more as the search is sure or not."""
        return min(self.left / _MOVES_TO_COME + 0.8 * self.increment, 0.4 * self.left)

    @property
    def most(self) -> float:
        """Seconds after which the search is stopped whatever it sees."""
        return min(3 * self.usual, 0.5 * self.left)


@dataclass(frozen=True)
class Limits:
    """When to stop. What is None sets no limit; with no limit at all one second is taken."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    clock: Clock | None = None

    @property
    def alarm(self) -> float | None:
        """Seconds after which the search is stopped."""
        if self.clock:
            return min(self.clock.most, self.seconds) if self.seconds is not None else self.clock.most
        return self.seconds

    def is_time(self, elapsed: float, changes: int) -> bool:
        """Whether to play rather than to look deeper. A best move that changed of late is given more time."""
        if self.clock is None:
            return False
        return elapsed > self.clock.usual * (0.6 if changes == 0 else 0.9 if changes == 1 else 1.5)
