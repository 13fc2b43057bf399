"""Games: begin them, play them, end them."""

from __future__ import annotations

import time
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.responses import StreamingResponse

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES
from ludoteca.web.api.models import (
    REFUSALS,
    Answer,
    Begun,
    GameState,
    LegalMove,
    MoveWish,
    NewGame,
    Pace,
    Problem,
    Tally,
)
from ludoteca.web.errors import message_of, status_of
from ludoteca.web.game_view import Showing
from ludoteca.web.games import clocks
from ludoteca.web.games.game_state import Table
from ludoteca.web.games.new_game import Order
from ludoteca.web.games.refusals import NotNow
from ludoteca.web.pages import live
from ludoteca.web.request_context import guest
from ludoteca.web.services import House, house
from ludoteca.web.store.results import tallies

router = APIRouter(prefix="/api", tags=["games"], responses=REFUSALS)
Here = Annotated[House, Depends(house)]
EVENTS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {}}, "description": "`changed`, `thinking`, `hello`"}
}


def state(request: Request, house: House, table: Table) -> GameState:
    """A game as a program sees it."""
    at = Showing(request, house, table)
    row, ended = table.row, table.outcome
    trouble = house.computers.trouble(table.id) if table.waits_for_computer else None
    ticks = {side: clocks.left(row, side, side == table.mover and not ended, time.time()) for side in SIDES}
    return GameState.model_validate(
        {
            "id": table.id,
            "game": row.called,
            "title": table.game.title(at.lang),
            "rules": row.rules,
            "kind": row.kind,
            "players": {side: table.player(side) for side in SIDES},
            "names": {side: at.name(side) for side in SIDES},
            "start": row.start,
            "position": table.position.text,
            "mover": table.mover,
            "ply": row.plies,
            "moves": [
                {"number": m.number, "move": m.move, "by": m.by, "seconds": m.seconds} for m in table.moves
            ],
            "outcome": {"winner": ended.winner, "reason": ended.reason} if ended else None,
            "offer": row.offer or None,
            "thinking": table.waits_for_computer and not row.paused,
            "trouble": _problem(trouble, at.lang) if trouble else None,
            "clocks": ticks if row.clock else None,
            "yours": [side for side in at.mine if table.is_person(side)],
            "version": row.version,
            "hinted": row.hinted,
            "paused": row.paused,
        }
    )


def _problem(error: LudotecaError, lang: str) -> dict[str, Any]:
    _, word = status_of(error)
    return Problem(code=word, message=message_of(error, lang), reason=None, problems=None).model_dump()


def _done(request: Request, house: House, table: Table) -> GameState:
    house.computers.see_to(table)
    return state(request, house, table)


@router.post("/games", response_model=Begun, status_code=201)
def begin(request: Request, wish: NewGame, house: Here) -> Begun:
    """Begin a game."""
    if wish.rules_text:
        house.drafts.insist(wish.rules_text, wish.game)
    people = [side for side, spec in (("first", wish.first), ("second", wish.second)) if spec == "human"]
    order = Order(
        called=wish.game, file=wish.rules_text or None, first=wish.first,
        kind=("watch", "computer", "link")[len(people)],
        second=wish.second, first_name=wish.first_name, second_name=wish.second_name, position=wish.position,
        begins=wish.begins or "", clock=wish.clock, increment=wish.increment, seed=wish.seed,
        moves=tuple(wish.moves),
    )  # fmt: skip
    prepared = house.desk.begin(order)
    table = house.desk.table(prepared.row.id)
    house.computers.see_to(table, programs=True)
    return Begun(game=state(request, house, table), seats=prepared.secrets)  # type: ignore[arg-type]


@router.get("/games/{game_id}", response_model=GameState)
def game(request: Request, game_id: str, house: Here) -> GameState:
    """A game as it stands. A computer that should move and does not, say after the server ended, is asked."""
    table = house.desk.table(game_id)
    if table.people:
        house.computers.see_to(table, programs=True)
    return state(request, house, table)


@router.get("/games/{game_id}/legal", response_model=list[LegalMove])
def legal(game_id: str, house: Here) -> list[LegalMove]:
    """The legal moves, each with the path of clicks that makes it."""
    table = house.desk.table(game_id)
    if table.is_over:
        return []
    return [LegalMove(move=move.text, path=list(move.path)) for move in table.position.legal_moves]


@router.post("/games/{game_id}/moves", response_model=GameState)
def move(request: Request, game_id: str, wish: MoveWish, house: Here) -> GameState:
    """Make a move. A computer that is to move next is asked at once; look at the events for its answer."""
    if not wish.move and not wish.path:
        raise NotNow("a move or a path is wanted.")
    said: str | list[str] = wish.path or wish.move
    table = house.desk.play(game_id, said, guest(request), wish.ply)
    house.computers.see_to(table, programs=True)
    return state(request, house, table)


@router.post("/games/{game_id}/undo", response_model=GameState)
def undo(request: Request, game_id: str, house: Here) -> GameState:
    """Take back to your last choice. Between two people the other side is asked."""
    return _done(request, house, house.desk.undo(game_id, guest(request)))


@router.post("/games/{game_id}/redo", response_model=GameState)
def redo(request: Request, game_id: str, house: Here) -> GameState:
    """Make again what was taken back."""
    return _done(request, house, house.desk.redo(game_id, guest(request)))


@router.post("/games/{game_id}/resign", response_model=GameState)
def resign(request: Request, game_id: str, house: Here) -> GameState:
    """Give the game up."""
    return _done(request, house, house.desk.resign(game_id, guest(request)))


@router.post("/games/{game_id}/draw", response_model=GameState)
def draw(request: Request, game_id: str, house: Here) -> GameState:
    """Offer a draw. A computer answers at once, a person through `answer`."""
    return _done(request, house, house.computers.offer_draw(game_id, guest(request)))


@router.post("/games/{game_id}/answer", response_model=GameState)
def answer(request: Request, game_id: str, wish: Answer, house: Here) -> GameState:
    """Answer what the other side offers."""
    return _done(request, house, house.desk.answer(game_id, guest(request), wish.accept))


@router.post("/games/{game_id}/think", response_model=GameState)
def think(request: Request, game_id: str, house: Here) -> GameState:
    """Ask a computer that is to move: after trouble, or between two computers for the next move."""
    table = house.desk.table(game_id)
    house.computers.see_to(table, step=True, programs=True)
    problem = house.computers.trouble(game_id)
    if problem is not None and table.waits_for_computer:
        raise problem
    return state(request, house, table)


@router.patch("/games/{game_id}", response_model=GameState)
def pace(request: Request, game_id: str, wish: Pace, house: Here) -> GameState:
    """Pause a game between computers, or change its pace."""
    values = {name: value for name, value in wish.model_dump().items() if value is not None}
    return _done(request, house, house.desk.set(game_id, guest(request), **values))


@router.get("/games/{game_id}/events", responses=EVENTS, response_class=StreamingResponse)
async def events(request: Request, game_id: str, house: Here) -> StreamingResponse:
    """What happens, as it happens: server-sent events `changed` (with the new version) and `thinking`."""
    return await live.events(request, game_id, house)


@router.get(
    "/games/{game_id}/record", responses={200: {"content": {"text/plain": {}}}}, response_class=Response
)
def record(
    request: Request,
    game_id: str,
    house: Here,
    format: Annotated[str, Query(pattern="^(txt|json)$")] = "json",
) -> Response:
    """The game written down, as readable text or as JSON."""
    table = house.desk.table(game_id)
    at = Showing(request, house, table)
    found = table.record((at.name("first"), at.name("second")))
    if format == "txt":
        return Response(found.to_text(), media_type="text/plain; charset=utf-8")
    return Response(found.to_json(), media_type="application/json")


@router.get("/results", response_model=list[Tally], tags=["results"])
def results(request: Request, house: Here) -> list[dict[str, Any]]:
    """What the people at this browser have done: wins, draws and losses by player, game and side."""
    visitor = guest(request).visitor
    if not visitor:
        return []
    with house.database.reading() as session:
        lines = tallies(session, visitor)
    return [
        {
            "player": one.player,
            "game": one.called,
            "side": one.side,
            "wins": one.wins,
            "draws": one.draws,
            "losses": one.losses,
        }
        for one in lines
    ]
