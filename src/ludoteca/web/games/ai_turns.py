"""AITurns at the table: asked for a move when it is their turn, in worker processes."""

from __future__ import annotations

import json
import logging
import threading
from concurrent.futures import Future
from typing import Any

from ludoteca.errors import LudotecaError
from ludoteca.play.session import SessionError, other
from ludoteca.web.games.commands import COMPUTER, GameCommands
from ludoteca.web.games.seats import Guest
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.workers.pool import Busy, Job, WorkerPool

_LOG = logging.getLogger(__name__)
QUERY_SECONDS = 4.0
"""Seconds that a person is kept waiting for an opinion."""
RELOAD = -1
"""Said in place of a version when not the game but something about it has changed."""
_AGAIN = 1.0
"""Seconds after which a busy server is asked again on behalf of a game between computers."""


class AITurns:
    """Sees to it that computers move. At most one question about a game is under way."""

    def __init__(self, commands: GameCommands, pool: WorkerPool, seconds: float) -> None:
        self.commands, self.pool, self.seconds = commands, pool, seconds
        self._lock = threading.Lock()
        self._running: dict[str, int] = {}
        """The games somebody thinks about, and after how many moves."""
        self._steps: set[tuple[str, int]] = set()
        """The games, and after how many moves, in which the next move is made though they are paused."""
        self._failures: dict[str, LudotecaError] = {}
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def failure(self, game_id: str) -> LudotecaError | None:
        """Why the computer has not moved, if something went wrong."""
        return self._failures.get(game_id)

    def is_thinking(self, stored: StoredGame) -> bool:
        return self._running.get(stored.id) == stored.row.plies

    def request_move(self, stored: StoredGame, step: bool = False, programs: bool = False) -> None:
        """Have the computer asked, if it is its turn. Trouble is remembered, never raised.

        At a stored with a free seat it waits, unless programs play, who need not sit down.
        """
        waits = (stored.row.paused and not step) or (stored.is_open and not programs)
        if not stored.waits_for_computer or waits:
            return
        with self._lock:
            if step:
                self._steps.add((stored.id, stored.row.plies))
            if self._running.get(stored.id) == stored.row.plies:
                return
            self._running[stored.id] = stored.row.plies
        try:
            future = self.pool.submit(self._job(stored), self.seconds, self._teller(stored))
        except Busy as busy:
            self._failed(stored, busy)
            return
        self._failures.pop(stored.id, None)
        future.add_done_callback(lambda done: self._answered(stored, done))

    def offer_draw(self, game_id: str, guest: Guest) -> StoredGame:
        """A person offers a draw. A computer answers at once, a person is asked."""
        stored = self.commands.offer_draw(game_id, guest)
        assert stored.session.offer is not None
        rival = other(stored.session.offer.by)
        if stored.is_person(rival):
            return stored
        job = stored.job("draw", side=rival)
        return self.commands.answer_for_computer(game_id, self.pool.run(job, QUERY_SECONDS)["accepts"])

    def _job(self, stored: StoredGame) -> Job:
        player, side = stored.player(stored.mover), stored.mover
        return stored.job("choose", player=player, side=side, seed=stored.row.seed, seconds=self.seconds)

    def _teller(self, stored: StoredGame) -> Any:
        return lambda step: self.commands.events.publish(stored.id, "thinking", step)

    def _answered(self, stored: StoredGame, done: Future[Any]) -> None:
        """Play what was answered, in the thread that waited for it; but not in a game that was paused."""
        problem = done.exception()
        if problem is not None:
            known = isinstance(problem, LudotecaError)
            self._failed(stored, problem if known else LudotecaError(str(problem)))
            return
        answer = done.result()
        thinking = json.dumps(answer["thinking"], ensure_ascii=False)
        step = self._done(stored)
        try:
            after = self.commands.play(
                stored.id, answer["move"], COMPUTER, stored.row.plies, thinking,
                answer["thinking"]["seconds"],
                if_running=not step and not stored.people,
            )  # fmt: skip
        except SessionError:
            return  # taken back, resigned or paused meanwhile
        except LudotecaError as trouble:
            self._failed(stored, trouble)
            return
        if not after.people:
            self._later(after, after.row.pace)
        else:
            self.request_move(after)

    def _later(self, stored: StoredGame, seconds: float) -> None:
        """Between computers: the next move after a while, as long as anybody watches."""
        timer = threading.Timer(seconds, self._go_on, [stored.id])
        timer.daemon = True
        timer.start()

    def _go_on(self, game_id: str) -> None:
        if self._closed or not self.commands.events.subscribers(game_id):
            return
        try:
            self.request_move(self.commands.games.get(game_id))
        except LudotecaError as problem:
            _LOG.warning("game %s cannot go on: %s", game_id, problem)

    def _failed(self, stored: StoredGame, problem: BaseException) -> None:
        self._done(stored)
        if self._closed:
            return
        trouble = problem if isinstance(problem, LudotecaError) else LudotecaError(str(problem))
        self._failures[stored.id] = trouble
        _LOG.warning("game %s: the computer could not move: %s", stored.id, trouble)
        self.commands.events.publish(stored.id, "changed", RELOAD)
        if isinstance(trouble, Busy) and not stored.people:
            self._later(stored, _AGAIN)

    def _done(self, stored: StoredGame) -> bool:
        """Nobody thinks about it any more. Whether it was a step."""
        at = stored.id, stored.row.plies
        with self._lock:
            if self._running.get(stored.id) == stored.row.plies:
                del self._running[stored.id]
            step = at in self._steps
            self._steps.discard(at)
        return step
