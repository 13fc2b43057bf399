"""Who watches a game, and what they are told: that it has changed, and what a computer thinks."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Item = tuple[str, Any]
"""A kind of news, `changed` or `thinking`, and its content."""

_MOST = 32
"""EventBus that a slow reader may leave waiting; the oldest is dropped, for only the newest counts."""


class EventBus:
    """Told from any thread, heard in the loop that asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscribers: dict[str, set[_Subscriber]] = defaultdict(set)

    def publish(self, game: str, kind: str, value: Any = None) -> None:
        with self._lock:
            subscribers = list(self._subscribers.get(game, ()))
        for subscriber in subscribers:
            subscriber.tell((kind, value))

    def subscribers(self, game: str) -> int:
        with self._lock:
            return len(self._subscribers.get(game, ()))

    @contextmanager
    def subscribe(self, game: str) -> Iterator[asyncio.Queue[Item]]:
        """A queue of what happens to a game, for the running loop."""
        subscriber = _Subscriber(asyncio.get_running_loop())
        with self._lock:
            self._subscribers[game].add(subscriber)
        try:
            yield subscriber.queue
        finally:
            with self._lock:
                self._subscribers[game].discard(subscriber)
                if not self._subscribers[game]:
                    del self._subscribers[game]


class _Subscriber:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.queue: asyncio.Queue[Item] = asyncio.Queue(_MOST)

    def tell(self, item: Item) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._put, item)

    def _put(self, item: Item) -> None:
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(item)
