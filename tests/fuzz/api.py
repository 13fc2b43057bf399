"""Sequences of HTTP requests to a real server: whatever is sent, it answers in time, and never with a 500."""

from __future__ import annotations

import html
import json
import re
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from ludoteca.web.games import experiments, lessons
from ludoteca.web.security import HEADERS
from ludoteca.web.settings import Settings
from tests.fuzz.api_calls import mutated_calls
from tests.fuzz.harness import Harness
from tests.fuzz.http_client import Answer, Browser, is_incomplete
from tests.web.serving import running

SLOWEST = 5.0
"""Seconds within which a request is answered."""
UNPARSED = b"Invalid HTTP request received."
"""What the HTTP library answers itself, before the application sees a request."""


class Api(Harness):
    """A list of calls in JSON. `{game}`, `{secret}`, `{draft}`, `{class}` and others in braces stand for what
    earlier calls created."""

    kind = "api"
    seconds = 0
    megabytes = 0
    wall_seconds = 600.0
    share = 4.0
    limits = "school"

    def __init__(self, slowest: float = SLOWEST) -> None:
        self.slowest = slowest
        self._resources = ExitStack()
        self._address = ""

    def __reduce__(self) -> tuple[type, tuple[float]]:
        return type(self), (self.slowest,)

    def warm_up(self) -> None:
        """Start the server. What runs long is short: it would keep the one worker from the other inputs."""
        experiments.SECONDS, lessons.SEARCH_SECONDS = 0.5, 0.0
        folder = self._resources.enter_context(tempfile.TemporaryDirectory(prefix="ludoteca-fuzz-"))
        database = f"sqlite:///{Path(folder) / 'web.sqlite'}"
        settings = Settings(database=database, workers=1, seconds=1.0, limits=self.limits)
        self._address = self._resources.enter_context(running(settings))

    def close(self) -> None:
        self._resources.close()

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        return mutated_calls(data, others, chance)

    def check(self, data: bytes) -> Iterator[str]:
        calls = calls_in(data)
        browser, known = Browser(urlsplit(self._address).port or 0, 3 * self.slowest), dict[str, str]()
        for call in calls[:20]:
            begun = time.monotonic()
            answer = browser.send(filled(call, known))
            seconds = 0.0 if is_incomplete(call) else time.monotonic() - begun
            self._check_answer(call, answer, seconds)
            known |= created(answer)
            if answer is not None:
                path = re.sub(r"[^/a-z{}.]", "", str(call.get("path"))[:40])
                yield f"{call.get('method')} {path} {answer.status}"

    def _check_answer(self, call: dict[str, Any], answer: Answer | None, seconds: float) -> None:
        assert seconds < self.slowest, f"{seconds:.1f} seconds for {call}"
        if answer is None:
            return  # the connection was closed, as after a request that is not HTTP
        assert answer.status < 500 or answer.status == 503, (
            f"{answer.status} for {call}: {answer.body[:300]!r}"
        )
        if answer.body.startswith(UNPARSED):
            return
        missing = [name for name in HEADERS if name not in answer.headers]
        assert not missing, f"{answer.status} without {missing} for {call}"
        if answer.status >= 400 and answer.headers.get("content-type") == "application/json":
            error = json.loads(answer.body or b"{}").get("error", {}) if call.get("method") != "HEAD" else {}
            assert call.get("method") == "HEAD" or (error.get("code") and error.get("message")), answer.body[
                :300
            ]


def calls_in(data: bytes) -> list[dict[str, Any]]:
    try:
        calls = json.loads(data)
    except (ValueError, RecursionError):
        return []
    return [call for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []


def filled(call: dict[str, Any], known: dict[str, str]) -> dict[str, Any]:
    """A call with the names of what was created in place of the placeholders."""
    text = json.dumps(call)
    for name, value in known.items():
        text = text.replace("{" + name + "}", value)
    whole: dict[str, Any] = json.loads(text)
    return whole


PLACES = (
    ("game", r"/g/([\w-]+)"), ("draft", r"/workshop/([\w-]+)"), ("tournament", r"/tournaments/([\w-]+)"),
    ("class", r"/class/(?!join)([\w-]+)"), ("run", r"/lab/runs/([\w-]+)"),
)  # fmt: skip
"""What a redirection names."""
IN_PAGES = (
    ("code", rb'id="code">([^<]+)<'), ("tree", rb'name="d" value="([^"]+)"'),
    ("analysis", rb"/analysis/s/([\w-]+)"), ("secret", rb"/seat/([0-9a-f]{32})"),
)  # fmt: skip
"""What a page names: the code of a class, the tree of an analysis, an invitation."""


def created(answer: Answer | None) -> dict[str, str]:
    """What a response names: games, drafts, tournaments…"""
    if answer is None:
        return {}
    found: dict[str, str] = {}
    if answer.status == 201:
        body = json.loads(answer.body)
        found["game"] = body["game"]["id"]
        found |= {"secret": next(iter(body["seats"].values()), "none")}
    place = answer.headers.get("location", "")
    for name, pattern in PLACES:
        if match := re.match(pattern, place):
            found[name] = match[1]
    if answer.headers.get("content-type", "").startswith("text/html"):
        for name, in_page in IN_PAGES:
            if seen := re.search(in_page, answer.body):
                found[name] = html.unescape(seen[1].decode())
    return found
