"""The minimax tree of a position, and the search log of a game."""

from __future__ import annotations

import re

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from ludoteca.classics.tree_values import ENGINE, VALUES
from ludoteca.engine.tree import ALGORITHMS, LARGEST, ORDERS
from ludoteca.web.analysis_view import require_fair_play
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.request_context import language
from ludoteca.web.services import ServicesDep
from ludoteca.web.templating import page

router = APIRouter(prefix="/g/{game_id}", route_class=BoundedRoute)
DEEPEST = 6
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_OPEN = 220
"""Larger trees are not shown as a list."""


def sheet(picture: str) -> str:
    """Drawings without their own styles: the page has them."""
    return _STYLE.sub("", picture)


@router.get("/tree")
def tree(
    request: Request, game_id: str, services: ServicesDep, ply: int | None = None, depth: int = 2,
    prune: str = "yes", order: str = "path", algorithm: str = "", values: str = ENGINE, beside: str = "",
) -> Response:  # fmt: skip
    """The tree of a search in a position of the game, built step by step."""
    stored = services.games.get(game_id)
    ply = stored.row.plies if ply is None else max(0, min(ply, stored.row.plies))
    view = GameView(request, services, stored, ply)
    require_fair_play(view)
    depth = max(1, min(depth, DEEPEST))
    order = order if order in ORDERS else "path"
    job = stored.job("tree", moves=list(stored.texts[:ply]), lang=language(request))
    if algorithm not in ALGORITHMS:
        algorithm = "minimax" if prune == "no" else "alphabeta"
    values = values if values in VALUES else ENGINE
    beside = beside if beside in ALGORITHMS and beside != algorithm else ""
    job |= {"depth": depth, "deepest": DEEPEST, "order": order, "algorithm": algorithm}
    found = services.jobs.run(job | {"values": values, "beside": beside}, QUERY_SECONDS)
    data, deepest = found["data"], found["deepest"]
    return page(
        request, "tree.html", view=view, found=found, sheet=sheet, depth=data["depth"], order=order,
        algorithm=algorithm, algorithms=ALGORITHMS, values=values, beside=beside, orders=ORDERS,
        deepest=deepest, is_limited=deepest < DEEPEST, largest=LARGEST, data=data, ply=ply,
        listed=data["nodes"] <= _OPEN,
    )  # fmt: skip


@router.get("/at.svg")
def at_svg(request: Request, game_id: str, services: ServicesDep, position: str) -> Response:
    """Any position of the game, as SVG."""
    stored = services.games.get(game_id)
    drawn = stored.game.position(position[:2000]).svg(lang=language(request), theme=False)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@router.get("/log")
def log(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The search log, move by move."""
    stored = services.games.get(game_id)
    view = GameView(request, services, stored)
    entries = services.games.search_log(stored)
    return page(request, "log.html", view=view, entries=entries, move_labels=_move_labels(view))


def _move_labels(view: GameView) -> list[str]:
    """The number of each move as in records: `1.` of one side, `1…` of the other."""
    labels: list[str] = []
    last = ""
    for one in view.moves:
        labels.append(one.label or f"{last.rstrip('.…')}…")
        last = one.label or last
    return labels


@router.get("/log.json")
def log_json(game_id: str, services: ServicesDep) -> Response:
    return JSONResponse({"game": game_id, "moves": services.games.search_log(services.games.get(game_id))})
