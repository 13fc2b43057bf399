"""Computers at the table: asked for a move when it is their turn, in worker processes."""

from __future__ import annotations

import json
import logging
import threading
from concurrent.futures import Future
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.web.games.commands import COMPUTER, Desk
from ludoteca.web.games.game_state import Table, other
from ludoteca.web.games.refusals import Refused
from ludoteca.web.games.seats import Guest
from ludoteca.web.workers.pool import Busy, Job, Pool

_LOG = logging.getLogger(__name__)
MOMENT = 4.0
"""Seconds that a person is kept waiting for an opinion."""
LOOK_AGAIN = -1
"""Said in place of a version when not the game but something about it has changed."""
_AGAIN = 1.0
"""Seconds after which a busy server is asked again on behalf of a game between computers."""


class Computers:
    """Sees to it that computers move. At most one question about a game is under way."""

    def __init__(self, desk: Desk, pool: Pool, seconds: float) -> None:
        self.desk, self.pool, self.seconds = desk, pool, seconds
        self._lock = threading.Lock()
        self._running: dict[str, int] = {}
        """The games somebody thinks about, and after how many moves."""
        self._steps: set[tuple[str, int]] = set()
        """The games, and after how many moves, in which the next move is made though they are paused."""
        self._trouble: dict[str, LudotecaError] = {}
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def trouble(self, game_id: str) -> LudotecaError | None:
        """Why the computer has not moved, if something went wrong."""
        return self._trouble.get(game_id)

    def is_thinking(self, table: Table) -> bool:
        return self._running.get(table.id) == table.row.plies

    def see_to(self, table: Table, step: bool = False, programs: bool = False) -> None:
        """Have the computer asked, if it is its turn. Trouble is remembered, never raised.

        At a table with a free seat it waits, unless programs play, who need not sit down.
        """
        waits = (table.row.paused and not step) or (table.is_open and not programs)
        if not table.waits_for_computer or waits:
            return
        with self._lock:
            if step:
                self._steps.add((table.id, table.row.plies))
            if self._running.get(table.id) == table.row.plies:
                return
            self._running[table.id] = table.row.plies
        try:
            future = self.pool.submit(self.job(table), self.seconds, self._teller(table))
        except Busy as busy:
            self._failed(table, busy)
            return
        self._trouble.pop(table.id, None)
        future.add_done_callback(lambda done: self._answered(table, done))

    def offer_draw(self, game_id: str, guest: Guest) -> Table:
        """A person offers a draw. A computer answers at once, a person is asked."""
        table = self.desk.offer_draw(game_id, guest)
        rival = other(table.row.offer.partition(" ")[2])
        if table.is_person(rival):
            return table
        job = self.job(table, kind="draw", side=rival)
        return self.desk.settle_offer(game_id, self.pool.ask(job, MOMENT)["accepts"])

    def job(self, table: Table, **more: Any) -> Job:
        """What a worker needs to know of a table."""
        row = table.row
        return {
            "kind": "choose",
            "game": row.id,
            "called": row.called,
            "file": row.file,
            "start": row.start,
            "moves": list(table.texts),
            "player": table.player(table.mover),
            "side": table.mover,
            "seed": row.seed,
            "seconds": self.seconds,
            **more,
        }

    def _teller(self, table: Table) -> Any:
        return lambda step: self.desk.news.tell(table.id, "thinking", step)

    def _answered(self, table: Table, done: Future[Any]) -> None:
        """Play what was answered, in the thread that waited for it; but not in a game that was paused."""
        problem = done.exception()
        if problem is not None:
            known = isinstance(problem, LudotecaError)
            self._failed(table, problem if known else LudotecaError(str(problem)))
            return
        answer = done.result()
        thinking = json.dumps(answer["thinking"], ensure_ascii=False)
        step = self._done(table)
        try:
            after = self.desk.play(
                table.id, answer["move"], COMPUTER, table.row.plies, thinking, answer["thinking"]["seconds"],
                unless_paused=not step and not table.people,
            )  # fmt: skip
        except Refused:
            return  # taken back, resigned or paused meanwhile
        except LudotecaError as trouble:
            self._failed(table, trouble)
            return
        if not after.people:
            self._later(after, after.row.pace)
        else:
            self.see_to(after)

    def _later(self, table: Table, seconds: float) -> None:
        """Between computers: the next move after a while, as long as anybody watches."""
        timer = threading.Timer(seconds, self._go_on, [table.id])
        timer.daemon = True
        timer.start()

    def _go_on(self, game_id: str) -> None:
        if self._closed or not self.desk.news.watchers(game_id):
            return
        try:
            self.see_to(self.desk.table(game_id))
        except LudotecaError as problem:
            _LOG.warning("game %s cannot go on: %s", game_id, problem)

    def _failed(self, table: Table, problem: BaseException) -> None:
        self._done(table)
        if self._closed:
            return
        trouble = problem if isinstance(problem, LudotecaError) else LudotecaError(str(problem))
        self._trouble[table.id] = trouble
        _LOG.warning("game %s: the computer could not move: %s", table.id, trouble)
        self.desk.news.tell(table.id, "changed", LOOK_AGAIN)
        if isinstance(trouble, Busy) and not table.people:
            self._later(table, _AGAIN)

    def _done(self, table: Table) -> bool:
        """Nobody thinks about it any more. Whether it was a step."""
        at = table.id, table.row.plies
        with self._lock:
            if self._running.get(table.id) == table.row.plies:
                del self._running[table.id]
            step = at in self._steps
            self._steps.discard(at)
        return step
