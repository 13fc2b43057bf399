"""The position editor: a board to click on, a tray of pieces, and the position as text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response

from ludoteca.games import SIDES, Game, Position
from ludoteca.games.scenes import piece_style
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.board_view import piece_picture, render_board
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import full_name, known_game
from ludoteca.web.move_tree import END
from ludoteca.web.pages.game import parse_path
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

MESSAGES = catalogue("web")

router = APIRouter(prefix="/games/{game_id}/editor", route_class=BoundedRoute)
MOST_SEEDS = 200


@dataclass(frozen=True)
class Tool:
    """A piece of the tray."""

    word: str
    name: str
    picture: str = ""


def tools(game: Game, lang: str) -> list[Tool]:
    """The pieces of a game, and the empty cell."""
    if game.traits.sows:
        return [
            Tool("+", MESSAGES.text(lang, "editor.more-seeds")),
            Tool("-", MESSAGES.text(lang, "editor.less-seeds")),
        ]
    kinds = game.compiled.kinds
    found = [Tool("0", MESSAGES.text(lang, "editor.empty"))]
    sides = {1: "first", 2: "second"}
    for code in range(1, len(kinds.letters)):
        side = "neutral" if code == 1 else sides.get(kinds.who[code], "shared")
        picture = piece_picture(game, piece_style(game, code), 40)
        found.append(Tool(str(code), _tool_name(game, code, side, lang), picture))
    return found


def _tool_name(game: Game, code: int, side: str, lang: str) -> str:
    if side == "neutral":
        return MESSAGES.text(lang, "editor.block")
    kinds = game.compiled.kinds
    kind = kinds.names[kinds.kind_of[code]]
    named = (game.words(lang).pieces or {}).get(kind, kind)
    if side == "shared":
        return named
    owner = terms.side(lang, game, side)
    several = len(kinds.of_side(SIDES.index(side))) > 1
    return f"{owner}: {named}" if several else owner


def changed(position: Position, cell: int, tool: str) -> Position:
    """The position with one cell changed. The ply count restarts."""
    game, now = position.game, position.snapshot
    cells, pits = list(now.cells[: game.compiled.layout.size]), list(now.pits)
    if game.pits:
        pit = game.pits.pit(cell)
        pits[pit] = max(0, min(MOST_SEEDS, pits[pit] + (1 if tool == "+" else -1)))
        pits = pits[: game.pits.count]
    elif tool in map(str, range(len(game.compiled.kinds.letters))):
        cells[cell] = 0 if cells[cell] == int(tool) else int(tool)
        pits = []
    else:
        raise NotAllowedNow("request.no-such-piece")
    hands = (list(now.hand(0)), list(now.hand(1)))
    return game.set_up(cells, now.mover, hands, pits, 0)


@router.get("")
def editor(
    request: Request, game_id: str, services: ServicesDep, variant: str = "", position: str = ""
) -> Response:
    called = full_name(known_game(game_id), variant, request.query_params)
    game = services.game_cache.game(called)
    start = game.position(position[:2000]) if position else game.start()
    return _page(request, game, start)


@router.post("/move")
def put(
    request: Request, game_id: str, services: ServicesDep, path: Annotated[str, Form()],
    called: Annotated[str, Form()], position: Annotated[str, Form()], tool: Annotated[str, Form()] = "0",
) -> Response:  # fmt: skip
    """A click on a cell."""
    game = _game(services, game_id, called)
    (click,) = parse_path(path)[:1] or [""]
    if click not in game.board.index:
        raise NotAllowedNow("request.no-such-cell")
    after = changed(game.position(position[:2000]), game.board.index[click], tool)
    return _page(request, game, after, tool)


@router.post("/set")
def put_all(
    request: Request, game_id: str, services: ServicesDep, called: Annotated[str, Form()],
    position: Annotated[str, Form()], act: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """Read the text, clear the board, restore the start, or change the side to move."""
    game = _game(services, game_id, called)
    if act == "start":
        return _page(request, game, game.start())
    found = game.position(position[:2000])
    now = found.snapshot
    cells, pits = list(now.cells[: game.compiled.layout.size]), list(now.pits)
    pits = pits[: game.pits.count] if game.pits else []
    hands = (list(now.hand(0)), list(now.hand(1)))
    if act == "clear":
        found = game.set_up([0] * len(cells), now.mover, hands, [0] * len(pits), 0)
    elif act == "mover":
        found = game.set_up(cells, 1 - now.mover, hands, pits, 0)
    return _page(request, game, found)


def _game(services: Services, game_id: str, called: str) -> Game:
    if not called.startswith(known_game(game_id)):
        raise NotAllowedNow("request.no-such-game")
    return services.game_cache.game(called[:200])


def _page(request: Request, game: Game, position: Position, tool: str = "") -> Response:
    lang = language(request)
    tray = tools(game, lang)
    paths: dict[str, Any] = {cell.name: {END: cell.name} for cell in game.board.cells}
    template = "part/editor.html" if request.headers.get("hx-request") else "editor.html"
    return page(
        request, template, game=game, position=position, board=render_board(position, lang, show_last=False),
        paths=json.dumps(paths, separators=(",", ":")), tools=tray,
        turn=terms.turn(lang, game, position.mover),
        chosen=tool or tray[min(2, len(tray) - 1) if len(tray) > 2 else 0].word,
    )  # fmt: skip
