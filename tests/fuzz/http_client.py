"""An HTTP client that sends anything: invalid paths, headers and bodies too."""

from __future__ import annotations

import json
import socket
from dataclasses import dataclass, field
from http.client import HTTPException, HTTPResponse
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlencode

LARGEST = 4_000_000
INCOMPLETE_SECONDS = 1.0
"""How long to wait for a response to a request whose end the server may not recognize."""


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Browser:
    """Sends calls, one connection each, and keeps cookies. A call names its visitor by `as`."""

    port: int
    seconds: float
    visitors: dict[str, dict[str, str]] = field(default_factory=dict)

    def send(self, call: dict[str, Any]) -> Answer | None:
        """The response to a call; None if the connection was closed without one."""
        method = str(call.get("method", "GET"))
        seconds = INCOMPLETE_SECONDS if is_incomplete(call) else self.seconds
        with socket.create_connection(("127.0.0.1", self.port), seconds) as connection:
            try:
                connection.sendall(self._request(call))
                response = HTTPResponse(connection, method=method)
                response.begin()
                headers = {name.lower(): value for name, value in response.getheaders()}
                is_stream = headers.get("content-type", "").startswith("text/event-stream")
                body = b"" if is_stream else response.read(LARGEST)
            except (ConnectionError, HTTPException):
                return None
            except TimeoutError:
                if is_incomplete(call):
                    return None  # the server rightly waits for the rest of the body
                raise
        self._keep(response, self._cookies(call))
        return Answer(response.status, headers, body)

    def _request(self, call: dict[str, Any]) -> bytes:
        body, content_type = content(call)
        headers = {"Host": f"127.0.0.1:{self.port}", "Connection": "close", "Sec-Fetch-Site": "same-origin"}
        if content_type:
            headers["Content-Type"] = content_type
        if body:
            headers["Content-Length"] = str(len(body))
        if cookies := self._cookies(call):
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in cookies.items())
        given = call.get("headers")
        headers |= {str(name): str(value) for name, value in given.items()} if isinstance(given, dict) else {}
        lines = [f"{call.get('method', 'GET')} {call.get('path', '/')} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        return "\r\n".join([*lines, "", ""]).encode("utf-8", "replace") + body

    def _cookies(self, call: dict[str, Any]) -> dict[str, str]:
        return self.visitors.setdefault(str(call.get("as", "")), {})

    def _keep(self, response: HTTPResponse, cookies: dict[str, str]) -> None:
        for one in response.headers.get_all("set-cookie") or []:
            try:
                cookies |= {name: morsel.value for name, morsel in SimpleCookie(one).items()}
            except CookieError:
                continue


def is_incomplete(call: dict[str, Any]) -> bool:
    """Whether a call states the length of its body in a way of its own."""
    headers = call.get("headers")
    names = {str(name).casefold() for name in headers} if isinstance(headers, dict) else set()
    return bool(names & {"content-length", "transfer-encoding", "expect"})


def content(call: dict[str, Any]) -> tuple[bytes, str]:
    """The body of a call and its type: an object as JSON or as a form, or text as it is."""
    if "json" in call:
        return json.dumps(call["json"]).encode(), "application/json"
    if isinstance(call.get("form"), dict):
        fields = {name: value for name, value in call["form"].items()}
        return urlencode(fields, doseq=True, errors="replace").encode(), "application/x-www-form-urlencoded"
    body = str(call["body"]).encode("utf-8", "replace") if "body" in call else b""
    return body, "application/json" if body else ""
