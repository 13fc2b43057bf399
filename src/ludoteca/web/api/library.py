"""The games and the players."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request, Response

from ludoteca.games.library import raw_game
from ludoteca.messages import catalogue
from ludoteca.play import terms
from ludoteca.play.catalogue import Card, card_of, cards
from ludoteca.play.players import kinds
from ludoteca.web.api.models import (
    ERROR_RESPONSES,
    GameCard,
    GameRules,
    LegalMove,
    Outcome,
    PlayerKind,
    PositionRequest,
    PositionState,
)
from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.request_context import language
from ludoteca.web.services import ServicesDep

MESSAGES = catalogue("web")

router = APIRouter(prefix="/api", tags=["library"], responses=ERROR_RESPONSES, route_class=BoundedRoute)


def _card(card: Card) -> dict[str, Any]:
    return asdict(card)


@router.get("/library", response_model=list[GameCard])
def library(request: Request) -> list[dict[str, Any]]:
    """All games, by family and name."""
    return [_card(card) for card in cards(language(request))]


@router.get("/library/{game:path}", response_model=GameRules)
def rules(request: Request, game: str, services: ServicesDep) -> dict[str, Any]:
    """One game with its rules. `game` may name a variant and parameters."""
    lang = language(request)
    found = services.game_cache.game(game[:200])
    words = found.words(lang)
    return {
        **_card(card_of(raw_game(found.id), found.id, lang)),
        "goal": words.goal or "",
        "play": list(words.play),
        "sides": [terms.side(lang, found, side) for side in ("first", "second")],
        "start": found.start().text,
        "cells": [cell.name for cell in found.board.cells],
        "rules": found.rules_hash,
    }


@router.get("/players", response_model=list[PlayerKind])
def players(request: Request, services: ServicesDep) -> list[dict[str, Any]]:
    """All computer players, also the engines of others that this server offers."""
    lang = language(request)
    engines = [
        {"player": name, "about": MESSAGES.text(lang, "new.engine"), "options": []}
        for name in services.settings.engines
    ]
    return engines + [
        {
            "player": word,
            "about": terms.player(lang, word, kind.about),
            "options": sorted(kind.options),
        }
        for word, kind in kinds().items()
    ]


@router.post("/position", response_model=PositionState)
def position(place: PositionRequest, services: ServicesDep) -> dict[str, Any]:
    """A position and its legal moves. Nothing is stored."""
    found = services.game_cache.position(place.game, None, place.position, place.moves)
    ended = found.outcome
    return {
        "game": found.game.name,
        "position": found.text,
        "mover": found.mover,
        "ply": found.ply,
        "outcome": Outcome(winner=ended.winner, reason=ended.reason) if ended else None,  # type: ignore[arg-type]
        "moves": [] if ended else [LegalMove(move=m.text, path=list(m.path)) for m in found.legal_moves],
    }


@router.post("/position.svg", responses={200: {"content": {"image/svg+xml": {}}}}, response_class=Response)
def position_svg(request: Request, place: PositionRequest, services: ServicesDep) -> Response:
    """A position as SVG."""
    found = services.game_cache.position(place.game, None, place.position, place.moves)
    return Response(found.svg(lang=language(request), theme=False), media_type="image/svg+xml")
