"""Budgets: how much of the server one visitor and one address may use, as token buckets.

A profile suits an audience: a school, where a class of thirty shares one address, or the open internet, where
few share one. The budgets of this process are kept in memory; other stores can implement `Budgets`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Protocol

from cachetools import LRUCache

from ludoteca.errors import LudotecaError
from ludoteca.messages import Number

REQUESTS, THINKING, SANDBOX, GAMES, DRAFTS, BYTES, VISITORS = (
    "requests", "thinking", "sandbox", "games", "drafts", "bytes", "visitors",
)  # fmt: skip
"""The resources: requests, seconds of thinking and of the sandbox, new games, changes of drafts, bytes sent,
new visitors."""
_CODES = {
    REQUESTS: "budget.requests", THINKING: "budget.thinking", SANDBOX: "budget.sandbox",
    GAMES: "budget.games", DRAFTS: "budget.drafts", BYTES: "budget.bytes",
}  # fmt: skip
_MOST_CLIENTS = 20_000
"""Visitors and addresses whose budgets are kept; the least recent ones are dropped."""


class OverBudget(LudotecaError):
    """A budget is used up. `retry_after` says when it will suffice, in seconds."""

    def __init__(self, resource: str, retry_after: float) -> None:
        self.retry_after = max(1, round(retry_after + 0.5))
        super().__init__(_CODES[resource], seconds=Number(self.retry_after))


@dataclass(frozen=True)
class Client:
    """Who a request is charged to."""

    address: str
    visitor: str = ""
    """Empty for those without a cookie: they share the budget of one visitor."""

    @property
    def person(self) -> str:
        """The key of the visitor's own budget."""
        return self.visitor or f"anonymous {self.address}"


SERVER = Client("server")
"""The server itself, outside of any request."""


@dataclass(frozen=True)
class Rate:
    """A token bucket."""

    burst: float
    """What may be used at once."""
    per_minute: float


@dataclass(frozen=True)
class Profile:
    """The budgets for one kind of audience."""

    visitor: Mapping[str, Rate]
    address: Mapping[str, Rate]
    shares_by_address: bool
    """Whether the workers are shared fairly among addresses; otherwise among visitors."""

    def share(self, client: Client) -> str:
        """Whose share of the workers a task of the client uses."""
        return client.address if self.shares_by_address else client.person


def _scaled(rates: Mapping[str, Rate], factor: float) -> dict[str, Rate]:
    return {name: Rate(rate.burst * factor, rate.per_minute * factor) for name, rate in rates.items()}


_PUPIL = {
    REQUESTS: Rate(400, 900), THINKING: Rate(120, 60), SANDBOX: Rate(60, 30), GAMES: Rate(60, 20),
    DRAFTS: Rate(120, 60), BYTES: Rate(4e6, 2e6),
}  # fmt: skip
_INTERNET = {
    REQUESTS: Rate(200, 600), THINKING: Rate(60, 20), SANDBOX: Rate(20, 10), GAMES: Rate(30, 10),
    DRAFTS: Rate(60, 30), BYTES: Rate(2e6, 5e5),
}  # fmt: skip

PROFILES: Mapping[str, Profile] = {
    "school": Profile(
        _PUPIL, _scaled(_PUPIL, 40) | {REQUESTS: Rate(4000, 12000), VISITORS: Rate(80, 40)}, False
    ),
    "internet": Profile(
        _INTERNET, _scaled(_INTERNET, 3) | {REQUESTS: Rate(300, 900), VISITORS: Rate(20, 10)}, True
    ),
    "off": Profile({}, {}, False),
}
"""By the name that `ludoteca serve --limits` takes."""


_client: ContextVar[Client | None] = ContextVar("ludoteca_client", default=None)


def current_client() -> Client | None:
    """The client of the request that is being answered; None outside of requests."""
    return _client.get()


@contextmanager
def charged_to(client: Client) -> Iterator[None]:
    """Within the block, and in the threads it starts work in, the client is the current one."""
    token = _client.set(client)
    try:
        yield
    finally:
        _client.reset(token)


class Budgets(Protocol):
    """Charges clients for what they use."""

    profile: Profile

    def client(self, address: str, visitor: str) -> Client:
        """The client to charge. New visitors of an address beyond its budget for them count as anonymous."""
        ...

    def spend(self, client: Client, resource: str, amount: float = 1.0) -> None:
        """Charge a client. Raises `OverBudget` and charges nothing if the budget does not suffice."""
        ...

    def refund(self, client: Client, resource: str, amount: float) -> None:
        """Return what was charged and not used."""
        ...


class LocalBudgets:
    """Budgets in the memory of this process. Thread-safe."""

    def __init__(self, profile: Profile, clock: Callable[[], float] = time.monotonic) -> None:
        self.profile, self._clock = profile, clock
        self._lock = threading.Lock()
        self._buckets: LRUCache[tuple[str, str], list[float]] = LRUCache(_MOST_CLIENTS * 4)
        """By owner and resource: what is left, and when that was computed."""
        self._known: LRUCache[str, bool] = LRUCache(_MOST_CLIENTS)
        """Visitors that have been admitted."""

    def client(self, address: str, visitor: str) -> Client:
        if not visitor:
            return Client(address)
        with self._lock:
            if visitor not in self._known:
                rate = self.profile.address.get(VISITORS)
                if rate and self._missing(address, VISITORS, rate, 1.0):
                    return Client(address)
                self._take(address, VISITORS, rate, 1.0)
                self._known[visitor] = True
        return Client(address, visitor)

    def spend(self, client: Client, resource: str, amount: float = 1.0) -> None:
        with self._lock:
            charged = self._charged(client, resource)
            wait = max((self._missing(*one, amount) for one in charged), default=0.0)
            if wait:
                raise OverBudget(resource, wait)
            for one in charged:
                self._take(*one, amount)

    def refund(self, client: Client, resource: str, amount: float) -> None:
        with self._lock:
            for one in self._charged(client, resource):
                self._take(*one, -amount)

    def _charged(self, client: Client, resource: str) -> list[tuple[str, str, Rate]]:
        """The buckets that a client is charged from: its own and that of its address."""
        own, shared = self.profile.visitor.get(resource), self.profile.address.get(resource)
        buckets = [("visitor " + client.person, own), ("address " + client.address, shared)]
        return [(owner, resource, rate) for owner, rate in buckets if rate]

    def _level(self, owner: str, resource: str, rate: Rate) -> float:
        now = self._clock()
        left, since = self._buckets.get((owner, resource)) or (rate.burst, now)
        return min(rate.burst, left + (now - since) * rate.per_minute / 60)

    def _missing(self, owner: str, resource: str, rate: Rate, amount: float) -> float:
        """The seconds until the bucket holds the amount, or is full; 0 if it is so now."""
        short = min(amount, rate.burst) - self._level(owner, resource, rate)
        return short * 60 / rate.per_minute if short > 0 else 0.0

    def _take(self, owner: str, resource: str, rate: Rate | None, amount: float) -> None:
        if rate:
            left = self._level(owner, resource, rate) - amount
            self._buckets[owner, resource] = [min(rate.burst, left), self._clock()]
