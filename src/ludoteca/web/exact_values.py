"""Who may see the exact values of a stored game."""

from __future__ import annotations

from fastapi import Request

from ludoteca.play.session import NotAllowedNow
from ludoteca.web.game_view import may_show_values
from ludoteca.web.games.stored_game import StoredGame
from ludoteca.web.request_context import guest
from ludoteca.web.services import Services


def values_asked(request: Request, services: Services, game_id: str) -> StoredGame:
    """The game, marked as hinted if a player asks while it runs. Raises `NotAllowedNow` while two people
    play."""
    stored = services.games.get(game_id)
    if not may_show_values(stored):
        raise NotAllowedNow("session.values")
    who = guest(request)
    if (
        stored.row.kind == "computer"
        and not stored.is_over
        and not stored.row.hinted
        and who.sides(stored.row)
    ):
        stored = services.commands.mark_hinted(game_id, who)
    return stored
