"""What happens while one looks: a stream of events, so that pages follow a game by themselves."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from ludoteca.messages import catalogue
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep

MESSAGES = catalogue("web")

router = APIRouter()
_BREATH = 15.0
"""Seconds after which a silent stream says that it is alive."""
_LOOK = 1.0
"""Seconds between looks at the database where other processes may change games."""


@router.get("/g/{game_id}/events")
async def events(request: Request, game_id: str, services: ServicesDep) -> StreamingResponse:
    await run_in_threadpool(
        services.games.get, game_id
    )  # if there is none, it is said before anything streams
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    stream = _stream(services, game_id, language(request))
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


async def _stream(services: Services, game_id: str, lang: str) -> AsyncGenerator[str, None]:
    with services.events.subscribe(game_id) as queue:
        # Looked at only now: what happens before is in it, and what happens after is heard.
        stored = await run_in_threadpool(services.games.get, game_id)
        version = stored.row.version
        yield event("hello", version)
        # Whoever begins to look may find a computer that waits to be asked.
        services.ai_turns.request_move(stored)
        patience = _BREATH if services.database.is_sqlite else _LOOK
        while True:
            try:
                kind, value = await asyncio.wait_for(queue.get(), patience)
            except TimeoutError:
                now = (
                    version
                    if services.database.is_sqlite
                    else await run_in_threadpool(services.games.version, game_id)
                )
                yield event("changed", now) if now != version else ": still here\n\n"
                version = now
                continue
            if kind == "changed":
                version = value
                yield event("changed", value)
            else:
                yield event("thinking", {**value, "words": _words(value, lang)})


def event(kind: str, value: Any) -> str:
    return f"event: {kind}\ndata: {json.dumps(value, ensure_ascii=False)}\n\n"


def _words(step: dict[str, Any], lang: str) -> str:
    chance = round(100 * step["score"]["chance"])
    return MESSAGES.text(
        lang, "play.progress", depth=step["depth"], nodes=step["nodes"], move=step["move"], chance=chance
    )
