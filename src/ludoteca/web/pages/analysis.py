"""The analysis board: any game, any position, any record. docs/web.md lists the parameters of its address."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool

from ludoteca.errors import BadRecord, LudotecaError, cause
from ludoteca.messages import catalogue
from ludoteca.parallel import TaskFuture
from ludoteca.play.catalogue import cards
from ludoteca.play.record import Record
from ludoteca.play.variations import LARGEST_LINK, decoded
from ludoteca.solver import has_values
from ludoteca.web.analysis_view import (
    MOST_LINES,
    STRENGTHS,
    Analysis,
    AnalysisView,
    EngineSettings,
    game_of,
    lines_view,
    of_link,
    of_moves,
    of_record,
    of_stored,
    require_fair_play,
)
from ludoteca.web.board_layout import stylesheet
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.client_address import client_address
from ludoteca.web.errors import message_of, status_of
from ludoteca.web.event_stream import EventResponse, event_text
from ludoteca.web.exact_values import mark_helped, values_page
from ludoteca.web.game_view import GameView
from ludoteca.web.games.seats import digest
from ludoteca.web.move_tree import subtree
from ludoteca.web.pages.exchange import read_record, sent_record, shown_again, was_misspelt
from ludoteca.web.pages.game import parse_path
from ludoteca.web.pages.review import Verdict, at_ply, judge, review_of, start_retry, task_of
from ludoteca.web.players import OPTIONS
from ludoteca.web.request_context import VISITOR, guest, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

MESSAGES = catalogue("web")
router = APIRouter(prefix="/analysis", route_class=BoundedRoute)
MOST_MOVES = 100
"""Moves that one request adds."""


class AnalysisForm(BaseModel):
    """The state of the page, which every request carries, and what is asked for."""

    d: str = ""
    """The tree, as the data of a link."""
    at: int = 0
    """The node that is shown."""
    g: str = ""
    """The game on this server that the analysis began with."""
    retry: int = 0
    go: int | None = None
    """The node to show."""
    do: str = ""
    """`promote`, `delete`, `stop` (of a retry), or empty."""
    again: int | None = None
    """The number of a move of the game for which to find a better one."""
    ply: int | None = None
    """Show the game after this number of moves, before anything else."""
    comment: str | None = None
    """The comment of the node that is shown."""
    path: str = ""
    text: str = ""
    """A move: its path of clicks as JSON, or typed text."""
    line: str = ""
    """Moves to add; the node after the first of them is shown."""
    keep: str = ""
    """Moves to add as a variation; the node shown stays."""
    engine: str = ""
    lines: int = 3
    strength: str = EngineSettings.strength
    threads: int = 1

    @property
    def settings(self) -> EngineSettings:
        return EngineSettings.within_limits(self.engine == "on", self.lines, self.strength, self.threads)


AnalysisFormDep = Annotated[AnalysisForm, Form()]


def _analysis(request: Request, services: Services, form: AnalysisForm) -> Analysis:
    """The analysis of a form."""
    found = of_link(services, form.d[: LARGEST_LINK + 1], form.at)
    return replace(_with_game(request, services, found, form.g), retry=form.retry if form.g else 0)


def _commented(request: Request, services: Services, form: AnalysisForm) -> Analysis:
    """The analysis with the comment that the form has for the node shown."""
    found = _analysis(request, services, form)
    if form.comment is not None:
        found.tree.comment(found.node, form.comment)
    return found


def _with_game(request: Request, services: Services, found: Analysis, game_id: str) -> Analysis:
    """The analysis with the game on this server that it began with, if there is one."""
    if not game_id:
        return found
    stored = services.games.get(game_id)
    require_fair_play(GameView(request, services, stored))
    if stored.row.rules != found.game.rules_hash:
        raise BadRecord("record.link")
    return replace(found, stored=stored)


@router.get("")
def show(
    request: Request, services: ServicesDep, d: str = "", g: str = "", game: str = "", position: str = "",
    moves: str = "", at: int | None = None, retry: int = 0,
) -> Response:  # fmt: skip
    """The board, from a link, a game on this server, or a game with position and moves."""
    if d:
        opened = _with_game(request, services, of_link(services, d[: LARGEST_LINK + 1], at), g)
    elif g:
        opened = of_stored(request, services, g, at)
        assert opened.stored
        mark_helped(request, services, opened.stored)
    elif game:
        opened = of_moves(services, game, position, moves)
        opened = opened if at is None else opened.at(at)
    else:
        return _start(request)
    if retry:
        opened = start_retry(opened, retry)
    return _page(request, services, opened, EngineSettings())


def _start(
    request: Request, status: int = 200, refused: dict[str, Any] | None = None,
    entered: dict[str, str] | None = None,
) -> Response:  # fmt: skip
    """The page to choose a game or to import a record, with what was entered and why it was refused."""
    entered = entered or {"text": "", "game": ""}
    return page(
        request,
        "analysis_start.html",
        status,
        cards=cards(language(request)),
        refused=refused,
        entered=entered,
    )


@router.post("")
@router.post("/move")
def change(request: Request, services: ServicesDep, form: AnalysisFormDep) -> Response:
    """Show another node, or edit the tree: the board sends moves, the other buttons the form."""
    found = _commented(request, services, form)
    move = parse_path(form.path) if form.path else form.text.strip()[:200]
    if found.retry and move:
        found, verdict = judge(services, found, move, language(request))
        return _page(request, services, found, form.settings, verdict)
    return _page(request, services, _changed(services, found, form, move), form.settings)


def _changed(services: Services, found: Analysis, form: AnalysisForm, move: str | list[str]) -> Analysis:
    if form.again is not None:
        return start_retry(found, form.again)
    if form.ply is not None and found.stored:
        found = at_ply(found, form.ply)
    if move:
        return found.play(services, [move])
    if form.go is not None:
        return replace(found.at(form.go), retry=0)
    if form.line:
        return replace(found.play_line(services, _moves_of(form.line)), retry=0)
    if form.keep:
        found.play(services, _moves_of(form.keep))
    elif form.do == "promote":
        found.tree.promote(found.node)
    elif form.do == "delete":
        return replace(found, node=found.tree.delete(found.node))
    elif form.do == "stop":
        return replace(found, retry=0)
    return found


def _moves_of(line: str) -> list[str]:
    """The moves of a line of the engine, which has few. Raises `BadRecord`."""
    moves = line.split()
    if len(moves) > MOST_MOVES:
        raise BadRecord("record.link")
    return moves


def _page(
    request: Request, services: Services, analysis: Analysis, engine: EngineSettings,
    verdict: Verdict | None = None, stored_as: str = "",
) -> Response:  # fmt: skip
    view = AnalysisView(request, services, analysis, engine)
    template = "part/analysis.html" if request.headers.get("hx-request") else "analysis.html"
    return page(
        request, template, view=view, verdict=verdict, stored_as=stored_as, strengths=STRENGTHS,
        most_lines=MOST_LINES, most_threads=int(OPTIONS["threads"] or 1),
        task=task_of(analysis, view.players) if analysis.retry and view.players else "",
        review=review_of(request, services, analysis.stored, view.node.ply if not view.node.branch else -1),
    )  # fmt: skip


# -- records ------------------------------------------------------------------------------------------


@router.post("/import")
def import_(
    request: Request, services: ServicesDep, file: Annotated[UploadFile | None, File()] = None,
    text: Annotated[str, Form()] = "", game: Annotated[str, Form()] = "",
) -> Response:  # fmt: skip
    """A record to analyse: ours, with variations and comments, or that of another program."""
    content, name, lang = sent_record(file, text), game.strip()[:200], language(request)
    entered = {"text": shown_again(content), "game": name}
    try:
        found = read_record(services, content, name, lang)
    except LudotecaError as error:
        if not was_misspelt(error):
            raise
        return _start(request, status_of(error)[0], {"problem": message_of(error, lang)}, entered)
    if "number" in found:
        return _start(request, 422, found, entered)
    return _page(request, services, of_record(services, Record.from_text(found["text"])), EngineSettings())


@router.post("/file")
def file(request: Request, services: ServicesDep, form: AnalysisFormDep) -> Response:
    """The analysis as a file, which another server imports."""
    found = _commented(request, services, form)
    headers = {"content-disposition": f'attachment; filename="{found.game.id}-analysis.txt"'}
    return Response(found.record.to_text(), media_type="text/plain; charset=utf-8", headers=headers)


@router.post("/store")
def store(request: Request, services: ServicesDep, form: AnalysisFormDep) -> Response:
    """Store an analysis that is too long for a link."""
    found, own = _commented(request, services, form), visitor_secret(request)
    number = services.shared_analyses.store(found.record, digest(own))
    response = _page(request, services, found, form.settings, stored_as=number)
    set_cookie(response, VISITOR, own, services.settings)
    return response


@router.get("/s/{analysis_id}")
def stored(request: Request, analysis_id: str, services: ServicesDep, at: int = 0) -> Response:
    """A stored analysis."""
    record = services.shared_analyses.get(analysis_id)
    return _page(request, services, of_record(services, record, at), EngineSettings())


# -- the board ----------------------------------------------------------------------------------------


@router.post("/paths")
def paths(request: Request, services: ServicesDep, form: AnalysisFormDep, prefix: str = "") -> Response:
    """The subtree of moves after some clicks, for boards with too many moves to send at once."""
    position = _analysis(request, services, form).position(services)
    return JSONResponse(subtree(position, prefix.split()[:200]))


@router.get("/board.css")
def board_css(services: ServicesDep, d: str) -> Response:
    """The places of the cells of a board that a visitor's rules describe."""
    game = game_of(services, decoded(d[: LARGEST_LINK + 1]))
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(stylesheet(game), media_type="text/css", headers=headers)


# -- exact values -------------------------------------------------------------------------------------


@router.post("/values")
def values(request: Request, services: ServicesDep, form: AnalysisFormDep) -> Response:
    """The exact values of the moves of the position shown; in solved games also the value history of its
    line."""
    found = _analysis(request, services, form)
    last, numbers = found.node.last, found.tree.numbers
    more = {"line": list(last.line)} if has_values(found.game) else {}
    links = [
        {"href": "#content", "hx-post": "/analysis", "hx-vals": json.dumps({"go": numbers[id(node)]})}
        for node in last.path
    ]
    position = found.position(services)
    return values_page(request, services, found.job("values", **more), position, found.node.ply, links)


# -- the engine ---------------------------------------------------------------------------------------


@router.post("/lines")
async def lines(request: Request, services: ServicesDep, form: AnalysisFormDep) -> Response:
    """The best lines as a stream of events, while a worker searches. The search ends with the stream."""
    search = await run_in_threadpool(Search, request, services, form)
    sender = guest(request)
    address = client_address(request.scope, services.settings.trusted_proxies)
    slot = request.app.state.streams.take(address, sender.visitor or sender.bearer)
    return EventResponse(search.events(), slot, search.future.cancel)


class Search:
    """A search for the best lines in a worker, and what it reports."""

    def __init__(self, request: Request, services: Services, form: AnalysisForm) -> None:
        """Raises what is wrong with the analysis, `Busy` and `OverBudget`."""
        self.request, self.lang = request, language(request)
        analysis = _analysis(request, services, form)
        self.position = analysis.position(services)
        if self.position.is_over:
            raise LudotecaError("setup.over")
        self.flipped = AnalysisView(request, services, analysis, form.settings).flipped
        limits = form.settings.limits(services.settings.seconds)
        job = analysis.job("lines", lines=form.settings.lines, threads=form.settings.threads, **limits)
        self._reports: list[dict[str, Any]] = []
        self._wake: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self.future: TaskFuture[Any] = services.jobs.submit(job, limits["seconds"] + 1, self._report)
        self.future.add_done_callback(lambda done: self._signal())

    def _report(self, found: dict[str, Any]) -> None:
        self._reports.append(found)
        self._signal()

    def _signal(self) -> None:
        loop, wake = self._loop, self._wake
        if loop and wake and not loop.is_closed():
            loop.call_soon_threadsafe(wake.set)

    async def events(self) -> AsyncGenerator[str, None]:
        self._wake, self._loop = asyncio.Event(), asyncio.get_running_loop()
        while not self.future.done():
            if self._reports:
                yield self._event("lines", self._newest())
            await self._wake.wait()
            self._wake.clear()
        yield self._last()

    def _newest(self) -> dict[str, Any]:
        """Earlier reports that nobody has fetched are dropped."""
        found = self._reports[-1]
        self._reports.clear()
        return found

    def _last(self) -> str:
        if self.future.cancelled():
            return ""
        problem = self.future.exception()
        if problem is None:
            return self._event("done", self.future.result())
        if not isinstance(problem, LudotecaError):
            problem = LudotecaError("computer.failed", problem=cause(problem))
        return event_text("failed", {"words": message_of(problem, self.lang)})

    def _event(self, kind: str, found: dict[str, Any]) -> str:
        view = lines_view(found, self.position, self.lang, self.flipped)
        told: dict[str, Any] = {
            part: _rendered(self.request, f"part/{part}.html", view) for part in ("lines", "bar")
        }
        best = view.lines[0]
        said = MESSAGES.text(self.lang, "analysis.said", move=best.moves[0], score=view.score)
        told |= {"chance": view.chance, "said": said, "path": view.path}
        return event_text(kind, told)


def _rendered(request: Request, template: str, view: Any) -> str:
    return bytes(page(request, template, found=view).body).decode()
