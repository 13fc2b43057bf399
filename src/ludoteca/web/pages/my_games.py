"""One's own games and results."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from ludoteca.errors import LudotecaError
from ludoteca.play.opponents import offered
from ludoteca.web.game_view import Showing
from ludoteca.web.games.players import level_of
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import House, house
from ludoteca.web.store.ratings import ratings
from ludoteca.web.store.results import tallies
from ludoteca.web.templating import page

router = APIRouter()


@router.get("/mine")
def mine(request: Request, house: Annotated[House, Depends(house)]) -> Response:
    """Unfinished games to go on with, finished ones to look at, and how one stands in each game."""
    visitor = guest(request).visitor
    games = house.desk.games_of(visitor) if visitor else []
    shown = [Showing(request, house, table) for table in games]
    with house.database.reading() as session:
        lines = tallies(session, visitor) if visitor else []
        rated = (
            ratings(session, visitor, lambda called, player: _elo(house, called, player)) if visitor else []
        )
    lang = language(request)
    titles = {line.called: _title(house, line.called, lang) for line in lines}
    return page(
        request,
        "mine.html",
        going=[one for one in shown if not one.table.is_over],
        over=[one for one in shown if one.table.is_over],
        lines=lines,
        titles=titles,
        rated=rated,
    )


def _elo(house: House, called: str, player: str) -> float | None:
    """What a level is worth in a game, if that was measured."""
    number = level_of(player)
    if number is None:
        return None
    try:
        level = offered(house.opened.game(called)).find(number)
    except LudotecaError:
        return None  # rules of one's own
    return None if level is None or level.elo is None else float(level.elo)


def _title(house: House, called: str, lang: str) -> str:
    try:
        game = house.opened.game(called)
    except LudotecaError:
        return called  # rules of one's own
    return game.title(lang) if called == game.id else f"{game.title(lang)} ({called})"
