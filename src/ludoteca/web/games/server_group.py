"""What the servers of one PostgreSQL database do together: events, computers' turns, budgets, fair shares."""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from sqlalchemy import select

from ludoteca.errors import LudotecaError
from ludoteca.parallel.fair_queue import FairQueue
from ludoteca.web.budgets import Client
from ludoteca.web.games.ai_turns import AITurns
from ludoteca.web.games.events import EventBus
from ludoteca.web.store.database import Database
from ludoteca.web.store.notifications import Notifications
from ludoteca.web.store.schema import GameRow
from ludoteca.web.store.shared_budgets import SharedBudgets
from ludoteca.web.store.turn_leases import SharedTurns

_LOG = logging.getLogger(__name__)
_TICK_SECONDS = 1.0
"""How often leases are renewed and expired ones looked for."""
_REPORT_SECONDS = 4.0
"""How long the report of another server about its queue counts."""
_OLD_SECONDS = 600.0
"""How often old buckets are deleted."""
_MOST_TURNS = 16
"""Turns taken up at once."""
_MOST_REPORTED = 60
"""Clients in one report: it has to fit a message."""
_RESYNC = 500
"""Games in one query after a connection was lost."""


class ServerGroup:
    """One server's part in a group that shares a database. Members need not know each other."""

    def __init__(self, database: Database, events: EventBus) -> None:
        self.database, self.events = database, events
        self.notifications = Notifications(database, self._receive, self.resynchronize)
        self.leases = SharedTurns(database, self.notifications.server)
        self._ai_turns: AITurns | None = None
        self._budgets: SharedBudgets | None = None
        self._queue: FairQueue | None = None
        self._reported = False
        self._wake, self._closing = threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._run, name="server group", daemon=True)
        events.relay = self.notifications

    def start(self, ai_turns: AITurns, budgets: SharedBudgets, queue: FairQueue) -> None:
        self._ai_turns, self._budgets, self._queue = ai_turns, budgets, queue
        self.notifications.start()
        self._thread.start()

    def close(self) -> None:
        """Let the other servers go on at once."""
        self._closing.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        try:
            self.leases.release()
        except LudotecaError as problem:
            _LOG.warning("other servers take over when the leases expire: %s", problem)
        self.notifications.send("turns")
        self.notifications.close()
        if self._budgets:
            self._budgets.close()

    # -- messages -------------------------------------------------------------------------------------

    def _receive(self, kind: str, game: str, value: Any) -> None:
        """A message of another server."""
        wanted = {"changed": int, "thinking": dict, "activity": dict}.get(kind)
        if wanted and isinstance(value, wanted):
            self.events.deliver(game, kind, value)
        elif kind == "continue" and self._ai_turns:
            pace, address, visitor = value
            self._ai_turns.continue_here(game, pace, Client(address, visitor))
        elif kind == "turns":
            self._wake.set()
        elif kind == "queue" and self._queue is not None:
            server, report = value
            self._queue.count_elsewhere(server, report, _REPORT_SECONDS, time.monotonic())

    def resynchronize(self) -> None:
        """Tell the subscribers of this server the version of their game: messages may have been lost.

        Raises `CannotStore`.
        """
        games = self.events.games()
        for start in range(0, len(games), _RESYNC):
            part = games[start : start + _RESYNC]
            with self.database.reading() as session:
                found = session.execute(select(GameRow.id, GameRow.version).where(GameRow.id.in_(part))).all()
            for game, version in found:
                self.events.deliver(game, "changed", version)

    # -- every second ---------------------------------------------------------------------------------

    def _run(self) -> None:
        cleaned = time.monotonic()
        while not self._closing.is_set():
            try:
                self.keep_turns()
            except LudotecaError as problem:
                _LOG.warning("turns of other servers cannot be taken up: %s", problem)
            except Exception:  # the thread has to go on: others would take this server for dead
                _LOG.exception("turns of other servers cannot be taken up")
            if self._budgets:
                self._budgets.settle()
                if time.monotonic() > cleaned + _OLD_SECONDS:
                    cleaned = time.monotonic()
                    self._budgets.delete_old()
            self.report_queue()
            self._wake.wait(_TICK_SECONDS)
            self._wake.clear()

    def keep_turns(self) -> None:
        """Renew the leases of moves that are being computed, and take up turns whose lease has expired.

        Raises `CannotStore`.
        """
        assert self._ai_turns is not None
        held = self._ai_turns.held()
        if held:
            self.leases.renew(held)
        for turn in self.leases.take_expired(_MOST_TURNS):
            _LOG.info("game %s: taking up the turn of another server", turn.game)
            self._ai_turns.take_up(turn)

    def report_queue(self) -> None:
        """Tell the other servers how much of the workers each client has used and how much waits."""
        assert self._queue is not None
        report = self._queue.report()
        if report or self._reported:
            busiest = sorted(report.items(), key=lambda one: one[1], reverse=True)[:_MOST_REPORTED]
            value = [self.notifications.server, {client: used for client, used in busiest}]
            self.notifications.send("queue", "", value)
        self._reported = bool(report)
