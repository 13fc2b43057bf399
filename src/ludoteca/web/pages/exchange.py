"""Import, export, and the sheet to print."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, Response, UploadFile

from ludoteca.games import SIDES
from ludoteca.play.exchange import LARGEST
from ludoteca.play.record import Record
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.export import EXPORT_SECONDS, export_game
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.pages.game import start_game
from ludoteca.web.request_context import language, visitor_secret
from ludoteca.web.services import ServicesDep
from ludoteca.web.templating import page
from ludoteca.workshop.print_sheet import STYLE, raw_of, sheet

router = APIRouter(route_class=BoundedRoute)


@router.get("/g/{game_id}/export/{name}")
def export(
    request: Request, game_id: str, services: ServicesDep, name: str, ply: int | None = None, width: int = 640
) -> Response:
    """The game as a file: `text`, `json`, `sgf`, `piskvork`, `svg`, `png`, `gif` or `html`."""
    return export_game(request, services, game_id, name, ply, width)


@router.get("/import")
def import_page(request: Request) -> Response:
    return page(request, "import.html", refused=None)


@router.post("/import")
def import_(
    request: Request, services: ServicesDep, file: Annotated[UploadFile | None, File()] = None,
    text: Annotated[str, Form()] = "", game: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """Import a record of ours or of another program as a game."""
    content: bytes | str = text
    if file is not None and file.filename:
        content = file.file.read(LARGEST + 1)
    if not content:
        raise NotAllowedNow("request.no-record")
    job = {
        "kind": "import", "content": content, "game": game.strip()[:200], "lang": language(request)
    }  # fmt: skip
    found: dict[str, Any] = services.jobs.run(job, EXPORT_SECONDS)
    if "number" in found:
        return page(request, "import.html", 422, refused=found, kept=Record.from_text(found["text"]))
    record = Record.from_text(found["text"])
    setup = GameSetup(
        called=record.game, kind="shared", first="human", second="human", first_name=record.first,
        second_name=record.second, position=record.position, moves=tuple(one.move for one in record.moves),
    )  # fmt: skip
    return start_game(request, services, setup, visitor_secret(request), SIDES)


@router.get("/games/{game_id}/print")
def print_game(request: Request, game_id: str, services: ServicesDep, variant: str = "") -> Response:
    """Board, pieces to cut out, and rules on one sheet."""
    called = known_game(game_id) + (f"/{variant}" if variant else "")
    game = services.game_cache.game(called)
    drawn = sheet(game, raw_of(called), language(request))
    return page(
        request, "print.html", sheet=drawn, title=game.title(language(request)), back=f"/games/{game_id}"
    )


@router.get("/print.css")
def print_css() -> Response:
    return Response(STYLE, media_type="text/css", headers={"cache-control": "public, max-age=86400"})
