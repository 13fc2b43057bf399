"""Appearance and language, stored in cookies."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse

from ludoteca.messages import match_language
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.request_context import BOARDS, LANG, LOOK, PACES, THEMES, Appearance, set_cookie
from ludoteca.web.services import ServicesDep

router = APIRouter(route_class=BoundedRoute)
Word = Annotated[str, Form()]


@router.post("/look")
def save_preferences(
    request: Request, services: ServicesDep, theme: Word = "auto", board: Word = "wood",
    lang: Word = "", targets: Word = "", motion: Word = "", sound: Word = "", pace: Word = "normal",
    confirm: Word = "", back: Word = "/",
) -> Response:  # fmt: skip
    look = Appearance(
        theme if theme in THEMES else "auto", board if board in BOARDS else "wood",
        bool(targets), bool(motion), bool(sound), pace if pace in PACES else "normal", bool(confirm),
    )  # fmt: skip
    response = RedirectResponse(_own(back), 303)
    set_cookie(response, LOOK, look.text, services.settings)
    known = match_language(lang)
    if known:
        set_cookie(response, LANG, known, services.settings)
    return response


def _own(address: str) -> str:
    """The path of a URL on this server to return to."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return "/"
    if parts.scheme or parts.netloc or not parts.path.startswith("/") or address.startswith(("//", "/\\")):
        return "/"
    return parts.path + (f"?{parts.query}" if parts.query else "")
