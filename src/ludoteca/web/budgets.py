"""Budgets: how much of the server one visitor and one address may use, as token buckets.

A profile suits an audience: a school, where a class of thirty shares one address, or the open internet, where
few share one. `LocalBudgets` are kept in memory; `store/shared_budgets.py` shares them among servers.
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
from ludoteca.web.token_buckets import Rate, TokenBuckets

REQUESTS, THINKING, TRAINING, SANDBOX, GAMES, DRAFTS, BYTES, DOWNLOADS, VISITORS, GUESSES = (
    "requests", "thinking", "training", "sandbox", "games", "drafts", "bytes", "downloads", "visitors",
    "guesses",
)  # fmt: skip
"""The resources: requests, seconds of thinking, of training and of the sandbox, new games, changes of
drafts, bytes sent, bytes of downloaded files, new visitors, wrong codes and passwords of classes."""
_CODES = {
    REQUESTS: "budget.requests", THINKING: "budget.thinking", TRAINING: "budget.training",
    SANDBOX: "budget.sandbox", GAMES: "budget.games", DRAFTS: "budget.drafts", BYTES: "budget.bytes",
    DOWNLOADS: "budget.downloads", GUESSES: "budget.guesses",
}  # fmt: skip
MOST_CLIENTS = 20_000
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


Bucket = tuple[str, str]
"""The owner of a token bucket, and the resource."""


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

    def charged(self, client: Client, resource: str) -> list[tuple[Bucket, Rate]]:
        """The buckets that a client is charged from: its own and that of its address.

        Where a class shares an address, known visitors have requests of their own: others cannot use them up.
        """
        own, shared = self.visitor.get(resource), self.address.get(resource)
        if resource == REQUESTS and client.visitor and not self.shares_by_address:
            shared = None
        buckets = [("visitor " + client.person, own), ("address " + client.address, shared)]
        return [((owner, resource), rate) for owner, rate in buckets if rate]


def _scaled(rates: Mapping[str, Rate], factor: float) -> dict[str, Rate]:
    return {name: Rate(rate.burst * factor, rate.per_minute * factor) for name, rate in rates.items()}


_PUPIL = {
    REQUESTS: Rate(400, 900), THINKING: Rate(120, 60), TRAINING: Rate(320, 20), SANDBOX: Rate(60, 30),
    GAMES: Rate(60, 20), DRAFTS: Rate(120, 60), BYTES: Rate(4e6, 2e6), DOWNLOADS: Rate(20e6, 5e6),
}  # fmt: skip
_INTERNET = {
    REQUESTS: Rate(200, 600), THINKING: Rate(60, 20), TRAINING: Rate(140, 5), SANDBOX: Rate(20, 10),
    GAMES: Rate(30, 10), DRAFTS: Rate(60, 30), BYTES: Rate(2e6, 5e5), DOWNLOADS: Rate(10e6, 2e6),
}  # fmt: skip

_WRONG_CODES = {GUESSES: Rate(60, 12)}
"""Of an address, whatever the profile: thirty pupils may mistype, and nobody tries out all codes."""
PROFILES: Mapping[str, Profile] = {
    "school": Profile(
        _PUPIL,
        _scaled(_PUPIL, 40) | {REQUESTS: Rate(4000, 12000), VISITORS: Rate(80, 40)} | _WRONG_CODES,
        False,
    ),
    "internet": Profile(
        _INTERNET,
        _scaled(_INTERNET, 3) | {REQUESTS: Rate(300, 900), VISITORS: Rate(20, 10)} | _WRONG_CODES,
        True,
    ),
    "off": Profile({}, _WRONG_CODES, False),
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

    def client(self, address: str, visitor: str, admit: bool = True) -> Client:
        """The client to charge. New visitors count as anonymous if none are admitted, or if their address has
        used up its budget for them."""
        ...

    def knows(self, visitor: str) -> bool:
        """Whether `client` answers at once, without a query."""
        ...

    def is_ready(self, client: Client, resource: str, amount: float = 1.0) -> bool:
        """Whether `spend` answers at once, without a query."""
        ...

    def spend(self, client: Client, resource: str, amount: float = 1.0) -> None:
        """Charge a client. Raises `OverBudget` and charges nothing if the budget does not suffice."""
        ...

    def charge(self, client: Client, resource: str, amount: float) -> None:
        """Charge a client for what it has used, whatever is left: what is owed delays the next use."""
        ...

    def refund(self, client: Client, resource: str, amount: float) -> None:
        """Return what was charged and not used."""
        ...


class LocalBudgets:
    """Budgets in the memory of this process. Thread-safe."""

    def __init__(self, profile: Profile, clock: Callable[[], float] = time.monotonic) -> None:
        self.profile, self._clock = profile, clock
        self._lock = threading.Lock()
        self._buckets = TokenBuckets(MOST_CLIENTS * 4)
        """By owner and resource."""
        self._known: LRUCache[str, bool] = LRUCache(MOST_CLIENTS)
        """Visitors that have been admitted."""

    def client(self, address: str, visitor: str, admit: bool = True) -> Client:
        if not visitor:
            return Client(address)
        with self._lock:
            if visitor not in self._known:
                key, rate = (address, VISITORS), self.profile.address.get(VISITORS)
                if not admit or (rate and not self._buckets.try_take(key, rate, 1.0, self._clock())):
                    return Client(address)
                self._known[visitor] = True
        return Client(address, visitor)

    def knows(self, visitor: str) -> bool:
        return True

    def is_ready(self, client: Client, resource: str, amount: float = 1.0) -> bool:
        return True

    def spend(self, client: Client, resource: str, amount: float = 1.0) -> None:
        with self._lock:
            charged, now = self.profile.charged(client, resource), self._clock()
            wait = max((self._buckets.missing(*one, amount, now) for one in charged), default=0.0)
            if wait:
                raise OverBudget(resource, wait)
            for one in charged:
                self._buckets.take(*one, amount, now)

    def charge(self, client: Client, resource: str, amount: float) -> None:
        with self._lock:
            for one in self.profile.charged(client, resource):
                self._buckets.take(*one, amount, self._clock())

    def refund(self, client: Client, resource: str, amount: float) -> None:
        self.charge(client, resource, -amount)
