"""Token buckets: what may be used at once, and how fast it is replenished."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from cachetools import LRUCache


@dataclass(frozen=True)
class Rate:
    """The size of a bucket, and how fast it fills."""

    burst: float
    """What may be used at once."""
    per_minute: float


class TokenBuckets:
    """The buckets of many owners, full at first; the least recent ones are dropped. Not thread-safe."""

    def __init__(self, most: int) -> None:
        self._levels: LRUCache[Hashable, tuple[float, float]] = LRUCache(most)
        """What is left, and when that was computed."""

    def __len__(self) -> int:
        return len(self._levels)

    def level(self, owner: Hashable, rate: Rate, now: float) -> float:
        """What the owner may use now."""
        left, since = self._levels.get(owner) or (rate.burst, now)
        return min(rate.burst, left + (now - since) * rate.per_minute / 60)

    def missing(self, owner: Hashable, rate: Rate, amount: float, now: float) -> float:
        """The seconds until the bucket holds the amount, or is full; 0 if it is so now."""
        short = min(amount, rate.burst) - self.level(owner, rate, now)
        if short <= 0:
            return 0.0
        return short * 60 / rate.per_minute if rate.per_minute else float("inf")

    def try_take(self, owner: Hashable, rate: Rate, amount: float, now: float) -> bool:
        """Use an amount if it is there. Whether it was."""
        if self.missing(owner, rate, amount, now):
            return False
        self.take(owner, rate, amount, now)
        return True

    def take(self, owner: Hashable, rate: Rate, amount: float, now: float) -> None:
        """Use an amount, even if it is not there; a negative one is given back."""
        self._levels[owner] = min(rate.burst, self.level(owner, rate, now) - amount), now
