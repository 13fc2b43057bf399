"""The experiments of the reports: the list, a run with its progress, and its figures, which stay."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse, RedirectResponse

from ludoteca.classics.experiments import EXPERIMENTS
from ludoteca.classics.experiments.rows import Experiment
from ludoteca.errors import LudotecaError
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.errors import message_of, status_of
from ludoteca.web.games.seats import digest
from ludoteca.web.request_context import VISITOR, guest, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

router = APIRouter(prefix="/lab", route_class=BoundedRoute)


@router.get("")
def experiments(request: Request, services: ServicesDep) -> Response:
    """All experiments by report, and the visitor's results."""
    return _list(request, services)


def _list(request: Request, services: Services, problem: LudotecaError | None = None) -> Response:
    lang = language(request)
    reports: dict[str, list[Experiment]] = {}
    for one in EXPERIMENTS.values():
        reports.setdefault(one.source(lang), []).append(one)
    mine = [(one, _title(lang, one.name)) for one in services.experiments.of_visitor(guest(request).visitor)]
    return page(
        request, "experiments.html", status_of(problem)[0] if problem else 200, reports=reports, mine=mine,
        problem=message_of(problem, lang) if problem else "",
    )  # fmt: skip


def _title(lang: str, name: str) -> str:
    """What an experiment measures; its name, if only an earlier version had it."""
    return EXPERIMENTS[name].title(lang) if name in EXPERIMENTS else name


@router.post("/experiments/{name}")
def start(request: Request, name: str, services: ServicesDep) -> Response:
    if name not in EXPERIMENTS:
        raise HTTPException(404)
    secret = visitor_secret(request)
    try:
        run_id = services.experiments.start(name, digest(secret))
    except NotAllowedNow as problem:  # another one runs: the list links to it
        return _list(request, services, problem)
    response = RedirectResponse(f"/lab/runs/{run_id}", 303)
    set_cookie(response, VISITOR, secret, services.settings)
    return response


@router.get("/runs/{run_id}")
def run(request: Request, run_id: str, services: ServicesDep) -> Response:
    """A run; while it goes on, its part of the page is fetched again and again."""
    found, lang = services.experiments.get(run_id), language(request)
    known = EXPERIMENTS.get(found.name)
    template = "part/experiment.html" if request.headers.get("hx-request") else "experiment.html"
    return page(
        request, template, run=found, title=_title(lang, found.name),
        report=known.source(lang) if known else "", claim=known.claim(lang) if known else "",
        is_mine=found.owner == guest(request).visitor, most=round(services.experiments.seconds()),
        may_run=known is not None,
    )  # fmt: skip


@router.get("/runs/{run_id}/figures.json")
def figures(request: Request, run_id: str, services: ServicesDep) -> Response:
    found, lang = services.experiments.get(run_id), language(request)
    rows = [dict(zip(("what", "theirs", "ours"), row, strict=True)) for row in found.rows(lang)]
    return JSONResponse({
        "experiment": found.name, "title": _title(lang, found.name), "state": found.state,
        "seconds": found.seconds, "created": found.created.isoformat(), "rows": rows,
        "verdict": found.verdict(lang),
    })  # fmt: skip


@router.post("/runs/{run_id}/stop")
def stop(request: Request, run_id: str, services: ServicesDep) -> Response:
    services.experiments.stop(run_id, guest(request).visitor)
    return RedirectResponse(f"/lab/runs/{run_id}", 303)
