"""What a request tells about its sender: language, appearance of the pages, identity."""

from __future__ import annotations

from dataclasses import dataclass

from fastapi import Request, Response

from ludoteca.messages import LANGUAGES, match_language
from ludoteca.web.games.seats import Guest, digest, new_secret
from ludoteca.web.settings import Settings

VISITOR, LANG, LOOK = "visitor", "lang", "look"
CLASS, HOME = "class", "visitor-home"
"""The class that the browser was in last, and the secret that it had before it joined as a pupil."""
YEAR = 365 * 24 * 3600
THEMES = ("auto", "light", "dark")
BOARDS = ("wood", "slate", "meadow", "contrast")
"""Board styles."""
PACES = ("instant", "normal", "slow")
"""How soon the moves of others are shown."""


def language(request: Request) -> str:
    """By query parameter, by cookie, by `Accept-Language`; else the default language."""
    for said in (request.query_params.get("lang", ""), request.cookies.get(LANG, "")):
        known = match_language(said)
        if known:
            return known
    return preferred_language(request.headers.get("accept-language", ""))


def preferred_language(header: str) -> str:
    """The language of an `Accept-Language` header, among those there are."""
    accepted = []
    for place, part in enumerate(header.split(",")[:20]):
        word, _, weight = part.partition(";q=")
        known = match_language(word)
        if known:
            accepted.append((-_weight(weight), place, known))
    return min(accepted)[2] if accepted else LANGUAGES[0]


def _weight(text: str) -> float:
    try:
        return float(text) if text.strip() else 1.0
    except ValueError:
        return 0.0


@dataclass(frozen=True)
class Appearance:
    """How a visitor wants the pages to look."""

    theme: str = "auto"
    board: str = "wood"
    targets: bool = True
    motion: bool = True
    sound: bool = False
    pace: str = "normal"
    confirm: bool = True
    """Whether a tap on a small cell has to be confirmed."""

    @classmethod
    def of(cls, request: Request) -> Appearance:
        """From the cookie, such as `dark.slate.slow.hidden.still.sound.unconfirmed`."""
        said = set(request.cookies.get(LOOK, "").split("."))
        if request.query_params.get("anim") == "0":
            said = said.difference(PACES) | {"still", "instant"}
        theme = next((one for one in THEMES if one in said), "auto")
        board = next((one for one in BOARDS if one in said), "wood")
        pace = next((one for one in PACES if one in said), "normal")
        shown, moving, heard = "hidden" not in said, "still" not in said, "sound" in said
        return cls(theme, board, shown, moving, heard, pace, "unconfirmed" not in said)

    @property
    def text(self) -> str:
        words = [self.theme, self.board, self.pace]
        words += [] if self.targets else ["hidden"]
        words += [] if self.motion else ["still"]
        words += ["sound"] if self.sound else []
        words += [] if self.confirm else ["unconfirmed"]
        return ".".join(words)


def guest(request: Request) -> Guest:
    """The sender: by the browser's cookie, or by a seat's secret in `Authorization: Bearer`."""
    visitor = request.cookies.get(VISITOR, "")
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    bearer = secret.strip() if kind.casefold() == "bearer" else ""
    return Guest(digest(visitor) if visitor else "", digest(bearer) if bearer else "")


def visitor_secret(request: Request) -> str:
    """The browser's secret; a new one if it has none."""
    return request.cookies.get(VISITOR) or new_secret()


def set_cookie(response: Response, name: str, value: str, settings: Settings, age: int = YEAR) -> None:
    response.set_cookie(
        name, value, max_age=age, httponly=True, samesite="lax", secure=settings.secure, path="/"
    )
