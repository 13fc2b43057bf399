"""Server-sent events of a game, so that pages and programs follow it."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool
from starlette.types import Receive, Scope, Send

from ludoteca.messages import catalogue
from ludoteca.web.client_address import client_address
from ludoteca.web.games.ai_turns import RELOAD
from ludoteca.web.games.class_store import topic as class_topic
from ludoteca.web.games.events import CLOSING
from ludoteca.web.games.tournaments import topic
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import Services
from ludoteca.web.stream_slots import StreamSlots

MESSAGES = catalogue("web")
_KEEP_ALIVE = 15.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the connection."""

_GATHERED = 1.0
"""Seconds over which the activities of a class are gathered: thirty pupils move often."""


async def event_stream(request: Request, services: Services, game_id: str) -> StreamingResponse:
    """The events `hello`, `changed` (with the version) and `thinking`. Raises `GameNotFound` and
    `TooManyStreams` at once."""
    await run_in_threadpool(services.games.get, game_id)
    sender = guest(request)
    address = client_address(request.scope, services.settings.trusted_proxies)
    slots: StreamSlots = request.app.state.streams
    events = game_events(services, game_id, language(request), slots.seconds)
    return EventResponse(events, slots.take(address, sender.visitor or sender.bearer))


async def tournament_stream(request: Request, services: Services, tournament_id: str) -> StreamingResponse:
    """The events `hello` and `changed` of a tournament, with its version. Raises as `event_stream` does."""
    await run_in_threadpool(services.tournaments.version, tournament_id)
    sender = guest(request)
    address = client_address(request.scope, services.settings.trusted_proxies)
    slots: StreamSlots = request.app.state.streams
    events = tournament_events(services, tournament_id, slots.seconds)
    return EventResponse(events, slots.take(address, sender.visitor or sender.bearer))


async def tournament_events(
    services: Services, tournament_id: str, seconds: float = math.inf
) -> AsyncGenerator[str, None]:
    """The events for at most that many seconds; browsers connect again."""
    end = time.monotonic() + seconds
    with services.events.subscribe(topic(tournament_id)) as queue:
        version = await run_in_threadpool(services.tournaments.version, tournament_id)
        yield event_text("hello", version)
        while time.monotonic() < end:
            try:
                kind, now = await asyncio.wait_for(queue.get(), _KEEP_ALIVE)
            except TimeoutError:
                yield ": keep-alive\n\n"
                continue
            if kind == CLOSING:
                return
            if kind == "changed" and now > version:  # a change may be announced twice, and out of order
                version = now
                yield event_text("changed", now)


async def class_stream(request: Request, services: Services, classroom: str) -> StreamingResponse:
    """The events of a class for one of its members. Raises as `event_stream` does."""
    sender = guest(request)
    stored = await run_in_threadpool(services.classrooms.get, classroom, sender.visitor)
    address = client_address(request.scope, services.settings.trusted_proxies)
    slots: StreamSlots = request.app.state.streams
    number = None if stored.is_teacher else stored.me.number
    events = class_events(services, classroom, number, slots.seconds)
    return EventResponse(events, slots.take(address, sender.visitor))


async def class_events(
    services: Services, classroom: str, pupil: int | None, seconds: float = math.inf
) -> AsyncGenerator[str, None]:
    """`hello` and `changed` with the version of a class, which is 0 once it has ended, and `activity`: for a
    pupil, when a game of that pupil has begun or ended; for a teacher, of all pupils, now and then."""
    end = time.monotonic() + seconds
    with services.events.subscribe(class_topic(classroom)) as queue:
        version = await run_in_threadpool(services.classrooms.version, classroom)
        yield event_text("hello", version)
        while version and time.monotonic() < end:
            try:
                received = [await asyncio.wait_for(queue.get(), _KEEP_ALIVE)]
            except TimeoutError:
                received = []
            else:
                if pupil is None:
                    await asyncio.sleep(_GATHERED)
                while not queue.empty():
                    received.append(queue.get_nowait())
            if any(kind == CLOSING for kind, _ in received):
                return
            now = version
            if not received or any(kind == "changed" for kind, _ in received):  # or one was lost
                now = await run_in_threadpool(services.classrooms.version, classroom)
            if now != version:
                version = now
                yield event_text("changed", now)
            elif any(kind == "activity" and _concerns(value, pupil) for kind, value in received):
                yield event_text("activity", version)
            else:
                yield ": keep-alive\n\n"


def _concerns(activity: dict[str, Any], pupil: int | None) -> bool:
    return pupil is None or (bool(activity["call"]) and pupil in activity["members"])


class EventResponse(StreamingResponse):
    """A stream of events, which occupies a slot until it ends."""

    def __init__(
        self, events: AsyncGenerator[str, None], slot: AbstractContextManager[None],
        end: Callable[[], object] = lambda: None,
    ) -> None:  # fmt: skip
        """`end` is called when the stream ends, or when it gets no slot and never begins."""
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._slot, self._end = slot, end

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            with self._slot:
                await super().__call__(scope, receive, send)
        finally:
            self._end()


async def game_events(
    services: Services, game_id: str, lang: str, seconds: float = math.inf
) -> AsyncGenerator[str, None]:
    """The events for at most that many seconds; browsers connect again."""
    end = time.monotonic() + seconds
    with services.events.subscribe(game_id) as queue:
        # Loaded after the subscription: no change falls between the two.
        stored = await run_in_threadpool(services.games.get, game_id)
        version = stored.row.version
        yield event_text("hello", version)
        # A computer may wait to be asked for its move, for instance after a restart of the server.
        await run_in_threadpool(services.ai_turns.request_move, stored)
        while time.monotonic() < end:
            try:
                kind, value = await asyncio.wait_for(queue.get(), _KEEP_ALIVE)
            except TimeoutError:
                yield ": keep-alive\n\n"
                continue
            if kind == CLOSING:
                return
            if kind == "thinking":
                yield event_text("thinking", {**value, "words": _progress(value, lang)})
            elif value == RELOAD or value > version:  # a change may be announced twice, and out of order
                version = max(version, value)
                yield event_text("changed", value)


def event_text(kind: str, value: Any) -> str:
    """One event as the stream writes it."""
    return f"event: {kind}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def _progress(step: dict[str, Any], lang: str) -> str:
    chance = round(100 * step["score"]["chance"])
    return MESSAGES.text(
        lang, "play.progress", depth=step["depth"], nodes=step["nodes"], move=step["move"], chance=chance
    )
