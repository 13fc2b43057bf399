"""Exact values on pages: who may see them, and how they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fastapi import Request, Response

from ludoteca.errors import Unsolvable
from ludoteca.games import SIDES, Position
from ludoteca.parallel import TookTooLong
from ludoteca.play import terms
from ludoteca.play.session import NotAllowedNow
from ludoteca.web import value_view
from ludoteca.web.game_view import may_show_values
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.request_context import guest, language
from ludoteca.web.services import Services
from ludoteca.web.templating import page

SECONDS = 30.0
"""For one answer: a table that is estimated to take ten is made, also where others use the processors."""


def values_asked(request: Request, services: Services, game_id: str) -> StoredGame:
    """The game, marked as hinted if a player asks while it runs. Raises `NotAllowedNow` while two people
    play."""
    stored = services.games.get(game_id)
    if not may_show_values(stored):
        raise NotAllowedNow("session.values")
    if not stored.is_over and services.commands.counts(game_id):
        raise NotAllowedNow("session.tournament")
    return mark_helped(request, services, stored)


def mark_helped(request: Request, services: Services, stored: StoredGame) -> StoredGame:
    """The game, marked as hinted if its player gets help in a running game against a computer."""
    who, row = guest(request), stored.row
    if row.kind == "computer" and not stored.is_over and not row.hinted and who.sides(row):
        return services.commands.mark_hinted(row.id, who)
    return stored


def values_page(
    request: Request, services: Services, job: dict[str, Any], position: Position, at: int,
    links: Sequence[dict[str, str]],
) -> Response:  # fmt: skip
    """The values of the moves, and the value history if the job has a `line`; `links` has the attributes of a
    link to each of its positions, of which `at` is shown."""
    lang, game = language(request), position.game
    names = {side: terms.side(lang, game, side) for side in SIDES}
    try:
        found = services.jobs.run(job, SECONDS)
    except Unsolvable:
        return page(request, "part/values_missing.html", why="unknown")
    except TookTooLong:
        return page(request, "part/values_missing.html", why="late")
    shown: dict[str, Any] = {
        "history": value_view.history(lang, names, found.get("history", ())), "names": names,
        "links": links, "at": at,
    }  # fmt: skip
    if position.is_over:
        return page(request, "part/value_history.html", **shown)
    moves = value_view.valued_moves(lang, found["values"])
    return page(
        request, "part/values.html", found=found, moves=moves, marks=value_view.marks_json(moves),
        summary=value_view.summary(lang, found), mover=names[position.mover], **shown,
    )  # fmt: skip
