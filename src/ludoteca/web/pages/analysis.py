"""The game review: evaluation graph, mistakes, better moves, and retries."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import escape
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response

from ludoteca.errors import LudotecaError
from ludoteca.messages import catalogue
from ludoteca.play.analysis import MARKS
from ludoteca.play.session import NotAllowedNow
from ludoteca.render.graph import bands
from ludoteca.web.board_view import render_board
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.errors import message_of
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.move_tree import tree
from ludoteca.web.pages.game import parse_path
from ludoteca.web.pages.search_tree import sheet
from ludoteca.web.pages.tutorial import Lesson
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page
from ludoteca.web.view_models import choices_of

MESSAGES = catalogue("web")

router = APIRouter(prefix="/g/{game_id}/review", route_class=BoundedRoute)
_GOOD_ENOUGH = MARKS[-1][1]
"""A retried move that loses less than an inaccuracy counts as right."""


@router.get("")
def review(request: Request, game_id: str, services: ServicesDep) -> Response:
    """The review, or its progress."""
    stored = services.games.get(game_id)
    view = GameView(request, services, stored)
    if not stored.moves:
        raise NotAllowedNow("session.no-moves")
    if not stored.is_over and view.people_here and stored.row.kind != "shared":
        raise NotAllowedNow("session.not-over")
    found = services.reviews.get(stored)
    state = None if found else services.reviews.start(stored, view.names)
    problem = state.get("problem") if state else None
    said = message_of(problem, view.lang) if isinstance(problem, LudotecaError) else ""
    part = "part/review.html" if request.headers.get("hx-request") else "review.html"
    values = _told(found, stored, view) if found else {"data": None}
    return page(request, part, view=view, state=state, problem=said, **values)


def _told(found: dict[str, Any], stored: StoredGame, view: GameView) -> dict[str, Any]:
    data = found["data"][view.lang]
    return {
        "data": data,
        "summary": found["summary"][view.lang],
        "graph": _graph(found["graph"][view.lang], data["chances"], stored, view),
        "marked": [(n, one) for n, one in enumerate(data["moves"], 1) if one.get("mark")],
        "percent": [None if one is None else round(100 * one) for one in data["chances"]],
    }


_NOTES = re.compile(r'(<g class="(?:inaccuracy|mistake|blunder)">)<title>.*?</title>', re.DOTALL)


def _graph(picture: str, chances: list[float | None], stored: StoredGame, view: GameView) -> str:
    """The graph with a link over each position. Better moves are shown on request only."""
    links = []
    for ply, (left, top, width, height) in enumerate(bands(len(chances))):
        chance = chances[ply]
        percent = "?" if chance is None else f"{round(100 * chance)} %"
        words = escape(view.say("review.point", n=ply, percent=percent))
        links.append(
            f'<a class="band" href="/g/{stored.id}?ply={ply}" aria-label="{words}"><title>{words}</title>'
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}"/></a>'
        )
    plain = _NOTES.sub(r"\1", sheet(picture)).replace('role="img"', 'role="group"', 1)
    return plain.removesuffix("</svg>") + "".join(links) + "</svg>"


@router.get("/{number}/better")
def better(request: Request, game_id: str, number: int, services: ServicesDep) -> Response:
    """The better move, shown on request."""
    stored = services.games.get(game_id)
    found = services.reviews.get(stored)
    if found is None or str(number) not in found["remarks"][language(request)]:
        raise NotAllowedNow("request.no-such-move")
    one = found["data"][language(request)]["moves"][number - 1]
    return page(request, "part/better.html", one=one, number=number, id=game_id)


# -- retries ------------------------------------------------------------------------------------------


@router.get("/{number}")
def retry(request: Request, game_id: str, number: int, services: ServicesDep) -> Response:
    return _retry_page(request, services, game_id, number, _task(request, services, game_id, number))


@router.post("/{number}/move")
def try_again(
    request: Request, game_id: str, number: int, services: ServicesDep, path: Annotated[str, Form()] = ""
) -> Response:
    """Try another move: right if it loses less than an inaccuracy."""
    task = _task(request, services, game_id, number)
    stored = services.games.get(game_id)
    after = task.position.play(parse_path(path))
    assert after.last is not None
    job = stored.job("compare", moves=list(stored.texts[: number - 1]))
    judged = services.jobs.run({**job, "path": list(after.last.path)}, QUERY_SECONDS)
    lang = language(request)
    if judged["drop"] < _GOOD_ENOUGH:
        said = MESSAGES.text(lang, "review.right", move=after.last.text)
        return _retry_page(
            request, services, game_id, number, replace(task, position=after, verdict="right", said=said)
        )
    said = MESSAGES.text(lang, "review.wrong", move=after.last.text, percent=round(100 * judged["drop"]))
    return _retry_page(request, services, game_id, number, replace(task, verdict="wrong", said=said))


def _task(request: Request, services: Services, game_id: str, number: int) -> Lesson:
    stored = services.games.get(game_id)
    if not 1 <= number <= len(stored.moves) or not stored.is_over:
        raise NotAllowedNow("request.no-such-move")
    view = GameView(request, services, stored)
    played = stored.moves[number - 1]
    task = view.say("review.task", who=view.name(played.by), move=played.move)
    return Lesson(number, len(stored.moves), services.games.position_at(stored, number - 1), task, ())


def _retry_page(request: Request, services: Services, game_id: str, number: int, task: Lesson) -> Response:
    stored, lang = services.games.get(game_id), language(request)
    flipped = task.position.mover == "second" if task.verdict != "right" else False
    moves = task.position.legal_moves if task.verdict != "right" else ()
    paths = json.dumps(tree(moves), separators=(",", ":"))
    choices = tuple(choices_of(task.position, lang)) if moves else ()
    shown = replace(task, board=render_board(task.position, lang, flipped), paths=paths, choices=choices)
    template = "part/retry.html" if request.headers.get("hx-request") else "retry.html"
    return page(request, template, view=shown, stored=stored, flipped=flipped, game=stored.game)
