"""Searches in worker processes: the best move, the minimax tree, the review of a game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from ludoteca.errors import LudotecaError
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.api.models import ERROR_RESPONSES, PositionRequest, SearchAnswer, SearchRequest
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.request_context import language
from ludoteca.web.services import ServicesDep

router = APIRouter(prefix="/api", tags=["thinking"], responses=ERROR_RESPONSES, route_class=BoundedRoute)


@router.post("/best", response_model=SearchAnswer)
def best(question: SearchRequest, services: ServicesDep) -> dict[str, Any]:
    """The engine's best move."""
    limits = {"seconds": question.seconds, "nodes": question.nodes, "depth": question.depth}
    most = services.settings.seconds
    found = services.jobs.run(_job(question, kind="best", limits=limits, seconds=most), most)
    return {**found, "continuation": found["line"]}


@router.post("/tree", response_model=dict[str, Any])
def tree(
    request: Request, place: PositionRequest, services: ServicesDep,
    depth: Annotated[int, Query(ge=1, le=6)] = 2, prune: bool = True,
    order: Literal["path", "best", "worst"] = "path",
) -> dict[str, Any]:  # fmt: skip
    """The minimax tree of a small search: every node with its value, window, and pruned moves."""
    job = _job(place, kind="tree", depth=depth, prune=prune, order=order, lang=language(request))
    found: dict[str, Any] = services.jobs.run(job, QUERY_SECONDS)["data"]
    return found


def _job(place: PositionRequest, **more: Any) -> dict[str, Any]:
    return {"called": place.game, "file": None, "start": place.position, "moves": list(place.moves), **more}


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
