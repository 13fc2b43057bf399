"""Records and pictures on their way in and out, and a sheet to print."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Form, HTTPException, Request, Response, UploadFile

from ludoteca.games import SIDES
from ludoteca.play.exchange import FORMATS, LARGEST, formats_for
from ludoteca.play.record import Record
from ludoteca.web.game_view import Showing
from ludoteca.web.games.new_game import Order
from ludoteca.web.games.refusals import NotNow
from ludoteca.web.pages.catalogue import known_game
from ludoteca.web.pages.game import begun
from ludoteca.web.request_context import language, visitor_secret
from ludoteca.web.services import House, house
from ludoteca.web.templating import page
from ludoteca.workshop.print_sheet import STYLE, raw_of, sheet

router = APIRouter()
Here = Annotated[House, Depends(house)]
PATIENCE = 20.0
"""Seconds for a moving picture or a long record."""


@router.get("/g/{game_id}/export/{name}")
def export(
    request: Request, game_id: str, house: Here, name: str, ply: int | None = None, width: int = 640
) -> Response:
    """The game as a file: `text`, `json`, `sgf`, `piskvork`, `svg`, `png`, `gif` or `html`."""
    return exported(request, house, game_id, name, ply, width)


def exported(
    request: Request, house: House, game_id: str, name: str, ply: int | None = None, width: int = 640
) -> Response:
    """A game as a file, written by a worker."""
    table = house.desk.table(game_id)
    if name not in formats_for(table.game):
        raise HTTPException(404)
    at = Showing(request, house, table)
    record = table.record((at.name("first"), at.name("second")))
    job = {
        "kind": "export", "record": record.as_dict(), "format": name, "called": table.row.called,
        "file": table.row.file, "lang": language(request), "width": min(max(width, 64), 1200), "ply": ply,
    }  # fmt: skip
    content = house.pool.ask(job, PATIENCE)
    form = FORMATS[name]
    filename = f"{table.game.id}-{table.id}.{form.ending}"
    headers = {"content-disposition": f'attachment; filename="{filename}"'}
    return Response(content, media_type=form.media, headers=headers)


@router.get("/import")
def import_page(request: Request) -> Response:
    return page(request, "import.html", refused=None)


@router.post("/import")
def import_(
    request: Request, house: Here, file: Annotated[UploadFile | None, File()] = None,
    text: Annotated[str, Form()] = "", game: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """A record of ours or of another program, opened as a game to step through and to play on."""
    content: bytes | str = text
    if file is not None and file.filename:
        content = file.file.read(LARGEST + 1)
    if not content:
        raise NotNow("choose a file, or paste a record.")
    job = {"kind": "import", "content": content, "game": game.strip()[:200]}
    found: dict[str, Any] = house.pool.ask(job, PATIENCE)
    if "number" in found:
        return page(request, "import.html", 422, refused=found, kept=Record.from_text(found["text"]))
    record = Record.from_text(found["text"])
    order = Order(
        called=record.game, kind="shared", first="human", second="human", first_name=record.first,
        second_name=record.second, position=record.position, moves=tuple(one.move for one in record.moves),
    )  # fmt: skip
    return begun(request, house, order, visitor_secret(request), SIDES)


@router.get("/games/{game_id}/print")
def print_game(request: Request, game_id: str, house: Here, variant: str = "") -> Response:
    """Board, pieces to cut out and rules on one sheet."""
    called = known_game(game_id) + (f"/{variant}" if variant else "")
    game = house.opened.game(called)
    drawn = sheet(game, raw_of(called), language(request))
    return page(
        request, "print.html", sheet=drawn, title=game.title(language(request)), back=f"/games/{game_id}"
    )


@router.get("/print.css")
def print_css() -> Response:
    return Response(STYLE, media_type="text/css", headers={"cache-control": "public, max-age=86400"})
