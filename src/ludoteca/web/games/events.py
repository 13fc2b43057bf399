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
"""News that a slow reader may leave waiting; the oldest is dropped, for only the newest counts."""


class News:
    """Told from any thread, heard in the loop that asked."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._ears: dict[str, set[_Ear]] = defaultdict(set)

    def tell(self, game: str, kind: str, value: Any = None) -> None:
        with self._lock:
            ears = list(self._ears.get(game, ()))
        for ear in ears:
            ear.tell((kind, value))

    def watchers(self, game: str) -> int:
        with self._lock:
            return len(self._ears.get(game, ()))

    @contextmanager
    def listening(self, game: str) -> Iterator[asyncio.Queue[Item]]:
        """A queue of what happens to a game, for the running loop."""
        ear = _Ear(asyncio.get_running_loop())
        with self._lock:
            self._ears[game].add(ear)
        try:
            yield ear.queue
        finally:
            with self._lock:
                self._ears[game].discard(ear)
                if not self._ears[game]:
                    del self._ears[game]


class _Ear:
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
