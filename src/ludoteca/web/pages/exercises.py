"""Exercises on search trees: any position of a game of the library, of a game on this server, or of a draft.

The address says which exercise it is, and a form carries the answers. Nothing is stored, except that a pupil
of a class has finished one."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from ludoteca.errors import LudotecaError
from ludoteca.exercises import KINDS, SIZES
from ludoteca.exercises.paper import STYLE
from ludoteca.play.catalogue import cards
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.analysis_view import require_fair_play
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.errors import can_be_corrected, message_of, status_of
from ludoteca.web.game_view import GameView
from ludoteca.web.games.ai_turns import QUERY_SECONDS
from ludoteca.web.pages.search_tree import sheet
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

router = APIRouter(prefix="/exercise", route_class=BoundedRoute)
_FIELD = re.compile(r"n(\d{1,3})-(value|cut|alpha|beta)")
_HINT = re.compile(r"h(\d{1,3})")
_MOST_HINTS = 9
_LONGEST_POSITION = 2000


@dataclass(frozen=True)
class Asked:
    """Which exercise is asked for."""

    place: dict[str, Any]
    """The position, as part of a job."""
    address: dict[str, str]
    """The same as parameters of the address."""
    back: str
    """The page it belongs to."""
    kind: str = KINDS[0]
    size: str = "small"
    seed: int = 0
    answers: dict[str, str] = field(default_factory=dict)
    hints: dict[int, int] = field(default_factory=dict)
    is_checked: bool = False
    shows_solution: bool = False

    def url(self, path: str = "/exercise", **more: object) -> str:
        """The address of this exercise, or of one that differs from it."""
        own = {"kind": self.kind, "size": self.size, "seed": self.seed}
        return f"{path}?{urlencode({**self.address, **own, **more})}"

    @property
    def game(self) -> str:
        """The name of the game; empty for own rules."""
        return "" if self.place["file"] else str(self.place["called"])

    @property
    def digest(self) -> str:
        """The same for the same exercise, whatever was answered."""
        own = (self.place["start"], *self.place["moves"], self.size, str(self.seed))
        return hashlib.sha256("\n".join(own).encode()).hexdigest()

    def job(self, kind: str, lang: str) -> dict[str, Any]:
        own = {"exercise": self.kind, "size": self.size, "seed": self.seed}
        return {**self.place, **own, "kind": kind, "lang": lang}


def _asked(request: Request, services: Services, given: dict[str, str]) -> Asked | None:
    """The exercise that the parameters ask for; None if they name no game."""
    place = _place(request, services, given)
    if place is None:
        return None
    kind, size, seed = given.get("kind", ""), given.get("size", ""), given.get("seed", "")
    counted = ((_HINT.fullmatch(name), value) for name, value in given.items())
    hints = {int(found[1]): _number(value) for found, value in counted if found}
    if more := _HINT.fullmatch(given.get("hint", "")):
        hints[int(more[1])] = hints.get(int(more[1]), 0) + 1
    return Asked(
        *place,
        kind=kind if kind in KINDS else KINDS[0],
        size=size if size in SIZES else "small",
        seed=int(seed) if re.fullmatch("[0-9]{1,9}", seed) else 0,
        answers={name: value[:20] for name, value in given.items() if _FIELD.fullmatch(name)},
        hints=hints,
        is_checked=given.get("do") == "check" or given.get("checked") == "yes",
        shows_solution=given.get("solution") == "yes",
    )


def _number(text: str) -> int:
    return min(int(text), _MOST_HINTS) if re.fullmatch("[0-9]{1,3}", text) else 0


def _place(
    request: Request, services: Services, given: dict[str, str]
) -> tuple[dict[str, Any], dict[str, str], str] | None:
    """The position, its parameters in an address, and the page it belongs to."""
    position = given.get("position", "")[:_LONGEST_POSITION]
    if game_id := given.get("g"):
        stored = services.games.get(game_id)
        require_fair_play(GameView(request, services, stored))
        number = stored.row.plies
        if re.fullmatch(r"[0-9]{1,5}", given.get("ply", "")):
            number = min(int(given["ply"]), number)
        place = stored.job("", moves=list(stored.texts[:number]))
        return place, {"g": stored.id, "ply": str(number)}, f"/g/{stored.id}"
    address = {"position": position} if position else {}
    if draft_id := given.get("draft"):
        row = services.drafts.get(draft_id)
        if not row.good:
            raise NotAllowedNow("request.rules-not-valid")
        place = {"called": row.name, "file": row.good, "start": position, "moves": []}
        return place, {"draft": row.id, **address}, f"/workshop/{row.id}"
    if name := given.get("game", "")[:200]:
        game = services.game_cache.game(name)
        place = {"called": name, "file": None, "start": position, "moves": []}
        return place, {"game": name, **address}, f"/games/{game.id}"
    return None


@router.get("")
def show(request: Request, services: ServicesDep) -> Response:
    """An exercise, or the form to choose a game."""
    given = dict(request.query_params)
    asked = _asked(request, services, given)
    if asked is None:
        return _start(request)
    try:
        return _page(request, services, asked)
    except LudotecaError as problem:
        if not (asked.game and can_be_corrected(problem)):
            raise
        return _start(request, given, problem)


@router.post("")
async def answer(request: Request, services: ServicesDep) -> Response:
    """Check the answers, or give a hint."""
    form = {name: value for name, value in (await request.form()).items() if isinstance(value, str)}
    return await run_in_threadpool(_answered, request, services, form)


def _answered(request: Request, services: Services, form: dict[str, str]) -> Response:
    asked = _asked(request, services, form)
    if asked is None:
        return _start(request)
    return _page(request, services, asked)


def _start(
    request: Request, given: Mapping[str, str] | None = None, problem: LudotecaError | None = None
) -> Response:
    """The form to choose a game, with what was entered and why no exercise can be made of it."""
    lang = language(request)
    status = status_of(problem)[0] if problem else 200
    return page(
        request, "exercise_start.html", status, cards=cards(lang), kinds=KINDS, sizes=SIZES,
        given=given or {}, problem=message_of(problem, lang) if problem else "",
    )  # fmt: skip


def _page(request: Request, services: Services, asked: Asked) -> Response:
    job = asked.job("exercise", language(request)) | {"solution": asked.shows_solution, "hints": asked.hints}
    if asked.is_checked:
        job["answers"] = _by_node(asked.answers)
    found = services.jobs.run(job, QUERY_SECONDS)
    if found["review"] and found["review"]["complete"]:
        services.classrooms.record_exercise(guest(request).visitor, asked.game, asked.kind, asked.digest)
    told = {(one["node"], one["field"]): one for one in (found["review"] or {}).get("feedback", ())}
    template = "part/exercise.html" if request.headers.get("hx-request") else "exercise.html"
    return page(
        request, template, asked=asked, found=found, told=told, picture=sheet(found["svg"]), kinds=KINDS,
        sizes=SIZES,
    )  # fmt: skip


def _by_node(answers: dict[str, str]) -> dict[str, dict[str, str]]:
    """The fields of a form as answers: `n3-value` is the value of node 3."""
    found: dict[str, dict[str, str]] = {}
    for name, value in answers.items():
        node, what = name[1:].split("-")
        found.setdefault(node, {})[what] = value
    return found


@router.get("/print")
def print_(request: Request, services: ServicesDep) -> Response:
    """The exercise and its solution on paper."""
    asked = _asked(request, services, dict(request.query_params))
    if asked is None:
        return _start(request)
    found = services.jobs.run(asked.job("exercise-sheets", language(request)), QUERY_SECONDS)
    drawn = sheet(found["sheets"])
    return page(request, "exercise_print.html", sheet=drawn, title=found["title"], back=asked.url())


@router.get("/print.css")
def print_css() -> Response:
    return Response(STYLE, media_type="text/css", headers={"cache-control": "public, max-age=3600"})
