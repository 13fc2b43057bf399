"""Request bodies: how large and how complex they may be, and how they are parsed.

The limits are checked before anything is parsed or validated, and large bodies are parsed in a thread, so
that no body keeps the event loop busy.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncGenerator, Callable, Coroutine
from typing import Any
from urllib.parse import parse_qsl

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, Headers
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException, MultiPartParser

from ludoteca.play.exchange import LARGEST as LARGEST_RECORD
from ludoteca.workshop.drafts import LONGEST_TEXT

# -- sizes, in bytes ------------------------------------------------------------------------------------

SMALL = 64_000
"""Forms and objects: a move, a new game, a position with its moves."""
RULES = 12 * LONGEST_TEXT + 16_000
"""Rules: JSON writes a character as up to twelve bytes, a form as up to twelve."""
IMPORT = LARGEST_RECORD
"""Records of other programs."""
SIZES: tuple[tuple[re.Pattern[str], int], ...] = (
    (re.compile(r"/((api|analysis)/)?import"), IMPORT),
    (re.compile(r"/api/(games|workshop/[^/]+)"), RULES),
    (re.compile(r"/workshop/(open|[^/]+/text)"), RULES),
)
"""The routes that take more than `SMALL`."""


def largest_body(path: str) -> int:
    """The maximum size of a body that is sent to a path."""
    return next((size for route, size in SIZES if route.fullmatch(path)), SMALL)


# -- complexity -----------------------------------------------------------------------------------------

DEPTH = 16
"""Nested objects and lists of a JSON body."""
KEYS = 100
"""Keys of all objects of a JSON body together."""
ITEMS = 5_000
"""Values of a JSON body."""
FIELDS = 100
"""Fields of a form."""
FILES = 2
"""Files of a form."""
_INLINE = 4_000
"""Bodies up to this size are parsed at once, larger ones in a thread."""


class TooComplex(HTTPException):
    """More fields, keys, items or levels than any request needs."""

    def __init__(self) -> None:
        super().__init__(413)


class Malformed(HTTPException):
    """A body that is no form or no JSON."""

    def __init__(self) -> None:
        super().__init__(400)


_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_BRACKETS = re.compile(rb"[\[\]{}]")


def parse_json(body: bytes) -> Any:
    """The value of a JSON body. Raises `TooComplex`, or `ValueError` as `json.loads` does."""
    plain = _STRING.sub(b"", body)
    if plain.count(b":") > KEYS or plain.count(b",") >= ITEMS or _depth(plain) > DEPTH:
        raise TooComplex
    return json.loads(body)


def _depth(plain: bytes) -> int:
    """The number of levels of a JSON text without its strings; more than `DEPTH` are not counted."""
    depth = deepest = 0
    for bracket in _BRACKETS.finditer(plain):
        depth += 1 if bracket[0] in b"[{" else -1
        deepest = max(deepest, depth)
        if deepest > DEPTH:
            break
    return deepest


_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")


def parse_form(body: bytes) -> FormData:
    """The fields of a URL-encoded form. Raises `TooComplex` and `Malformed`.

    Longer texts are sent as multipart forms, which need no decoding.
    """
    if len(body) > RULES or body.count(b"&") >= FIELDS:
        raise TooComplex
    if _BAD_ESCAPE.search(body):
        raise Malformed
    return FormData([*parse_qsl(body.decode("latin-1"), keep_blank_values=True)])


def parse_multipart(headers: Headers, body: bytes) -> FormData:
    """The fields and files of a form. Raises `Malformed`, also for too many of them."""

    async def stream() -> AsyncGenerator[bytes, None]:
        yield body

    parser = MultiPartParser(
        headers, stream(), max_files=FILES, max_fields=FIELDS, max_part_size=len(body) + 1
    )  # fmt: skip
    parsing = parser.parse()
    try:
        parsing.send(None)  # the whole body is here, so it waits for nothing
    except StopIteration as done:
        form: FormData = done.value
        return form
    except (MultiPartException, ValueError) as problem:
        raise Malformed from problem
    parsing.close()
    raise Malformed


# -- requests -------------------------------------------------------------------------------------------


class BoundedRequest(Request):
    """A request whose body is parsed within the limits. The middleware has limited its size."""

    async def json(self) -> Any:
        if not hasattr(self, "_json"):
            body = await self.body()
            self._json = await _parsed(len(body), parse_json, body)
        return self._json

    async def _get_form(self, **limits: Any) -> FormData:
        if self._form is None:
            body = await self.body()
            kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind == "multipart/form-data":
                self._form = await _parsed(len(body), parse_multipart, self.headers, body)
            elif kind == "application/x-www-form-urlencoded":
                self._form = await _parsed(len(body), parse_form, body)
            else:
                self._form = FormData()
        return self._form


async def _parsed(size: int, parse: Callable[..., Any], *values: Any) -> Any:
    return parse(*values) if size <= _INLINE else await run_in_threadpool(parse, *values)


class BoundedRoute(APIRoute):
    """A route that gets a `BoundedRequest`. Every router of the application uses it."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            return await handle(BoundedRequest(request.scope, request.receive))

        return bounded
