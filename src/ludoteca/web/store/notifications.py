"""Messages between the servers of one PostgreSQL database, by LISTEN and NOTIFY."""

from __future__ import annotations

import json
import logging
import secrets
import threading
from collections.abc import Callable
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from ludoteca.errors import LudotecaError
from ludoteca.web.store.database import Database

_LOG = logging.getLogger(__name__)
CHANNEL = "ludoteca"
MOST_BYTES = 7900
"""PostgreSQL takes messages of less than 8000 bytes."""
_POLL_SECONDS = 0.5
"""How often the listening thread looks whether it is to end."""
_SEND_SECONDS = 0.1
"""The time between two batches of messages that are sent outside of transactions."""
_FIRST_RETRY, _LAST_RETRY = 0.1, 5.0
"""Seconds before a lost connection is opened again: the first time, and at most."""
_KEEP_ALIVE: dict[str, Any] = {
    "keepalives": 1,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
"""A connection to a database that has disappeared counts as lost after 25 seconds."""
_NOTIFY = text(f"select pg_notify('{CHANNEL}', :payload)")
_NOTIFY_ALL = text(f"select pg_notify('{CHANNEL}', one) from unnest(cast(:payloads as text[])) as one")

Receive = Callable[[str, str, Any], None]
"""Called with the kind of a message, the game it is about or nothing, and its value."""


class Notifications:
    """Sends messages to the other servers and receives theirs; one's own are not received.

    A message sent within a transaction arrives if and when it commits. Others are sent in batches: of two
    with the same kind and game, the later one replaces the earlier. A lost connection is opened again, and
    `reconnected` is called each time: messages may have been missed before.
    """

    def __init__(self, database: Database, receive: Receive, reconnected: Callable[[], None]) -> None:
        self.database, self.server = database, secrets.token_hex(8)
        self._receive, self._reconnected = receive, reconnected
        self._changed = threading.Condition()
        self._waiting: dict[tuple[str, str], Any] = {}
        self._closing = threading.Event()
        self.listening = threading.Event()
        """Set while messages are received."""
        self._threads = [
            threading.Thread(target=self._listen, name="listen", daemon=True),
            threading.Thread(target=self._send_batches, name="notify", daemon=True),
        ]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Send what waits, and end."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        for thread in self._threads:
            if thread.is_alive():
                thread.join()

    # -- sending --------------------------------------------------------------------------------------

    def announce(self, transaction: Session, kind: str, game: str, value: Any) -> None:
        """Send a message when the transaction commits."""
        transaction.execute(_NOTIFY, {"payload": self._payload(kind, game, value)})

    def send(self, kind: str, game: str = "", value: Any = None) -> None:
        """Send a message soon, without waiting for it."""
        with self._changed:
            self._waiting[kind, game] = value
            self._changed.notify_all()

    def _payload(self, kind: str, game: str, value: Any) -> str:
        return json.dumps([self.server, kind, game, value], separators=(",", ":"))

    def _send_batches(self) -> None:
        is_last = False
        while not is_last:
            with self._changed:
                while not self._waiting and not self._closing.is_set():
                    self._changed.wait()
                batch, self._waiting = self._waiting, {}
                is_last = self._closing.is_set()
            payloads = [self._payload(kind, game, value) for (kind, game), value in batch.items()]
            payloads = [one for one in payloads if len(one.encode()) <= MOST_BYTES]
            if payloads:
                self._send(payloads)
            self._closing.wait(_SEND_SECONDS)

    def _send(self, payloads: list[str]) -> None:
        try:
            with self.database.writing() as transaction:
                transaction.execute(_NOTIFY_ALL, {"payloads": payloads})
        except LudotecaError as problem:
            _LOG.warning("%d messages to other servers are lost: %s", len(payloads), problem)

    # -- receiving ------------------------------------------------------------------------------------

    def _listen(self) -> None:
        import psycopg

        delay = _FIRST_RETRY
        while not self._closing.is_set():
            try:
                with psycopg.connect(
                    autocommit=True, **_KEEP_ALIVE, **self.database.parameters
                ) as connection:
                    connection.execute(f"listen {CHANNEL}")
                    self.listening.set()
                    self._reconnected()  # after `listen`: no message falls between the two
                    delay = _FIRST_RETRY
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=_POLL_SECONDS):
                            self._handle(notice.payload)
            except (psycopg.Error, LudotecaError) as problem:
                if not self._closing.is_set():
                    _LOG.warning("no messages from other servers: %s", problem)
            self.listening.clear()
            self._closing.wait(delay)
            delay = min(2 * delay, _LAST_RETRY)

    def _handle(self, payload: str) -> None:
        """Carry out a message. Others may write to the channel as well, and servers of other versions."""
        try:
            server, kind, game, value = json.loads(payload)
            if server != self.server:
                self._receive(kind, game, value)
        except (ValueError, TypeError, AttributeError) as problem:
            _LOG.warning("a message that no server of this version sends: %.80s (%s)", payload, problem)
