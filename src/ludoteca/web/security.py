"""Security middleware: host check, cross-site request check, size limit, response headers."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.web.bodies import largest_body

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Same-origin files only; no inline scripts or styles."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
Reject = Callable[[Request, int], Response]
"""Makes the response to a rejected request."""
REFUSAL_SECONDS = 1.0
"""How long those wait who send too much: refusing them at once would let them send more."""
_SAFE = ("GET", "HEAD", "OPTIONS")
_HOST = re.compile(r"([\w.-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?", re.ASCII)


class SecurityMiddleware:
    """Rejects unknown hosts, state changes from other sites, and large bodies."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str], reject: Reject) -> None:
        self.app, self.hosts, self.reject = app, tuple(host.casefold() for host in hosts), reject

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if not self._is_known(Headers(scope=scope).get("host", "")):
            await _unknown_host(send)
            return
        status = self._rejection(scope)
        if not status:
            status = await self._serve(scope, receive, send)
        if status:
            if status == 413:
                await asyncio.sleep(REFUSAL_SECONDS)
            await self.reject(Request(scope), status)(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> int:
        """Run the application. Returns 413 if the body was too large; nothing has been sent then."""
        limit = _Limit(receive, largest_body(scope["path"]))

        async def unless_too_large(message: Message) -> None:
            if not limit.is_over:
                await send(message)

        try:
            await self.app(scope, limit.receive, unless_too_large)
        except TooLarge:
            pass
        return 413 if limit.is_over else 0

    def _rejection(self, scope: Scope) -> int:
        headers = Headers(scope=scope)
        if scope["method"] not in _SAFE and not _is_own(headers, headers.get("host", "")):
            return 403
        if "\0" in scope["path"]:
            return 404
        length = headers.get("content-length", "0")
        return 413 if not _is_number(length) or int(length) > largest_body(scope["path"]) else 0

    def _is_known(self, host: str) -> bool:
        if not _HOST.fullmatch(host):
            return False
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return "*" in self.hosts or name.strip("[]").casefold() in self.hosts


def _is_own(headers: Headers, host: str) -> bool:
    """Whether a state-changing request comes from our own pages, or from no browser at all."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is not None:
        return _netloc(origin) == host
    # Programs send a bearer token. A cookie without an origin comes from no current browser.
    return "cookie" not in headers


def _netloc(origin: str) -> str | None:
    """The host and port of an origin; None if it is malformed."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _is_number(text: str) -> bool:
    """Whether a length is a number that is worth converting."""
    return text.isascii() and text.isdecimal() and len(text) < 10


class ResponseHeaders:
    """Adds the security headers to every response, whoever makes it: the outermost layer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, _with_headers(send) if scope["type"] == "http" else send)


def _with_headers(send: Send) -> Send:
    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return with_headers


class TooLarge(HTTPException):
    """A body of unknown length exceeded the limit."""

    def __init__(self) -> None:
        super().__init__(413)


class _Limit:
    def __init__(self, receive: Receive, most: int) -> None:
        self._receive, self._most, self._seen = receive, most, 0

    @property
    def is_over(self) -> bool:
        return self._seen > self._most

    async def receive(self) -> Message:
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self.is_over:
            raise TooLarge
        return message


async def _unknown_host(send: Send) -> None:
    """Plain JSON instead of a page, whose links would lead to the unknown host."""
    why = "this server does not answer to that name."
    body = json.dumps({"error": {"code": "unknown-host", "message": why}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 421, "headers": headers})
    await send({"type": "http.response.body", "body": body})
