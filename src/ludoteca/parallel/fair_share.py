"""Fair shares: whose turn it is among clients that wait for the same resource.

Start-time fair queueing: every client has a virtual time, the seconds of the resource that it has received.
Next is the client with the smallest one, so a client's backlog delays that client only.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

_MOST_CLIENTS = 10_000
"""Virtual times that are kept; the least recent ones are dropped."""


class FairShare:
    """The virtual times of clients. Not thread-safe."""

    def __init__(self) -> None:
        self._times: OrderedDict[str, float] = OrderedDict()
        self._now = 0.0
        """The virtual time of the client served last."""

    def arrive(self, client: str) -> None:
        """A client has something to do. An idle one has saved nothing up: it starts where the others are."""
        self._times[client] = max(self._times.get(client, 0.0), self._now)
        self._times.move_to_end(client)
        if len(self._times) > _MOST_CLIENTS:
            self._times.popitem(last=False)

    def next(self, waiting: Iterable[str]) -> str:
        """The client to serve next; of equal ones the first."""
        return min(waiting, key=self.time_of)

    def time_of(self, client: str) -> float:
        return self._times.get(client, 0.0)

    def charge(self, client: str, seconds: float) -> None:
        """A client is served for some seconds."""
        now = self.time_of(client)
        self._now = max(self._now, now)
        self._times[client] = now + seconds

    def add_elsewhere(self, client: str, seconds: float, lead: float) -> None:
        """A client was served for some seconds by others, who share the same clients. It falls behind by at
        most `lead` seconds for that: its time here starts from where the others are."""
        now = max(self.time_of(client), self._now)
        self._times[client] = max(now, min(now + seconds, self._now + lead))
        self._times.move_to_end(client)
        if len(self._times) > _MOST_CLIENTS:
            self._times.popitem(last=False)

    def correct(self, client: str, seconds: float) -> None:
        """The service took `seconds` more than was charged, or less if negative."""
        if client in self._times:
            self._times[client] += seconds
