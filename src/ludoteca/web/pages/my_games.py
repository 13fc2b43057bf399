"""A visitor's games, results and ratings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse, StreamingResponse

from ludoteca.errors import LudotecaError
from ludoteca.play import terms
from ludoteca.play.opponents import offered
from ludoteca.play.results import tallies
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.budgets import DOWNLOADS, SERVER, Client, current_client
from ludoteca.web.game_view import GameView
from ludoteca.web.players import level_of
from ludoteca.web.request_context import VISITOR, guest, language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.store.ratings import Z95, Opponent, ratings
from ludoteca.web.store.results import VisitorResults
from ludoteca.web.store.visitors import count_visitor, export_in_parts, forget_visitor
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
            ratings(session, visitor, lambda called, player: _opponent(services, called, player))
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
        sides={(line.game, line.side): _side(services, line.game, line.side, lang) for line in lines},
        rated=rated,
        visitor=visitor,
        tried=bool(visitor) and count_visitor(services.database, visitor).puzzles,
    )


@router.get("/mine/data.json")
def my_data(request: Request, services: ServicesDep) -> Response:
    """Everything that is stored about the visitor."""
    client = current_client() or SERVER
    services.budgets.spend(client, DOWNLOADS)
    parts = _charged(services, client, export_in_parts(services.database, guest(request).visitor))
    headers = {"content-disposition": 'attachment; filename="ludoteca.json"', "cache-control": "no-store"}
    return StreamingResponse(parts, media_type="application/json", headers=headers)


def _charged(services: Services, client: Client, parts: Iterator[str]) -> Iterator[str]:
    """The parts, each charged as it is read from the database."""
    for part in parts:
        services.budgets.charge(client, DOWNLOADS, len(part))
        yield part


@router.post("/mine/delete")
def delete_my_data(request: Request, services: ServicesDep, confirm: Annotated[str, Form()] = "") -> Response:
    """Delete everything that is stored about the visitor, if it was confirmed."""
    if not confirm:
        raise NotAllowedNow("request.confirm")
    forget_visitor(services.database, guest(request).visitor)
    response = RedirectResponse("/mine", 303)
    response.delete_cookie(VISITOR, path="/", httponly=True, samesite="lax")
    return response


def _opponent(services: Services, called: str, player: str) -> Opponent | None:
    """A level with its measured rating, if it has one."""
    if player.partition(":")[0] != "level":
        return None
    try:
        game = services.game_cache.game(called)
    except LudotecaError:
        return None  # own rules
    level, weakest = level_of(player, game), offered(game).levels[0]
    if level is None or None in (level.elo, level.low, level.high, weakest.elo):
        return None
    elo, low, high, start = (float(value or 0) for value in (level.elo, level.low, level.high, weakest.elo))
    return Opponent(elo, (high - low) / 2 / Z95, start)


def _side(services: Services, called: str, side: str, lang: str) -> str:
    """What a side is called in its game."""
    try:
        return terms.side(lang, services.game_cache.game(called), side)
    except LudotecaError:
        return terms.ordinal(lang, side)  # own rules


def _title(services: Services, called: str, lang: str) -> str:
    try:
        game = services.game_cache.game(called)
    except LudotecaError:
        return called  # own rules
    return game.title(lang) if called == game.id else f"{game.title(lang)} ({called})"
