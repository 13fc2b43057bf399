"""Budgets that several servers share, as token buckets in a PostgreSQL database.

A server takes tokens out of a bucket in portions, spends them from memory, and returns what is left when the
client is idle. So most requests need no query, and all servers together give no more than the bucket holds. A
client may be refused although another server still has a portion of its tokens.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache
from sqlalchemy import create_engine, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from ludoteca.web.budgets import (
    MOST_CLIENTS,
    VISITORS,
    Bucket,
    Client,
    LocalBudgets,
    OverBudget,
    Profile,
)
from ludoteca.web.store.database import Database
from ludoteca.web.token_buckets import Rate, TokenBuckets

_LOG = logging.getLogger(__name__)
PORTION = 0.05
"""The part of a full bucket that a server takes at once."""
_IDLE_SECONDS = 4.0
"""After this time without use, what a server has of a bucket is returned."""
_REFUSED_SECONDS = 0.5
"""A refusal is repeated without a query for at most this time."""
_LOOKUPS = Rate(200, 1200)
"""Queries for one address, whether a visitor is known."""
_KNOWN = "known"
_FULL_AFTER, _KNOWN_FOR = "1 hour", "1 day"
"""When buckets and visitors are deleted: a bucket is full again after minutes."""
_POOL = 4
"""Connections for budgets."""

_LEVEL = "least({burst}, {level} + {rate} * extract(epoch from clock_timestamp() - {since}))"
_WANTED = (
    "wanted as (select * from unnest(cast(:owners as text[]), cast(:resources as text[]),"
    " cast(:bursts as float8[]), cast(:rates as float8[]), cast(:amounts as float8[]),"
    " cast(:portions as float8[])) as w(owner, resource, burst, rate, amount, portion))"
)
_STATE = (
    "held as (select b.owner, b.resource, b.level, b.since from budgets b join wanted using (owner, resource)"
    " order by 1, 2 for update of b),"
    " state as (select w.*, coalesce("
    + _LEVEL.format(burst="w.burst", level="h.level", rate="w.rate", since="h.since")
    + ", w.burst) as level from wanted w left join held h using (owner, resource))"
)
_TAKE = text(
    f"with {_WANTED}, {_STATE},"
    " verdict as (select bool_and(amount <= 0 or level >= least(amount, burst)) as suffices from state),"
    " taken as (select s.*, greatest(amount, least(portion, level), 0) as take from state s, verdict"
    " where suffices order by owner, resource),"
    " written as (insert into budgets as b (owner, resource, level, since)"
    " select owner, resource, level - take, clock_timestamp() from taken"
    " on conflict (owner, resource) do update set level = excluded.level, since = excluded.since)"
    " select s.owner, s.level, t.take from state s left join taken t using (owner)"
)
_CHANGE = text(
    f"with {_WANTED}, {_STATE}"
    " insert into budgets as b (owner, resource, level, since)"
    " select owner, resource, least(burst, level - amount), clock_timestamp() from state order by 1, 2"
    " on conflict (owner, resource) do update set level = excluded.level, since = excluded.since"
)
_IS_KNOWN = text(
    "update budgets set since = now() where owner = :owner and resource = :resource returning owner"
)
_ADMIT = text(
    "insert into budgets (owner, resource, level, since) values (:owner, :resource, 0, now())"
    " on conflict do nothing"
)
_DELETE_OLD = text(
    f"delete from budgets where since < now() - interval '{_FULL_AFTER}'"
    f" and (resource <> '{_KNOWN}' or since < now() - interval '{_KNOWN_FOR}')"
)


@dataclass
class _Held:
    """What this server has of one bucket."""

    rate: Rate
    tokens: float = 0.0
    used: float = 0.0
    """When it was used last."""
    refused_until: float = 0.0
    """Until when a refusal is repeated without a query."""
    full_at: float = 0.0
    """When there will be enough, after a refusal."""
    refused: float = 0.0
    """What was refused."""

    def refuses(self, amount: float, now: float) -> bool:
        """Whether an amount is refused without a query."""
        return self.tokens < amount and self.refused_until > now and amount >= self.refused


class SharedBudgets:
    """Budgets in the database. Thread-safe. While it cannot be reached, this server counts alone."""

    def __init__(
        self, profile: Profile, database: Database, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.profile, self._clock = profile, clock
        self._alone = LocalBudgets(profile, clock)
        self._lock = threading.Lock()
        self._held: dict[Bucket, _Held] = {}
        self._known: LRUCache[str, bool] = LRUCache(MOST_CLIENTS)
        self._lookups = TokenBuckets(MOST_CLIENTS)
        # No query before each use to see whether the connection lives: a failed one is repeated.
        self._engine = create_engine(
            database.url, isolation_level="AUTOCOMMIT", pool_size=_POOL, max_overflow=_POOL,
            pool_pre_ping=False, pool_timeout=1.0, pool_reset_on_return=None,
        )  # fmt: skip

    # -- clients --------------------------------------------------------------------------------------

    def client(self, address: str, visitor: str, admit: bool = True) -> Client:
        if not visitor:
            return Client(address)
        with self._lock:
            if visitor in self._known:
                return Client(address, visitor)
            if not self._lookups.try_take(address, _LOOKUPS, 1.0, self._clock()):
                return Client(address)
        try:
            is_known = self._is_admitted(address, visitor, admit)
        except SQLAlchemyError as problem:
            _warn(problem)
            return self._alone.client(address, visitor, admit)
        if is_known:
            with self._lock:
                self._known[visitor] = True
        return Client(address, visitor if is_known else "")

    def _is_admitted(self, address: str, visitor: str, admit: bool) -> bool:
        values = {"owner": _hash(f"visitor {visitor}"), "resource": _KNOWN}
        if self._execute(_IS_KNOWN, values):
            return True
        rate = self.profile.address.get(VISITORS)
        if not admit or (rate and self._take([((address, VISITORS), rate, 1.0, 1.0)])):
            return False
        self._execute(_ADMIT, values)
        return True

    # -- budgets --------------------------------------------------------------------------------------

    def is_ready(self, client: Client, resource: str, amount: float = 1.0) -> bool:
        """Whether `spend` needs no query."""
        with self._lock:
            now = self._clock()
            return all(self._covers(*one, amount, now) for one in self.profile.charged(client, resource))

    def knows(self, visitor: str) -> bool:
        """Whether `client` needs no query."""
        with self._lock:
            return not visitor or visitor in self._known

    def _covers(self, bucket: Bucket, rate: Rate, amount: float, now: float) -> bool:
        held = self._held.get(bucket)
        return held is not None and (held.tokens >= amount or held.refuses(amount, now))

    def spend(self, client: Client, resource: str, amount: float = 1.0) -> None:
        charged = self.profile.charged(client, resource)
        with self._lock:
            now = self._clock()
            held = [self._held_of(bucket, rate, now) for bucket, rate in charged]
            if any(one.refuses(amount, now) for one in held):
                raise OverBudget(resource, max(one.full_at - now for one in held))
            if all(one.tokens >= amount for one in held):
                for one in held:
                    one.tokens -= amount
                return
            short = [  # all buckets at once, also one that still suffices for a while
                (bucket, rate, max(0.0, amount - one.tokens), rate.burst * PORTION)
                for (bucket, rate), one in zip(charged, held, strict=True)
                if one.tokens < amount + rate.burst * PORTION
            ]
        try:
            wait = self._take(short)
        except SQLAlchemyError as problem:
            _warn(problem)
            self._alone.spend(client, resource, amount)
            return
        if wait:
            self._remember_refusal(short, wait)
            raise OverBudget(resource, wait)
        self.charge(client, resource, amount)

    def charge(self, client: Client, resource: str, amount: float) -> None:
        with self._lock:
            now = self._clock()
            for bucket, rate in self.profile.charged(client, resource):
                self._held_of(bucket, rate, now).tokens -= amount

    def refund(self, client: Client, resource: str, amount: float) -> None:
        self.charge(client, resource, -amount)

    def settle(self, all_of_it: bool = False) -> None:
        """Return what idle clients have not used, and charge what they owe. Called every few seconds."""
        with self._lock:
            since = self._clock() - (0.0 if all_of_it else _IDLE_SECONDS)
            idle = {
                bucket: held
                for bucket, held in self._held.items()
                if all_of_it or held.tokens < 0 or held.used < since
            }
            for bucket in idle:
                del self._held[bucket]
        changes = [(bucket, held.rate, -held.tokens, 0.0) for bucket, held in idle.items() if held.tokens]
        for start in range(0, len(changes), 500):
            self._try(_CHANGE, _parameters(changes[start : start + 500]))

    def delete_old(self) -> None:
        """Delete buckets that are full again, and visitors who have not come back."""
        self._try(_DELETE_OLD, {})

    def close(self) -> None:
        """Return everything."""
        self.settle(all_of_it=True)
        self._engine.dispose()

    # -- inside ---------------------------------------------------------------------------------------

    def _held_of(self, bucket: Bucket, rate: Rate, now: float) -> _Held:
        held = self._held.get(bucket)
        if held is None:
            held = self._held[bucket] = _Held(rate)
        held.used = now
        return held

    def _take(self, wanted: Sequence[tuple[Bucket, Rate, float, float]]) -> float:
        """Take at least the amounts out of all buckets, or nothing out of any. The seconds to wait."""
        rows = {owner: (level, take) for owner, level, take in self._execute(_TAKE, _parameters(wanted))}
        wait = 0.0
        for bucket, rate, amount, _ in wanted:
            level, take = rows[_hash(bucket[0])]
            if take is None:
                short = min(amount, rate.burst) - level
                wait = max(wait, short * 60 / rate.per_minute if rate.per_minute else float("inf"))
        if any(take is None for _, take in rows.values()):
            return max(wait, 0.01)
        with self._lock:
            now = self._clock()
            for bucket, rate, _, _ in wanted:
                self._held_of(bucket, rate, now).tokens += rows[_hash(bucket[0])][1]
        return 0.0

    def _remember_refusal(self, short: Iterable[tuple[Bucket, Rate, float, float]], wait: float) -> None:
        with self._lock:
            now = self._clock()
            for bucket, rate, amount, _ in short:
                if not amount:
                    continue
                held = self._held_of(bucket, rate, now)
                held.refused_until, held.full_at = now + min(wait, _REFUSED_SECONDS), now + wait
                held.refused = held.tokens + amount

    def _try(self, statement: Any, values: dict[str, Any]) -> None:
        try:
            self._execute(statement, values)
        except SQLAlchemyError as problem:
            _warn(problem)

    def _execute(self, statement: Any, values: dict[str, Any]) -> list[Any]:
        try:
            return self._once(statement, values)
        except DBAPIError as problem:
            if not problem.connection_invalidated:
                raise
            return self._once(statement, values)  # the pool has dropped its dead connections

    def _once(self, statement: Any, values: dict[str, Any]) -> list[Any]:
        with self._engine.connect() as connection:
            found = connection.execute(statement, values)
            return list(found.all()) if found.returns_rows else []


def _parameters(wanted: Sequence[tuple[Bucket, Rate, float, float]]) -> dict[str, Any]:
    return {
        "owners": [_hash(owner) for (owner, _), *_ in wanted],
        "resources": [resource for (_, resource), *_ in wanted],
        "bursts": [rate.burst for _, rate, *_ in wanted],
        "rates": [rate.per_minute / 60 for _, rate, *_ in wanted],
        "amounts": [amount for *_, amount, _ in wanted],
        "portions": [portion for *_, portion in wanted],
    }


def _hash(owner: str) -> str:
    """Addresses are not stored."""
    return hashlib.blake2b(owner.encode(), digest_size=16).hexdigest()


def _warn(problem: Exception) -> None:
    _LOG.warning("budgets of this server only: %s", problem)
