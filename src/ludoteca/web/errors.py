"""Errors as responses in the reader's language: a page for people, an object for programs."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match
from starlette.types import Scope

from ludoteca.errors import (
    IllegalMove,
    LudotecaError,
    RulesError,
)
from ludoteca.messages import catalogue
from ludoteca.web.budgets import OverBudget
from ludoteca.web.request_context import language
from ludoteca.web.templating import page

MESSAGES = catalogue("web")

_LOG = logging.getLogger(__name__)

STATUSES: dict[str, tuple[int, str]] = {
    "missing": (404, "no-such-game"),
    "visitor": (404, "nothing-stored"),
    "game": (404, "unknown-game"),
    "seat": (403, "not-your-seat"),
    "stale": (409, "out-of-step"),
    "session.over": (409, "game-over"),
    "session": (409, "not-now"),
    "request": (409, "not-now"),
    "move": (422, "illegal-move"),
    "player": (422, "unknown-player"),
    "position": (422, "bad-position"),
    "record": (422, "bad-record"),
    "rules": (422, "bad-rules"),
    "limit": (422, "too-much"),
    "tree": (422, "too-much"),
    "sandbox": (422, "too-much"),
    "draft": (422, "bad-draft"),
    "budget": (429, "too-many"),
    "quota.full-games": (507, "storage-full"),
    "quota.full-space": (507, "storage-full"),
    "quota": (429, "quota"),
    "busy": (503, "busy"),
    "timeout": (503, "took-too-long"),
    "worker": (503, "worker-died"),
    "database.value": (422, "unfit"),
    "database": (503, "cannot-store"),
}
"""The HTTP status and the code of the API for an error's code or the first part of it. Programs may rely on
both."""
OTHERS = (422, "refused")
_MOST = 5
"""Problems of an invalid request that are listed."""
_MOST_RULES = 20
"""Problems of bad rules that are listed."""


def status_of(error: LudotecaError) -> tuple[int, str]:
    """The HTTP status of an error and its code in the API."""
    return STATUSES.get(error.code) or STATUSES.get(error.code.partition(".")[0]) or OTHERS


def can_be_corrected(error: LudotecaError) -> bool:
    """Whether the visitor can correct what was entered: the form is shown again, with what was entered."""
    return status_of(error)[0] in (409, 422)


def message_of(error: LudotecaError, lang: str) -> str:
    """The error as a sentence in a language. Details of server errors are for the log only."""
    status, word = status_of(error)
    text = MESSAGES.text(lang, f"error.{word}") if status >= 500 else error.text(lang)
    return text[:1].upper() + _shortened(text[1:], 2000)


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(LudotecaError, _ludoteca)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def error_response(
    request: Request, status: int, word: str, message: str, retry_after: int | None = None, **more: object
) -> Response:
    """An error as a page, a fragment for htmx, or JSON."""
    if status == 503:
        retry_after = 2
    headers = {"retry-after": str(retry_after)} if retry_after else None
    if _wants_json(request):
        error = {"code": word, "message": message, **more}
        return JSONResponse({"error": error}, status, headers=headers)
    template = "part/error.html" if request.headers.get("hx-request") else "error.html"
    response = page(request, template, status, message=message, word=word)
    if headers:
        response.headers.update(headers)
    return response


async def _ludoteca(request: Request, error: Exception) -> Response:
    assert isinstance(error, LudotecaError)
    status, word = status_of(error)
    if status >= 500:
        _LOG.warning("%s %s: %s", request.method, request.url.path, error)
    more: dict[str, object] = {"reason": error.reason} if isinstance(error, IllegalMove) else {}
    if isinstance(error, RulesError):
        more["problems"] = [_shortened(str(one), 300) for one in error.problems[:_MOST_RULES]]
    retry_after = error.retry_after if isinstance(error, OverBudget) else None
    return error_response(request, status, word, message_of(error, language(request)), retry_after, **more)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    where = [
        _shortened(".".join(map(str, one["loc"]))) + ": " + _shortened(one["msg"]) for one in found[:_MOST]
    ]
    more = ["…"] if len(found) > _MOST else []
    message = MESSAGES.text(language(request), "error.invalid") + " " + "; ".join([*where, *more])
    return error_response(request, 422, "invalid", message)


def _shortened(text: str, most: int = 100) -> str:
    """A text that may contain what was sent."""
    return text if len(text) <= most else text[: most - 1] + "…"


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    lang = language(request)
    word = "too-large" if error.status_code == 413 else f"http-{error.status_code}"
    key = f"error.{word}"
    message = MESSAGES.text(lang, key) if key in MESSAGES else str(error.detail)
    response = error_response(request, error.status_code, word, message)
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(_methods(request)) or "GET"
    return response


def _methods(request: Request) -> list[str]:
    """The methods that some route has for the path of a request."""
    routes = request.app.router.routes
    others = [one for one in ("GET", "POST", "PATCH", "PUT", "DELETE") if one != request.method]
    return [one for one in others if any(_takes(route, {**request.scope, "method": one}) for route in routes)]


def _takes(route: BaseRoute, scope: Scope) -> bool:
    return route.matches(scope)[0] is Match.FULL


_MIDDLEWARE_CODES = {403: "cross-site", 404: "http-404", 413: "too-large"}


def reject_request(request: Request, status: int) -> Response:
    """The response of the middleware to a rejected request."""
    word = _MIDDLEWARE_CODES[status]
    return error_response(request, status, word, MESSAGES.text(language(request), f"error.{word}"))


def reject_client(request: Request, refused: LudotecaError) -> Response:
    """The response to a request over budget, or of a client with too many requests."""
    status, word = status_of(refused)
    retry_after = refused.retry_after if isinstance(refused, OverBudget) else None
    return error_response(request, status, word, message_of(refused, language(request)), retry_after)


async def _unexpected(request: Request, error: Exception) -> Response:
    _LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return error_response(request, 500, "ours", MESSAGES.text(language(request), "error.http-500"))
