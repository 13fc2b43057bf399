"""A visitor's games, results and ratings."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from ludoteca.errors import LudotecaError
from ludoteca.play.opponents import offered
from ludoteca.play.results import tallies
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.game_view import GameView
from ludoteca.web.players import level_of
from ludoteca.web.request_context import VISITOR, guest, language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.store.ratings import ratings
from ludoteca.web.store.results import VisitorResults
from ludoteca.web.store.visitors import export_in_parts, forget_visitor
from ludoteca.web.templating import page

router = APIRouter(route_class=BoundedRoute)


@router.get("/mine")
def mine(request: Request, services: ServicesDep) -> Response:
    """Unfinished and finished games, results and ratings."""
    visitor = guest(request).visitor
    games = services.games.games_of(visitor) if visitor else []
    shown = [GameView(request, services, stored) for stored in games]
    with services.database.reading() as session:
        lines = tallies(VisitorResults(session, visitor)) if visitor else []
        rated = (
            ratings(session, visitor, lambda called, player: _elo(services, called, player))
            if visitor
            else []
        )
    lang = language(request)
    titles = {line.game: _title(services, line.game, lang) for line in lines}
    return page(
        request,
        "mine.html",
        going=[one for one in shown if not one.stored.is_over],
        over=[one for one in shown if one.stored.is_over],
        lines=lines,
        titles=titles,
        rated=rated,
        visitor=visitor,
    )


@router.get("/mine/data.json")
def my_data(request: Request, services: ServicesDep) -> Response:
    """Everything that is stored about the visitor."""
    parts = export_in_parts(services.database, guest(request).visitor)
    headers = {"content-disposition": 'attachment; filename="ludoteca.json"', "cache-control": "no-store"}
    return StreamingResponse(parts, media_type="application/json", headers=headers)


@router.post("/mine/delete")
def delete_my_data(request: Request, services: ServicesDep, confirm: Annotated[str, Form()] = "") -> Response:
    """Delete everything that is stored about the visitor, if it was confirmed."""
    if not confirm:
        raise NotAllowedNow("request.confirm")
    forget_visitor(services.database, guest(request).visitor)
    response = RedirectResponse("/mine", 303)
    response.delete_cookie(VISITOR, path="/", httponly=True, samesite="lax")
    return response


def _elo(services: Services, called: str, player: str) -> float | None:
    """The measured rating of a level, if there is one."""
    number = level_of(player)
    if number is None:
        return None
    try:
        level = offered(services.game_cache.game(called)).find(number)
    except LudotecaError:
        return None  # own rules
    return None if level is None or level.elo is None else float(level.elo)


def _title(services: Services, called: str, lang: str) -> str:
    try:
        game = services.game_cache.game(called)
    except LudotecaError:
        return called  # own rules
    return game.title(lang) if called == game.id else f"{game.title(lang)} ({called})"
