"""Game clocks. They run for people only and stand still while a computer thinks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Clock:
    """The remaining time of both sides."""

    remaining: Mapping[str, float]
    """Seconds, by side, as of the last time the clock stopped."""
    increment: float = 0.0
    """Seconds added after each move."""
    started: float = 0.0
    """When the mover's clock was started, in seconds; 0 while no clock runs. The caller chooses the time it
    counts by, and gives it as `at`: one that never jumps."""

    def left(self, side: str, is_running: bool, at: float) -> float:
        """Seconds a side has left."""
        kept = self.remaining[side]
        return max(0.0, kept - (at - self.started)) if is_running and self.started else kept

    def is_up(self, mover: str, at: float) -> bool:
        return bool(self.started) and self.left(mover, True, at) <= 0

    def stop(self, mover: str, at: float) -> tuple[Clock, float | None]:
        """The clock after the mover's turn, and the seconds spent; None if the time was up."""
        if not self.started:
            return self, 0.0
        spent = at - self.started
        rest = self.remaining[mover] - spent
        kept = max(0.0, rest) + (self.increment if rest > 0 else 0.0)
        after = replace(self, remaining={**self.remaining, mover: kept}, started=0.0)
        return after, spent if rest > 0 else None

    def hold(self, mover: str, at: float) -> Clock:
        """The clock, stopped within the mover's turn: what was spent of it counts, without an increment."""
        return replace(self, remaining={**self.remaining, mover: self.left(mover, True, at)}, started=0.0)

    def start(self, is_person: bool, at: float) -> Clock:
        """Start the clock of the side to move, if it is a person."""
        return replace(self, started=at if is_person else 0.0)
