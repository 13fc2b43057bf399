"""What a request says of whoever makes it: the language, the look of the pages, who they are."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from ludoteca.messages import LANGUAGES, match_language
from ludoteca.web.games.seats import Guest, digest, new_secret
from ludoteca.web.settings import Settings

VISITOR, LANG, LOOK = "visitor", "lang", "look"
YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
BOARDS = ("wood", "slate", "meadow", "contrast")
"""How boards look."""


def language(request: Request) -> str:
    """By the address, by choice, by the browser's wish; else English."""
    for said in (request.query_params.get("lang", ""), request.cookies.get(LANG, "")):
        known = match_language(said)
        if known:
            return known
    return accepted(request.headers.get("accept-language", ""))


def accepted(header: str) -> str:
    """The language a browser likes best, of those there are."""
    wishes = []
    for place, part in enumerate(header.split(",")[:20]):
        word, _, weight = part.partition(";q=")
        known = match_language(word)
        if known:
            wishes.append((-_weight(weight), place, known))
    return min(wishes)[2] if wishes else LANGUAGES[0]


def _weight(text: str) -> float:
    try:
        return float(text) if text.strip() else 1.0
    except ValueError:
        return 0.0


@dataclass(frozen=True)
class Look:
    """How somebody wants the pages."""

    theme: str = "auto"
    board: str = "wood"
    targets: bool = True
    motion: bool = True
    sound: bool = False

    @classmethod
    def of(cls, request: Request) -> Look:
        """As the cookie says: `dark.slate.targets.motion.sound`."""
        said = set(request.cookies.get(LOOK, "").split("."))
        if request.query_params.get("anim") == "0":
            said.add("still")
        theme = next((one for one in THEMES if one in said), "auto")
        board = next((one for one in BOARDS if one in said), "wood")
        return cls(theme, board, "hidden" not in said, "still" not in said, "sound" in said)

    @property
    def text(self) -> str:
        words = [self.theme, self.board]
        words += [] if self.targets else ["hidden"]
        words += [] if self.motion else ["still"]
        words += ["sound"] if self.sound else []
        return ".".join(words)


def guest(request: Request) -> Guest:
    """Who asks: by the browser's cookie, or by a seat's secret in `Authorization: Bearer`."""
    visitor = request.cookies.get(VISITOR, "")
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    bearer = secret.strip() if kind.casefold() == "bearer" else ""
    return Guest(digest(visitor) if visitor else "", digest(bearer) if bearer else "")


def visitor_secret(request: Request) -> str:
    """The browser's secret, a new one if it has none."""
    return request.cookies.get(VISITOR) or new_secret()


def remember(response: Response, name: str, value: str, settings: Settings, age: int = YEAR) -> None:
    response.set_cookie(
        name, value, max_age=age, httponly=True, samesite="lax", secure=settings.secure, path="/"
    )
