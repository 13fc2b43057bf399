"""Lets tournaments go on: watches their games, asks computers for their moves, begins the next games.

One thread with an event loop watches all of them, as a page does that follows a game.
"""

from __future__ import annotations

import asyncio
import logging
import threading

from ludoteca.errors import LudotecaError
from ludoteca.parallel import Busy
from ludoteca.web.budgets import OverBudget, charged_to
from ludoteca.web.games.ai_turns import AITurns
from ludoteca.web.games.tournaments import TournamentService
from ludoteca.web.store.errors import CannotStore

_LOG = logging.getLogger(__name__)
_SILENCE_SECONDS = 5.0
"""A computer that has not moved for as long is asked again: a busy server may have given up."""
_RETRY_SECONDS = 5.0
_MOST_FAILURES = 3
"""A computer that fails so often at one move loses the game."""


class TournamentRunner:
    """Runs the tournaments of a database, also those that ran when the server was stopped."""

    def __init__(self, tournaments: TournamentService, ai_turns: AITurns) -> None:
        self.tournaments, self.ai_turns = tournaments, ai_turns
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._serve, daemon=True, name="ludoteca-tournaments")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._woken: dict[str, asyncio.Event] = {}
        """The tournaments that are looked after."""
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def close(self) -> None:
        """End the thread. Games that have begun stay as they are, and go on with the next start."""
        if self._loop and self._stop and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
            self._thread.join()

    def wake(self, tournament_id: str) -> None:
        """Something about a tournament has changed: see what is to be done."""
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, tournament_id)

    # -- in the event loop ----------------------------------------------------------------------------

    def _serve(self) -> None:
        asyncio.run(self._main())

    async def _main(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._ready.set()
        self._spawn(self._resume())
        await self._stop.wait()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _resume(self) -> None:
        while True:
            try:
                found = await asyncio.to_thread(self.tournaments.running)
                break
            except LudotecaError as problem:
                _LOG.warning("tournaments cannot be resumed: %s", problem)
                await asyncio.sleep(_RETRY_SECONDS)
        for one in found:
            self._wake(one)

    def _wake(self, tournament_id: str) -> None:
        if tournament_id in self._woken:
            self._woken[tournament_id].set()
            return
        self._woken[tournament_id] = asyncio.Event()
        self._spawn(self._run(tournament_id))

    def _spawn(self, work: object) -> None:
        assert self._loop
        task: asyncio.Task[None] = self._loop.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, tournament_id: str) -> None:
        """Look after a tournament until it is over or stopped."""
        woken, watched = self._woken[tournament_id], set[str]()
        try:
            while True:
                woken.clear()
                delay: float | None = None
                try:
                    active = await asyncio.to_thread(self.tournaments.advance, tournament_id)
                except OverBudget as spent:
                    active, delay = {}, float(spent.retry_after)
                except LudotecaError as problem:
                    if problem.code == "missing.tournament":
                        return
                    _LOG.warning("tournament %s cannot go on: %s", tournament_id, problem)
                    active, delay = {}, _RETRY_SECONDS
                if active is None:
                    return
                for game, computers in active.items():
                    if game not in watched:
                        watched.add(game)
                        self._spawn(self._watch(tournament_id, game, computers, woken))
                try:
                    await asyncio.wait_for(woken.wait(), delay)
                except TimeoutError:
                    continue
        finally:
            del self._woken[tournament_id]

    async def _watch(self, tournament_id: str, game_id: str, computers: bool, woken: asyncio.Event) -> None:
        """Wait for the end of a game; between computers, ask for the moves that nobody asks for."""
        failures = 0
        with self.tournaments.events.subscribe(game_id) as queue:
            asked = False
            while True:
                try:
                    if await asyncio.to_thread(self.tournaments.is_game_over, game_id):
                        break
                    if not await asyncio.to_thread(self._goes_on, tournament_id):
                        return
                    if computers and not asked:
                        failed = await asyncio.to_thread(self._ask, tournament_id, game_id)
                        failures = failures + 1 if failed else 0
                        if failures >= _MOST_FAILURES:
                            await asyncio.to_thread(self._forfeit, tournament_id, game_id)
                            break
                    kind, _ = await asyncio.wait_for(queue.get(), _SILENCE_SECONDS)
                    asked, failures = True, 0 if kind == "thinking" else failures
                    while not queue.empty():  # several changes are one
                        queue.get_nowait()
                except TimeoutError:
                    asked = False
                except LudotecaError as problem:
                    _LOG.warning("game %s of a tournament: %s", game_id, problem)
                    asked = False
                    await asyncio.sleep(_RETRY_SECONDS)
        woken.set()
        self._wake(tournament_id)

    # -- in other threads -----------------------------------------------------------------------------

    def _goes_on(self, tournament_id: str) -> bool:
        return self.tournaments.get(tournament_id).row.state == "running"

    def _ask(self, tournament_id: str, game_id: str) -> bool:
        """Ask for the next move, at the expense of the maker. Whether the computer has failed to move."""
        stored = self.ai_turns.commands.games.get(game_id)
        problem = self.ai_turns.failure(game_id)
        payer = self.tournaments.payer(self.tournaments.get(tournament_id))
        with charged_to(payer):
            self.ai_turns.request_move(stored, step=problem is not None)
        return problem is not None and not isinstance(problem, Busy | OverBudget | CannotStore)

    def _forfeit(self, tournament_id: str, game_id: str) -> None:
        mover = self.ai_turns.commands.games.get(game_id).mover
        _LOG.warning("game %s of tournament %s is lost for %s, which fails", game_id, tournament_id, mover)
        self.tournaments.forfeit(tournament_id, game_id, mover)
