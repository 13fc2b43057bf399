"""A stored game as a file to download, written by a worker."""

from __future__ import annotations

from fastapi import HTTPException, Request, Response

from ludoteca.play.exchange import FORMATS, formats_for
from ludoteca.web.budgets import DOWNLOADS, SERVER, current_client
from ludoteca.web.game_view import GameView
from ludoteca.web.services import Services

EXPORT_SECONDS = 20.0
"""Enough for an animation, or for a long record to import."""


def export_game(
    request: Request, services: Services, game_id: str, name: str, ply: int | None = None, width: int = 640
) -> Response:
    """The game in one of `FORMATS`; 404 if its rules have no such format."""
    stored = services.games.get(game_id)
    if name not in formats_for(stored.game):
        raise HTTPException(404)
    view = GameView(request, services, stored)
    job = stored.job(
        "export", record=services.games.record(stored, view.names).as_dict(), format=name, lang=view.lang,
        width=min(max(width, 64), 1200), ply=ply,
    )  # fmt: skip
    client = current_client() or SERVER
    services.budgets.spend(client, DOWNLOADS)
    content = services.jobs.run(job, EXPORT_SECONDS)  # charges the time of the worker
    services.budgets.charge(client, DOWNLOADS, len(content))
    form = FORMATS[name]
    filename = f"{stored.game.id}-{stored.id}.{form.ending}"
    headers = {"content-disposition": f'attachment; filename="{filename}"'}
    return Response(content, media_type=form.media, headers=headers)
