"""Admission control: few requests are processed at a time, in turns that are fair among clients.

The web process runs one Python thread at a time. Without turns, the requests of one busy client would slow
down those of everybody else; with them, they wait for each other. While a request waits for a worker, its
turn is given away.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from ludoteca.parallel import Busy
from ludoteca.parallel.fair_share import FairShare

_SLOTS = 3
"""Requests that are processed at the same time: some of them wait for the database."""
_PER_CLIENT = 60
"""Requests of one client that may wait for a turn."""
_REFUSED_SECONDS = 0.25
"""What a refused request adds to the time that its client has used: whoever sends many of them, by mistake or
on purpose, waits longer than those who send none, and nobody waits while a turn is free."""


class Admission:
    """Gives turns. Used in the event loop alone."""

    def __init__(self, slots: int = _SLOTS, per_client: int = _PER_CLIENT) -> None:
        self._free, self._per_client = slots, per_client
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}
        self._shares = FairShare()

    async def enter(self, client: str) -> Turn:
        """Wait for a turn. Raises `Busy` if too many requests of the client wait already."""
        turn = Turn(self, client, asyncio.get_running_loop())
        await self.wait(client)
        turn.begin()
        return turn

    async def wait(self, client: str) -> None:
        self._shares.arrive(client)
        if self._free:
            self._free -= 1
            return
        queue = self._waiting.setdefault(client, deque())
        if len(queue) >= self._per_client:
            raise Busy("busy.client")
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave(client, 0.0)  # the turn came at the same moment
            raise

    def penalize(self, client: str) -> None:
        """A request of the client was refused."""
        self._shares.correct(client, _REFUSED_SECONDS)

    def leave(self, client: str, seconds: float) -> None:
        """A turn ends after some seconds; the next request gets it."""
        self._shares.charge(client, seconds)
        while self._waiting:
            following = self._shares.next(self._waiting)
            queue = self._waiting[following]
            place = queue.popleft()
            if not queue:
                del self._waiting[following]
            if not place.cancelled():
                place.set_result(None)
                return
        self._free += 1


class Turn:
    """The turn of one request. It may be given away while the request waits for something else."""

    def __init__(self, admission: Admission, client: str, loop: asyncio.AbstractEventLoop) -> None:
        self._admission, self._client, self._loop = admission, client, loop
        self._since: float | None = None
        self._is_over = False

    def begin(self) -> None:
        self._since = self._loop.time()

    def pause(self) -> None:
        """Give the turn away."""
        if self._since is not None:
            seconds, self._since = self._loop.time() - self._since, None
            self._admission.leave(self._client, seconds)

    def end(self, refused: bool = False) -> None:
        """The request needs no turn any more."""
        first, self._is_over = not self._is_over, True
        self.pause()
        if refused and first:
            self._admission.penalize(self._client)

    async def resume(self) -> None:
        """Wait for another turn, unless the request has ended meanwhile."""
        await self._admission.wait(self._client)
        self.begin()
        if self._is_over:
            self.pause()

    @contextmanager
    def given_away(self) -> Iterator[None]:
        """Within the block, which runs in another thread, the turn is somebody else's."""
        self._loop.call_soon_threadsafe(self.pause)
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(self.resume(), self._loop).result()


_turn: ContextVar[Turn | None] = ContextVar("ludoteca_turn", default=None)


@contextmanager
def using(turn: Turn) -> Iterator[None]:
    """Within the block, and in the threads it starts work in, the turn is the current one."""
    token = _turn.set(turn)
    try:
        yield
    finally:
        _turn.reset(token)


@contextmanager
def waiting_elsewhere() -> Iterator[None]:
    """While the block waits for a worker, the current turn is given away. Not for the event loop."""
    turn = _turn.get()
    if turn is None:
        yield
        return
    with turn.given_away():
        yield
