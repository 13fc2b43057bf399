"""Searches in worker processes: the best move, the minimax tree, the review of a game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from ludoteca.classics.tree_values import ENGINE
from ludoteca.errors import LudotecaError
from ludoteca.games import Position
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.api.models import (
    ERROR_RESPONSES,
    PositionRequest,
    PositionValues,
    SearchAnswer,
    SearchRequest,
)
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.exact_values import SECONDS, values_asked
from ludoteca.web.game_view import GameView
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep

router = APIRouter(prefix="/api", tags=["thinking"], responses=ERROR_RESPONSES, route_class=BoundedRoute)


Algorithm = Literal["minimax", "negamax", "alphabeta", "expectiminimax", "breadth-first"]
_TREE_SECONDS = 8.0
"""Trees are limited by their nodes; a busy machine may take some seconds to count them."""


@router.post("/best", response_model=SearchAnswer)
def best(question: SearchRequest, services: ServicesDep) -> dict[str, Any]:
    """The engine's best move. The answer arrives within the server's time limit, the search included."""
    limits = {"seconds": question.seconds, "nodes": question.nodes, "depth": question.depth}
    most = services.settings.seconds
    found = services.jobs.run(_job(question, kind="best", limits=limits, seconds=0.9 * most), most)
    return {**found, "continuation": found["line"]}


@router.post("/tree", response_model=dict[str, Any])
def tree(
    request: Request, place: PositionRequest, services: ServicesDep,
    depth: Annotated[int, Query(ge=1, le=6)] = 2, prune: bool = True,
    order: Literal["path", "best", "worst"] = "path", algorithm: Algorithm | None = None,
    values: Annotated[str, Query(max_length=40)] = ENGINE,
) -> dict[str, Any]:  # fmt: skip
    """The tree of a small search: every node with its value, window, and pruned moves; and the steps of the
    search. Without an `algorithm` it is alpha-beta, or minimax if `prune` is off; `values` names a utility or
    an evaluator of the classics."""
    job = _job(place, kind="tree", depth=depth, prune=prune, order=order, lang=language(request))
    found = services.jobs.run(job | {"algorithm": algorithm, "values": values}, _TREE_SECONDS)
    return {**found["data"], "values": values, "steps": found["steps"]}


def _job(place: PositionRequest, **more: Any) -> dict[str, Any]:
    return {"called": place.game, "file": None, "start": place.position, "moves": list(place.moves), **more}


@router.post("/position/values", response_model=PositionValues)
def position_values(place: PositionRequest, services: ServicesDep) -> dict[str, Any]:
    """The exact value of a position and of each legal move, where a table or a proof takes a few seconds."""
    position = services.game_cache.position(place.game, None, place.position, place.moves)
    return _values(services, position, _job(place, kind="values"))


@router.get("/games/{game_id}/values", response_model=PositionValues)
def game_values(request: Request, game_id: str, services: ServicesDep) -> dict[str, Any]:
    """The same for the position of a game. Refused while two people play on two screens; in a game against a
    computer it counts as a hint."""
    stored = values_asked(request, services, game_id)
    return _values(services, stored.position, stored.job("values"))


def _values(services: Services, position: Position, job: dict[str, Any]) -> dict[str, Any]:
    if position.is_over:
        raise NotAllowedNow("session.over")
    found = services.jobs.run(job, SECONDS)
    return {"game": position.game.name, "position": position.text, "mover": position.mover, **found}


@router.get("/games/{game_id}/thinking", response_model=dict[str, Any])
def thinking(game_id: str, services: ServicesDep) -> dict[str, Any]:
    """The search log of each computer move."""
    return {"game": game_id, "moves": services.games.search_log(services.games.get(game_id))}


REVIEWS: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/json": {"schema": {"type": "object"}}}, "description": "The review"},
    202: {
        "content": {"application/json": {"schema": {"type": "object"}}},
        "description": "Still running: `done` moves `of` all. Ask again.",
    },
}


@router.get("/games/{game_id}/analysis", responses=REVIEWS, response_class=Response)
def analysis(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The review of a finished game: chances, mistakes, better moves. 202 while the analysis runs."""
    stored = services.games.get(game_id)
    if not stored.is_over or not stored.moves:
        raise NotAllowedNow("session.not-over")
    found = services.reviews.get(stored)
    if found:
        return JSONResponse(found["data"][language(request)])
    state = services.reviews.start(stored, GameView(request, services, stored).names)
    problem = state.get("problem")
    if isinstance(problem, LudotecaError):
        raise problem
    return JSONResponse({"done": state["done"], "of": state["of"]}, 202)
