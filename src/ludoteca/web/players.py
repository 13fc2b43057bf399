"""Computer players within the limits of a shared server."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.games import Game
from ludoteca.messages import Number
from ludoteca.play.opponents import offered
from ludoteca.play.players import PlayerFactory, UnknownPlayer, parse_player

PERSON = "human"
_MOST: Mapping[str, float] = {
    "seconds": 10, "nodes": 5_000_000, "playouts": 200_000, "depth": 40, "threads": 1, "megabytes": 64,
}  # fmt: skip
"""The maximum of each option; the server's time limit applies as well."""


def asked_for(spec: str, game: Game | None = None) -> PlayerFactory:
    """The player of a specification within the limits. Raises `UnknownPlayer`."""
    if len(spec) > 200:
        raise UnknownPlayer("player.too-long")
    wanted = parse_player(spec)
    for name, most in _MOST.items():
        value = wanted.values.get(name)
        if isinstance(value, int | float) and value > most:
            raise UnknownPlayer(
                "player.option-limit", player=wanted.kind.word, option=name, limit=Number(most)
            )
    if game is not None and not wanted.is_person:
        wanted.for_game(game)
    return wanted


def is_person(spec: str) -> bool:
    return spec == PERSON


def level_of(spec: str) -> int | None:
    """The number of a level, if the player is one."""
    word, _, rest = spec.partition(":")
    number = rest.removeprefix("level=").partition(",")[0]
    return int(number) if word == "level" and number.isdecimal() else None


def name_of(spec: str, game: Game) -> str:
    """The display name of a computer player; empty for a person."""
    if is_person(spec):
        return ""
    number = level_of(spec)
    level = offered(game).find(number) if number is not None else None
    return level.name if level else spec
