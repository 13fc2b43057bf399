"""The lesson pack of a game of the library or of a draft, to print."""

from __future__ import annotations

from urllib.parse import quote

from fastapi import APIRouter, Request, Response

from ludoteca.games import Game
from ludoteca.lessons import STYLE
from ludoteca.play.labels import title
from ludoteca.play.session import NotAllowedNow
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.catalogue import known_game
from ludoteca.web.request_context import language
from ludoteca.web.services import Services, ServicesDep
from ludoteca.web.templating import page

router = APIRouter(route_class=BoundedRoute)


@router.get("/games/{game_id}/lesson")
def lesson_of_game(
    request: Request, game_id: str, services: ServicesDep, variant: str = "", again: str = ""
) -> Response:
    called = known_game(game_id) + (f"/{variant}" if variant else "")
    query = f"?variant={quote(variant)}" if variant else ""
    game = services.game_cache.game(called)
    return _lesson_page(request, services, game, called, None, f"/games/{game_id}", query, bool(again))


@router.get("/workshop/{draft_id}/lesson")
def lesson_of_draft(request: Request, draft_id: str, services: ServicesDep, again: str = "") -> Response:
    row = services.drafts.get(draft_id)
    if not row.good:
        raise NotAllowedNow("request.rules-not-valid")
    game = services.game_cache.game(row.name, row.good)
    return _lesson_page(request, services, game, row.name, row.good, f"/workshop/{row.id}", "", bool(again))


def _lesson_page(
    request: Request, services: Services, game: Game, called: str, file: str | None, url: str, query: str,
    again: bool,
) -> Response:  # fmt: skip
    """The pack, or a page that asks again until it is prepared."""
    lang = language(request)
    lesson = services.lessons.prepare(called, file, again)
    pack = services.lessons.pack(called, file, lesson.content, lang) if lesson.content else ""
    return page(
        request, "lesson_pack.html", lesson=lesson, pack=pack, title=title(lang, game), back=url + query,
        url=f"{url}/lesson{query}", joint="&" if query else "?",
    )  # fmt: skip


@router.get("/lesson.css")
def lesson_css() -> Response:
    return Response(STYLE, media_type="text/css", headers={"cache-control": "public, max-age=86400"})
