"""Classes: opening one, joining it, the pages of teachers and pupils, and the projector."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Form, HTTPException, Request, Response
from fastapi.responses import RedirectResponse

from ludoteca.errors import LudotecaError
from ludoteca.exercises import KINDS
from ludoteca.play.catalogue import cards
from ludoteca.play.opponents import offered
from ludoteca.play.session import NotAllowedNow
from ludoteca.puzzles import games_with_puzzles
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.class_view import ClassView
from ludoteca.web.errors import can_be_corrected, message_of, status_of
from ludoteca.web.event_stream import class_stream
from ludoteca.web.games.class_games import FORMATS
from ludoteca.web.games.class_members import ANIMALS, LONGEST_NAME
from ludoteca.web.games.class_tasks import MOST_TIMES, Task
from ludoteca.web.games.errors import GameNotFound
from ludoteca.web.qr import qr_code
from ludoteca.web.request_context import CLASS, HOME, VISITOR, guest, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.store.classes import TEACHER
from ludoteca.web.templating import page

router = APIRouter(prefix="/class", route_class=BoundedRoute)

LEVELS = tuple(range(1, 9))
NOBODY = "-"
"""In the cookie `HOME`: the browser had no secret before it joined."""


# -- opening and joining ------------------------------------------------------------------------------


@router.get("")
def classes(request: Request, services: ServicesDep, ended: str = "") -> Response:
    """The form for a code, the visitor's classes, and the form that opens one."""
    mine = services.classrooms.of_visitor(guest(request).visitor)
    response = _entry(request, services, has_ended=bool(ended))
    if not mine and CLASS in request.cookies:
        _leave(request, response, services)  # the class has ended
    return response


def _entry(
    request: Request, services: Services, error: LudotecaError | None = None, title: str = "",
    has_ended: bool = False,
) -> Response:  # fmt: skip
    mine = services.classrooms.of_visitor(guest(request).visitor)
    return page(
        request, "classes.html", status_of(error)[0] if error else 200,
        problem=message_of(error, language(request)) if error else "", mine=mine, teacher=TEACHER,
        days=services.classrooms.days, needs_password=bool(services.settings.teacher_password), title=title,
        was_member=CLASS in request.cookies and not mine, has_ended=has_ended,
        has_class=CLASS in request.cookies and bool(mine),
    )  # fmt: skip


@router.post("")
def open_class(
    request: Request, services: ServicesDep, title: Annotated[str, Form()] = "",
    days: Annotated[int, Form()] = 0, password: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    secret = visitor_secret(request)
    try:
        found = services.classrooms.open(title, days or services.classrooms.days[0], secret, password[:200])
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        return _entry(request, services, error, title)
    response = RedirectResponse(f"/class/{found}", 303)
    set_cookie(response, VISITOR, secret, services.settings)
    set_cookie(response, CLASS, found, services.settings)
    return response


@router.get("/join")
def join_form(request: Request, code: str = "") -> Response:
    return _join_form(request, code)


@router.get("/join/{code}")
def join_by_link(request: Request, code: str) -> Response:
    """The link of the QR code. Whether the code is right is only told to those who join."""
    return _join_form(request, code)


def _join_form(
    request: Request, code: str, name: str = "", animal: str = "", error: LudotecaError | None = None
) -> Response:
    return page(
        request, "class_join.html", status_of(error)[0] if error else 200,
        problem=message_of(error, language(request)) if error else "", code=code[:20], name=name,
        animal=animal, animals=ANIMALS, longest=LONGEST_NAME,
    )  # fmt: skip


@router.post("/join")
def join(
    request: Request, services: ServicesDep, code: Annotated[str, Form()] = "",
    name: Annotated[str, Form()] = "", animal: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """Join as a pupil, or come back by a code of one's own. The browser gets a secret for the class alone."""
    visitor = guest(request).visitor
    try:
        found, secret = services.classrooms.members.join(code, name, animal, visitor)
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        return _join_form(request, code, name[:LONGEST_NAME], animal, error)
    response = RedirectResponse(f"/class/{found}", 303)
    set_cookie(response, VISITOR, secret, services.settings)
    set_cookie(response, CLASS, found, services.settings)
    if HOME not in request.cookies:
        set_cookie(response, HOME, request.cookies.get(VISITOR) or NOBODY, services.settings)
    return response


def _leave(request: Request, response: Response, services: Services) -> None:
    """Give the browser back the secret that it had before it got one for a class; a teacher's stays."""
    before = request.cookies.get(HOME, "")
    if before and before != NOBODY:
        set_cookie(response, VISITOR, before, services.settings)
    elif before:
        response.delete_cookie(VISITOR, path="/", httponly=True, samesite="lax")
    for name in (CLASS, HOME):
        response.delete_cookie(name, path="/", httponly=True, samesite="lax")


@router.get("/privacy")
def privacy(request: Request, services: ServicesDep) -> Response:
    """What a teacher sees and what is kept, in plain words."""
    return page(request, "class_privacy.html", days=services.classrooms.days)


@router.get("/levels")
def levels(request: Request, services: ServicesDep, game: str = "") -> Response:
    """The levels of a game, as the options of a form."""
    found = offered(services.game_cache.game(known_game(game))).levels
    return page(request, "part/class_levels.html", task_levels=found)


@router.get("/bar")
def bar(request: Request, services: ServicesDep, at: str = "") -> Response:
    """The bar above every page of a member. Where the class has ended, the browser leaves it."""
    visitor = guest(request).visitor
    mine = services.classrooms.of_visitor(visitor)
    if not mine:
        response = page(request, "part/class_bar.html", view=None, at=at)
        _leave(request, response, services)
        return response
    shown = request.cookies.get(CLASS, "")
    known = [row.id for row, _ in mine]
    stored = services.classrooms.get(shown if shown in known else known[0], visitor)
    return page(request, "part/class_bar.html", view=ClassView(request, services, stored), at=at[:200])


# -- the pages of a class -----------------------------------------------------------------------------


def _view(request: Request, services: Services, classroom: str) -> ClassView:
    """Raises `GameNotFound`, also for those who are not in the class."""
    return ClassView(request, services, services.classrooms.get(classroom, guest(request).visitor))


def _teacher_view(request: Request, services: Services, classroom: str) -> ClassView:
    view = _view(request, services, classroom)
    if not view.stored.is_teacher:
        raise GameNotFound("missing.class")
    return view


def _back(classroom: str, where: str = "") -> Response:
    return RedirectResponse(f"/class/{classroom}{where}", 303)


@router.get("/{classroom}")
def classroom_page(request: Request, classroom: str, services: ServicesDep) -> Response:
    view = _view(request, services, classroom)
    response = _class_page(request, services, view)
    if request.cookies.get(CLASS) != classroom:
        set_cookie(response, CLASS, classroom, services.settings)
    return response


def _class_page(
    request: Request, services: Services, view: ClassView, error: LudotecaError | None = None
) -> Response:
    lang = language(request)
    known = _games(lang)
    puzzles = [one for one in known if one[0] in games_with_puzzles()]
    values: dict[str, Any] = {
        "games": known, "with_puzzles": puzzles, "levels": LEVELS,
        "task_levels": offered(services.game_cache.game(_last_game(view, known))).levels,
        "formats": FORMATS, "most_times": MOST_TIMES, "last_game": _last_game(view, known),
        "exercises": KINDS,
    }  # fmt: skip
    return page(
        request, "class_teacher.html" if view.stored.is_teacher else "class_pupil.html",
        status_of(error)[0] if error else 200, view=view,
        problem=message_of(error, lang) if error else "", **values,
    )  # fmt: skip


@cache
def _games(lang: str) -> list[tuple[str, str]]:
    """The games of the library by name."""
    return sorted(((card.id, card.name) for card in cards(lang)), key=lambda one: one[1].casefold())


def _last_game(view: ClassView, known: list[tuple[str, str]]) -> str:
    """The game that the forms offer first: that of the last task."""
    named = [one.called for one in view.stored.tasks if one.called]
    return named[-1] if named else known[0][0]


@router.get("/{classroom}/live")
def live(request: Request, classroom: str, services: ServicesDep) -> Response:
    """The part of the page that changes while pupils play."""
    view = _view(request, services, classroom)
    template = "part/class_live.html" if view.stored.is_teacher else "part/class_pupil.html"
    return page(request, template, view=view)


@router.get("/{classroom}/events")
async def events(request: Request, classroom: str, services: ServicesDep) -> Response:
    return await class_stream(request, services, classroom)


@router.get("/{classroom}/qr.svg")
def qr(request: Request, classroom: str, services: ServicesDep) -> Response:
    view = _teacher_view(request, services, classroom)
    if not view.code:
        raise HTTPException(404)
    response = qr_code(request, services.settings, view.join_path)
    response.headers["cache-control"] = "no-store"
    return response


# -- commands of a teacher ----------------------------------------------------------------------------


def _do(request: Request, services: Services, classroom: str, command: Any, where: str = "") -> Response:
    """Carry a command out; what can be corrected is told on the page."""
    try:
        command()
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        return _class_page(request, services, _view(request, services, classroom), error)
    return _back(classroom, where)


@router.post("/{classroom}/joining")
def joining(
    request: Request, classroom: str, services: ServicesDep, open: Annotated[str, Form()] = ""
) -> Response:
    services.classrooms.members.set_joining(classroom, guest(request).visitor, is_open=open == "yes")
    return _back(classroom)


@router.post("/{classroom}/end")
def end(
    request: Request, classroom: str, services: ServicesDep, confirm: Annotated[str, Form()] = ""
) -> Response:
    if not confirm:
        raise NotAllowedNow("request.confirm")
    services.classrooms.end(classroom, guest(request).visitor)
    response = RedirectResponse("/class?ended=yes", 303)
    response.delete_cookie(CLASS, path="/", httponly=True, samesite="lax")
    return response


@router.post("/{classroom}/tasks")
def add_task(
    request: Request, classroom: str, services: ServicesDep, kind: Annotated[str, Form()] = "",
    game: Annotated[str, Form()] = "", level: Annotated[str, Form()] = "",
    exercise: Annotated[str, Form()] = "", times: Annotated[int, Form()] = 1,
) -> Response:  # fmt: skip
    detail = {"level": level, "exercise": exercise}.get(kind, "")
    called = known_game(game) if game else ""
    if kind == "level" and called:
        detail = _nearest_level(services, called, level)
    task = Task(kind, called, detail, times)
    visitor = guest(request).visitor
    return _do(
        request,
        services,
        classroom,
        lambda: services.classrooms.tasks.add(classroom, visitor, task),
        "#tasks",
    )


def _nearest_level(services: Services, called: str, level: str) -> str:
    """A level of the game: the one asked for, or the nearest one that it has. The form offers those of the
    game; without scripts it cannot follow the choice of the game."""
    wanted = int(level) if level.isdecimal() and len(level) < 4 else 0
    return str(offered(services.game_cache.game(called)).nearest(wanted).number)


@router.post("/{classroom}/tasks/{number}/remove")
def remove_task(request: Request, classroom: str, number: int, services: ServicesDep) -> Response:
    services.classrooms.tasks.remove(classroom, guest(request).visitor, number)
    return _back(classroom, "#tasks")


@router.post("/{classroom}/pair")
async def pair(request: Request, classroom: str, services: ServicesDep) -> Response:
    from starlette.concurrency import run_in_threadpool

    form = await request.form()
    numbers = [int(text) for one in form.getlist("pupil") if (text := str(one)).isdecimal() and len(text) < 6]
    game, level = str(form.get("game", "")), str(form.get("level", ""))
    return await run_in_threadpool(_pair, request, services, classroom, game, numbers, level)


def _pair(
    request: Request, services: Services, classroom: str, game: str, numbers: list[int], level: str
) -> Response:
    visitor, called = guest(request).visitor, known_game(game)
    wanted = int(level) if level.isdecimal() and len(level) < 4 else None
    return _do(
        request, services, classroom,
        lambda: services.classrooms.games.pair(classroom, visitor, called, numbers, wanted), "#pupils",
    )  # fmt: skip


@router.post("/{classroom}/cup")
def championship(
    request: Request, classroom: str, services: ServicesDep, game: Annotated[str, Form()] = "",
    format: Annotated[str, Form()] = FORMATS[0], rounds: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    visitor, called = guest(request).visitor, known_game(game)
    turns = int(rounds) if rounds.isdecimal() and len(rounds) < 4 else None

    def begin() -> None:
        cup = services.classrooms.games.championship(classroom, visitor, called, format, turns)
        services.tournament_runner.wake(cup)

    return _do(request, services, classroom, begin, "#cups")


@router.post("/{classroom}/cup/{tournament}/decide")
def decide(
    request: Request, classroom: str, tournament: str, services: ServicesDep,
    game: Annotated[str, Form()], points: Annotated[float, Form(allow_inf_nan=False)],
) -> Response:  # fmt: skip
    """The result of a game that is not played to its end."""
    visitor = guest(request).visitor

    def decided() -> None:
        services.classrooms.games.decide(classroom, visitor, tournament, game, points)
        services.tournament_runner.wake(tournament)

    return _do(request, services, classroom, decided, "#cups")


@router.post("/{classroom}/device")
def device(request: Request, classroom: str, services: ServicesDep) -> Response:
    """A code by which the teacher opens the class on another device."""
    view = _teacher_view(request, services, classroom)
    code = services.classrooms.members.return_code(classroom, view.visitor, 0)
    return page(request, "class_return.html", view=view, code=code, pupil=None)


# -- pupils -------------------------------------------------------------------------------------------


@router.get("/{classroom}/pupil/{number}")
def pupil(request: Request, classroom: str, number: int, services: ServicesDep) -> Response:
    """A pupil's work, and what the teacher can do about the pupil."""
    view = _teacher_view(request, services, classroom)
    row = view.stored.pupil(number)
    return page(request, "class_pupil_card.html", view=view, pupil=view.pupil(row), longest=LONGEST_NAME)


@router.post("/{classroom}/pupil/{number}/rename")
def rename(
    request: Request, classroom: str, number: int, services: ServicesDep, name: Annotated[str, Form()] = ""
) -> Response:
    visitor = guest(request).visitor
    return _do(
        request, services, classroom,
        lambda: services.classrooms.members.rename(classroom, visitor, number, name), "#pupils",
    )  # fmt: skip


@router.post("/{classroom}/pupil/{number}/remove")
def remove(
    request: Request, classroom: str, number: int, services: ServicesDep, confirm: Annotated[str, Form()] = ""
) -> Response:
    if not confirm:
        raise NotAllowedNow("request.confirm")
    _teacher_view(request, services, classroom)
    services.classrooms.members.remove(classroom, guest(request).visitor, number)
    return _back(classroom, "#pupils")


@router.post("/{classroom}/pupil/{number}/return")
def return_code(request: Request, classroom: str, number: int, services: ServicesDep) -> Response:
    """A code by which a pupil comes back on another device."""
    view = _teacher_view(request, services, classroom)
    row = view.stored.pupil(number)
    code = services.classrooms.members.return_code(classroom, view.visitor, number)
    return page(request, "class_return.html", view=view, code=code, pupil=view.pupil(row))


@router.post("/{classroom}/hand-over")
def hand_over(request: Request, classroom: str, services: ServicesDep) -> Response:
    """Somebody else uses the browser now: the pupil stays in the class, and comes back by a code."""
    _view(request, services, classroom)
    response = RedirectResponse("/class/join", 303)
    _leave(request, response, services)
    return response


@router.post("/{classroom}/leave")
def leave(
    request: Request, classroom: str, services: ServicesDep, confirm: Annotated[str, Form()] = ""
) -> Response:
    """A pupil leaves: what the pupil did is deleted."""
    if not confirm:
        raise NotAllowedNow("request.confirm")
    view = _view(request, services, classroom)
    if view.stored.is_teacher:
        raise NotAllowedNow("session.class-member")
    services.classrooms.members.remove(classroom, view.visitor, view.stored.me.number)
    response = RedirectResponse("/class", 303)
    _leave(request, response, services)
    return response


# -- projector ----------------------------------------------------------------------------------------


@router.get("/{classroom}/projector")
def projector(request: Request, classroom: str, services: ServicesDep) -> Response:
    """The code, a board or all boards: large, and nothing else."""
    view = _teacher_view(request, services, classroom)
    template = "part/projector.html" if request.headers.get("hx-request") else "projector.html"
    return page(request, template, view=view)


@router.post("/{classroom}/projector")
def project(
    request: Request, classroom: str, services: ServicesDep, game: Annotated[str, Form()] = ""
) -> Response:
    """Choose what the projector shows: a game by its id or link, all boards, or how to join."""
    shown = game.strip().partition("?")[0].rstrip("/").rpartition("/")[2][:24]
    visitor = guest(request).visitor
    if request.headers.get("hx-request"):
        services.classrooms.project(classroom, visitor, shown)
        return Response(status_code=204)
    return _do(
        request, services, classroom,
        lambda: services.classrooms.project(classroom, visitor, shown), "#projector",
    )  # fmt: skip
