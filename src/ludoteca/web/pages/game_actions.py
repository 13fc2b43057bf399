"""Hints and explanations, games that start from this one, and downloads."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Request, Response

from ludoteca.games import SIDES
from ludoteca.play.session import HUMAN, NotAllowedNow, other
from ludoteca.web.analysis_view import require_fair_play
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.exact_values import values_asked, values_page
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.pages.game import branch_off, render_game, start_game
from ludoteca.web.qr import qr_code
from ludoteca.web.request_context import guest, language, visitor_secret
from ludoteca.web.services import ServicesDep
from ludoteca.web.templating import page
from ludoteca.web.view_models import Hint

router = APIRouter(prefix="/g/{game_id}", route_class=BoundedRoute)


# -- help ---------------------------------------------------------------------------------------------


@router.post("/hint")
def hint(request: Request, game_id: str, services: ServicesDep, step: Annotated[int, Form()] = 1) -> Response:
    """A hint in two steps: the first click, then the move with its reasons. The game is marked as hinted."""
    stored = services.games.get(game_id)
    if stored.is_over or stored.mover not in guest(request).sides(stored.row):
        raise NotAllowedNow("session.hint")
    if services.commands.counts(game_id):
        raise NotAllowedNow("session.tournament")
    found = services.jobs.run(stored.job("hint", lang=language(request)), QUERY_SECONDS)
    if not stored.row.hinted:
        stored = services.commands.mark_hinted(game_id, guest(request))
    return render_game(request, services, stored, hint=Hint(2 if step > 1 else 1, found))


@router.get("/thinking")
def thinking(request: Request, game_id: str, services: ServicesDep, ply: int) -> Response:
    """What the computer thought before it made a move."""
    stored = services.games.get(game_id)
    found = services.games.thinking(stored, ply)
    if found is None:
        raise HTTPException(404)
    return page(request, "part/thinking.html", found=found)


@router.get("/why")
def why(request: Request, game_id: str, services: ServicesDep, ply: int) -> Response:
    """The reasons for a move, each with a variation."""
    stored = services.games.get(game_id)
    require_fair_play(GameView(request, services, stored))
    if not 1 <= ply <= stored.row.plies:
        raise NotAllowedNow("request.no-such-move")
    played = stored.moves[ply - 1]
    job = stored.job("why", lang=language(request), moves=list(stored.texts[: ply - 1]))
    found = services.jobs.run({**job, "move": played.move}, QUERY_SECONDS)
    view = GameView(request, services, stored, ply)
    return page(request, "part/why.html", view=view, found=found, played=played, ply=ply)


@router.get("/values")
def values(request: Request, game_id: str, services: ServicesDep, ply: int | None = None) -> Response:
    """The exact values of the legal moves, and the value history of the game."""
    stored = values_asked(request, services, game_id)
    view = GameView(request, services, stored, ply)
    job = stored.job("values", moves=list(stored.texts[: view.ply]), line=list(stored.texts))
    links = [
        {"href": there, "hx-get": there, "hx-target": "#content", "hx-swap": "morph:outerHTML"}
        for there in (f"/g/{stored.id}?ply={number}" for number in range(stored.row.plies + 1))
    ]
    return values_page(request, services, job, view.shown, view.ply, links)


# -- new games ----------------------------------------------------------------------------------------


@router.post("/again")
def again(
    request: Request, game_id: str, services: ServicesDep, swap: Annotated[str, Form()] = ""
) -> Response:
    """Rematch; the sides may be swapped."""
    row = services.games.get(game_id).row
    seats, own = row.seats, guest(request).sides(row)
    if swap:
        seats = {side: seats[other(side)] for side in SIDES}
        own = tuple(other(side) for side in own)
    setup = GameSetup(
        called=row.called, file=row.file, based_on=row.based_on, kind=row.kind, first=seats["first"].player,
        second=seats["second"].player, first_name=seats["first"].name, second_name=seats["second"].name,
        position=row.start,
        clock=row.clock, increment=row.increment, pace=row.pace, turning=row.turning,
    )  # fmt: skip
    return start_game(request, services, setup, visitor_secret(request), own or SIDES)


@router.post("/branch")
def branch(request: Request, game_id: str, services: ServicesDep, ply: Annotated[int, Form()]) -> Response:
    """A new game that begins with the first moves of this one."""
    stored = services.games.get(game_id)
    return branch_off(request, services, stored, stored.texts[: max(0, ply)], (HUMAN, HUMAN))


# -- downloads ----------------------------------------------------------------------------------------


@router.get("/record.{kind}")
def record(request: Request, game_id: str, services: ServicesDep, kind: str) -> Response:
    """The record: `txt` or `json`."""
    stored = services.games.get(game_id)
    view = GameView(request, services, stored)
    found = services.games.record(stored, view.names)
    if kind not in ("txt", "json"):
        raise HTTPException(404)
    text = found.to_text() if kind == "txt" else found.to_json()
    media = "text/plain; charset=utf-8" if kind == "txt" else "application/json"
    name = f"{stored.game.id}-{stored.id}.{kind}"
    return Response(text, media_type=media, headers={"content-disposition": f'attachment; filename="{name}"'})


@router.get("/picture.svg")
def picture(request: Request, game_id: str, services: ServicesDep, ply: int | None = None) -> Response:
    stored = services.games.get(game_id)
    position = stored.position if ply is None else services.games.position_at(stored, ply)
    flipped = request.query_params.get("flip") == "1"
    drawn = position.svg(size=800, flipped=flipped, lang=language(request), theme=False)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/qr.svg")
def qr(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The link to a game as a QR code."""
    services.games.get(game_id)
    return qr_code(request, services.settings, f"/g/{game_id}")


@router.get("/invitation.svg")
def invitation_qr(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The invitation to the free seat as a QR code, for the browser that has it."""
    view = GameView(request, services, services.games.get(game_id))
    if not view.invite:
        raise HTTPException(404)
    return qr_code(request, services.settings, view.invitation)
