"""The workshop: change a copy of a game by cards and by text, with the board beside it."""

from __future__ import annotations

import random
from typing import Annotated, Any

from fastapi import APIRouter, Depends, File, Form, Request, Response, UploadFile
from fastapi.responses import RedirectResponse

from ludoteca.games import ids
from ludoteca.games.library import kebab
from ludoteca.play.catalogue import cards
from ludoteca.play.exchange import decoded
from ludoteca.web.draft_view import Bench
from ludoteca.web.games.new_game import Order
from ludoteca.web.games.refusals import NotNow
from ludoteca.web.games.seats import digest
from ludoteca.web.pages.game import begun
from ludoteca.web.qr import square
from ludoteca.web.request_context import VISITOR, guest, language, remember, visitor_secret
from ludoteca.web.services import House, house
from ludoteca.web.store.schema import DraftRow
from ludoteca.web.templating import page
from ludoteca.workshop.drafts import BadDraft, Draft, copy_of, cycled
from ludoteca.workshop.print_sheet import sheet
from ludoteca.workshop.sandbox import Looked

router = APIRouter(prefix="/workshop")
Here = Annotated[House, Depends(house)]
Word = Annotated[str, Form()]
SMELL = 4.0
"""Seconds of a smell test."""


@router.get("")
def workshop(request: Request, house: Here) -> Response:
    """One's own drafts, and games to begin from."""
    visitor = guest(request).visitor
    drafts = house.drafts.of(visitor) if visitor else []
    return page(request, "workshop.html", drafts=drafts, games=cards(language(request)))


@router.post("/copy")
def copy(request: Request, house: Here, game: Word, variant: Word = "", title: Word = "") -> Response:
    """A copy of a game of the library."""
    if game not in ids():
        raise BadDraft("choose a game of the library.")
    return _kept(request, house, copy_of(f"{game}/{variant}" if variant else game, title), is_known=True)


@router.post("/open")
def open_file(request: Request, house: Here, file: Annotated[UploadFile, File()]) -> Response:
    """A file that was saved, or that somebody sent."""
    text = decoded(file.file.read(200_000))
    draft = Draft(text, kebab((file.filename or "").removesuffix(".toml"))[:60] or "my-game")
    looked = house.drafts.look(text, draft.name)
    if not isinstance(looked, Looked):
        raise looked
    if not looked.ok:
        raise BadDraft(looked.problems[0][language(request)])
    return _kept(request, house, draft)


def _kept(request: Request, house: House, draft: Draft, is_known: bool = False) -> Response:
    secret = visitor_secret(request)
    row = house.drafts.new(draft, digest(secret), is_known)
    response = RedirectResponse(f"/workshop/{row.id}", 303)
    remember(response, VISITOR, secret, house.settings)
    return response


# -- one draft ----------------------------------------------------------------------------------------


@router.get("/{draft_id}")
def bench(request: Request, draft_id: str, house: Here) -> Response:
    house.guard.warm_up()
    return _shown(request, Bench(request, house, house.drafts.get(draft_id)))


def _shown(request: Request, at: Bench, **more: Any) -> Response:
    template = "part/bench.html" if request.headers.get("hx-request") else "bench.html"
    if not at.is_mine:
        template = "draft.html"
    # Asked for first: to begin the game beside it may leave a note.
    trial = at.trial if at.is_mine else None
    return page(request, template, bench=at, at=trial, **{"smell": None, "ideas": None, **more})


def _changed(request: Request, house: House, draft_id: str, draft: Draft) -> Response:
    return _done(request, house, house.drafts.change(draft_id, guest(request).visitor, draft))


def _done(request: Request, house: House, row: DraftRow) -> Response:
    if not request.headers.get("hx-request"):
        return RedirectResponse(f"/workshop/{row.id}", 303)
    return _shown(request, Bench(request, house, row))


def _draft(house: House, draft_id: str) -> Draft:
    row = house.drafts.get(draft_id)
    return Draft(row.text, row.name)


@router.post("/{draft_id}/fill")
def fill(
    request: Request, draft_id: str, house: Here, where: Word, said: Annotated[list[str], Form()]
) -> Response:
    """A blank of a card filled. Two numbers come as two values; of a tick and its absence the last counts."""
    draft = _draft(house, draft_id)
    kind = draft.field(where).kind
    value = said[-1] if kind != "numbers" else ", ".join(said)
    return _changed(request, house, draft_id, draft.fill(where, value[:4000]))


@router.post("/{draft_id}/take")
def take(request: Request, draft_id: str, house: Here, offer: Annotated[int, Form()]) -> Response:
    return _changed(request, house, draft_id, _draft(house, draft_id).take(offer))


@router.post("/{draft_id}/drop")
def drop(request: Request, draft_id: str, house: Here, where: Word) -> Response:
    return _changed(request, house, draft_id, _draft(house, draft_id).drop(where))


@router.post("/{draft_id}/start")
def start(request: Request, draft_id: str, house: Here, cell: Word) -> Response:
    """The next piece on a cell of the start."""
    row = house.drafts.get(draft_id)
    if not row.good:
        raise NotNow("these rules are not a game yet.")
    game = house.opened.game(row.name, row.good)
    return _changed(request, house, draft_id, cycled(Draft(row.text, row.name), game, cell[:40]))


@router.post("/{draft_id}/text")
def text(request: Request, draft_id: str, house: Here, text: Word) -> Response:
    row = house.drafts.get(draft_id)
    lines = text.replace("\r\n", "\n")
    return _changed(request, house, draft_id, Draft(lines, row.name))


@router.post("/{draft_id}/fix")
def fix(
    request: Request, draft_id: str, house: Here, problem: Annotated[int, Form()], fix: Annotated[int, Form()]
) -> Response:
    """One of the fixes that are offered for a mistake."""
    row = house.drafts.get(draft_id)
    looked = house.drafts.look(row.text, row.name)
    if not isinstance(looked, Looked) or not 0 <= problem < len(looked.problems):
        raise NotNow("that mistake is gone already.")
    fixes = looked.problems[problem]["fixes"]
    if not 0 <= fix < len(fixes):
        raise NotNow("that mistake is gone already.")
    return _changed(request, house, draft_id, Draft(fixes[fix]["text"], row.name))


@router.post("/{draft_id}/undo")
def undo(request: Request, draft_id: str, house: Here) -> Response:
    return _done(request, house, house.drafts.undo(draft_id, guest(request).visitor))


@router.post("/{draft_id}/name")
def name(request: Request, draft_id: str, house: Here, title: Word) -> Response:
    """Save under a name."""
    return _changed(request, house, draft_id, _draft(house, draft_id).called(title))


@router.post("/{draft_id}/ideas")
def ideas(request: Request, draft_id: str, house: Here, surprise: Word = "", idea: Word = "") -> Response:
    """Small changes to try; one of them, or any, is made at once."""
    row = house.drafts.get(draft_id)
    found = house.drafts.ideas(row.good, row.name) if row.good else []
    chosen = [one for one in found if one["en"] == idea] or (found if surprise else [])
    if chosen:
        return _changed(request, house, draft_id, Draft(random.choice(chosen)["text"], row.name))
    return _shown(request, Bench(request, house, row), ideas=found)


@router.post("/{draft_id}/smell")
def smell(request: Request, draft_id: str, house: Here) -> Response:
    """Does it end, can both win, is one side far ahead?"""
    row = house.drafts.get(draft_id)
    found = house.drafts.smell(row.good, row.name, SMELL)
    shown = found[language(request)] if found["ok"] else None
    if request.headers.get("hx-request"):
        return page(request, "part/smell.html", smell=shown)
    return _shown(request, Bench(request, house, row), smell=shown)


# -- for others ---------------------------------------------------------------------------------------


@router.post("/{draft_id}/remix")
def remix(request: Request, draft_id: str, house: Here, title: Word = "") -> Response:
    """A copy of one's own, which says what it is based on."""
    row = house.drafts.get(draft_id)
    return _kept(request, house, Draft(row.good, row.name).remixed(title))


@router.post("/{draft_id}/play")
def play(request: Request, draft_id: str, house: Here) -> Response:
    """A game by these rules, on a page of its own."""
    row = house.drafts.get(draft_id)
    if not row.good:
        raise NotNow("these rules are not a game yet.")
    order = Order(called=row.name, file=row.good, based_on=row.based_on, kind="computer", second="level:3")
    return begun(request, house, order, visitor_secret(request), ("first",))


@router.get("/{draft_id}/file")
def file(draft_id: str, house: Here) -> Response:
    row = house.drafts.get(draft_id)
    headers = {"content-disposition": f'attachment; filename="{row.name}.toml"'}
    return Response(row.text, media_type="application/toml; charset=utf-8", headers=headers)


@router.get("/{draft_id}/qr.svg")
def qr(request: Request, draft_id: str, house: Here) -> Response:
    """The link to a draft as a square to photograph."""
    return square(request, f"/workshop/{house.drafts.get(draft_id).id}")


@router.get("/{draft_id}/print")
def print_draft(request: Request, draft_id: str, house: Here) -> Response:
    row = house.drafts.get(draft_id)
    if not row.good:
        raise NotNow("these rules are not a game yet.")
    game, draft = house.opened.game(row.name, row.good), Draft(row.good, row.name)
    drawn = sheet(game, draft.raw or {}, language(request))
    return page(
        request, "print.html", sheet=drawn, title=game.title(language(request)), back=f"/workshop/{row.id}"
    )
