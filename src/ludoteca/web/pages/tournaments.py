"""Tournaments: the form that makes one, its page, and the games of two of its players."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from ludoteca.errors import LudotecaError
from ludoteca.play.catalogue import cards
from ludoteca.play.opponents import offered
from ludoteca.tournament.formats import FORMATS
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.errors import can_be_corrected, message_of, status_of
from ludoteca.web.event_stream import tournament_stream
from ludoteca.web.games.new_game import tidy
from ludoteca.web.games.seats import digest
from ludoteca.web.games.tournaments import Place, TournamentOrder, invited
from ludoteca.web.players import algorithms
from ludoteca.web.request_context import VISITOR, guest, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page
from ludoteca.web.tournament_view import TournamentView

router = APIRouter(prefix="/tournaments", route_class=BoundedRoute)

ROWS = 8
"""Places in the form."""
GAMES = (2, 4, 6, 8, 10, 20)
"""Games of a meeting to choose from."""


# -- the form -----------------------------------------------------------------------------------------


@router.get("")
def tournaments(request: Request, services: ServicesDep) -> Response:
    """The tournaments of the visitor."""
    found = [TournamentView(request, services, services.tournaments.get(row.id))
             for row in services.tournaments.of_visitor(guest(request).visitor)]  # fmt: skip
    return page(request, "tournaments.html", found=found)


@router.get("/new")
def new(request: Request, services: ServicesDep, game: str = "") -> Response:
    return _form(request, services, known_game(game) if game else "", {})


def _form(
    request: Request, services: Services, game_id: str, fields: dict[str, str],
    error: LudotecaError | None = None,
) -> Response:  # fmt: skip
    """The form; after an `error`, with what was entered."""
    lang = language(request)
    known = sorted(((card.id, card.name) for card in cards(lang)), key=lambda one: one[1].casefold())
    chosen = game_id or known[0][0]
    game = services.game_cache.game(chosen)
    offer = offered(game)
    usual = [f"level:{level.number}" for level in reversed(offer.levels)][:4]
    values: dict[str, Any] = {
        "games": known, "chosen": chosen, "offer": offer, "formats": FORMATS,
        "algorithms": algorithms(game, lang, services.settings.engines),
        "numbers": GAMES, "rows": range(1, ROWS + 1), "fields": fields, "usual": usual,
        "is_known": bool(game_id),
    }  # fmt: skip
    problem = message_of(error, lang) if error else ""
    return page(
        request, "tournament_new.html", status_of(error)[0] if error else 200, problem=problem, **values
    )


@router.post("")
async def create(request: Request, services: ServicesDep) -> Response:
    from starlette.concurrency import run_in_threadpool

    fields = {key: str(value)[:200] for key, value in (await request.form()).items()}
    return await run_in_threadpool(_create, request, services, fields)


def _create(request: Request, services: Services, fields: dict[str, str]) -> Response:
    game_id = known_game(fields.get("game", ""))
    secret = visitor_secret(request)
    try:
        stored = services.tournaments.create(_order(game_id, fields), secret)
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        return _form(request, services, game_id, fields, error)
    services.tournament_runner.wake(stored.row.id)
    response = RedirectResponse(f"/tournaments/{stored.row.id}", 303)
    set_cookie(response, VISITOR, secret, services.settings)
    return response


def _order(game_id: str, fields: dict[str, str]) -> TournamentOrder:
    places = [
        Place(player, fields.get(f"name-{number}", ""))
        for number in range(1, ROWS + 1)
        if (player := fields.get(f"player-{number}", "").strip())
    ]
    return TournamentOrder(
        called=game_id,
        places=tuple(places),
        title=fields.get("title", ""),
        format=fields.get("format", FORMATS[0]),
        games=_whole(fields.get("games", "")) or 2,
        rounds=_whole(fields.get("rounds", "")),
    )


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 6 else None


# -- the page -----------------------------------------------------------------------------------------


def _view(request: Request, services: Services, tournament_id: str) -> TournamentView:
    return TournamentView(request, services, services.tournaments.get(tournament_id))


@router.get("/{tournament_id}")
def tournament(request: Request, tournament_id: str, services: ServicesDep) -> Response:
    view = _view(request, services, tournament_id)
    template = "part/tournament.html" if request.headers.get("hx-request") else "tournament.html"
    return page(request, template, view=view)


@router.get("/{tournament_id}/events")
async def events(request: Request, tournament_id: str, services: ServicesDep) -> Response:
    return await tournament_stream(request, services, tournament_id)


@router.get("/{tournament_id}/games")
def games(request: Request, tournament_id: str, services: ServicesDep, a: int, b: int) -> Response:
    """The games of two players, by their numbers in the tournament."""
    view = _view(request, services, tournament_id)
    if a == b or not (1 <= a <= len(view.names) and 1 <= b <= len(view.names)):
        raise HTTPException(404)
    return page(
        request, "tournament_games.html", view=view, a=a - 1, b=b - 1, games=view.between(a - 1, b - 1)
    )


@router.get("/{tournament_id}/table.{kind}")
def table(request: Request, tournament_id: str, services: ServicesDep, kind: str) -> Response:
    """The crosstable as a picture (`svg`) or for programs (`json`)."""
    view = _view(request, services, tournament_id)
    if kind == "svg":
        return Response(view.picture(), media_type="image/svg+xml")
    if kind != "json":
        raise HTTPException(404)
    return JSONResponse(view.as_dict())


@router.post("/{tournament_id}/stop")
def stop(request: Request, tournament_id: str, services: ServicesDep) -> Response:
    return _configure(request, services, tournament_id, running=False)


@router.post("/{tournament_id}/go-on")
def go_on(request: Request, tournament_id: str, services: ServicesDep) -> Response:
    return _configure(request, services, tournament_id, running=True)


def _configure(request: Request, services: Services, tournament_id: str, running: bool) -> Response:
    services.tournaments.configure(tournament_id, guest(request).visitor, running)
    services.tournament_runner.wake(tournament_id)
    return RedirectResponse(f"/tournaments/{tournament_id}", 303)


# -- people -------------------------------------------------------------------------------------------


@router.get("/{tournament_id}/seat/{secret}")
def seat(request: Request, tournament_id: str, secret: str, services: ServicesDep) -> Response:
    """An invitation. A GET does not take the place: chat programs preview links."""
    view = _view(request, services, tournament_id)
    return page(request, "tournament_seat.html", view=view, free=invited(view.stored, secret), secret=secret)


@router.post("/{tournament_id}/seat/{secret}")
async def join(request: Request, tournament_id: str, secret: str, services: ServicesDep) -> Response:
    from starlette.concurrency import run_in_threadpool

    name = str((await request.form()).get("name", ""))
    return await run_in_threadpool(_join, request, tournament_id, secret, services, name)


def _join(request: Request, tournament_id: str, secret: str, services: Services, name: str) -> Response:
    own = visitor_secret(request)
    services.tournaments.join(tournament_id, secret, digest(own), tidy(name))
    services.tournament_runner.wake(tournament_id)
    response = RedirectResponse(f"/tournaments/{tournament_id}", 303)
    set_cookie(response, VISITOR, own, services.settings)
    return response
