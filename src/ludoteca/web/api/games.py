"""Games: create, play and end them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES
from ludoteca.play.results import tallies
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.api.models import (
    ERROR_RESPONSES,
    CreatedGame,
    GameOptions,
    GameState,
    LegalMove,
    MoveRequest,
    NewGame,
    OfferAnswer,
    Problem,
    Tally,
)
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.errors import message_of, status_of
from ludoteca.web.event_stream import event_stream
from ludoteca.web.game_view import GameView
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.request_context import guest
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.store.results import VisitorResults

router = APIRouter(prefix="/api", tags=["games"], responses=ERROR_RESPONSES, route_class=BoundedRoute)
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "`changed`, `thinking`, `hello`"}
}


RECORDS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {}, "text/plain": {}}, "description": "The record"}
}


def state(request: Request, services: Services, stored: StoredGame) -> GameState:
    """The state of a game for a client of the API."""
    view = GameView(request, services, stored)
    row, ended, offer = stored.row, stored.outcome, stored.session.offer
    failure = services.ai_turns.failure(stored.id) if stored.waits_for_computer else None
    return GameState.model_validate(
        {
            "id": stored.id,
            "game": row.called,
            "title": stored.game.title(view.lang),
            "rules": row.rules,
            "kind": row.kind,
            "players": {side: stored.player(side) for side in SIDES},
            "names": {side: view.name(side) for side in SIDES},
            "start": row.start,
            "position": stored.position.text,
            "mover": stored.mover,
            "ply": row.plies,
            "moves": _moves(stored),
            "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
            "winning_cells": list(stored.position.winning_cells),
            "counters": {side: [asdict(one) for one in found] for side, found in view.counters.items()},
            "offer": f"{offer.kind} {offer.by}" if offer else None,
            "offer_id": offer.number if offer else None,
            "thinking": stored.waits_for_computer and not row.paused,
            "trouble": _problem(failure, view.lang) if failure else None,
            "clocks": _clocks(stored, services.commands.clock()),
            "yours": [side for side in view.mine if stored.is_person(side)],
            "version": row.version,
            "hinted": row.hinted,
            "paused": row.paused,
        }
    )


def _moves(stored: StoredGame) -> list[dict[str, Any]]:
    return [
        {"number": number, "move": one.move, "by": one.by, "seconds": one.seconds}
        for number, one in enumerate(stored.moves, 1)
    ]


def _clocks(stored: StoredGame, at: float) -> dict[str, float] | None:
    clock = stored.session.clock
    if clock is None:
        return None
    return {side: clock.left(side, side == stored.mover and not stored.is_over, at) for side in SIDES}


def _problem(error: LudotecaError, lang: str) -> dict[str, Any]:
    _, word = status_of(error)
    return Problem(code=word, message=message_of(error, lang), reason=None, problems=None).model_dump()


def _done(request: Request, services: Services, stored: StoredGame) -> GameState:
    services.ai_turns.request_move(stored)
    return state(request, services, stored)


@router.post("/games", response_model=CreatedGame, status_code=201)
def begin(request: Request, body: NewGame, services: ServicesDep) -> CreatedGame:
    """Create a game."""
    if body.rules_text:
        services.drafts.require_valid(body.rules_text, body.game)
    people = [side for side, spec in (("first", body.first), ("second", body.second)) if spec == "human"]
    setup = GameSetup(
        called=body.game, file=body.rules_text or None, first=body.first,
        kind=("watch", "computer", "link")[len(people)],
        second=body.second, first_name=body.first_name, second_name=body.second_name, position=body.position,
        begins=body.begins or "", clock=body.clock, increment=body.increment, seed=body.seed,
        moves=tuple(body.moves),
    )  # fmt: skip
    prepared = services.creation.begin(setup)
    stored = services.games.get(prepared.row.id)
    services.ai_turns.request_move(stored, programs=True)
    return CreatedGame(game=state(request, services, stored), seats=prepared.secrets)  # type: ignore[arg-type]


@router.get("/games/{game_id}", response_model=GameState)
def game(request: Request, game_id: str, services: ServicesDep) -> GameState:
    """A game. A computer to move that nobody has asked, for instance after a restart, is asked."""
    stored = services.games.get(game_id)
    if stored.people:
        services.ai_turns.request_move(stored, programs=True)
    return state(request, services, stored)


@router.get("/games/{game_id}/legal", response_model=list[LegalMove])
def legal(game_id: str, services: ServicesDep) -> Response:
    """The legal moves, each with its path of clicks."""
    stored = services.games.get(game_id)
    moves = () if stored.is_over else stored.position.legal_moves
    # Not as models: validating thousands of moves would take longer than listing them.
    return JSONResponse([{"move": move.text, "path": move.path} for move in moves])


@router.post("/games/{game_id}/moves", response_model=GameState)
def move(request: Request, game_id: str, body: MoveRequest, services: ServicesDep) -> GameState:
    """Make a move. The answer of a computer arrives as an event."""
    if not body.move and not body.path:
        raise NotAllowedNow("request.no-move")
    made: str | list[str] = body.path or body.move
    stored = services.commands.play(game_id, made, guest(request), body.ply)
    services.ai_turns.request_move(stored, programs=True)
    return state(request, services, stored)


@router.post("/games/{game_id}/undo", response_model=GameState)
def undo(request: Request, game_id: str, services: ServicesDep) -> GameState:
    """Take back to your last choice. Between two people the opponent is asked."""
    return _done(request, services, services.commands.undo(game_id, guest(request)))


@router.post("/games/{game_id}/redo", response_model=GameState)
def redo(request: Request, game_id: str, services: ServicesDep) -> GameState:
    """Redo what was taken back."""
    return _done(request, services, services.commands.redo(game_id, guest(request)))


@router.post("/games/{game_id}/resign", response_model=GameState)
def resign(request: Request, game_id: str, services: ServicesDep) -> GameState:
    """Resign."""
    return _done(request, services, services.commands.resign(game_id, guest(request)))


@router.post("/games/{game_id}/draw", response_model=GameState)
def draw(request: Request, game_id: str, services: ServicesDep) -> GameState:
    """Offer a draw. A computer answers at once, a person through `answer`."""
    return _done(request, services, services.ai_turns.offer_draw(game_id, guest(request)))


@router.post("/games/{game_id}/answer", response_model=GameState)
def answer(request: Request, game_id: str, body: OfferAnswer, services: ServicesDep) -> GameState:
    """Answer the opponent's offer, by its `offer_id`: another one may have replaced it meanwhile."""
    stored = services.commands.answer(game_id, guest(request), body.accept, body.offer)
    return _done(request, services, stored)


@router.post("/games/{game_id}/think", response_model=GameState)
def think(request: Request, game_id: str, services: ServicesDep) -> GameState:
    """Request the move of a computer: after a failure, or the next move between two computers."""
    stored = services.commands.require_seat(game_id, guest(request))
    services.ai_turns.request_move(stored, step=True, programs=True)
    problem = services.ai_turns.failure(game_id)
    if problem is not None and stored.waits_for_computer:
        raise problem
    return state(request, services, stored)


@router.patch("/games/{game_id}", response_model=GameState)
def pace(request: Request, game_id: str, body: GameOptions, services: ServicesDep) -> GameState:
    """Pause a game between computers, or change the delay between its moves."""
    values = {name: value for name, value in body.model_dump().items() if value is not None}
    return _done(request, services, services.commands.configure(game_id, guest(request), **values))


@router.get("/games/{game_id}/events", responses=EVENTS, response_class=StreamingResponse)
async def events(request: Request, game_id: str, services: ServicesDep) -> StreamingResponse:
    """Server-sent events: `changed` (with the new version) and `thinking`."""
    return await event_stream(request, services, game_id)


@router.get("/games/{game_id}/record", responses=RECORDS, response_class=Response)
def record(
    request: Request,
    game_id: str,
    services: ServicesDep,
    format: Annotated[str, Query(pattern="^(txt|json)$")] = "json",
) -> Response:
    """The record, as text or as JSON."""
    stored = services.games.get(game_id)
    view = GameView(request, services, stored)
    found = services.games.record(stored, view.names)
    if format == "txt":
        return Response(found.to_text(), media_type="text/plain; charset=utf-8")
    return Response(found.to_json(), media_type="application/json")


@router.get("/results", response_model=list[Tally], tags=["results"])
def results(request: Request, services: ServicesDep) -> list[dict[str, Any]]:
    """Wins, draws and losses of the people at this browser, by player, game and side."""
    visitor = guest(request).visitor
    if not visitor:
        return []
    with services.database.reading() as session:
        return [asdict(one) for one in tallies(VisitorResults(session, visitor))]
