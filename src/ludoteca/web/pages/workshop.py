"""The workshop: edit a copy of a game by cards and by text, next to a trial game."""

from __future__ import annotations

import random
from typing import Annotated, Any

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from ludoteca.games import ids
from ludoteca.games.library import kebab
from ludoteca.play.catalogue import cards
from ludoteca.play.exchange import decoded
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.draft_view import DraftView
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.games.seats import digest
from ludoteca.web.pages.game import start_game
from ludoteca.web.qr import qr_code
from ludoteca.web.request_context import VISITOR, guest, language, set_cookie, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.store.schema import DraftRow
from ludoteca.web.templating import page
from ludoteca.workshop.drafts import Draft, DraftError, copy_of, with_next_piece
from ludoteca.workshop.print_sheet import sheet
from ludoteca.workshop.sandbox import CheckResult, first_problem

router = APIRouter(prefix="/workshop", route_class=BoundedRoute)
Word = Annotated[str, Form()]
PLAYTEST_SECONDS = 4.0


@router.get("")
def workshop(request: Request, services: ServicesDep) -> Response:
    """A visitor's drafts, and games to copy."""
    visitor = guest(request).visitor
    drafts = services.drafts.drafts_of(visitor) if visitor else []
    return page(request, "workshop.html", drafts=drafts, games=cards(language(request)))


@router.post("/copy")
def copy(
    request: Request, services: ServicesDep, game: Word, variant: Word = "", title: Word = ""
) -> Response:
    """Copy a game of the library."""
    if game not in ids():
        raise DraftError("draft.choose-game")
    return _stored(request, services, copy_of(f"{game}/{variant}" if variant else game, title), is_known=True)


@router.post("/open")
def open_file(request: Request, services: ServicesDep, file: Annotated[UploadFile, File()]) -> Response:
    """Open a game file."""
    text = decoded(file.file.read(200_000))
    draft = Draft(text, kebab((file.filename or "").removesuffix(".toml"))[:60] or "my-game")
    checked = services.drafts.check(text, draft.name)
    if not isinstance(checked, CheckResult):
        raise checked
    if not checked.ok:
        raise first_problem(checked.problems)
    return _stored(request, services, draft)


def _stored(request: Request, services: Services, draft: Draft, is_known: bool = False) -> Response:
    secret = visitor_secret(request)
    row = services.drafts.new(draft, digest(secret), is_known)
    response = RedirectResponse(f"/workshop/{row.id}", 303)
    set_cookie(response, VISITOR, secret, services.settings)
    return response


# -- one draft ----------------------------------------------------------------------------------------


@router.get("/{draft_id}")
def draft_page(request: Request, draft_id: str, services: ServicesDep) -> Response:
    return _render(request, DraftView(request, services, services.drafts.get(draft_id)))


def _render(request: Request, draft: DraftView, **more: Any) -> Response:
    template = "part/draft_editor.html" if request.headers.get("hx-request") else "draft_editor.html"
    if not draft.is_mine:
        template = "draft.html"
    # First: creating the trial game may set a note.
    trial = draft.trial if draft.is_mine else None
    return page(request, template, draft=draft, view=trial, **{"playtest": None, "ideas": None, **more})


def _changed(request: Request, services: Services, draft_id: str, draft: Draft) -> Response:
    return _after_command(request, services, services.drafts.change(draft_id, guest(request).visitor, draft))


def _after_command(request: Request, services: Services, row: DraftRow) -> Response:
    if not request.headers.get("hx-request"):
        return RedirectResponse(f"/workshop/{row.id}", 303)
    return _render(request, DraftView(request, services, row))


def _draft(services: Services, draft_id: str) -> Draft:
    row = services.drafts.get(draft_id)
    return Draft(row.text, row.name)


@router.post("/{draft_id}/fill")
def fill(
    request: Request, draft_id: str, services: ServicesDep, where: Word, said: Annotated[list[str], Form()]
) -> Response:
    """Fill a field of a card. A size sends two values; of several values the last counts."""
    draft = _draft(services, draft_id)
    kind = draft.field(where).kind
    value = said[-1] if kind != "numbers" else ", ".join(said)
    return _changed(request, services, draft_id, draft.fill(where, value[:4000]))


@router.post("/{draft_id}/take")
def take(request: Request, draft_id: str, services: ServicesDep, offer: Annotated[int, Form()]) -> Response:
    return _changed(request, services, draft_id, _draft(services, draft_id).accept_offer(offer))


@router.post("/{draft_id}/drop")
def drop(request: Request, draft_id: str, services: ServicesDep, where: Word) -> Response:
    return _changed(request, services, draft_id, _draft(services, draft_id).remove(where))


@router.post("/{draft_id}/start")
def start(request: Request, draft_id: str, services: ServicesDep, cell: Word) -> Response:
    """Put the next piece on a cell of the start position."""
    row = services.drafts.get(draft_id)
    if not row.good:
        raise NotAllowedNow("request.rules-not-valid")
    game = services.game_cache.game(row.name, row.good)
    return _changed(request, services, draft_id, with_next_piece(Draft(row.text, row.name), game, cell[:40]))


@router.post("/{draft_id}/text")
def text(request: Request, draft_id: str, services: ServicesDep, text: Word) -> Response:
    row = services.drafts.get(draft_id)
    lines = text.replace("\r\n", "\n")
    return _changed(request, services, draft_id, Draft(lines, row.name))


@router.post("/{draft_id}/fix")
def fix(
    request: Request,
    draft_id: str,
    services: ServicesDep,
    problem: Annotated[int, Form()],
    fix: Annotated[int, Form()],
) -> Response:
    """Apply a fix of a problem."""
    row = services.drafts.get(draft_id)
    checked = services.drafts.check(row.text, row.name)
    if not isinstance(checked, CheckResult) or not 0 <= problem < len(checked.problems):
        raise NotAllowedNow("request.problem-gone")
    fixes = checked.problems[problem]["fixes"]
    if not 0 <= fix < len(fixes):
        raise NotAllowedNow("request.problem-gone")
    return _changed(request, services, draft_id, Draft(fixes[fix]["text"], row.name))


@router.post("/{draft_id}/undo")
def undo(request: Request, draft_id: str, services: ServicesDep) -> Response:
    return _after_command(request, services, services.drafts.undo(draft_id, guest(request).visitor))


@router.post("/{draft_id}/name")
def name(request: Request, draft_id: str, services: ServicesDep, title: Word) -> Response:
    """Rename the draft."""
    return _changed(request, services, draft_id, _draft(services, draft_id).renamed(title))


@router.post("/{draft_id}/ideas")
def ideas(
    request: Request, draft_id: str, services: ServicesDep, surprise: Word = "", idea: Word = ""
) -> Response:
    """Suggest changes; apply the chosen one, or a random one."""
    row = services.drafts.get(draft_id)
    found = services.drafts.ideas(row.good, row.name) if row.good else []
    chosen = [one for one in found if one["en"] == idea] or (found if surprise else [])
    if chosen:
        return _changed(request, services, draft_id, Draft(random.choice(chosen)["text"], row.name))
    return _render(request, DraftView(request, services, row), ideas=found)


@router.post("/{draft_id}/playtest")
def playtest(request: Request, draft_id: str, services: ServicesDep) -> Response:
    """Playtest the rules: does the game end, can both sides win, is it balanced?"""
    row = services.drafts.get(draft_id)
    found = services.drafts.playtest(row.good, row.name, PLAYTEST_SECONDS)
    shown = found[language(request)] if found["ok"] else None
    if request.headers.get("hx-request"):
        return page(request, "part/playtest.html", playtest=shown)
    return _render(request, DraftView(request, services, row), playtest=shown)


@router.post("/{draft_id}/train")
def train(request: Request, draft_id: str, services: ServicesDep) -> Response:
    """Learn to evaluate this game by self-play, in a worker."""
    row = services.drafts.own(draft_id, guest(request).visitor)
    if not row.good:
        raise NotAllowedNow("request.rules-not-valid")
    services.trainings.start(row.good, row.name)
    return _training(request, services, row)


@router.post("/{draft_id}/stop-training")
def stop_training(request: Request, draft_id: str, services: ServicesDep) -> Response:
    row = services.drafts.own(draft_id, guest(request).visitor)
    services.trainings.stop(row.good)
    return _training(request, services, row)


@router.get("/{draft_id}/training")
def training(request: Request, draft_id: str, services: ServicesDep) -> Response:
    """The progress of the training, or what it gained."""
    return _training(request, services, services.drafts.get(draft_id))


def _training(request: Request, services: Services, row: DraftRow) -> Response:
    if not request.headers.get("hx-request"):
        return RedirectResponse(f"/workshop/{row.id}", 303)
    return page(request, "part/training.html", draft=DraftView(request, services, row))


# -- sharing ------------------------------------------------------------------------------------------


@router.post("/{draft_id}/remix")
def remix(request: Request, draft_id: str, services: ServicesDep, title: Word = "") -> Response:
    """Copy the draft; the copy names its origin."""
    row = services.drafts.get(draft_id)
    return _stored(request, services, Draft(row.good, row.name).remixed(title))


@router.post("/{draft_id}/play")
def play(request: Request, draft_id: str, services: ServicesDep) -> Response:
    """Start a game by these rules on a page of its own."""
    row = services.drafts.get(draft_id)
    if not row.good:
        raise NotAllowedNow("request.rules-not-valid")
    setup = GameSetup(called=row.name, file=row.good, based_on=row.based_on)
    return start_game(request, services, setup, visitor_secret(request), ("first",))


@router.get("/{draft_id}/file")
def file(draft_id: str, services: ServicesDep) -> Response:
    row = services.drafts.get(draft_id)
    headers = {"content-disposition": f'attachment; filename="{row.name}.toml"'}
    return Response(row.text, media_type="application/toml; charset=utf-8", headers=headers)


@router.get("/{draft_id}/qr.svg")
def qr(request: Request, draft_id: str, services: ServicesDep) -> Response:
    """The link to a draft as a QR code."""
    return qr_code(request, services.settings, f"/workshop/{services.drafts.get(draft_id).id}")


@router.get("/{draft_id}/print")
def print_draft(request: Request, draft_id: str, services: ServicesDep) -> Response:
    row = services.drafts.get(draft_id)
    if not row.good:
        raise NotAllowedNow("request.rules-not-valid")
    game, draft = services.game_cache.game(row.name, row.good), Draft(row.good, row.name)
    drawn = sheet(game, draft.raw or {}, language(request))
    return page(
        request, "print.html", sheet=drawn, title=game.title(language(request)), back=f"/workshop/{row.id}"
    )
