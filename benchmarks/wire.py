"""As much of HTTP as a crowd on loopback needs: cheap, so that what is measured is the server."""

from __future__ import annotations

import asyncio
import gzip
from dataclasses import dataclass

HOST = "127.0.0.1"
PATIENCE = 30.0
"""Seconds after which an answer is given up."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes


class Wire:
    """One connection that is kept open, with the cookies it was given."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookies: dict[str, str] = {}
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: bytes = b"") -> Answer:
        """The whole answer. Raises `OSError`, `IncompleteReadError` and `TimeoutError`."""
        async with asyncio.timeout(PATIENCE):
            if self._ends is None or self._ends[0].at_eof():
                self.close()
                self._ends = await asyncio.open_connection(HOST, self.port)
            reader, writer = self._ends
            writer.write(question(method, path, self.port, self.cookies, body))
            answer = await _answer(reader)
        for line in answer.cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        if answer.headers.get("connection") == "close":
            self.close()
        return answer

    def close(self) -> None:
        if self._ends:
            self._ends[1].close()
            self._ends = None


class Stream:
    """A stream of events."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, port: int, path: str, cookies: dict[str, str]) -> Stream:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(question("GET", path, port, cookies))
            await reader.readuntil(b"\r\n\r\n")
        return cls(reader, writer)

    async def changed(self, seconds: float, seen: int) -> None:
        """Wait for the news that the game has changed since the version that was seen; what is older is old,
        as for the page's own script. Raises `TimeoutError`."""
        async with asyncio.timeout(seconds):
            while True:
                if (await self._reader.readuntil(b"\n")).startswith(b"event: changed"):
                    if int((await self._reader.readuntil(b"\n")).removeprefix(b"data:")) > seen:
                        return

    def close(self) -> None:
        self._writer.close()


def question(method: str, path: str, port: int, cookies: dict[str, str], body: bytes = b"") -> bytes:
    """A request as a browser's own page would make it."""
    lines = [
        f"{method} {path} HTTP/1.1",
        f"host: {HOST}:{port}",
        "accept-encoding: gzip",
        "accept-language: pt-BR",
        "sec-fetch-site: same-origin",
    ]
    if path.startswith("/g/") and not path.endswith((".css", "/events")):
        lines.append("hx-request: true")
    if cookies:
        lines.append("cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()))
    if method == "POST":
        lines += ["content-type: application/x-www-form-urlencoded", f"content-length: {len(body)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def _answer(reader: asyncio.StreamReader) -> Answer:
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
    return Answer(int(first.split()[1]), headers, cookies, body)
