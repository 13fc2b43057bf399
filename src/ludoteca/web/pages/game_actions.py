"""Help during a game, other games that begin from it, and what can be taken away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Form, HTTPException, Request, Response

from ludoteca.games import SIDES
from ludoteca.web.game_view import Hint, Showing
from ludoteca.web.games.ai_turns import MOMENT
from ludoteca.web.games.game_state import other
from ludoteca.web.games.new_game import Order
from ludoteca.web.games.refusals import NotNow
from ludoteca.web.pages.game import begun, shown
from ludoteca.web.qr import square
from ludoteca.web.request_context import guest, language, visitor_secret
from ludoteca.web.services import House, house
from ludoteca.web.templating import page

router = APIRouter(prefix="/g/{game_id}")
Here = Annotated[House, Depends(house)]


# -- help ---------------------------------------------------------------------------------------------


@router.post("/hint")
def hint(request: Request, game_id: str, house: Here, step: Annotated[int, Form()] = 1) -> Response:
    """A hint in two steps: where to look, then the move itself and why. The game is marked for it."""
    table = house.desk.table(game_id)
    if table.is_over or table.mover not in guest(request).sides(table.row):
        raise NotNow("a hint is for whoever is to move.")
    found = house.pool.ask(house.computers.job(table, kind="hint", lang=language(request)), MOMENT)
    if not table.row.hinted:
        table = house.desk.set(game_id, guest(request), hinted=True)
    return shown(request, house, table, hint=Hint(2 if step > 1 else 1, found))


@router.get("/why")
def why(request: Request, game_id: str, house: Here, ply: int) -> Response:
    """Why a move was played: what the search can prove of it, each with a line to look at."""
    table = house.desk.table(game_id)
    if not 1 <= ply <= table.row.plies:
        raise NotNow("there is no such move.")
    played = table.moves[ply - 1]
    job = house.computers.job(table, kind="why", lang=language(request), moves=list(table.texts[: ply - 1]))
    found = house.pool.ask({**job, "move": played.move}, MOMENT)
    at = Showing(request, house, table, ply)
    return page(request, "part/why.html", at=at, found=found, played=played, ply=ply)


# -- from here on -------------------------------------------------------------------------------------


@router.post("/again")
def again(request: Request, game_id: str, house: Here, swap: Annotated[str, Form()] = "") -> Response:
    """The same game once more; sides may be changed."""
    row = house.desk.table(game_id).row
    secret = visitor_secret(request)
    players = {"first": row.first_player, "second": row.second_player}
    names = {"first": row.first_name, "second": row.second_name}
    own = guest(request).sides(row)
    if swap:
        players = {side: players[other(side)] for side in SIDES}
        names = {side: names[other(side)] for side in SIDES}
        own = tuple(other(side) for side in own)
    order = Order(
        called=row.called, file=row.file, based_on=row.based_on, kind=row.kind, first=players["first"],
        second=players["second"], first_name=names["first"], second_name=names["second"], position=row.start,
        clock=row.clock, increment=row.increment, pace=row.pace, turning=row.turning,
    )  # fmt: skip
    return begun(request, house, order, secret, own or SIDES)


@router.post("/branch")
def branch(request: Request, game_id: str, house: Here, ply: Annotated[int, Form()]) -> Response:
    """Another game that begins with the first moves of this one: what if?"""
    table = house.desk.table(game_id)
    row = table.row
    order = Order(
        called=row.called, file=row.file, based_on=row.based_on, kind="shared", first="human",
        second="human", position=row.start, moves=table.texts[: max(0, ply)], parent=row.id,
    )  # fmt: skip
    return begun(request, house, order, visitor_secret(request), SIDES)


# -- what can be taken away ---------------------------------------------------------------------------


@router.get("/record.{kind}")
def record(request: Request, game_id: str, house: Here, kind: str) -> Response:
    """The game written down: `txt` or `json`."""
    table = house.desk.table(game_id)
    at = Showing(request, house, table)
    found = table.record((at.name("first"), at.name("second")))
    if kind not in ("txt", "json"):
        raise HTTPException(404)
    text = found.to_text() if kind == "txt" else found.to_json()
    media = "text/plain; charset=utf-8" if kind == "txt" else "application/json"
    name = f"{table.game.id}-{table.id}.{kind}"
    return Response(text, media_type=media, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/picture.svg")
def picture(request: Request, game_id: str, house: Here, ply: int | None = None) -> Response:
    table = house.desk.table(game_id)
    position = table.position if ply is None else house.desk.position_at(table, ply)
    flipped = request.query_params.get("flip") == "1"
    drawn = position.svg(size=800, flipped=flipped, lang=language(request), theme=False)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/qr.svg")
def qr(request: Request, game_id: str, house: Here) -> Response:
    """The link to a game as a square to photograph."""
    house.desk.table(game_id)
    return square(request, f"/g/{game_id}")
