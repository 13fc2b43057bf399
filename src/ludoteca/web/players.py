"""Computer players within the limits of a shared server."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from ludoteca.games import Game
from ludoteca.messages import Number
from ludoteca.messages import catalogue as message_catalogue
from ludoteca.play import terms
from ludoteca.play.foreign import plays
from ludoteca.play.opponents import Level, find_level
from ludoteca.play.players import PlayerFactory, UnknownPlayer, kinds, parse_player

_MESSAGES = message_catalogue("web")
PERSON = "human"
FREE = None
"""An option that costs nothing whatever its value."""
OPTIONS: Mapping[str, float | None] = {
    "seconds": 10, "nodes": 5_000_000, "playouts": 200_000, "depth": 40, "threads": 1, "megabytes": 64,
    "most": 4_000_000, "threshold": 5_000_000, "slack": 10, "keep": 5_000_000, "window": 19,
    "board": FREE, "evaluation": FREE, "evaluator": FREE, "focus": FREE, "gain": FREE, "level": FREE,
    "merge": FREE, "method": FREE, "moves": FREE, "network": FREE, "order": FREE, "parity": FREE,
    "prune": FREE, "s": FREE, "seed": FREE, "table": FREE, "tables": FREE, "utility": FREE, "weights": FREE,
}  # fmt: skip
"""What every option of every player may be at most on a shared server; others are refused. The limits of time
and memory apply as well."""
_QUICK_NODES = 250_000
_QUICK_PLAYOUTS = 2_000
_QUICK_SECONDS = 0.3
"""Searches within these limits are quick jobs."""


def asked_for(spec: str, engines: Collection[str] = ()) -> PlayerFactory:
    """The player of a specification within the limits. Raises `UnknownPlayer`.

    `engines` are the names of `engines.toml` that the owner of the server offers: they have the options of
    that file and no others.
    """
    if len(spec) > 200:
        raise UnknownPlayer("player.too-long")
    word, colon, rest = spec.partition(":")
    if word in engines:
        if colon:
            raise UnknownPlayer("player.option-private", player=word, option=rest.partition("=")[0])
        return parse_player(word)
    wanted = parse_player(spec, own_only=True)
    for name, value in wanted.values.items():
        if name not in OPTIONS:
            raise UnknownPlayer("player.option-private", player=wanted.kind.word, option=name)
        most = OPTIONS[name]
        if most is not FREE and isinstance(value, int | float) and value > most:
            raise UnknownPlayer(
                "player.option-limit", player=wanted.kind.word, option=name, limit=Number(most)
            )
    return wanted


def algorithms(game: Game, lang: str, engines: Collection[str] = ()) -> list[tuple[str, str, list[str]]]:
    """The players of a form beside people and levels: word, description and names of the options. The offered
    engines that play the game are the last ones."""
    own = [
        (word, terms.player(lang, word, kind.about), sorted(kind.options))
        for word, kind in kinds().items()
        if word not in (PERSON, "level")
    ]
    about = _MESSAGES.text(lang, "new.engine")
    return own + [(name, about, []) for name in engines if plays(name, game)]


def needs_preparation(spec: str) -> bool:
    """Whether a player may refuse a game, or takes long to prepare for it: it is tried in a worker first."""
    return spec.partition(":")[0] not in (PERSON, "random", "level", "engine", "mcts")


def is_quick(spec: str, game: Game) -> bool:
    """Whether a player moves within a fraction of a second."""
    if (level := level_of(spec, game)) is not None:
        return level.nodes <= _QUICK_NODES
    try:
        wanted = asked_for(spec)
    except UnknownPlayer:
        return False  # an engine of somebody else
    limits = {"nodes": _QUICK_NODES, "playouts": _QUICK_PLAYOUTS, "seconds": _QUICK_SECONDS}
    given = [float(str(value)) <= limits[name] for name, value in wanted.values.items() if name in limits]
    if wanted.kind.word in ("engine", "mcts"):
        return any(given) or (wanted.kind.word == "engine" and "depth" not in wanted.values and not given)
    return wanted.kind.word in (PERSON, "random", "level")


def is_person(spec: str) -> bool:
    return spec == PERSON


def with_level(spec: str, game: Game) -> str:
    """A player with its level spelled out. If the game lacks it, `UnknownPlayer` has those of the game."""
    if spec == "level":
        return f"level:{find_level(game, None).number}"
    _find(spec, game)
    return spec


def level_of(spec: str, game: Game) -> Level | None:
    """The level of a player, if it plays at one that the game has."""
    try:
        return _find(spec, game)
    except UnknownPlayer:
        return None


def _find(spec: str, game: Game) -> Level | None:
    if spec.partition(":")[0] not in kinds():
        return None
    wanted = parse_player(spec, own_only=True)
    if wanted.kind.word != "level" or "s" in wanted.values:
        return None
    level = wanted.values.get("level")
    return find_level(game, level if isinstance(level, int | str) else None)


def name_of(spec: str, game: Game) -> str:
    """The display name of a computer player; empty for a person."""
    if is_person(spec):
        return ""
    level = level_of(spec, game)
    return level.name if level else spec
