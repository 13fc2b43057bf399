"""Errors as responses in the reader's language: a page for people, an object for programs."""

from __future__ import annotations

import logging

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from ludoteca.errors import (
    BadPosition,
    BadRecord,
    IllegalMove,
    LimitExceeded,
    LudotecaError,
    RulesError,
    UnknownGame,
)
from ludoteca.messages import catalogue
from ludoteca.play.players import UnknownPlayer
from ludoteca.play.session import GameIsOver, NotAllowedNow, SessionError
from ludoteca.play.translations import explain
from ludoteca.web.games.errors import GameNotFound, NotYourSeat, StaleGame
from ludoteca.web.request_context import language
from ludoteca.web.store.database import CannotStore, UnstorableValue
from ludoteca.web.templating import page
from ludoteca.web.workers.pool import Busy, TookTooLong, WorkerDied
from ludoteca.workshop.drafts import DraftError
from ludoteca.workshop.sandbox import SandboxError

MESSAGES = catalogue("web")

_LOG = logging.getLogger(__name__)

KINDS: tuple[tuple[type[LudotecaError], int, str], ...] = (
    (GameNotFound, 404, "no-such-game"),
    (UnknownGame, 404, "unknown-game"),
    (NotYourSeat, 403, "not-your-seat"),
    (StaleGame, 409, "out-of-step"),
    (GameIsOver, 409, "game-over"),
    (NotAllowedNow, 409, "not-now"),
    (IllegalMove, 422, "illegal-move"),
    (UnknownPlayer, 422, "unknown-player"),
    (BadPosition, 422, "bad-position"),
    (BadRecord, 422, "bad-record"),
    (RulesError, 422, "bad-rules"),
    (LimitExceeded, 422, "too-much"),
    (Busy, 503, "busy"),
    (TookTooLong, 503, "took-too-long"),
    (WorkerDied, 503, "worker-died"),
    (CannotStore, 503, "cannot-store"),
    (UnstorableValue, 422, "unfit"),
    (SandboxError, 422, "too-much"),
    (DraftError, 422, "bad-draft"),
    (SessionError, 422, "refused"),
    (LudotecaError, 422, "refused"),
)
"""The HTTP status and the code of each kind of error. Programs may rely on both."""


def status_of(error: LudotecaError) -> tuple[int, str]:
    return next((status, word) for kind, status, word in KINDS if isinstance(error, kind))


def message_of(error: LudotecaError, lang: str) -> str:
    """The error as a sentence in a language."""
    _, word = status_of(error)
    key = f"error.{word}"
    by_code = Busy | TookTooLong | WorkerDied | CannotStore | UnstorableValue | SessionError
    if isinstance(error, by_code) and key in MESSAGES:
        return MESSAGES.text(lang, key)
    said = explain(error, lang)
    return said[:1].upper() + said[1:]


def add_handlers(app: FastAPI) -> None:
    app.add_exception_handler(LudotecaError, _ludoteca)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _unexpected)


def _wants_json(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def error_response(request: Request, status: int, word: str, message: str, **more: object) -> Response:
    """An error as a page, a fragment for htmx, or JSON."""
    headers = {"retry-after": "2"} if status == 503 else None
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
    more = {"reason": error.reason} if isinstance(error, IllegalMove) else {}
    if isinstance(error, RulesError):
        more["problems"] = list(map(str, error.problems))  # type: ignore[assignment]
    return error_response(request, status, word, message_of(error, language(request)), **more)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    where = [".".join(str(part) for part in one["loc"]) + ": " + str(one["msg"]) for one in error.errors()]
    message = MESSAGES.text(language(request), "error.invalid") + " " + "; ".join(where)
    return error_response(request, 422, "invalid", message)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    lang = language(request)
    key = f"error.http-{error.status_code}"
    message = MESSAGES.text(lang, key) if key in MESSAGES else str(error.detail)
    response = error_response(request, error.status_code, f"http-{error.status_code}", message)
    response.headers.update(error.headers or {})
    return response


_MIDDLEWARE_CODES = {403: "cross-site", 404: "http-404", 413: "too-large"}


def reject_request(request: Request, status: int) -> Response:
    """The response of the middleware to a rejected request."""
    word = _MIDDLEWARE_CODES[status]
    return error_response(request, status, word, MESSAGES.text(language(request), f"error.{word}"))


async def _unexpected(request: Request, error: Exception) -> Response:
    _LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return error_response(request, 500, "ours", MESSAGES.text(language(request), "error.http-500"))
