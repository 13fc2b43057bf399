"""Turns of computer players: their moves are computed by workers and played when they arrive."""

from __future__ import annotations

import json
import logging
import threading
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from ludoteca.errors import LudotecaError, PlayerFault, cause
from ludoteca.parallel import Busy, Lane, TaskFuture
from ludoteca.play.session import SessionError, other
from ludoteca.web.budgets import SERVER, Client, OverBudget, current_client
from ludoteca.web.games.commands import COMPUTER, GameCommands
from ludoteca.web.games.errors import GameNotFound
from ludoteca.web.games.seats import Guest
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.players import is_quick
from ludoteca.web.store.errors import CannotStore
from ludoteca.web.store.turn_leases import ExpiredTurn, OnlyServer, TurnLeases
from ludoteca.web.workers.jobs import Job
from ludoteca.web.workers.runner import JobRunner

Moves = tuple[str, ...]
_LOG = logging.getLogger(__name__)
QUERY_SECONDS = 4.0
"""The time limit of hints, explanations and draw answers."""
RELOAD = -1
"""Published in place of a version when something about the game changed, but not the game."""
_RETRY_SECONDS = 1.0
"""The delay before the first retry after a server was busy; it doubles with every retry."""
_RETRIES = 5
_KEPT = 10_000
"""Games whose last failure and client are kept."""
_QUICK_SECONDS = 4.0
"""The time limit of a quick player's move."""


@dataclass(frozen=True)
class Failure:
    """Why a computer has not moved."""

    ply: int
    problem: LudotecaError
    tries: int


class AITurns:
    """Requests computer moves. At most one request for each game is in progress, on one server."""

    def __init__(
        self, commands: GameCommands, jobs: JobRunner, seconds: float, leases: TurnLeases | None = None
    ) -> None:
        self.commands, self.jobs, self.seconds = commands, jobs, seconds
        self.leases = leases or OnlyServer()
        self._lock = threading.Lock()
        self._running: dict[str, Moves] = {}
        """The games with a request in progress, and the moves before it."""
        self._elsewhere: LRUCache[str, Moves] = LRUCache(_KEPT)
        """The games whose move another server computes."""
        self._slow: dict[str, tuple[Moves, TaskFuture[Any]]] = {}
        """Those requests that take long: they are ended when nobody needs them any more."""
        self._steps: set[tuple[str, int]] = set()
        """The games and plies whose next move is played although the game is paused."""
        self._retrying: set[tuple[str, int]] = set()
        """The games and plies whose move is requested again after a delay, each by one timer."""
        self._failures: LRUCache[str, Failure] = LRUCache(_KEPT)
        self._clients: LRUCache[str, Client] = LRUCache(_KEPT)
        """Who requested the last move of each game: also charged for the moves that follow by themselves."""
        self._closed = False

    def close(self) -> None:
        self._closed = True

    def held(self) -> list[str]:
        """The games whose move this server computes, or will request again."""
        with self._lock:
            return [*self._running, *(game for game, _ in self._retrying)]

    def failure(self, game_id: str) -> LudotecaError | None:
        """Why the computer has not moved, if its request failed."""
        with self._lock:
            found = self._failures.get(game_id)
        return found.problem if found else None

    def is_thinking(self, stored: StoredGame) -> bool:
        with self._lock:
            return stored.texts in (self._running.get(stored.id), self._elsewhere.get(stored.id))

    def request_move(self, stored: StoredGame, step: bool = False, programs: bool = False) -> None:
        """Request the computer's move if it is its turn. A failure is kept for `failure`, not raised.

        In a game with a free seat it waits, unless programs play, which need not sit down. After a failure
        only `step` requests the same move again; a busy server does so by itself.
        """
        self._cancel_obsolete(stored)
        waits = (stored.row.paused and not step) or (stored.is_open and not programs)
        if not stored.waits_for_computer or waits:
            return
        with self._lock:
            if step:
                self._steps.add((stored.id, stored.row.plies))
            failed = self._failures.get(stored.id)
            if failed and failed.ply == stored.row.plies and not step:
                return
        self._submit(stored, 0)

    def _cancel_obsolete(self, stored: StoredGame) -> None:
        """End a long search for a position that the game has left, by undo or resignation."""
        with self._lock:
            moves, future = self._slow.get(stored.id, ((), None))
            if future is None or (moves == stored.texts and stored.waits_for_computer):
                return
            del self._slow[stored.id]
        future.cancel()

    def take_up(self, turn: ExpiredTurn) -> None:
        """Compute a move whose server has not renewed its lease. Raises `CannotStore`."""
        try:
            stored = self.commands.games.get(turn.game)
        except GameNotFound:
            self.leases.drop(turn.game, turn.ply)
            return
        is_due = stored.waits_for_computer and (turn.step or not stored.row.paused)
        if stored.row.plies != turn.ply or not is_due:
            self.leases.drop(turn.game, turn.ply)
            return
        with self._lock:
            if turn.step:
                self._steps.add((turn.game, turn.ply))
            if turn.client:
                self._clients[turn.game] = turn.client
        self._submit(stored, 0, is_claimed=True)

    def _submit(self, stored: StoredGame, tries: int, is_claimed: bool = False) -> None:
        with self._lock:
            if self._running.get(stored.id) == stored.texts:
                return
            self._running[stored.id] = stored.texts
            self._elsewhere.pop(stored.id, None)
            self._failures.pop(stored.id, None)
            client = current_client() or self._clients.get(stored.id)
            if client:
                self._clients[stored.id] = client
            step = (stored.id, stored.row.plies) in self._steps
        try:
            is_claimed = is_claimed or self.leases.claim(stored.id, stored.row.plies, client, step)
        except CannotStore as problem:
            self._failed(stored, problem, tries)
            return
        if not is_claimed:
            self._finish(stored)
            with self._lock:
                self._elsewhere[stored.id] = stored.texts
            return
        quick = is_quick(stored.player(stored.mover), stored.game)
        seconds = min(self.seconds, _QUICK_SECONDS) if quick else self.seconds
        try:
            future = self.jobs.submit(
                self._job(stored, seconds),
                seconds,
                self._progress(stored),
                Lane.QUICK if quick else Lane.LONG,
                client,
            )
        except (Busy, OverBudget) as busy:
            self._failed(stored, busy, tries)
            return
        if not quick:
            with self._lock:
                self._slow[stored.id] = stored.texts, future
        future.add_done_callback(lambda done: self._play_answer(stored, done, tries))

    def offer_draw(self, game_id: str, guest: Guest) -> StoredGame:
        """Offer a draw for a person. A computer answers at once; a person is asked."""
        stored = self.commands.offer_draw(game_id, guest)
        offer = stored.session.offer
        if offer is None:  # the time was up
            return stored
        rival = other(offer.by)
        if stored.is_person(rival):
            return stored
        job = stored.job("draw", side=rival)
        accepts = self.jobs.run(job, QUERY_SECONDS)["accepts"]
        return self.commands.answer_for_computer(game_id, accepts, offer.number)

    def _job(self, stored: StoredGame, seconds: float) -> Job:
        player, side = stored.player(stored.mover), stored.mover
        return stored.job("choose", player=player, side=side, seed=stored.row.seed, seconds=seconds)

    def _progress(self, stored: StoredGame) -> Any:
        return lambda step: self.commands.events.publish(stored.id, "thinking", step)

    def _play_answer(self, stored: StoredGame, done: Future[Any], tries: int) -> None:
        """Play the computed move, in the thread of the worker; not in a game that was paused meanwhile."""
        if done.cancelled():
            self._finish(stored)
            return
        problem = done.exception()
        if problem is not None:
            self._failed(stored, problem, tries)
            return
        answer = done.result()
        thinking = json.dumps(answer["thinking"], ensure_ascii=False)
        step = self._finish(stored)
        try:
            after = self.commands.play(
                stored.id, answer["move"], COMPUTER, stored.row.plies, thinking,
                answer["thinking"]["seconds"],
                if_running=not step, after=stored.texts,
            )  # fmt: skip
        except SessionError:
            return  # taken back, resigned or paused meanwhile
        except LudotecaError as failure:
            self._failed(stored, failure, tries)
            return
        if not after.people:
            self._continue_watched(after)
        else:
            self.request_move(after)

    def _continue_watched(self, stored: StoredGame) -> None:
        """Between computers: request the next move after a delay, on a server where somebody watches."""
        events = self.commands.events
        if events.subscribers(stored.id):
            self._schedule(stored.id, stored.row.pace)
        elif events.relay:
            with self._lock:
                client = self._clients.get(stored.id) or SERVER
            events.relay.send("continue", stored.id, [stored.row.pace, client.address, client.visitor])

    def continue_here(self, game_id: str, pace: float, client: Client) -> None:
        """Go on with a game between computers whose server has no watcher of it, if somebody watches here."""
        if not self.commands.events.subscribers(game_id):
            return
        with self._lock:
            self._clients[game_id] = client
        self._schedule(game_id, pace)

    def _schedule(self, game_id: str, seconds: float) -> None:
        timer = threading.Timer(seconds, self._continue, [game_id])
        timer.daemon = True
        timer.start()

    def _continue(self, game_id: str) -> None:
        if self._closed or not self.commands.events.subscribers(game_id):
            return
        try:
            self.request_move(self.commands.games.get(game_id))
        except LudotecaError as problem:
            _LOG.warning("game %s cannot go on: %s", game_id, problem)

    def _failed(self, stored: StoredGame, problem: BaseException, tries: int) -> None:
        self._finish(stored)
        if self._closed:
            return
        failure = problem
        if not isinstance(failure, LudotecaError):
            failure = LudotecaError("computer.failed", problem=cause(problem))
        if isinstance(failure, PlayerFault) and self._forfeited(stored, failure):
            return
        with self._lock:
            self._failures[stored.id] = Failure(stored.row.plies, failure, tries)
        _LOG.warning("game %s: the computer could not move: %s", stored.id, failure)
        self.commands.events.publish(stored.id, "changed", RELOAD)
        if isinstance(failure, Busy | OverBudget | CannotStore) and tries < _RETRIES:
            delay = _RETRY_SECONDS * 2**tries
            if isinstance(failure, OverBudget):
                delay = max(delay, failure.retry_after)
            self._retry_later(stored.id, stored.row.plies, tries + 1, delay)
        else:
            self._drop(stored)

    def _forfeited(self, stored: StoredGame, fault: PlayerFault) -> bool:
        """End a game whose program crashed, was too late or played an illegal move. False if that fails."""
        _LOG.warning("game %s: %s forfeits: %s", stored.id, stored.player(stored.mover), fault)
        try:
            self.commands.forfeit(stored.id, fault.reason, stored.texts)
        except SessionError:
            pass  # the game has gone on or ended meanwhile
        except LudotecaError as problem:
            _LOG.warning("game %s: the result cannot be stored: %s", stored.id, problem)
            return False
        return True

    def _drop(self, stored: StoredGame) -> None:
        try:
            self.leases.drop(stored.id, stored.row.plies)
        except CannotStore as problem:
            _LOG.warning("game %s: its turn stays with this server: %s", stored.id, problem)

    def _retry_later(self, game_id: str, ply: int, tries: int, delay: float) -> None:
        """Start a timer, unless one runs already: clients may ask again and again meanwhile."""
        with self._lock:
            if (game_id, ply) in self._retrying:
                return
            self._retrying.add((game_id, ply))
        timer = threading.Timer(delay, self._retry, [game_id, ply, tries])
        timer.daemon = True
        timer.start()

    def _retry(self, game_id: str, ply: int, tries: int) -> None:
        """Request a move again that a busy server could not compute or store, unless the game has gone on."""
        with self._lock:
            self._retrying.discard((game_id, ply))
        if self._closed:
            return
        try:
            stored = self.commands.games.get(game_id)
        except LudotecaError as problem:
            _LOG.warning("game %s cannot go on: %s", game_id, problem)
            return
        if stored.row.plies == ply and stored.waits_for_computer and not stored.row.paused:
            self._submit(stored, tries)

    def _finish(self, stored: StoredGame) -> bool:
        """Mark the request as finished. Whether it was a single step."""
        at = stored.id, stored.row.plies
        with self._lock:
            if self._running.get(stored.id) == stored.texts:
                del self._running[stored.id]
            moves, future = self._slow.get(stored.id, ((), None))
            if future is not None and moves == stored.texts:
                del self._slow[stored.id]
            step = at in self._steps
            self._steps.discard(at)
        return step
