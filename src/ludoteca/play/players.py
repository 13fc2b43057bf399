"""Who can choose a move. A player is known by a word, and is asked for as `PLAYER[:key=value,…]`."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol, TypeVar

from ludoteca.engine import METHODS, Limits, Thinking, engine_for
from ludoteca.errors import LudotecaError
from ludoteca.games import Game, Move, Position
from ludoteca.games.fields import nearest
from ludoteca.games.networks import draft_of
from ludoteca.games.tuned import LARGEST

GROUP = "ludoteca.players"
"""The entry points through which other packages add players: each names a class made with `register`."""


class Player(Protocol):
    """Chooses one of the legal moves of a position that is not over.

    It may have a method `prepare(game)`, which is called before the first move where the game is known, and
    may refuse it with a `LudotecaError`.
    """

    def choose(self, position: Position) -> Move: ...


class UnknownPlayer(LudotecaError):
    """No player, or no option of a player, goes by that name."""


Option = Callable[[str], object]
"""Reads the value of an option; raises ValueError with what is wanted."""


@dataclass(frozen=True)
class Kind:
    """A player that can be asked for by its word."""

    word: str
    make: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)
    bare: str = ""
    """The option meant by a value without a key: `level:3`."""

    @property
    def about(self) -> str:
        """What the player is, in English: the first line of its docstring."""
        return (self.make.__doc__ or "").strip().partition("\n")[0]


_OWN = ("ludoteca.play.mcts", "ludoteca.play.perfect")
"""Files of this package that make players known when they are loaded."""

_kinds: dict[str, Kind] = {}
_Class = TypeVar("_Class", bound=Callable[..., Any])


def register(word: str, bare: str = "", **options: Option) -> Callable[[_Class], _Class]:
    """A decorator that makes a class known as a player; its options become arguments of the class."""

    def add(maker: _Class) -> _Class:
        known = {name.replace("_", "-"): option for name, option in options.items()}
        _kinds[word] = Kind(word, maker, known, bare)
        return maker

    return add


def kinds() -> dict[str, Kind]:
    """All players, by their words."""
    import_module("ludoteca.play.opponents")  # makes itself known
    _load_others()
    return dict(sorted(_kinds.items()))


@cache
def _load_others() -> None:
    """Players of other files, and of other packages. One of the latter that cannot be loaded must not keep
    people from playing."""
    from importlib import import_module
    from importlib.metadata import entry_points

    for module in _OWN:
        import_module(module)
    for entry in entry_points(group=GROUP):
        try:
            entry.load()
        except Exception as problem:
            broken[entry.name] = f"{type(problem).__name__}: {problem}"


broken: dict[str, str] = {}
"""Players of other packages that could not be loaded, and why."""


# -- options ------------------------------------------------------------------------------------------


def whole(least: int, most: int) -> Option:
    """An option that is a whole number."""

    def read(text: str) -> int:
        if not text.lstrip("-").isdecimal() or len(text) > 20 or not least <= int(text) <= most:
            raise ValueError(f"a whole number from {least} to {most} is wanted")
        return int(text)

    return read


def decimal(least: float, most: float) -> Option:
    """An option that is a number."""

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise ValueError(f"a number from {least:g} to {most:g} is wanted")
        return value

    return read


def one_of(*words: str) -> Option:
    """An option that is one of some words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)} is wanted")
        return text

    return read


def weights(text: str) -> dict[str, int]:
    """An option that is a set of weights: `name:number;name:number`, those not named being the game's own."""
    found: dict[str, int] = {}
    for item in text.split(";"):
        name, colon, value = item.partition(":")
        if not colon or not value.lstrip("-").isdecimal() or abs(int(value[:9])) > LARGEST:
            raise ValueError(f"name:number;name:number is wanted, no number beyond {LARGEST}")
        found[name.strip()] = int(value)
    return found


# -- asking -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wanted:
    """A player as somebody asked for it."""

    kind: Kind
    values: Mapping[str, object]

    def make(self, seed: int | None = None) -> Player:
        """The player itself; `seed` is for players that take one and were given none."""
        values = dict(self.values)
        if seed is not None and "seed" in self.kind.options:
            values.setdefault("seed", seed)
        return self.kind.make(**{name.replace("-", "_"): value for name, value in values.items()})

    def seat(self, game: Game, seed: int | None = None) -> Player:
        """The player itself, ready for a game. Raises what it has against it."""
        player = self.make(seed)
        prepare = getattr(player, "prepare", None)
        if prepare:
            prepare(game)
        return player

    @property
    def is_person(self) -> bool:
        return self.kind.make is Human


def ask_for(text: str) -> Wanted:
    """The player meant by `PLAYER[:key=value,…]`. Raises `UnknownPlayer` with what is known."""
    word, colon, rest = text.strip().partition(":")
    known = kinds()
    if word not in known:
        if word in broken:
            raise UnknownPlayer(f'the player "{word}" cannot be loaded: {broken[word]}.')
        hint = nearest(word, known)
        raise UnknownPlayer(f'there is no player called "{word}".{hint} Known players: {", ".join(known)}.')
    kind = known[word]
    items = rest.split(",") if colon else []
    return Wanted(kind, dict(_value(kind, item) for item in items))


def _value(kind: Kind, item: str) -> tuple[str, object]:
    key, equals, value = (part.strip() for part in item.partition("="))
    if not equals and kind.bare:
        key, value = kind.bare, key
    if key not in kind.options:
        has = f"It has: {', '.join(kind.options)}." if kind.options else "It has none."
        hint = nearest(key, kind.options)
        raise UnknownPlayer(f'the player {kind.word} has no option "{key}".{hint} {has}')
    try:
        return key, kind.options[key](value)
    except ValueError as wanted:
        raise UnknownPlayer(f'{kind.word}: {key}: "{value}" will not do: {wanted}.') from None


# -- players ------------------------------------------------------------------------------------------


@register("human")
class Human:
    """A person."""

    def choose(self, position: Position) -> Move:
        raise LudotecaError("a person chooses at a front end, which answers for them.")


@register("random", seed=whole(0, 2**63 - 1))
class Random:
    """Plays any legal move."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, position: Position) -> Move:
        """With a seed the same move in the same position, so that a game can be taken up again."""
        dice = random.Random(f"{self.seed} {position.ply} {position}" if self.seed is not None else None)
        return dice.choice(position.legal_moves)


@register(
    "engine", seconds=decimal(0.0, 3600.0), nodes=whole(1, 10**12), depth=whole(1, 100), threads=whole(1, 64),
    megabytes=whole(1, 65536), weights=weights, method=one_of(*METHODS), tables=one_of("yes", "no"),
    network=one_of("own", "none", "draft"),
)  # fmt: skip
class Thinker:
    """Searches for the best move, knowing nothing but the rules; with `tables=yes` also what was solved.
    `network=none` judges without a network, `network=draft` with the one that is being learnt."""

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, depth: int | None = None,
        threads: int = 1, megabytes: int = 16, weights: Mapping[str, int] | None = None,
        method: str = "preferred", tables: str = "no", network: str = "own",
    ) -> None:  # fmt: skip
        # Nodes rather than seconds when nothing is said: as strong on a slow machine as on a fast one.
        said = Limits(seconds, nodes, depth)
        self.limits = said if said != Limits() else Limits(nodes=100_000)
        # Weights and networks are the search's. No network: the game's own weights, given as others are.
        given = {} if network == "none" and weights is None else weights
        self._settings = megabytes, threads, given, "search" if weights or network != "own" else method
        self._draft = network == "draft"
        # Not by themselves: the same nodes shall give the same move whether a table was made or not.
        self._asks_tables = tables == "yes"
        self._engine: Thinking | None = None

    def engine(self, game: Game) -> Thinking:
        """The engine it thinks with, which remembers from move to move."""
        if self._engine is None or self._engine.game is not game:
            from ludoteca.play.tablebase import knowledge_of

            knowledge = knowledge_of(game) if self._asks_tables else None
            self._engine = engine_for(
                game,
                *self._settings,
                knowledge,
                restless=True,
                network=draft_of(game) if self._draft else None,
            )
        return self._engine

    def choose(self, position: Position) -> Move:
        return self.engine(position.game).best(position, self.limits).move
