"""Publish and subscribe: events of a game for those who watch it."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

Event = tuple[str, Any]
"""`changed` or `thinking`, and its value."""

_QUEUE_SIZE = 32
"""Queued events of a slow subscriber; the oldest is dropped."""


class EventBus:
    """Published from any thread, received in the subscriber's event loop."""

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
    def subscribe(self, game: str) -> Iterator[asyncio.Queue[Event]]:
        """A queue of the events of a game, for the running event loop."""
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
        self.queue: asyncio.Queue[Event] = asyncio.Queue(_QUEUE_SIZE)

    def tell(self, item: Event) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._put, item)

    def _put(self, item: Event) -> None:
        if self.queue.full():
            self.queue.get_nowait()
        self.queue.put_nowait(item)
