"""Leases of computers' turns: which server computes a move, until when, and who takes it up afterwards.

A turn is recorded in the transaction that makes it due, so that it outlives the server. The server that holds
the lease renews it; when it expires, the next server that looks takes the turn up. The clock is that of the
database. A lease only saves work: that no move is made twice, the transaction of the move checks.
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Protocol

from cachetools import LRUCache
from sqlalchemy import text
from sqlalchemy.orm import Session

from ludoteca.web.budgets import Client, current_client
from ludoteca.web.store.database import Database

LEASE_SECONDS = 6.0
"""How long a server that does not renew its leases keeps them."""
_VALUES = (
    "(game, ply, server, expires, step, address, visitor)"
    " values (:game, :ply, :server, now() + make_interval(secs => :seconds), :step, :address, :visitor)"
)
_NEW_VALUES = (
    "ply = excluded.ply, server = excluded.server, expires = excluded.expires, step = excluded.step,"
    " address = coalesce(nullif(excluded.address, ''), turns.address),"
    " visitor = coalesce(nullif(excluded.visitor, ''), turns.visitor)"
)
_RECORD = text(f"insert into turns {_VALUES} on conflict (game) do update set {_NEW_VALUES}")
_CLAIM = text(
    f"insert into turns {_VALUES} on conflict (game) do update set {_NEW_VALUES}"
    " where turns.ply <> excluded.ply or turns.server = excluded.server or turns.expires < now()"
    " returning game"
)
_FORGET = text("delete from turns where game = :game")
_DROP = text("delete from turns where game = :game and ply = :ply and server = :server")
_RENEW = text(
    "update turns set expires = now() + make_interval(secs => :seconds)"
    " where server = :server and game = any(:games)"
)
_TAKE_EXPIRED = text(
    "update turns set server = :server, expires = now() + make_interval(secs => :seconds) where game in"
    " (select game from turns where expires < now() order by expires limit :most for update skip locked)"
    " returning game, ply, step, address, visitor"
)
_RELEASE = text("update turns set expires = '-infinity' where server = :server")


@dataclass(frozen=True)
class ExpiredTurn:
    """A turn that was taken up from another server."""

    game: str
    ply: int
    step: bool
    client: Client | None


class TurnLeases(Protocol):
    """Which server computes the move of a game."""

    def record(self, transaction: Session, game: str, ply: int | None) -> None:
        """Within the transaction of a command: this server will compute the move at a ply; None for none."""
        ...

    def claim(self, game: str, ply: int, client: Client | None, step: bool) -> bool:
        """Ask for a turn. False if another server has it. Raises `CannotStore`."""
        ...

    def drop(self, game: str, ply: int) -> None:
        """Give a turn up for good: its move cannot be computed."""
        ...


class OnlyServer:
    """Where no other server can use the database: every turn is this server's."""

    def record(self, transaction: Session, game: str, ply: int | None) -> None:
        pass

    def claim(self, game: str, ply: int, client: Client | None, step: bool) -> bool:
        return True

    def drop(self, game: str, ply: int) -> None:
        pass


class SharedTurns:
    """Leases in a PostgreSQL database."""

    def __init__(self, database: Database, server: str, seconds: float = LEASE_SECONDS) -> None:
        self.database, self.server, self.seconds = database, server, seconds
        self._recorded: LRUCache[str, int] = LRUCache(10_000)
        """Turns that this server has recorded and not yet claimed: they need no second query. A turn whose
        transaction failed is never claimed."""
        self._lock = threading.Lock()

    def record(self, transaction: Session, game: str, ply: int | None) -> None:
        if ply is None:
            transaction.execute(_FORGET, {"game": game})
        else:
            transaction.execute(_RECORD, self._values(game, ply, current_client(), False))
        with self._lock:
            self._recorded.pop(game, None)
            if ply is not None:
                self._recorded[game] = ply

    def claim(self, game: str, ply: int, client: Client | None, step: bool) -> bool:
        with self._lock:
            if self._recorded.pop(game, None) == ply and not step:
                return True
        values = self._values(game, ply, client, step)
        with self.database.writing() as session:
            return session.execute(_CLAIM, values).first() is not None

    def drop(self, game: str, ply: int) -> None:
        with self.database.writing() as session:
            session.execute(_DROP, {"game": game, "ply": ply, "server": self.server})

    def renew(self, games: Collection[str]) -> None:
        """Extend the leases of turns that are being computed. Raises `CannotStore`."""
        with self.database.writing() as session:
            values = {"games": list(games), "server": self.server, "seconds": self.seconds}
            session.execute(_RENEW, values)

    def take_expired(self, most: int) -> list[ExpiredTurn]:
        """Take up turns whose lease has expired. Raises `CannotStore`."""
        with self.database.writing() as session:
            values = {"server": self.server, "seconds": self.seconds, "most": most}
            found = session.execute(_TAKE_EXPIRED, values).all()
        return [
            ExpiredTurn(game, ply, step, Client(address, visitor) if address else None)
            for game, ply, step, address, visitor in found
        ]

    def release(self) -> None:
        """Let other servers take up all turns of this one at once. Raises `CannotStore`."""
        with self.database.writing() as session:
            session.execute(_RELEASE, {"server": self.server})

    def _values(self, game: str, ply: int, client: Client | None, step: bool) -> dict[str, Any]:
        address, visitor = (client.address, client.visitor) if client else ("", "")
        return {
            "game": game, "ply": ply, "server": self.server, "seconds": self.seconds, "step": step,
            "address": address[:64], "visitor": visitor[:64],
        }  # fmt: skip
