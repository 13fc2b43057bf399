"""Middleware that finds the client of each request, charges it, and lets it wait for its turn."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.errors import LudotecaError
from ludoteca.parallel import Busy
from ludoteca.web import security
from ludoteca.web.admission import Turn, using
from ludoteca.web.bodies import largest_body
from ludoteca.web.budgets import BYTES, REQUESTS, Budgets, Client, OverBudget, charged_to
from ludoteca.web.games.seats import digest

Reject = Callable[[Request, LudotecaError], Response]
"""Makes the response to a refused request."""
_SAFE = ("GET", "HEAD")
_FREE = ("/static/",)
"""Paths that cost nothing: browsers cache them."""
_KNOWN_ONLY = "ludoteca.known_only"
"""In the scope of requests that come by one connection too many."""


def for_known_visitors(app: Any) -> Any:
    """The application for a connection of which only the requests of known visitors are answered."""

    async def marked(scope: Scope, receive: Receive, send: Send) -> None:
        scope[_KNOWN_ONLY] = True
        await app(scope, receive, send)

    return marked


class BudgetMiddleware:
    """Sets the current client, charges it for the request, and lets it wait for its turn.

    The answer is 429 if its budget for requests or bytes is used up, 503 if too many of its requests wait.
    """

    def __init__(self, app: ASGIApp, reject: Reject, address_of: Callable[[Scope], str], cookie: str) -> None:
        self.app, self.reject, self.address_of, self.cookie = app, reject, address_of, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_FREE):
            await self.app(scope, receive, send)
            return
        services = scope["app"].state.services
        try:
            client = await self._charged(services.budgets, scope)
            # Whoever sends a body slowly waits without a turn.
            received = await _received(receive) if scope["method"] not in _SAFE else None
            turn = await services.admission.enter(services.budgets.profile.share(client))
        except (OverBudget, Busy) as refused:
            response = self.reject(Request(scope), refused)
            if scope.get(_KNOWN_ONLY):
                response.headers["connection"] = "close"  # it takes the place of another one
            else:
                await asyncio.sleep(security.REFUSAL_SECONDS)
            await response(scope, receive, send)
            return
        try:
            with charged_to(client), using(turn):
                await self.app(scope, _replayed(received, receive), _ending(turn, send))
        finally:
            turn.end()

    async def _charged(self, budgets: Budgets, scope: Scope) -> Client:
        headers = Headers(scope=scope)
        known_only = scope.get(_KNOWN_ONLY, False)
        visitor, address = self._visitor(headers), self.address_of(scope)
        find = partial(budgets.client, address, visitor, not known_only)
        client = find() if budgets.knows(visitor) else await run_in_threadpool(find)
        if known_only and not client.visitor:
            raise Busy("busy.client")
        costs = [(REQUESTS, 1.0)]
        if scope["method"] not in _SAFE:
            costs.append((BYTES, _length(headers, scope["path"])))
        for resource, amount in costs:
            if budgets.is_ready(client, resource, amount):
                budgets.spend(client, resource, amount)
            else:
                await run_in_threadpool(budgets.spend, client, resource, amount)
        return client

    def _visitor(self, headers: Headers) -> str:
        """The hash of the visitor's cookie."""
        secret = cookie_parser(headers.get("cookie", "")[:4000]).get(self.cookie, "")
        return digest(secret) if secret else ""


def _length(headers: Headers, path: str) -> float:
    """The size of the body; one that is not told counts as the largest that the path takes."""
    if "transfer-encoding" in headers:
        return float(largest_body(path))
    length = headers.get("content-length", "")
    return float(length) if length.isdecimal() and len(length) < 12 else 1000.0


async def _received(receive: Receive) -> list[Message]:
    """The whole body, as the messages it came in. Its size is limited by the middleware before this one."""
    messages = [await receive()]
    while messages[-1]["type"] == "http.request" and messages[-1].get("more_body"):
        messages.append(await receive())
    return messages


def _replayed(messages: list[Message] | None, receive: Receive) -> Receive:
    """Receives the messages again, and then whatever follows."""
    if not messages:
        return receive
    left = iter(messages)

    async def replay() -> Message:
        for message in left:
            return message
        return await receive()

    return replay


def _ending(turn: Turn, send: Send) -> Send:
    """The turn ends with the start of the answer: an event stream may go on for an hour."""

    async def end_first(message: Message) -> None:
        if message["type"] == "http.response.start":
            turn.end(refused=400 <= message["status"] < 500)
        await send(message)

    return end_first
