"""How the computer thinks: the tree of the position on the board, and the record of what it saw."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from ludoteca.engine.tree import ORDERS
from ludoteca.web.game_view import Showing
from ludoteca.web.games.ai_turns import MOMENT
from ludoteca.web.games.game_state import Table
from ludoteca.web.request_context import language
from ludoteca.web.services import House, house
from ludoteca.web.templating import page

router = APIRouter(prefix="/g/{game_id}")
Here = Annotated[House, Depends(house)]
DEEPEST = 6
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_OPEN = 220
"""A tree of more nodes is not written out as a list."""


def sheet(picture: str) -> str:
    """A graph or a tree as part of a page, whose own styles it wears."""
    return _STYLE.sub("", picture, count=1)


@router.get("/tree")
def tree(
    request: Request, game_id: str, house: Here, ply: int | None = None, depth: int = 2, prune: str = "yes",
    order: str = "path",
) -> Response:  # fmt: skip
    """The minimax tree of a position of the game."""
    table = house.desk.table(game_id)
    ply = table.row.plies if ply is None else max(0, min(ply, table.row.plies))
    depth = max(1, min(depth, DEEPEST))
    order = order if order in ORDERS else "path"
    job = house.computers.job(table, kind="tree", moves=list(table.texts[:ply]), lang=language(request))
    job |= {"depth": depth, "prune": prune != "no", "order": order}
    found = house.pool.ask(job, MOMENT)
    at = Showing(request, house, table, ply)
    return page(
        request, "tree.html", at=at, found=found, picture=sheet(found["svg"]), depth=depth, order=order,
        prune=prune != "no", orders=ORDERS, deepest=DEEPEST, data=found["data"], ply=ply,
        listed=found["data"]["nodes"] <= _OPEN,
    )  # fmt: skip


@router.get("/at.svg")
def at_svg(request: Request, game_id: str, house: Here, position: str) -> Response:
    """Any position of the game's rules, as a picture."""
    table = house.desk.table(game_id)
    drawn = table.game.position(position[:2000]).svg(lang=language(request), theme=False)
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})


@router.get("/log")
def log(request: Request, game_id: str, house: Here) -> Response:
    """What each computer said it saw, move by move."""
    table = house.desk.table(game_id)
    at = Showing(request, house, table)
    return page(request, "log.html", at=at, entries=entries(house, table))


@router.get("/log.json")
def log_json(game_id: str, house: Here) -> Response:
    return JSONResponse({"game": game_id, "moves": entries(house, house.desk.table(game_id))})


def entries(house: House, table: Table) -> list[dict[str, Any]]:
    """The moves with what was thought about them."""
    said = house.desk.thoughts(table.id)
    return [
        {
            "number": one.number,
            "by": one.by,
            "move": one.move,
            "seconds": one.seconds,
            "thinking": json.loads(said[one.number]) if one.number in said else None,
        }
        for one in table.moves
    ]
