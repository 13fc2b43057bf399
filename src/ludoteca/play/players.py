"""Players by name: the registry, and the parser of specifications `PLAYER[:key=value,…]`."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from ludoteca.engine import METHODS, AnyEngine, Engine, Limits, MctsEngine, SearchResult, engine_for
from ludoteca.errors import LudotecaError, did_you_mean
from ludoteca.games import Game, Move, Position
from ludoteca.games.learnt import LearntEvaluation
from ludoteca.games.networks import Network
from ludoteca.games.problems import nearest
from ludoteca.games.tuned import LARGEST
from ludoteca.messages import Message, Number
from ludoteca.play.thinking import Thinking, Watch, from_search, shorter, watcher

if TYPE_CHECKING:
    from ludoteca.solver import EndgameTables

GROUP = "ludoteca.players"
"""The entry point group for players of other packages: classes decorated with `register`."""


class Player(Protocol):
    """Chooses one of the legal moves of a position that is not over.

    A player may have a method `prepare(game)`, called before the first move, which may refuse the game with a
    `LudotecaError`, and a method `close()`, called after the last one. A `PlayerFault` forfeits the game.
    """

    def choose(self, position: Position) -> Move: ...


def close_players(*players: Player) -> None:
    """Let players that have a method `close` end their processes."""
    for player in players:
        close = getattr(player, "close", None)
        if close:
            close()


class UnknownPlayer(LudotecaError):
    """There is no player, or no option of a player, with that name."""


class OptionError(LudotecaError, ValueError):
    """The value of an option is not valid; the message says what is expected."""


Option = Callable[[str], object]
"""Parses the value of an option; raises `OptionError`, or ValueError with what is expected."""


@dataclass(frozen=True)
class Kind:
    """A registered player."""

    word: str
    make: Callable[..., Player]
    options: Mapping[str, Option] = field(default_factory=dict)
    bare: str = ""
    """The option of a value without a key: `level:3`."""
    is_foreign: bool = False
    """Whether it starts a program that is not ours. A web server offers those that its owner has named."""

    @property
    def about(self) -> str:
        """A description in English: the first line of its docstring."""
        return (self.make.__doc__ or "").strip().partition("\n")[0]


_OWN = ("ludoteca.play.mcts", "ludoteca.play.perfect", "ludoteca.play.foreign")
"""Modules of this package that register players when they are imported."""

_kinds: dict[str, Kind] = {}
_Class = TypeVar("_Class", bound=Callable[..., Any])


def register(word: str, bare: str = "", **options: Option) -> Callable[[_Class], _Class]:
    """Register a class as a player; its options become arguments of the class."""

    def add(maker: _Class) -> _Class:
        known = {name.replace("_", "-"): option for name, option in options.items()}
        _kinds[word] = Kind(word, maker, known, bare)
        return maker

    return add


def register_foreign(word: str, options: Mapping[str, Option]) -> Callable[[_Class], _Class]:
    """Register a class as a player that starts a program of somebody else."""

    def add(maker: _Class) -> _Class:
        _kinds[word] = Kind(word, maker, options, is_foreign=True)
        return maker

    return add


Resolver = Callable[[str], "tuple[Kind, dict[str, object]] | None"]
_resolvers: list[tuple[Resolver, Callable[[], Mapping[str, object]]]] = []


def register_names(find: Resolver, names: Callable[[], Mapping[str, object]]) -> None:
    """Register names for players with options, that a file of the user gives."""
    _resolvers.append((find, names))


def kinds() -> dict[str, Kind]:
    """All registered players of our own by name."""
    return {word: kind for word, kind in _every_kind().items() if not kind.is_foreign}


def foreign_kinds() -> dict[str, Kind]:
    """The registered players that start programs of others, by name."""
    return {word: kind for word, kind in _every_kind().items() if kind.is_foreign}


def _every_kind() -> dict[str, Kind]:
    import_module("ludoteca.play.opponents")  # registers the levels
    _load_others()
    return dict(sorted(_kinds.items()))


@cache
def _load_others() -> None:
    """Import the players of other modules and packages. A broken package must not prevent a game."""
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
"""Players of other packages that could not be imported, and the errors."""


# -- options ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Whole:
    """An integer option."""

    least: int
    most: int

    def __call__(self, text: str) -> int:
        if not text.lstrip("-").isdecimal() or len(text) > 20 or not self.least <= int(text) <= self.most:
            raise OptionError("option.integer", low=self.least, high=self.most)
        return int(text)


@dataclass(frozen=True)
class Decimal:
    """A numeric option."""

    least: float
    most: float

    def __call__(self, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not self.least <= value <= self.most:
            raise OptionError("option.number", low=Number(self.least), high=Number(self.most))
        return value


@dataclass(frozen=True)
class OneOf:
    """An option with a fixed set of values."""

    words: tuple[str, ...]

    def __call__(self, text: str) -> str:
        if text not in self.words:
            raise OptionError("option.one-of", words=self.words)
        return text


def whole(least: int, most: int) -> Whole:
    return Whole(least, most)


def decimal(least: float, most: float) -> Decimal:
    return Decimal(least, most)


def one_of(*words: str) -> OneOf:
    return OneOf(words)


def weights(text: str) -> dict[str, int]:
    """Parse evaluation weights `name:number;name:number`; missing ones are the game's own."""
    found: dict[str, int] = {}
    for item in text.split(";"):
        name, colon, value = item.partition(":")
        if not colon or not value.lstrip("-").isdecimal() or abs(int(value[:9])) > LARGEST:
            raise OptionError("option.weights", limit=LARGEST)
        found[name.strip()] = int(value)
    return found


# -- specifications -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayerSpec:
    """A player specification that can be sent to another process: the text, and an evaluation as values."""

    text: str
    weights: Mapping[str, int] | None = None
    network: Network | None = None
    evaluation: LearntEvaluation | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class PlayerFactory:
    """A parsed player specification."""

    kind: Kind
    values: Mapping[str, object]

    def make(self, seed: int | None = None) -> Player:
        """A new player; `seed` is the default for players with that option."""
        values = dict(self.values)
        if seed is not None and "seed" in self.kind.options:
            values.setdefault("seed", seed)
        return self.kind.make(**{name.replace("-", "_"): value for name, value in values.items()})

    def for_game(self, game: Game, seed: int | None = None) -> Player:
        """A new player, prepared for a game. Raises a `LudotecaError` if it refuses the game."""
        player = self.make(seed)
        prepare = getattr(player, "prepare", None)
        if prepare:
            prepare(game)
        return player

    @property
    def is_person(self) -> bool:
        return self.kind.make is Human


def parse_player(spec: PlayerSpec | str, own_only: bool = False) -> PlayerFactory:
    """Parse `PLAYER[:key=value,…]`. A value may be in quotes: see `split_options`. With `own_only`, players
    that start programs of others are unknown. Raises `UnknownPlayer`, which lists the known players."""
    word, colon, rest = str(spec).strip().partition(":")
    kind, values = _find_own(word) if own_only else _find(word)
    items = split_options(rest) if colon else []
    values |= dict(_value(kind, *item) for item in items)
    if isinstance(spec, PlayerSpec):
        values |= {
            name: one
            for name in ("weights", "network", "evaluation")
            if (one := getattr(spec, name)) is not None
        }
    return PlayerFactory(kind, values)


def _find(word: str) -> tuple[Kind, dict[str, object]]:
    """The kind of player with a name, and the options that the name stands for."""
    known = _every_kind()
    if word in known:
        return known[word], {}
    for find, _ in _resolvers:
        found = find(word)
        if found:
            return found
    raise _unknown(word, [*known, *(name for _, names in _resolvers for name in names())])


def _find_own(word: str) -> tuple[Kind, dict[str, object]]:
    """The same among our own players."""
    if word in foreign_kinds():
        raise UnknownPlayer("player.private", player=word)
    known = kinds()
    if word not in known:
        raise _unknown(word, known)
    return known[word], {}


def _unknown(word: str, known: Collection[str]) -> UnknownPlayer:
    if word in broken:
        return UnknownPlayer("player.broken", name=word, problem=broken[word])
    hint = did_you_mean(nearest(word, known))
    return UnknownPlayer("player.unknown", name=word, hint=hint, known=tuple(known))


_QUOTED = re.compile(r"""\s*"(?P<double>(?:[^"\\]|\\.)*)"\s*|\s*'(?P<single>[^']*)'\s*""", re.DOTALL)


def split_options(text: str) -> list[tuple[str, str | None]]:
    """The options `key=value,…` of a specification; the value is None for an item without `=`.

    A value that starts with a quotation mark ends with the next one, whatever is between: in double quotes a
    backslash keeps the next character (`\\"`, `\\\\`), in single quotes there is no escape. Raises
    `UnknownPlayer` for a quote that is not closed, or text after it.
    """
    found: list[tuple[str, str | None]] = []
    at = 0
    while True:
        head = re.compile(r"[^=,]*").match(text, at)
        assert head is not None
        key, at = head[0].strip(), head.end()
        value = None
        if text.startswith("=", at):
            value, at = _option_value(text, at + 1)
        found.append((key, value))
        if at >= len(text):
            return found
        at += 1  # the comma


def _option_value(text: str, at: int) -> tuple[str, int]:
    """The value at a place of a text, and where it ends."""
    if text[at:].lstrip()[:1] not in ("'", '"'):
        end = text.find(",", at)
        end = len(text) if end < 0 else end
        return text[at:end].strip(), end
    quoted = _QUOTED.match(text, at)
    if not quoted or text[quoted.end() : quoted.end() + 1] not in ("", ","):
        raise UnknownPlayer("player.quotes", value=text[at:])
    if quoted["single"] is not None:
        return quoted["single"], quoted.end()
    return re.sub(r"\\(.)", r"\1", quoted["double"], flags=re.DOTALL), quoted.end()


def quoted(value: str) -> str:
    """A value as `split_options` reads it, in quotes where it needs them."""
    if value and not re.search(r"""[,'"\\\s]""", value):
        return value
    return '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'


def _value(kind: Kind, key: str, given: str | None) -> tuple[str, object]:
    if given is None and kind.bare:
        key, given = kind.bare, key
    value = given or ""
    if key not in kind.options:
        raise _unknown_option(kind, key)
    try:
        return key, kind.options[key](value)
    except OptionError as error:
        wanted: Message | str = error.message
    except ValueError as error:  # of an option of another package
        wanted = str(error)
    raise UnknownPlayer("player.option-value", player=kind.word, option=key, value=value, wanted=wanted)


def _unknown_option(kind: Kind, key: str) -> UnknownPlayer:
    if not kind.options:
        return UnknownPlayer("player.no-options", player=kind.word, option=key)
    hint, known = did_you_mean(nearest(key, kind.options)), tuple(kind.options)
    return UnknownPlayer("player.unknown-option", player=kind.word, option=key, hint=hint, known=known)


# -- players ------------------------------------------------------------------------------------------


@register("human")
class Human:
    """A person."""

    def choose(self, position: Position) -> Move:
        raise LudotecaError("player.person")


@register("random", seed=whole(0, 2**63 - 1))
class Random:
    """Plays any legal move."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, position: Position) -> Move:
        """With a seed, the same move in the same position, so that a game can be resumed."""
        rng = random.Random(f"{self.seed} {position.ply} {position}" if self.seed is not None else None)
        return rng.choice(position.legal_moves)

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        return Thinking(self.choose(position), 0.0, "random", moves=len(position.legal_moves))


@register(
    "engine", seconds=decimal(0.0, 3600.0), nodes=whole(1, 10**12), depth=whole(1, 100), threads=whole(1, 64),
    megabytes=whole(1, 65536), weights=weights, method=one_of(*METHODS), tables=one_of("auto", "yes", "no"),
    network=one_of("own", "none"), evaluation=one_of("learnt", "tuned", "default"),
)  # fmt: skip
class EnginePlayer:
    """Searches for the best move, knowing nothing but the rules; with `tables=yes` also what was solved.
    Limited by time alone, it uses endgame tables, made when few pieces are left, unless `tables=no`.
    `network=none` evaluates without a network, `evaluation=tuned` without what was learnt."""

    def __init__(
        self, seconds: float | None = None, nodes: int | None = None, depth: int | None = None,
        threads: int = 1, megabytes: int = 16, weights: Mapping[str, int] | None = None,
        method: str = "preferred", tables: str = "auto", network: Network | str = "own",
        evaluation: LearntEvaluation | str = "learnt",
    ) -> None:  # fmt: skip
        # A node limit by default: the same strength on every machine.
        limits = Limits(seconds, nodes, depth)
        self.limits = limits if limits != Limits() else Limits(nodes=100_000)
        # Only alpha-beta search uses weights and networks, and has a depth to limit. Explicit weights, even
        # none, exclude the network.
        given = {} if network == "none" and weights is None else weights
        is_search = (
            weights
            or network != "own"
            or evaluation != "learnt"
            or (depth is not None and method == "preferred")
        )
        self._settings = megabytes, threads, given, "search" if is_search else method
        self._network = network if isinstance(network, Network) else None
        self._evaluation = None if evaluation == "learnt" else evaluation
        # Not with other limits: the same nodes give the same move whether or not there is a tablebase.
        self._uses_tablebase = tables == "yes"
        self._uses_endgames = tables == "auto" and limits.is_timed
        self._engine: AnyEngine | None = None
        self._endgames: EndgameTables | None = None

    def engine(self, game: Game) -> AnyEngine:
        """The engine for a game, which keeps its hash from move to move."""
        if self._engine is None or self._engine.game is not game:
            from ludoteca.play.tablebase import tablebase_of

            tablebase = tablebase_of(game) if self._uses_tablebase else None
            self._engine = engine_for(
                game,
                *self._settings,
                tablebase,
                avoid_repetition=True,
                network=self._network,
                evaluation=self._evaluation,
            )
        return self._engine

    def choose(self, position: Position) -> Move:
        return self.think(position).move

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        """Its move, with the record of the search."""
        engine = self.engine(position.game)
        if self._uses_endgames and isinstance(engine, Engine):
            engine.set_tablebase(self._endgame_tables(engine.game).tablebase(position))
        steps: list[SearchResult] = []
        limits = replace(self.limits, seconds=shorter(self.limits.seconds, seconds))
        found = engine.best(position, limits, watcher(steps, watch) if watch else None)
        return from_search(found, tuple(steps), isinstance(engine, MctsEngine))

    def _endgame_tables(self, game: Game) -> EndgameTables:
        from ludoteca.solver import EndgameTables

        if self._endgames is None or self._endgames.game is not game:
            self._endgames = EndgameTables(game)
        return self._endgames
