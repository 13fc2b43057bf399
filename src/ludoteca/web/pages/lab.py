"""The laboratory of a game: set up two players, watch them, let them play a match, look at evaluations."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from ludoteca.classics.evaluators import AUTO, EVALUATORS
from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Position, variants
from ludoteca.web.analysis_view import require_fair_play
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import full_name, known_game
from ludoteca.web.errors import can_be_corrected, message_of, status_of
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.tournaments import ME, Place, TournamentOrder
from ludoteca.web.lab_view import MATCH_GAMES, LabView
from ludoteca.web.pages.game import start_game
from ludoteca.web.players import PERSON
from ludoteca.web.request_context import VISITOR, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

router = APIRouter(route_class=BoundedRoute)
LONGEST = 2000


# -- set-ups ------------------------------------------------------------------------------------------


@router.get("/games/{game_id}/lab")
def lab(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The form; `first` and `second` in the address are players as text."""
    return _page(request, services, game_id, request.query_params)


@router.get("/games/{game_id}/lab/options")
def options(request: Request, game_id: str, services: ServicesDep, side: str) -> Response:
    """The options of the player that was chosen for a side."""
    side = side if side in SIDES else SIDES[0]
    view = LabView(request, _game(services, game_id, request.query_params), request.query_params)
    return page(request, "part/lab_options.html", form=view.form(side), view=view)


def _page(
    request: Request, services: Services, game_id: str, fields: Mapping[str, str],
    error: LudotecaError | None = None,
) -> Response:  # fmt: skip
    game = _game(services, game_id, fields)
    view = LabView(request, game, {name: value[:200] for name, value in fields.items()})
    return page(
        request, "lab.html", status_of(error)[0] if error else 200, view=view, game=game, game_id=game_id,
        variant=_variant(game_id, fields), position=fields.get("position", "")[:LONGEST], numbers=MATCH_GAMES,
        problem=message_of(error, view.lang) if error else "",
    )  # fmt: skip


def _variant(game_id: str, fields: Mapping[str, str]) -> str:
    chosen = fields.get("variant", "")
    return chosen if chosen in variants(known_game(game_id)) else ""


def _game(services: Services, game_id: str, fields: Mapping[str, str]) -> Game:
    return services.game_cache.game(full_name(game_id, _variant(game_id, fields), {}))


@router.post("/games/{game_id}/lab")
async def start(request: Request, game_id: str, services: ServicesDep) -> Response:
    from starlette.concurrency import run_in_threadpool

    fields = {key: str(value)[:LONGEST] for key, value in (await request.form()).items()}
    return await run_in_threadpool(_start, request, services, game_id, fields)


def _start(request: Request, services: Services, game_id: str, fields: dict[str, str]) -> Response:
    game = _game(services, game_id, fields)
    view = LabView(request, game, fields)
    try:
        players = {side: view.form(side).spec for side in SIDES}
        if fields.get("action") == "match":
            return _match(request, services, game, players, fields)
        return _watch(request, services, game, players, fields)
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        return _page(request, services, game_id, fields, error)


def _watch(
    request: Request, services: Services, game: Game, players: Mapping[str, str], fields: Mapping[str, str]
) -> Response:
    """One game, watched or played on its page."""
    people = [side for side in SIDES if players[side] == PERSON]
    kind = ("watch", "computer", "shared")[len(people)]
    setup = GameSetup(
        called=game.name, kind=kind, first=players["first"], second=players["second"],
        position=fields.get("position", "").strip(),
    )  # fmt: skip
    return start_game(request, services, setup, visitor_secret(request), people or SIDES)


def _match(
    request: Request, services: Services, game: Game, players: Mapping[str, str], fields: Mapping[str, str]
) -> Response:
    """A match is a tournament of two: it plays by itself, can be stopped, and its page stays."""
    games = int(fields["games"]) if fields.get("games", "") in map(str, MATCH_GAMES) else MATCH_GAMES[0]
    places = [Place(ME if players[side] == PERSON else players[side]) for side in SIDES]
    secret = visitor_secret(request)
    stored = services.tournaments.create(TournamentOrder(game.name, tuple(places), games=games), secret)
    services.tournament_runner.wake(stored.row.id)
    response = RedirectResponse(f"/tournaments/{stored.row.id}", 303)
    set_cookie(response, VISITOR, secret, services.settings)
    return response


# -- evaluations --------------------------------------------------------------------------------------


@router.get("/games/{game_id}/evaluate")
def evaluate(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The evaluation of a position of the library, term by term."""
    fields = request.query_params
    game = _game(services, game_id, fields)
    text = fields.get("position", "").strip()[:LONGEST]
    problem: LudotecaError | None = None
    try:
        position = game.position(text) if text else game.start()
    except LudotecaError as error:
        position, problem = game.start(), error
    start = "" if position == game.start() else position.text
    place: dict[str, object] = {"called": game.name, "file": None, "start": start, "moves": []}
    base = f"/games/{game_id}/evaluate"
    return _evaluation(request, services, position, place, base, f"/games/{game_id}/lab", problem)


@router.get("/g/{game_id}/evaluate")
def evaluate_game(request: Request, game_id: str, services: ServicesDep, ply: int | None = None) -> Response:
    """The same of a position of a stored game, also by rules of a visitor's own."""
    stored = services.games.get(game_id)
    require_fair_play(GameView(request, services, stored))
    ply = stored.row.plies if ply is None else max(0, min(ply, stored.row.plies))
    position = services.games.position_at(stored, ply)
    job = stored.job("evaluate", moves=list(stored.texts[:ply]))
    return _evaluation(request, services, position, job, f"/g/{game_id}/evaluate", f"/g/{game_id}")


def _evaluation(
    request: Request, services: Services, position: Position, place: Mapping[str, object], base: str,
    back: str, problem: LudotecaError | None = None,
) -> Response:  # fmt: skip
    lang, fields = language(request), request.query_params
    name = fields.get("evaluator", AUTO)
    name = name if name in EVALUATORS else AUTO
    job = {**place, "kind": "evaluate", "evaluator": "" if name == AUTO else name, "lang": lang}
    found: dict[str, object] = {}
    try:
        found = services.jobs.run(job, QUERY_SECONDS)
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        problem = error
    if fields.get("format") == "json" and not problem:
        return JSONResponse(found["data"])
    view = LabView(request, position.game, {})
    return page(
        request, "evaluate.html", status_of(problem)[0] if problem else 200, view=view, found=found,
        position=position, base=base, back=back, chosen=name, fields=fields,
        problem=message_of(problem, lang) if problem else "",
    )  # fmt: skip
