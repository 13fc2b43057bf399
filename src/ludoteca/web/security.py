"""What every answer carries and every request must show: who may ask, from where, and how much."""

from __future__ import annotations

import json
from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
"""Nothing but our own files; no script or style inside a page."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
LARGEST = 1_000_000
"""Bytes that a request may bring."""
_SAFE = ("GET", "HEAD", "OPTIONS")


class Guarded:
    """The door: refuses strange hosts, what another site asks in a visitor's name, and heavy loads."""

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app, self.hosts = app, tuple(host.casefold() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self._refusal(scope)
        if refused:
            await _refuse(_with_headers(send), *refused)
            return
        limit = _Limit(receive)
        await self.app(scope, limit.receive, _with_headers(send))

    def _refusal(self, scope: Scope) -> tuple[int, str, str] | None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_known(host):
            return 421, "unknown-host", "this server does not answer to that name."
        if scope["method"] not in _SAFE and not _is_own(headers, host):
            return 403, "cross-site", "this was asked by another site."
        if "\0" in scope["path"]:
            return 404, "http-404", "there is no such page here."
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > LARGEST:
            return 413, "too-large", f"at most {LARGEST} bytes can be sent."
        return None

    def _is_known(self, host: str) -> bool:
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return "*" in self.hosts or name.strip("[]").casefold() in self.hosts


def _is_own(headers: Headers, host: str) -> bool:
    """Whether a request that changes something comes from our own pages, or from no browser at all."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is not None:
        return origin != "null" and urlsplit(origin).netloc == host
    # Programs show a secret of their own; a cookie without an origin is no browser of today.
    return "cookie" not in headers


def _with_headers(send: Send) -> Send:
    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return told


class TooLarge(HTTPException):
    """A body without a length grew beyond the limit."""

    def __init__(self) -> None:
        super().__init__(413)


class _Limit:
    def __init__(self, receive: Receive) -> None:
        self._receive, self._seen = receive, 0

    async def receive(self) -> Message:
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        if self._seen > LARGEST:
            raise TooLarge
        return message


async def _refuse(send: Send, status: int, word: str, why: str) -> None:
    body = json.dumps({"error": {"code": word, "message": why}}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
