"""The page of a game, and what can be done on it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from ludoteca.web.board_view import stylesheet
from ludoteca.web.game_view import Hint, Showing
from ludoteca.web.games.game_state import Table
from ludoteca.web.games.new_game import Order, tidy
from ludoteca.web.games.refusals import NotNow, OutOfStep
from ludoteca.web.games.seats import digest
from ludoteca.web.move_tree import below
from ludoteca.web.request_context import VISITOR, guest, remember, visitor_secret
from ludoteca.web.services import House, house
from ludoteca.web.templating import page

router = APIRouter(prefix="/g/{game_id}")
Here = Annotated[House, Depends(house)]


def shown(
    request: Request, house: House, table: Table, ply: int | None = None, line: str = "", at: int = 0,
    hint: Hint | None = None, said: str | None = None,
) -> Response:  # fmt: skip
    """The table as a whole page, or as the part that changes."""
    template = "part/table.html" if request.headers.get("hx-request") else "play.html"
    showing = Showing(request, house, table, ply, tuple(line.split()), at, hint, said)
    return page(request, template, at=showing)


def done(request: Request, house: House, table: Table) -> Response:
    """After a deed: the computer is asked if it is its turn, and the table shown."""
    house.computers.see_to(table)
    if not request.headers.get("hx-request"):
        return RedirectResponse(f"/g/{table.id}", 303)
    return shown(request, house, table)


def begun(request: Request, house: House, order: Order, secret: str, sides: Sequence[str]) -> Response:
    """A new game is kept, the computer asked if it begins, and the visitor led to the board."""
    new = house.desk.begin(order, digest(secret), sides)
    house.computers.see_to(house.desk.table(new.row.id))
    response = RedirectResponse(f"/g/{new.row.id}", 303)
    remember(response, VISITOR, secret, house.settings)
    if new.secrets:
        # The link to the other seat is told once, to this browser alone, and kept by it until it is used.
        (free,) = new.secrets.values()
        remember(response, f"invite-{new.row.id}", free, house.settings, 7 * 24 * 3600)
    return response


@router.get("")
def game(
    request: Request, game_id: str, house: Here, ply: int | None = None, line: str = "", at: int = 0
) -> Response:
    """The game; with a line of moves, what would happen from some ply on."""
    table = house.desk.table(game_id)
    if table.people:
        house.computers.see_to(table)
    return shown(request, house, table, ply, line[:4000], at)


@router.get("/board.css")
def board_css(game_id: str, house: Here) -> Response:
    table = house.desk.table(game_id)
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(stylesheet(table.game), media_type="text/css", headers=headers)


@router.get("/paths")
def paths(game_id: str, house: Here, ply: int, prefix: str = "") -> Response:
    """What can follow some clicks, where a page was not told everything."""
    table = house.desk.table(game_id)
    if ply != table.row.plies:
        raise OutOfStep("the game has gone on meanwhile: look at the board again.")
    return JSONResponse(below(table.position, prefix.split()))


@router.post("/move")
def move(
    request: Request, game_id: str, house: Here, path: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "", ply: Annotated[int | None, Form()] = None,
) -> Response:  # fmt: skip
    """A move: its path of clicks as JSON, or as somebody typed it."""
    said: str | list[str] = clicks(path) if path else text[:200]
    return done(request, house, house.desk.play(game_id, said, guest(request), ply))


def clicks(path: str) -> list[str]:
    """A path as a page sends it."""
    try:
        said = json.loads(path)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, list) or len(said) > 200 or not all(isinstance(one, str) for one in said):
        raise NotNow("a path is a list of clicks.")
    return said


@router.post("/undo")
def undo(request: Request, game_id: str, house: Here) -> Response:
    return done(request, house, house.desk.undo(game_id, guest(request)))


@router.post("/redo")
def redo(request: Request, game_id: str, house: Here) -> Response:
    return done(request, house, house.desk.redo(game_id, guest(request)))


@router.post("/resign")
def resign(request: Request, game_id: str, house: Here) -> Response:
    return done(request, house, house.desk.resign(game_id, guest(request)))


@router.post("/draw")
def draw(request: Request, game_id: str, house: Here) -> Response:
    """A person is asked; a computer answers at once."""
    table = house.computers.offer_draw(game_id, guest(request))
    if table.row.offer:
        return done(request, house, table)
    said = None if table.is_over else "play.draw-declined"
    house.computers.see_to(table)
    return shown(request, house, table, said=said)


@router.post("/answer")
def answer(request: Request, game_id: str, house: Here, accept: Annotated[str, Form()] = "") -> Response:
    return done(request, house, house.desk.answer(game_id, guest(request), accept == "yes"))


@router.post("/flag")
def flag(request: Request, game_id: str, house: Here) -> Response:
    return done(request, house, house.desk.flag(game_id))


@router.post("/think")
def think(request: Request, game_id: str, house: Here) -> Response:
    """Ask the computer again."""
    return done(request, house, house.desk.table(game_id))


@router.post("/pause")
def pause(request: Request, game_id: str, house: Here) -> Response:
    return done(request, house, house.desk.set(game_id, guest(request), paused=True))


@router.post("/go-on")
def go_on(request: Request, game_id: str, house: Here) -> Response:
    return done(request, house, house.desk.set(game_id, guest(request), paused=False))


@router.post("/step")
def step(request: Request, game_id: str, house: Here) -> Response:
    """One move of a computer, and then a pause."""
    table = house.desk.set(game_id, guest(request), paused=True)
    house.computers.see_to(table, step=True)
    return shown(request, house, table)


@router.post("/pace")
def pace(
    request: Request, game_id: str, house: Here, seconds: Annotated[float, Form(allow_inf_nan=False)]
) -> Response:
    return done(request, house, house.desk.set(game_id, guest(request), pace=min(max(seconds, 0.0), 10.0)))


# -- seats --------------------------------------------------------------------------------------------


@router.get("/seat/{secret}")
def seat(request: Request, game_id: str, secret: str, house: Here) -> Response:
    """An invitation. To look at it takes nothing: programs that preview links must not sit down."""
    table = house.desk.table(game_id)
    side = next((s for s in table.people if getattr(table.row, f"{s}_seat") == digest(secret)), "")
    at = Showing(request, house, table)
    return page(request, "seat.html", at=at, side=side, secret=secret)


@router.post("/seat/{secret}")
def sit(
    request: Request, game_id: str, secret: str, house: Here, name: Annotated[str, Form()] = ""
) -> Response:
    own = visitor_secret(request)
    house.desk.sit_down(game_id, secret, digest(own), tidy(name))
    response = RedirectResponse(f"/g/{game_id}", 303)
    remember(response, VISITOR, own, house.settings)
    return response
