"""uvicorn's protocol for HTTP/1.1 within the limits of `connections`.

The protocol on h11 is plain Python, with the hooks that the limits need; docs/web.md compares other servers.
"""

from __future__ import annotations

import asyncio
import re
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ludoteca.web.budget_middleware import for_known_visitors
from ludoteca.web.connections import Connections, Progress, Watched
from ludoteca.web.security import HEADERS

_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_CLOSE = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
_BUSY = b"".join(
    [
        b"HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\ncontent-length: 0\r\n",
        *(name + b": " + value + b"\r\n" for name, value in (*_CLOSE, *_HEADERS)),
        b"\r\n",
    ]
)
_SMALL_CHUNK = re.compile(rb"\r\n[0-9A-Fa-f]{1,2}\r\n")
_LONGEST_HEAD = 20_000
_MOST_SMALL_CHUNKS = 500
"""Chunks below 256 bytes of one connection: each costs as much to parse as a large one."""


class CountingTransport:
    """A transport that knows how much was written to it."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport, self.written = transport, 0

    def write(self, data: bytes) -> None:
        self.written += len(data)
        self._transport.write(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class LimitedProtocol(H11Protocol, Watched):
    """One connection. A subclass made by `limited_by` knows all of them."""

    all_connections: Connections
    _is_chunked = False
    _small_chunks = 0
    _is_refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._counted = CountingTransport(transport)
        super().connection_made(self._counted)  # type: ignore[arg-type]
        peer = self.client[0] if self.client else ""
        if not self.all_connections.add(self, peer, self.loop):
            self._is_refused = True
            transport.write(_BUSY)
            transport.close()
        elif self.is_excess:
            self.app = for_known_visitors(self.app)

    def connection_lost(self, exc: Exception | None) -> None:
        self.all_connections.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._is_refused:
            return
        self.received += len(data)
        if self._has_small_chunks(data):
            self.abort()
            return
        super().data_received(data)

    def _has_small_chunks(self, data: bytes) -> bool:
        """Whether a body comes in very many small chunks."""
        self._is_chunked = self._is_chunked or b"hunked" in data[:_LONGEST_HEAD]
        if not self._is_chunked:
            return False
        self._small_chunks += len(_SMALL_CHUNK.findall(data))
        return self._small_chunks > _MOST_SMALL_CHUNKS

    def send_400_response(self, msg: str) -> None:
        """The answer to what is no HTTP. In the middle of another answer there is none."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.abort()
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # the application answers no more
            self.cycle.message_event.set()
        event = h11.Response(status_code=400, headers=[*_CLOSE, *_HEADERS], reason=b"Bad Request")
        parts: list[Any] = [event, h11.Data(data=msg.encode("ascii")), h11.EndOfMessage()]
        self.transport.write(b"".join(self.conn.send(part) or b"" for part in parts))
        self.transport.close()

    # -- for `Connections` ------------------------------------------------------------------------------

    def progress(self) -> Progress:
        return Progress(self._phase(), self.cycle)

    def _phase(self) -> str:
        if self.cycle is not None and not self.cycle.response_complete:
            return "body" if self.cycle.more_body else "answer"
        if self.conn.their_state is h11.SEND_BODY:
            return "body"  # of a request that has its answer
        return "head" if self.cycle is None or self.conn.trailing_data[0] else "idle"

    def unsent(self) -> int:
        return int(self._counted.get_write_buffer_size())

    def sent(self) -> int:
        return self._counted.written - self.unsent()

    def abort(self) -> None:
        self._counted.abort()


def limited_by(connections: Connections) -> type[LimitedProtocol]:
    """The protocol of a server with these connections."""
    return type("LimitedProtocol", (LimitedProtocol,), {"all_connections": connections})
