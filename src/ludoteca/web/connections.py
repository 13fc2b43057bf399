"""Limits on connections: how many there are, and how long a client may take.

uvicorn has no deadline for the head of a request, for its body, or for a client that does not read. The
protocol of this module adds them: once a second, `Connections` looks at every connection and aborts those
that are too slow.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ludoteca.web.client_address import group_of, is_trusted
from ludoteca.web.token_buckets import Rate, TokenBuckets

_LOG = logging.getLogger(__name__)
_INTERVAL = 1.0
"""Seconds between two looks at all connections."""
_MOST_ADDRESSES = 20_000
_RESERVED = 256
"""Descriptors that are left for files, the database and the workers."""


_NEW = Rate(200, 240)


@dataclass(frozen=True)
class ConnectionLimits:
    """Numbers of connections, and seconds."""

    total: int = 2000
    per_address: int = 500
    """Of one client address: a school may share one."""
    new: Rate = _NEW
    """New connections of one address; browsers keep theirs open. Those beyond are for known visitors only."""
    head: float = 10.0
    """Until the head of a request is complete, from the connection or from its first byte."""
    body: float = 120.0
    """Until the body is complete."""
    grace: float = 10.0
    """Until `rate` applies to a body."""
    rate: float = 1000.0
    """Bytes a second at least, of a body and of an answer that waits to be read."""
    idle: float = 60.0
    """Between two requests: people think about their moves."""
    stalled: float = 30.0
    """Over which the rate of an answer is measured."""
    crowded: float = 0.75
    """The share of `total` above which heads and idle connections get less time."""
    hurry: float = 3.0
    """Their seconds then."""

    @classmethod
    def of(cls, profile: str) -> ConnectionLimits:
        """The limits for an audience, as `budgets` calls it: on the internet few clients share an address."""
        if profile == "off":
            return cls(new=Rate(cls.total, 1e9))
        return cls(per_address=100, new=Rate(60, 120)) if profile == "internet" else cls()

    def within(self, descriptors: int) -> ConnectionLimits:
        """The limits for a process that may open that many files."""
        most = max(descriptors - _RESERVED, descriptors // 2)
        total = min(self.total, most)
        return replace(self, total=total, per_address=min(self.per_address, total))


class Progress(NamedTuple):
    """How far a connection has come. Two are equal while it waits for the same thing."""

    phase: str
    """`head`, `body`, `answer` or `idle`."""
    request: Any
    """The request of this connection that it belongs to."""


class Watched(ABC):
    """What `Connections` knows about a connection; the protocol updates it."""

    address = ""
    received = 0
    """Bytes received."""
    is_excess = False
    """Whether its address has opened too many lately: the server answers known visitors only."""

    @abstractmethod
    def progress(self) -> Progress: ...

    @abstractmethod
    def unsent(self) -> int:
        """Bytes of answers that wait to be sent."""

    @abstractmethod
    def sent(self) -> int:
        """Bytes that the system has taken."""

    @abstractmethod
    def abort(self) -> None:
        """Close it at once, without sending what waits."""


@dataclass
class _State:
    progress: Progress
    since: float
    received: int
    unsent_since: float = 0.0
    """When the window began in which the rate of the answer is measured; 0 while nothing waits."""
    sent: int = 0


class Connections:
    """All connections of a server."""

    def __init__(self, limits: ConnectionLimits, trusted: Sequence[str] = ()) -> None:
        self.limits, self._trusted = limits, tuple(trusted)
        self._open: dict[Watched, _State] = {}
        self._of_address: dict[str, dict[Watched, None]] = {}
        """The connections of each address, the oldest first."""
        self._new = TokenBuckets(_MOST_ADDRESSES)
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, one: Watched, peer: str, loop: asyncio.AbstractEventLoop) -> bool:
        """Whether a new connection is accepted. A trusted proxy has connections for many clients."""
        one.address = "" if is_trusted(peer, self._trusted) else group_of(peer)
        own = self._of_address.get(one.address, {})
        if one.address:
            one.is_excess = not self._new.try_take(one.address, self.limits.new, 1.0, loop.time())
            if len(own) >= self.limits.per_address and not self._drop_unused(own):
                _LOG.warning("connection refused: too many from one address")
                return False
        if len(self._open) >= self.limits.total and not self._make_room(len(own)):
            _LOG.warning("connection refused: %d are open", len(self._open))
            return False
        self._of_address.setdefault(one.address, {})[one] = None
        self._open[one] = _State(one.progress(), loop.time(), one.received)
        if self._timer is None:
            self._timer = loop.call_later(_INTERVAL, self._look, loop)
        return True

    def remove(self, one: Watched) -> None:
        if self._open.pop(one, None) is not None:
            of_address = self._of_address[one.address]
            del of_address[one]
            if not of_address:
                del self._of_address[one.address]

    def _drop_unused(self, connections: dict[Watched, None]) -> bool:
        """Close the oldest of these connections on which no request has arrived. Whether there was one."""
        unused = next((one for one in connections if one.progress().phase == "head"), None)
        if unused is None:
            return False
        self.remove(unused)
        unused.abort()
        return True

    def _make_room(self, own: int) -> bool:
        """Close the oldest connection of the address that has most, if that is more than a newcomer's."""
        of_clients = (found for address, found in self._of_address.items() if address)  # not of a proxy
        most = max(of_clients, key=len, default={})
        if len(most) <= own + 1:
            return False
        oldest = next(iter(most))
        self.remove(oldest)
        oldest.abort()
        _LOG.info("connection aborted: another address needs its place")
        return True

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        self._timer = loop.call_later(_INTERVAL, self._look, loop) if self._open else None
        self.close_slow(loop.time())

    def close_slow(self, now: float) -> None:
        """Abort the connections that are too slow."""
        crowded = len(self._open) > self.limits.crowded * self.limits.total
        for one, state in list(self._open.items()):
            reason = self._too_slow(one, state, now, crowded)
            if reason:
                _LOG.info("connection aborted: %s", reason)
                one.abort()

    def _too_slow(self, one: Watched, state: _State, now: float, crowded: bool) -> str:
        if self._is_stalled(one, state, now):
            return "answer not read"
        progress = one.progress()
        if progress != state.progress:
            state.progress, state.since, state.received = progress, now, one.received
            return ""
        spent, limits = now - state.since, self.limits
        if progress.phase == "body":
            slow = spent > limits.grace and one.received - state.received < spent * limits.rate
            return "body" if slow or spent > limits.body else ""
        if progress.phase in ("head", "idle"):
            most = limits.head if progress.phase == "head" else limits.idle
            hurry = crowded or (one.is_excess and progress.phase == "head")
            return progress.phase if spent > (min(most, limits.hurry) if hurry else most) else ""
        return ""

    def _is_stalled(self, one: Watched, state: _State, now: float) -> bool:
        """Whether too little of an answer was taken over the last seconds."""
        if not one.unsent():
            state.unsent_since = 0.0
            return False
        if state.unsent_since and now - state.unsent_since <= self.limits.stalled:
            return False
        slow = bool(state.unsent_since) and one.sent() - state.sent < self.limits.stalled * self.limits.rate
        state.unsent_since, state.sent = now, one.sent()
        return slow
