"""The protocols by name, and the games that support each of them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from ludoteca.games import Game, ids, load
from ludoteca.games.library import raw_game
from ludoteca.protocols.errors import ProtocolError
from ludoteca.protocols.names import NATIVE

if TYPE_CHECKING:
    from ludoteca.protocols.client import EngineClient
    from ludoteca.protocols.dialect import Dialect


def supports(game: Game, name: str) -> bool:
    """Whether a game can be played through a protocol: the game's file says so."""
    return name == NATIVE or name in game.spec.protocols


def require_support(game: Game, name: str) -> None:
    """Raises `ProtocolError` if the game cannot be played through the protocol."""
    if not supports(game, name):
        raise ProtocolError("protocol.game", game=game.name, protocol=name)


def default_game(name: str) -> Game:
    """The first game of the library that supports a protocol."""
    return load(next(one for one in ids() if name == NATIVE or name in raw_game(one).get("protocols", ())))


def engine_side(name: str) -> type[Dialect]:
    """The class that puts our engine behind a protocol."""
    return cast("type[Dialect]", import_module(f"ludoteca.protocols.{name}").Server)


def client_side(name: str) -> type[EngineClient]:
    """The class that drives another engine through a protocol."""
    return cast("type[EngineClient]", import_module(f"ludoteca.protocols.{name}").Client)
