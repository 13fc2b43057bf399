"""The rules of a game with diagrams generated from them, and its tutorial."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Annotated, Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Form, Request, Response

from ludoteca.games import SIDES, Game, Position
from ludoteca.games.library import raw_game
from ludoteca.games.reader import read_toml
from ludoteca.messages import catalogue
from ludoteca.parallel import Busy, TookTooLong, WorkerDied
from ludoteca.play import terms
from ludoteca.play.catalogue import card_of
from ludoteca.play.examples import is_unequal
from ludoteca.play.figures import Figure, rule_figures, task_text
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


def figures(services: Services, game: Game, called: str, file: str | None, lang: str) -> list[Figure]:
    """The start, a move of each kind, and the endings."""
    job = {"kind": "examples", "called": called, "file": file}
    try:
        found = services.jobs.run_cached(("examples", game.rules_hash), job, QUERY_SECONDS)
    except (Busy, TookTooLong, WorkerDied):
        found = {"moves": [], "endings": []}  # the rules can be shown without diagrams
    return rule_figures(game, found, lang)


@router.get("/games/{game_id}/rules")
def rules(request: Request, game_id: str, services: ServicesDep, variant: str = "") -> Response:
    called = _called(game_id, variant)
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


# -- tutorial -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lesson:
    """One step of a tutorial."""

    number: int
    of: int
    position: Position
    task: str
    solutions: tuple[str, ...]
    variant: str = ""
    has_both_sides: bool = False
    """Whether it teaches one side after the other."""
    verdict: str = ""
    """`right` or `wrong` after a try."""
    said: str = ""
    board: BoardView | None = None
    paths: str = "{}"
    choices: tuple[Choice, ...] = ()

    @property
    def query(self) -> str:
        """What follows the address of a page of this variant."""
        return f"?variant={quote(self.variant)}" if self.variant else ""

    @property
    def url(self) -> str:
        """The address that moves are sent below."""
        variant = f"/{quote(self.variant)}" if self.variant else ""
        return f"/games/{self.position.game.id}{variant}/learn/{self.number}"

    @property
    def next_url(self) -> str:
        return f"/games/{self.position.game.id}/learn?" + urlencode(
            {"step": self.number + 1} | ({"variant": self.variant} if self.variant else {})
        )


def _steps(services: Services, called: str) -> list[dict[str, Any]]:
    game = services.game_cache.game(called)
    found: list[dict[str, Any]] = services.jobs.run_cached(
        ("tutorial", game.rules_hash), {"kind": "tutorial", "called": called}, 8.0
    )
    return found


def _called(game_id: str, variant: str) -> str:
    return known_game(game_id) + (f"/{variant}" if variant else "")


def _lesson(services: Services, game_id: str, variant: str, step: int, lang: str) -> Lesson:
    called = _called(game_id, variant)
    steps = _steps(services, called)
    step = max(1, min(step, len(steps)))
    one = steps[step - 1]
    game = services.game_cache.game(called)
    position = game.position(one["position"])
    turn = terms.turn(lang, game, one["mover"])
    is_move = one["task"] == "move"
    task = task_text(lang, one["verbs"]) if is_move else MESSAGES.text(lang, f"learn.task-{one['task']}")
    return Lesson(
        step, len(steps), position, f"{turn} {task}", tuple(one["solutions"]), variant, is_unequal(game)
    )


def _with_board(lesson: Lesson, lang: str) -> Lesson:
    open_ = lesson.verdict != "right"
    moves = lesson.position.legal_moves
    paths = json.dumps(tree(moves) if len(moves) <= 3000 else {}, separators=(",", ":")) if open_ else "{}"
    choices = tuple(choices_of(lesson.position, lang)) if open_ else ()
    board = render_board(lesson.position, lang, may_move=open_)
    return replace(lesson, board=board, paths=paths, choices=choices)


@router.get("/games/{game_id}/learn")
def learn(
    request: Request, game_id: str, services: ServicesDep, step: int = 1, variant: str = ""
) -> Response:
    lang = language(request)
    lesson = _with_board(_lesson(services, game_id, variant, step, lang), lang)
    return _learn_page(request, lesson)


@router.post("/games/{game_id}/learn/{step}/move")
@router.post("/games/{game_id}/{variant}/learn/{step}/move")
def try_lesson(
    request: Request, game_id: str, step: int, services: ServicesDep, path: Annotated[str, Form()] = "",
    variant: str = "",
) -> Response:  # fmt: skip
    """Check a move: right if it solves the task; otherwise the board stays as it was."""
    lang = language(request)
    lesson = _lesson(services, game_id, variant, step, lang)
    after = lesson.position.play(parse_path(path))
    assert after.last is not None
    if after.last.text in lesson.solutions:
        said = MESSAGES.text(lang, "learn.right", move=after.last.text)
        lesson = replace(lesson, position=after, verdict="right", said=said)
    else:
        said = MESSAGES.text(lang, "learn.wrong", move=after.last.text)
        lesson = replace(lesson, verdict="wrong", said=said)
    return _learn_page(request, _with_board(lesson, lang))


def _learn_page(request: Request, lesson: Lesson) -> Response:
    game = lesson.position.game
    template = "part/lesson.html" if request.headers.get("hx-request") else "learn.html"
    lang = language(request)
    words = game.words(lang)
    sides = {side: terms.side(lang, game, side) for side in SIDES}
    return page(request, template, game=game, words=words, view=lesson, sides=sides)
