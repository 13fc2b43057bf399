"""The gallery, the page of a game, and the form that starts one."""

from __future__ import annotations

import json
import math
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter, Request, Response

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, variants
from ludoteca.games.collections import board_collections, boards
from ludoteca.games.search import LONGEST, corrected
from ludoteca.games.spec import FAMILIES
from ludoteca.messages import catalogue as message_catalogue
from ludoteca.play import terms
from ludoteca.play.catalogue import cards
from ludoteca.play.opponents import offered
from ludoteca.play.players import kinds
from ludoteca.puzzles import games_with_puzzles
from ludoteca.web import catalogue
from ludoteca.web.board_layout import stylesheet
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import full_name, known_game
from ludoteca.web.errors import can_be_corrected, message_of, status_of
from ludoteca.web.games.new_game import GameSetup
from ludoteca.web.pages.game import start_game
from ludoteca.web.players import algorithms
from ludoteca.web.request_context import language, visitor_secret
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

router = APIRouter(route_class=BoundedRoute)
MESSAGES = message_catalogue("web")
KEPT = {"cache-control": "public, max-age=86400"}


@router.get("/")
def gallery(
    request: Request, q: str = "", family: str = "", length: str = "", rules: str = "", board: str = ""
) -> Response:
    known = board if board in board_collections() else ""
    return _gallery(request, catalogue.GameFilter(q[:LONGEST], family, length, rules, known))


@router.get("/boards/{board_id}")
def board_page(request: Request, board_id: str) -> Response:
    """The games that can be played on one board."""
    return _gallery(request, catalogue.GameFilter(board=catalogue.collection(board_id).board.id))


def _gallery(request: Request, wanted: catalogue.GameFilter) -> Response:
    lang = language(request)
    found = catalogue.filtered(lang, wanted)
    other = "" if found else corrected(wanted.q)
    if other:
        found = catalogue.filtered(lang, replace(wanted, q=other))
    values: dict[str, Any] = {
        "entries": found,
        "corrected": other if found else "",
        "collections": [] if wanted.board else catalogue.collections_for(wanted),
        "on_board": board_collections().get(wanted.board),
        "groups": catalogue.by_family(found),
        "starters": [] if wanted else catalogue.first_games(lang),
        "total": len(catalogue.entries(lang)),
        "wanted": wanted,
        "families": {word: terms.family(lang, word) for word in FAMILIES},
        "lengths": [(word, MESSAGES.text(lang, f"gallery.length-{word}")) for word, _ in catalogue.LENGTHS],
        "grades": [(word, MESSAGES.text(lang, f"gallery.rules-{word}")) for word, _ in catalogue.RULES],
        "boards": {one.board.id: one.board.title(lang) for one in board_collections().values()},
    }
    template = "part/catalogue.html" if request.headers.get("hx-request") else "gallery.html"
    return page(request, template, **values)


@router.get("/games/{game_id}/picture.svg")
def picture(game_id: str, services: ServicesDep, variant: str = "") -> Response:
    position = catalogue.sample_position(full_name(known_game(game_id), variant, {}))
    return Response(position.svg(theme=False), media_type="image/svg+xml", headers=KEPT)


@router.get("/games/{game_id}/board.css")
def board_css(request: Request, game_id: str, services: ServicesDep, variant: str = "") -> Response:
    said = request.query_params.get("called", "")
    called = (
        said if said.startswith(known_game(game_id)) else full_name(game_id, variant, request.query_params)
    )
    return Response(stylesheet(services.game_cache.game(called)), media_type="text/css", headers=KEPT)


@router.get("/games/{game_id}")
def game_page(request: Request, game_id: str, services: ServicesDep) -> Response:
    return _game_page(request, services, game_id, request.query_params)


def _game_page(
    request: Request, services: Services, game_id: str, fields: Mapping[str, str],
    error: LudotecaError | None = None,
) -> Response:  # fmt: skip
    """The page of a game; after an `error`, its start form has the `fields` that were entered."""
    lang = language(request)
    card = next(card for card in cards(lang) if card.id == known_game(game_id))
    variant = (fields if error else request.query_params).get("variant", "")
    variant = variant if variant in variants(game_id) else ""
    called = full_name(game_id, variant, {})
    game = services.game_cache.game(called)
    offer = offered(game)
    board = boards().get(called)
    return page(
        request,
        "game.html",
        status_of(error)[0] if error else 200,
        problem=message_of(error, lang) if error else "",
        entered=json.dumps(dict(fields)) if error else "",
        game=game,
        card=card,
        words=game.words(lang),
        offer=offer,
        board=board if board and board.id in board_collections() else None,
        variant=variant,
        name=called,
        sides={side: terms.side(lang, game, side) for side in SIDES},
        begins=terms.begins(lang, game, "first"),
        algorithms=algorithms(game, lang, services.settings.engines),
        family=terms.family(lang, card.family),
        has_puzzles=game_id in games_with_puzzles(),
        position=fields.get("position", "")[:2000],
        called=fields.get("called", "")[:200],
    )


# -- starting -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Form:
    """A submitted form."""

    fields: Mapping[str, str]

    def __call__(self, name: str, default: str = "") -> str:
        return self.fields.get(name, "").strip() or default

    def number(self, name: str) -> float | None:
        try:
            value = float(self(name))
        except ValueError:
            return None
        return value if math.isfinite(value) else None


@router.post("/start")
async def start(request: Request, services: ServicesDep) -> Response:
    from starlette.concurrency import run_in_threadpool

    fields = {key: str(value) for key, value in (await request.form()).items()}
    return await run_in_threadpool(_start, request, services, fields)


def _start(request: Request, services: Services, fields: dict[str, str]) -> Response:
    form = _Form(fields)
    game_id = known_game(form("game"))
    chosen = form("called")
    called = chosen if chosen.startswith(game_id) else full_name(game_id, form("variant"), fields)
    kind = "computer" if form("with") and form("kind") != "watch" else form("kind", "computer")
    mine = form("side", "first")
    mine = secrets.choice(SIDES) if mine not in SIDES else mine
    secret = visitor_secret(request)
    try:
        setup, sides = _setup(form, called, kind, mine)
        return start_game(request, services, setup, secret, sides)
    except LudotecaError as error:
        if not can_be_corrected(error):
            raise
        return _game_page(request, services, game_id, fields, error)


def _setup(form: _Form, called: str, kind: str, mine: str) -> tuple[GameSetup, tuple[str, ...]]:
    theirs = "second" if mine == "first" else "first"
    level = _level(form("with", form("level")))
    players = {mine: "human", theirs: "human"}
    if kind == "computer":
        players[theirs] = level
    elif kind == "watch":
        players = {side: form(f"watch-{side}", level) for side in SIDES}
    for side in SIDES:
        chosen = _algorithm(form, side)
        if chosen:
            players[side] = chosen
    if not any(spec == "human" for spec in players.values()):
        kind = "watch"
    sides = SIDES if kind in ("shared", "watch") else (mine,)
    names = {mine: form("name"), theirs: form("other-name") if kind == "shared" else ""}
    for side in SIDES:
        if players[side] != "human":
            names[side] = form(f"watch-name-{side}") if kind == "watch" else ""
    minutes = form.number("clock")
    setup = GameSetup(
        called=called, kind=kind, first=players["first"], second=players["second"],
        first_name=names["first"], second_name=names["second"],
        position=form("position"), begins=form("begins"), clock=minutes * 60 if minutes else None,
        increment=form.number("increment") or 0.0, seed=_whole(form("seed")),
        turning=bool(form("turning")),
    )  # fmt: skip
    return setup, sides


def _level(number: str) -> str:
    """The player of a chosen level; the default one if none was chosen."""
    return f"level:{number}" if number else "level"


def _whole(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) < 19 else None


def _algorithm(form: _Form, side: str) -> str:
    """A player chosen under "more", with depth and time."""
    word = form(f"player-{side}")
    if not word:
        return ""
    known = kinds().get(word)
    options = [
        f"{name}={form(f'{name}-{side}')}"
        for name in ("depth", "seconds")
        if form(f"{name}-{side}") and known and name in known.options
    ]
    return word + (":" + ",".join(options) if options else "")
