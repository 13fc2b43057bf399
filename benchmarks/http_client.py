"""A minimal HTTP client for load tests on loopback; cheap, so that the server is what is measured."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Mapping
from dataclasses import dataclass

HOST = "127.0.0.1"
TIMEOUT = 30.0
"""Seconds for one response."""


@dataclass(frozen=True)
class HttpResponse:
    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes


class HttpClient:
    """A keep-alive connection with its cookies."""

    def __init__(self, port: int, address: str = HOST) -> None:
        """`address` is the loopback address that the connection comes from."""
        self.port, self.address = port, address
        self.cookies: dict[str, str] = {}
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def request(
        self, method: str, path: str, body: bytes = b"", media: str = "application/x-www-form-urlencoded",
        headers: Mapping[str, str] | None = None,
    ) -> HttpResponse:  # fmt: skip
        """The whole response. Raises `OSError`, `IncompleteReadError` and `TimeoutError`."""
        async with asyncio.timeout(TIMEOUT):
            if self._streams is None or self._streams[0].at_eof():
                self.close()
                self._streams = await connect(self.port, self.address)
            reader, writer = self._streams
            writer.write(request_bytes(method, path, self.port, self.cookies, body, media, headers))
            answer = await _response(reader)
        for line in answer.cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.headers.get("connection") == "close":
            self.close()
        return answer

    def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            self._streams = None


async def connect(port: int, address: str = HOST) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from an address of this machine."""
    return await asyncio.open_connection(HOST, port, local_addr=(address, 0))


class EventStream:
    """A stream of server-sent events."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, cookies: dict[str, str], address: str = HOST) -> EventStream:
        async with asyncio.timeout(TIMEOUT):
            reader, writer = await connect(port, address)
            writer.write(request_bytes("GET", path, port, cookies))
            await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    async def changed(self, seconds: float, seen: int) -> None:
        """Wait for a version newer than `seen`, as the page's script does. Raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while True:
                if (await self._reader.readuntil(b"\n")).startswith(b"event: changed"):
                    if int((await self._reader.readuntil(b"\n")).removeprefix(b"data:")) > seen:
                        return

    async def line(self) -> bytes:
        """The next line, whatever it says."""
        return await self._reader.readuntil(b"\n")

    def close(self) -> None:
        self._writer.close()


def request_bytes(
    method: str, path: str, port: int, cookies: dict[str, str], body: bytes = b"",
    media: str = "application/x-www-form-urlencoded", headers: Mapping[str, str] | None = None,
) -> bytes:  # fmt: skip
    """A request like those of our own pages in a browser."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"host: {HOST}:{port}",
        "accept-encoding: gzip",
        "accept-language: pt-BR",
        "sec-fetch-site: same-origin",
    ]
    if path.startswith("/g/") and not path.endswith((".css", "/events")):
        lines.append("hx-request: true")
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if cookies:
        lines.append("cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    if method == "POST":
        lines += [f"content-type: {media}", f"content-length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def _response(reader: asyncio.StreamReader) -> HttpResponse:
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")[:-2]
    pairs = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
    headers = dict(pairs)
    cookies = [value for name, value in pairs if name == "set-cookie"]
    if headers.get("transfer-encoding") == "chunked":
        body = b""
        while size := int(await reader.readuntil(b"\r\n"), 16):
            body += (await reader.readexactly(size + 2))[:-2]
        await reader.readuntil(b"\r\n")
    else:
        body = await reader.readexactly(int(headers.get("content-length", "0")))
    if headers.get("content-encoding") == "gzip":
        body = gzip.decompress(body)
    return HttpResponse(int(first.split()[1]), headers, cookies, body)
