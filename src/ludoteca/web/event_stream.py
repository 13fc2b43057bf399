"""Server-sent events of a game, so that pages and programs follow it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from ludoteca.messages import catalogue
from ludoteca.web.request_context import language
from ludoteca.web.services import Services

MESSAGES = catalogue("web")
_KEEP_ALIVE = 15.0
"""Seconds of silence after which a comment is sent, so that no proxy closes the connection."""
_POLL = 1.0
"""Seconds between queries where other servers may change the game."""


async def event_stream(request: Request, services: Services, game_id: str) -> StreamingResponse:
    """The events `hello`, `changed` (with the version) and `thinking`. Raises `GameNotFound` at once."""
    await run_in_threadpool(services.games.get, game_id)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    stream = game_events(services, game_id, language(request))
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def game_events(services: Services, game_id: str, lang: str) -> AsyncGenerator[str, None]:
    with services.events.subscribe(game_id) as queue:
        # Loaded after the subscription: no change falls between the two.
        stored = await run_in_threadpool(services.games.get, game_id)
        version = stored.row.version
        yield _event("hello", version)
        # A computer may wait to be asked for its move, for instance after a restart of the server.
        services.ai_turns.request_move(stored)
        is_only_server = services.database.is_sqlite
        while True:
            try:
                kind, value = await asyncio.wait_for(queue.get(), _KEEP_ALIVE if is_only_server else _POLL)
            except TimeoutError:
                now = version if is_only_server else await run_in_threadpool(services.games.version, game_id)
                yield _event("changed", now) if now != version else ": keep-alive\n\n"
                version = now
                continue
            if kind == "changed":
                version = value
                yield _event("changed", value)
            else:
                yield _event("thinking", {**value, "words": _progress(value, lang)})


def _event(kind: str, value: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def _progress(step: dict[str, Any], lang: str) -> str:
    chance = round(100 * step["score"]["chance"])
    return MESSAGES.text(
        lang, "play.progress", depth=step["depth"], nodes=step["nodes"], move=step["move"], chance=chance
    )
