"""Import, export, and the sheet to print."""

from __future__ import annotations

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, File, Form, Request, Response, UploadFile

from ludoteca.errors import LudotecaError, UnknownGame
from ludoteca.games import SIDES
from ludoteca.play.exchange import LARGEST, decoded
from ludoteca.play.record import Record
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.errors import can_be_corrected, message_of, status_of
from ludoteca.web.export import EXPORT_SECONDS, export_game
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.pages.game import start_game
from ludoteca.web.request_context import language, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page
from ludoteca.workshop.print_sheet import STYLE, raw_of, sheet

router = APIRouter(route_class=BoundedRoute)
MOST_TEXT = 200_000
"""The most that can be pasted."""


@router.get("/g/{game_id}/export/{name}")
def export(
    request: Request, game_id: str, services: ServicesDep, name: str, ply: int | None = None, width: int = 640
) -> Response:
    """The game as a file: `text`, `json`, `sgf`, `piskvork`, `svg`, `png`, `gif` or `html`."""
    return export_game(request, services, game_id, name, ply, width)


@router.get("/import")
def import_page(request: Request) -> Response:
    return page(request, "import.html", refused=None, entered={"text": "", "game": ""})


@router.post("/import")
def import_(
    request: Request, services: ServicesDep, file: Annotated[UploadFile | None, File()] = None,
    text: Annotated[str, Form()] = "", game: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """Import a record of ours or of another program as a game."""
    content, name = sent_record(file, text), game.strip()[:200]
    entered = {"text": shown_again(content), "game": name}
    try:
        found = read_record(services, content, name, language(request))
    except LudotecaError as error:
        if not was_misspelt(error):
            raise
        problem = message_of(error, language(request))
        return page(
            request, "import.html", status_of(error)[0], refused={"problem": problem}, entered=entered
        )
    record = Record.from_text(found["text"])
    if "number" in found:
        return page(request, "import.html", 422, refused=found, kept=record, entered=entered)
    if record.rules_text:
        services.drafts.require_valid(record.rules_text, record.game[:80])
    setup = GameSetup(
        called=record.game, kind="shared", first="human", second="human", first_name=record.first,
        second_name=record.second, position=record.position, moves=tuple(one.move for one in record.moves),
        file=record.rules_text or None,
    )  # fmt: skip
    return start_game(request, services, setup, visitor_secret(request), SIDES)


def was_misspelt(error: LudotecaError) -> bool:
    """Whether the form is shown again: the record or the name of its game can be corrected."""
    return can_be_corrected(error) or isinstance(error, UnknownGame)


def sent_record(file: UploadFile | None, text: str) -> bytes | str:
    """The content of a file that was sent, or else the text."""
    return file.file.read(LARGEST + 1) if file is not None and file.filename else text


def read_record(services: Services, content: bytes | str, game: str, lang: str) -> dict[str, Any]:
    """The `text` of a record that was sent, read by a worker; up to an illegal move, with its `number`."""
    if not content:
        raise NotAllowedNow("request.no-record")
    job = {"kind": "import", "content": content, "game": game, "lang": lang}
    found: dict[str, Any] = services.jobs.run(job, EXPORT_SECONDS)
    return found


def shown_again(content: bytes | str) -> str:
    """The content as text, to show it again; empty if it is too large for the form."""
    return decoded(content) if len(content) <= MOST_TEXT else ""


@router.get("/games/{game_id}/print")
def print_game(request: Request, game_id: str, services: ServicesDep, variant: str = "") -> Response:
    """Board, pieces to cut out, and rules on paper."""
    called = known_game(game_id) + (f"/{variant}" if variant else "")
    game = services.game_cache.game(called)
    drawn = sheet(game, raw_of(called), language(request))
    return page(
        request, "print.html", sheet=drawn, title=game.title(language(request)),
        back=f"/games/{game_id}" + (f"?variant={quote(variant)}" if variant else ""),
    )  # fmt: skip


@router.get("/print.css")
def print_css() -> Response:
    return Response(STYLE, media_type="text/css", headers={"cache-control": "public, max-age=86400"})
