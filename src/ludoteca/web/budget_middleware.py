"""Middleware that finds the client of each request, and charges it for the request itself."""

from __future__ import annotations

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ludoteca.web.budgets import BYTES, REQUESTS, Budgets, OverBudget, charged_to
from ludoteca.web.games.seats import digest

Reject = Callable[[Request, OverBudget], Response]
"""Makes the response to a request over budget."""
_FREE = ("/static/",)
"""Paths that cost nothing: browsers cache them."""


class BudgetMiddleware:
    """Sets the current client, and answers 429 if its budget for requests or bytes is used up."""

    def __init__(self, app: ASGIApp, reject: Reject, address_of: Callable[[Scope], str], cookie: str) -> None:
        self.app, self.reject, self.address_of, self.cookie = app, reject, address_of, cookie

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(_FREE):
            await self.app(scope, receive, send)
            return
        budgets: Budgets = scope["app"].state.services.budgets
        headers = Headers(scope=scope)
        client = budgets.client(self.address_of(scope), self._visitor(headers))
        try:
            budgets.spend(client, REQUESTS)
            if scope["method"] not in ("GET", "HEAD"):
                budgets.spend(client, BYTES, _length(headers))
        except OverBudget as over:
            await self.reject(Request(scope), over)(scope, receive, send)
            return
        with charged_to(client):
            await self.app(scope, receive, send)

    def _visitor(self, headers: Headers) -> str:
        """The hash of the visitor's cookie."""
        secret = cookie_parser(headers.get("cookie", "")[:4000]).get(self.cookie, "")
        return digest(secret) if secret else ""


def _length(headers: Headers) -> float:
    """The size of the body; an unknown one counts as a small one, and is limited elsewhere."""
    length = headers.get("content-length", "")
    return float(length) if length.isdecimal() and len(length) < 12 else 1000.0
