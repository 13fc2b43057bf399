"""The rules of a game with diagrams generated from them, and lessons."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response

from ludoteca.games import SIDES, Game, Outcome, Position
from ludoteca.games.library import raw_game
from ludoteca.games.reader import read_toml
from ludoteca.games.scenes import scene
from ludoteca.messages import catalogue
from ludoteca.parallel import Busy, TookTooLong, WorkerDied
from ludoteca.play import terms
from ludoteca.play.catalogue import card_of
from ludoteca.play.endings import headline
from ludoteca.render import svg
from ludoteca.web.board_view import BoardView, render_board
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.move_tree import tree
from ludoteca.web.pages.game import parse_path
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page
from ludoteca.web.view_models import Choice, choices_of
from ludoteca.workshop.rules_text import describe_rules

MESSAGES = catalogue("web")

router = APIRouter(route_class=BoundedRoute)


@dataclass(frozen=True)
class Figure:
    """A diagram with its caption."""

    picture: str
    caption: str


def figures(services: Services, game: Game, called: str, file: str | None, lang: str) -> list[Figure]:
    """The start, a move of each kind, and the endings."""
    job = {"kind": "examples", "called": called, "file": file}
    try:
        found = services.jobs.run_cached(("examples", game.rules_hash), job, QUERY_SECONDS)
    except (Busy, TookTooLong, WorkerDied):
        found = {"moves": [], "endings": []}  # the rules can be shown without diagrams
    caption = MESSAGES.text(lang, "rules.start")
    start = Figure(_drawn(game.start(), caption, lang), caption)
    moves = [_move(game, one, lang) for one in found["moves"]]
    return [start, *moves, *(_ending(game, one, lang) for one in found["endings"])]


def _drawn(position: Position, title: str, lang: str, path: tuple[str, ...] = ()) -> str:
    index = position.game.board.index
    cells = [index[click] for click in path if click in index]
    arrows = tuple(pairwise(cells))
    last = tuple(cells[:1]) if len(cells) == 1 else scene(position, lang=lang).last
    drawn = replace(scene(position, lang=lang), title=title, description="", arrows=arrows, last=last)
    return svg(drawn)


def _move(game: Game, one: dict[str, Any], lang: str) -> Figure:
    verbs = [terms.verb(lang, verb) for verb in one["verbs"]]
    side = terms.side(lang, game, one["by"])
    caption = MESSAGES.text(lang, "rules.move", side=side, verbs=" + ".join(verbs), move=one["move"])
    return Figure(_drawn(game.position(one["before"]), caption, lang, tuple(one["path"])), caption)


def _ending(game: Game, one: dict[str, Any], lang: str) -> Figure:
    position = game.position(one["position"])
    caption = headline(lang, position, Outcome(one["winner"], one["reason"]))
    return Figure(_drawn(position, caption, lang), caption)


@router.get("/games/{game_id}/rules")
def rules(request: Request, game_id: str, services: ServicesDep, variant: str = "") -> Response:
    called = known_game(game_id) + (f"/{variant}" if variant else "")
    return rules_page(request, services, services.game_cache.game(called), called, None)


@router.get("/g/{game_id}/rules")
def rules_of_table(request: Request, game_id: str, services: ServicesDep) -> Response:
    row = services.games.get(game_id).row
    return rules_page(request, services, services.game_cache.game(row.called, row.file), row.called, row.file)


def rules_page(request: Request, services: Services, game: Game, called: str, file: str | None) -> Response:
    lang = language(request)
    card = card_of(raw_game(game.id), game.id, lang) if file is None else None
    drawn = figures(services, game, called, file, lang)
    words = game.words(lang)
    # Own rules rarely have a text: it is generated from the rules.
    lines = words.play or describe_rules(read_toml(file, called), lang) if file else words.play
    return page(request, "rules.html", game=game, words=words, lines=lines, card=card, figures=drawn)


# -- lessons ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lesson:
    """One step of a lesson."""

    number: int
    of: int
    position: Position
    task: str
    solutions: tuple[str, ...]
    verdict: str = ""
    """`right` or `wrong` after a try."""
    said: str = ""
    board: BoardView | None = None
    paths: str = "{}"
    choices: tuple[Choice, ...] = ()


def _lessons(services: Services, game_id: str) -> list[dict[str, Any]]:
    game = services.game_cache.game(known_game(game_id))
    found: list[dict[str, Any]] = services.jobs.run_cached(
        ("lessons", game.rules_hash), {"kind": "lessons", "called": game_id}, 8.0
    )
    return found


def _lesson(services: Services, game_id: str, step: int, lang: str) -> Lesson:
    steps = _lessons(services, game_id)
    step = max(1, min(step, len(steps)))
    one = steps[step - 1]
    game = services.game_cache.game(game_id)
    position = game.position(one["position"])
    side = terms.side(lang, game, one["mover"])
    if one["task"] == "win":
        task = MESSAGES.text(lang, "learn.task-win", side=side)
    else:
        verbs = " + ".join(terms.verb(lang, verb) for verb in one["verbs"])
        task = MESSAGES.text(lang, "learn.task-move", side=side, verbs=verbs)
    return Lesson(step, len(steps), position, task, tuple(one["solutions"]))


def _with_board(lesson: Lesson, lang: str) -> Lesson:
    open_ = lesson.verdict != "right"
    moves = lesson.position.legal_moves
    paths = json.dumps(tree(moves) if len(moves) <= 3000 else {}, separators=(",", ":")) if open_ else "{}"
    choices = tuple(choices_of(lesson.position, lang)) if open_ else ()
    board = render_board(lesson.position, lang, may_move=open_)
    return replace(lesson, board=board, paths=paths, choices=choices)


@router.get("/games/{game_id}/learn")
def learn(request: Request, game_id: str, services: ServicesDep, step: int = 1) -> Response:
    lang = language(request)
    lesson = _with_board(_lesson(services, game_id, step, lang), lang)
    return _learn_page(request, services, game_id, lesson)


@router.post("/games/{game_id}/learn/{step}/move")
def try_lesson(
    request: Request, game_id: str, step: int, services: ServicesDep, path: Annotated[str, Form()] = ""
) -> Response:
    """Check a move: right if it solves the task; otherwise the board stays as it was."""
    lang = language(request)
    lesson = _lesson(services, game_id, step, lang)
    after = lesson.position.play(parse_path(path))
    assert after.last is not None
    if after.last.text in lesson.solutions:
        said = MESSAGES.text(lang, "learn.right", move=after.last.text)
        lesson = replace(lesson, position=after, verdict="right", said=said)
    else:
        said = MESSAGES.text(lang, "learn.wrong", move=after.last.text)
        lesson = replace(lesson, verdict="wrong", said=said)
    return _learn_page(request, services, game_id, _with_board(lesson, lang))


def _learn_page(request: Request, services: Services, game_id: str, lesson: Lesson) -> Response:
    game = services.game_cache.game(game_id)
    template = "part/lesson.html" if request.headers.get("hx-request") else "learn.html"
    lang = language(request)
    words = game.words(lang)
    sides = {side: terms.side(lang, game, side) for side in SIDES}
    return page(request, template, game=game, words=words, view=lesson, sides=sides)
