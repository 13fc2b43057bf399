"""Publish and subscribe: events of a game for those who watch it."""

from __future__ import annotations

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from sqlalchemy.orm import Session

Event = tuple[str, Any]
"""`changed`, `thinking`, or `activity` of members of a class, and its value."""
CLOSING = "closing"
"""The event that ends all streams: the server stops."""


class Relay(Protocol):
    """Sends messages to the other servers."""

    def announce(self, transaction: Session, kind: str, game: str, value: Any) -> None:
        """Send a message when the transaction commits."""
        ...

    def send(self, kind: str, game: str = "", value: Any = None) -> None:
        """Send a message soon."""
        ...


_QUEUE_SIZE = 32
"""Queued events of a slow subscriber; the oldest is dropped."""


class EventBus:
    """Published from any thread, received in the subscriber's event loop."""

    def __init__(self) -> None:
        self.relay: Relay | None = None
        """To the other servers of the same database."""
        self._lock = threading.Lock()
        self._subscribers: dict[str, set[_Subscriber]] = defaultdict(set)

    def publish(self, game: str, kind: str, value: Any = None) -> None:
        """Tell the subscribers of all servers."""
        self.deliver(game, kind, value)
        if self.relay:
            self.relay.send(kind, game, value)

    def announce(self, transaction: Session, game: str, version: int) -> None:
        """Tell the subscribers of other servers about a change when its transaction commits. Those of this
        server are told by `deliver` afterwards."""
        if self.relay:
            self.relay.announce(transaction, "changed", game, version)

    def deliver(self, game: str, kind: str, value: Any = None) -> None:
        """Tell the subscribers of this server."""
        with self._lock:
            subscribers = list(self._subscribers.get(game, ()))
        for subscriber in subscribers:
            subscriber.tell((kind, value))

    def close(self) -> None:
        """Tell all subscribers of this server that it stops."""
        for game in self.games():
            self.deliver(game, CLOSING)

    def games(self) -> list[str]:
        """The games that have subscribers on this server."""
        with self._lock:
            return list(self._subscribers)

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
