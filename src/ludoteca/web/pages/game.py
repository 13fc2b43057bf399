"""The page of a game and its commands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from ludoteca.games import SIDES
from ludoteca.play.session import HUMAN, NotAllowedNow
from ludoteca.web.board_layout import stylesheet
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.event_stream import event_stream
from ludoteca.web.game_view import GameView
from ludoteca.web.games.errors import StaleGame
from ludoteca.web.games.new_game import GameSetup, tidy
from ludoteca.web.games.seats import digest
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.move_tree import subtree
from ludoteca.web.request_context import VISITOR, guest, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page
from ludoteca.web.view_models import Hint

router = APIRouter(prefix="/g/{game_id}", route_class=BoundedRoute)


def render_game(
    request: Request, services: Services, stored: StoredGame, ply: int | None = None, line: str = "",
    at: int = 0, hint: Hint | None = None, notice: str | None = None, behind: bool = False,
) -> Response:  # fmt: skip
    """The whole page, or the fragment that changes."""
    template = "part/game.html" if request.headers.get("hx-request") else "play.html"
    view = GameView(request, services, stored, ply, tuple(line.split()), at, hint, notice, behind)
    return page(request, template, view=view)


def after_command(request: Request, services: Services, stored: StoredGame) -> Response:
    """Request the computer's move if it is its turn, and show the game."""
    services.ai_turns.request_move(stored)
    if not request.headers.get("hx-request"):
        return RedirectResponse(f"/g/{stored.id}", 303)
    return render_game(request, services, stored)


def start_game(
    request: Request, services: Services, setup: GameSetup, secret: str, sides: Sequence[str]
) -> Response:
    """Store a new game, request the computer's move if it begins, and redirect to the board."""
    new = services.creation.begin(setup, digest(secret), sides)
    services.ai_turns.request_move(services.games.get(new.row.id))
    response: Response = RedirectResponse(f"/g/{new.row.id}", 303)
    if request.headers.get("hx-request"):  # htmx would put the new page into this one
        response = Response(status_code=204, headers={"hx-redirect": f"/g/{new.row.id}"})
    set_cookie(response, VISITOR, secret, services.settings)
    if new.secrets:
        # The invitation is given to this browser only, in a cookie.
        (free,) = new.secrets.values()
        set_cookie(response, f"invite-{new.row.id}", free, services.settings, 7 * 24 * 3600)
    return response


@router.get("")
def game(
    request: Request, game_id: str, services: ServicesDep, ply: int | None = None, line: str = "", at: int = 0
) -> Response:
    """The game, an earlier position, or a variation from some ply on."""
    stored = services.games.get(game_id)
    if stored.people:
        services.ai_turns.request_move(stored)
    shown = _next_shown(request, stored) if ply is None and not line else stored
    return render_game(
        request, services, shown, ply, line[:4000], at, behind=shown.session.plies < stored.session.plies
    )


MOST_FOLLOWED = 12
"""A page that is behind by more moves than these skips them."""


def _next_shown(request: Request, stored: StoredGame) -> StoredGame:
    """A page that follows a game tells with `X-After` which ply it shows: it gets later moves one by one."""
    after = request.headers.get("x-after", "")
    if not after.isdecimal() or not 1 < stored.session.plies - int(after[:9]) <= MOST_FOLLOWED:
        return stored
    return stored.at_ply(int(after[:9]) + 1)


@router.get("/events")
async def events(request: Request, game_id: str, services: ServicesDep) -> Response:
    return await event_stream(request, services, game_id)


@router.get("/board.css")
def board_css(game_id: str, services: ServicesDep) -> Response:
    stored = services.games.get(game_id)
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(stylesheet(stored.game), media_type="text/css", headers=headers)


@router.get("/paths")
def paths(game_id: str, services: ServicesDep, ply: int, prefix: str = "") -> Response:
    """The moves after some clicks, for boards with too many moves to send at once."""
    stored = services.games.get(game_id)
    if ply != stored.row.plies:
        raise StaleGame("stale.game")
    return JSONResponse(subtree(stored.position, prefix.split()))


@router.post("/move")
def move(
    request: Request, game_id: str, services: ServicesDep, path: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "", ply: Annotated[int | None, Form()] = None,
) -> Response:  # fmt: skip
    """A move: its path of clicks as JSON, or typed text."""
    made: str | list[str] = parse_path(path) if path else text[:200]
    return after_command(request, services, services.commands.play(game_id, made, guest(request), ply))


def parse_path(path: str) -> list[str]:
    """A path of clicks from JSON."""
    try:
        found = json.loads(path)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or len(found) > 200 or not all(isinstance(one, str) for one in found):
        raise NotAllowedNow("request.path")
    return found


def branch_off(
    request: Request, services: Services, stored: StoredGame, moves: Sequence[str], players: tuple[str, str],
    names: tuple[str, str] = ("", ""),
) -> Response:  # fmt: skip
    """A new game that begins with some moves of this one. It has no clock, and its result does not count."""
    row, people = stored.row, players.count(HUMAN)
    setup = GameSetup(
        called=row.called, file=row.file, based_on=row.based_on, kind=("watch", "computer", "shared")[people],
        first=players[0], second=players[1], first_name=names[0], second_name=names[1],
        position=row.start, moves=tuple(moves), parent=row.id, turning=row.turning, pace=row.pace,
    )  # fmt: skip
    sides = [side for side, player in zip(SIDES, players, strict=True) if player == HUMAN]
    return start_game(request, services, setup, visitor_secret(request), sides or SIDES)


@router.post("/undo")
def undo(request: Request, game_id: str, services: ServicesDep) -> Response:
    """Take back a move. A finished game keeps its result: a new game goes on from before the last choice."""
    stored = services.commands.require_seat(game_id, guest(request))
    if stored.is_over:
        seats = [stored.session.seats[side] for side in SIDES]
        return branch_off(
            request, services, stored, stored.session.variation(guest(request).sides(stored.row)),
            (seats[0].player, seats[1].player), (seats[0].name, seats[1].name),
        )  # fmt: skip
    return after_command(request, services, services.commands.undo(game_id, guest(request)))


@router.post("/redo")
def redo(request: Request, game_id: str, services: ServicesDep) -> Response:
    return after_command(request, services, services.commands.redo(game_id, guest(request)))


@router.post("/resign")
def resign(request: Request, game_id: str, services: ServicesDep) -> Response:
    return after_command(request, services, services.commands.resign(game_id, guest(request)))


@router.post("/draw")
def draw(request: Request, game_id: str, services: ServicesDep) -> Response:
    """Offer a draw. A person is asked; a computer answers at once."""
    stored = services.ai_turns.offer_draw(game_id, guest(request))
    if stored.session.offer:
        return after_command(request, services, stored)
    notice = None if stored.is_over else "play.draw-declined"
    services.ai_turns.request_move(stored)
    return render_game(request, services, stored, notice=notice)


@router.post("/answer")
def answer(
    request: Request, game_id: str, services: ServicesDep, offer: Annotated[int, Form()],
    accept: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    stored = services.commands.answer(game_id, guest(request), accept == "yes", offer)
    return after_command(request, services, stored)


@router.post("/flag")
def flag(request: Request, game_id: str, services: ServicesDep) -> Response:
    return after_command(request, services, services.commands.flag(game_id, guest(request)))


@router.post("/think")
def think(request: Request, game_id: str, services: ServicesDep) -> Response:
    """Request the computer's move again."""
    return after_command(request, services, services.commands.require_seat(game_id, guest(request)))


@router.post("/pause")
def pause(request: Request, game_id: str, services: ServicesDep) -> Response:
    return after_command(request, services, services.commands.configure(game_id, guest(request), paused=True))


@router.post("/go-on")
def go_on(request: Request, game_id: str, services: ServicesDep) -> Response:
    return after_command(
        request, services, services.commands.configure(game_id, guest(request), paused=False)
    )


@router.post("/step")
def step(request: Request, game_id: str, services: ServicesDep) -> Response:
    """Play one move of a computer in a paused game."""
    stored = services.commands.configure(game_id, guest(request), paused=True)
    services.ai_turns.request_move(stored, step=True)
    return render_game(request, services, stored)


@router.post("/pace")
def pace(
    request: Request,
    game_id: str,
    services: ServicesDep,
    seconds: Annotated[float, Form(allow_inf_nan=False)],
) -> Response:
    return after_command(
        request,
        services,
        services.commands.configure(game_id, guest(request), pace=min(max(seconds, 0.0), 10.0)),
    )


# -- seats --------------------------------------------------------------------------------------------


@router.get("/seat/{secret}")
def seat(request: Request, game_id: str, secret: str, services: ServicesDep) -> Response:
    """An invitation. A GET does not take the seat: chat programs preview links."""
    stored = services.games.get(game_id)
    side = next((s for s in stored.people if stored.row.seats[s].invitation == digest(secret)), "")
    view = GameView(request, services, stored)
    return page(request, "seat.html", view=view, side=side, secret=secret)


@router.post("/seat/{secret}")
def sit(
    request: Request, game_id: str, secret: str, services: ServicesDep, name: Annotated[str, Form()] = ""
) -> Response:
    own = visitor_secret(request)
    services.commands.sit_down(game_id, secret, digest(own), tidy(name))
    response = RedirectResponse(f"/g/{game_id}", 303)
    set_cookie(response, VISITOR, own, services.settings)
    return response
