"""The time by which game clocks run: it does not follow jumps of the system clock."""

from __future__ import annotations

import time
from collections.abc import Callable

GRACE = 30.0
"""Seconds that a player to move has at least when a server starts, unless fewer were left."""
SKEW = 5.0
"""Seconds by which the clocks of several servers of one database may differ."""


class SteadyClock:
    """Seconds since 1970 by the system clock when the server started, monotonic from then on.

    Within one server, a correction of the system clock costs no player time and gives none. Over a restart
    only the system clock is left to measure by, so `resume` limits what it can do.
    """

    def __init__(
        self, wall: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._monotonic = monotonic
        self.started = wall()
        """When this server started."""
        self._offset = self.started - monotonic()

    def __call__(self) -> float:
        return self._offset + self._monotonic()

    def resume(self, turned: float, remaining: float) -> float:
        """When the running clock of a player with `remaining` seconds was started, as this server counts.

        For a clock that an earlier server started: the time until this server started counts by the system
        clock, but not below zero, and it leaves `GRACE` seconds.
        """
        now = self()
        if self.started <= turned <= now:
            return turned
        if turned > now:  # the system clock was set back, or another server's clock is a little ahead
            return now if turned <= now + SKEW else self.started
        return max(turned, self.started - max(0.0, remaining - GRACE))
