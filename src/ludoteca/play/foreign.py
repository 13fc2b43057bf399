"""Programs of others as players: engines that speak a line protocol, and players in Python files.

Every game has a process of its own, which ends with the game. A program that crashes, answers too late or
plays an illegal move forfeits the game: `choose` raises a `PlayerFault`.
"""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from ludoteca.errors import LudotecaError, did_you_mean
from ludoteca.games import Game, Move, Position
from ludoteca.games.files import parse_toml, read_text
from ludoteca.games.problems import nearest
from ludoteca.games.userdata import data_folder
from ludoteca.play.players import (
    Kind,
    Option,
    OptionError,
    PlayerFactory,
    UnknownPlayer,
    decimal,
    foreign_kinds,
    register_foreign,
    register_names,
    whole,
)
from ludoteca.protocols.client import Budget, EngineClient
from ludoteca.protocols.dialects import client_side, require_support
from ludoteca.protocols.engine_process import MEGABYTES, EngineProcess

FILE = "engines.toml"
"""The file of named engines in the data folder."""
_LARGEST = 1_000_000
_PYTHON = "from ludoteca.protocols.python_player import main; main()"


class EnginesFileError(LudotecaError):
    """The file of named engines is wrong."""


def _command(text: str) -> tuple[str, ...]:
    """A command line, split as a shell does; no shell runs it."""
    try:
        words = tuple(shlex.split(text))
    except ValueError:
        words = ()
    if not words or "\0" in text:
        raise OptionError("option.command")
    return words


def _settings(text: str) -> dict[str, str]:
    """Options of the engine itself: `Name=value;Name=value`."""
    found = {}
    for item in text.split(";"):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not name or not equals or not (name + value).isprintable():
            raise OptionError("option.settings")
        found[name] = value
    return found


def _file(text: str) -> str:
    if not text or "\0" in text:
        raise OptionError("option.file")
    return text


_LIMITS: Mapping[str, Option] = {
    "seconds": decimal(0.001, 3600), "nodes": whole(1, 10**12), "depth": whole(1, 100),
}  # fmt: skip
_COMMON: Mapping[str, Option] = {
    "timeout": decimal(0.01, 86_400), "margin": decimal(0.0, 3600), "megabytes": whole(16, 1 << 20),
}  # fmt: skip
_DEFAULT_SECONDS = 1.0
_START_UP = 20.0
"""Seconds for an engine to start, unless `timeout` is shorter."""


class ForeignPlayer:
    """An engine of somebody else. A subclass names its protocol."""

    protocol: ClassVar[str]

    def __init__(
        self, command: tuple[str, ...] = (), seconds: float | None = None, nodes: int | None = None,
        depth: int | None = None, timeout: float = 60.0, margin: float = 1.0, megabytes: int = MEGABYTES,
        options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        self.command, self.megabytes, self.options = command, megabytes, dict(options or {})
        if seconds is None and nodes is None and depth is None:
            seconds = _DEFAULT_SECONDS
        self.budget = Budget(seconds, nodes, depth, timeout, margin, min(timeout, _START_UP))
        self._client: EngineClient | None = None
        self._process: EngineProcess | None = None

    def prepare(self, game: Game) -> None:
        """Refuse a game that the protocol cannot express, and a program that does not exist."""
        require_support(game, self.protocol)
        if not self.command:
            raise UnknownPlayer("player.no-command", player=self.protocol)
        if shutil.which(self.command[0]) is None:
            raise UnknownPlayer("player.no-program", program=self.command[0])

    def limit(self, seconds: float) -> None:
        """Let a move, with the start of the program, take at most so long."""
        budget = self.budget
        margin = min(budget.margin, seconds / 4)
        self.budget = replace(
            budget, timeout=min(budget.timeout, seconds / 2), start_up=min(budget.start_up, seconds / 2),
            margin=margin,
            seconds=None if budget.seconds is None else min(budget.seconds, seconds / 2 - margin),
        )  # fmt: skip

    def choose(self, position: Position) -> Move:
        """Raises `PlayerFault` if the program does not answer with a legal move in time."""
        if self._client is None or self._client.game is not position.game:
            self.close()
            self._process = EngineProcess(self.command, self.megabytes)
            client = client_side(self.protocol)
            self._client = client(self._process, position.game, self.budget, self.options)
        return self._client.choose(position)

    def close(self) -> None:
        """End the process."""
        if self._client is not None:
            self._client.close()
        elif self._process is not None:
            self._process.close()
        self._client = self._process = None


def _register(word: str, *limits: str, **options: Option) -> Any:
    """Register a foreign player with the limits that its protocol can express."""
    own = {name: _LIMITS[name] for name in limits}
    return register_foreign(word, {**own, **options, **_COMMON})


@_register("ugi", "seconds", "nodes", "depth", command=_command, options=_settings)
class UgiPlayer(ForeignPlayer):
    """An engine that speaks UGI, for any game."""

    protocol = "ugi"


@_register("piskvork", "seconds", command=_command, options=_settings)
class PiskvorkPlayer(ForeignPlayer):
    """An engine that speaks the protocol of Piskvork and Gomocup."""

    protocol = "piskvork"


@_register("gtp", "seconds", command=_command, options=_settings)
class GtpPlayer(ForeignPlayer):
    """An engine that speaks GTP, the Go Text Protocol, as Hex engines do."""

    protocol = "gtp"


@_register("uai", "seconds", "nodes", "depth", command=_command, options=_settings)
class UaiPlayer(ForeignPlayer):
    """An engine that speaks UAI, the Universal Ataxx Interface."""

    protocol = "uai"


@_register("hub", "seconds", "nodes", "depth", command=_command, options=_settings)
class HubPlayer(ForeignPlayer):
    """An engine that speaks Hub 2, for draughts."""

    protocol = "hub"


@_register("nboard", "depth", command=_command, options=_settings)
class NboardPlayer(ForeignPlayer):
    """An engine that speaks NBoard 2, for Othello."""

    protocol = "nboard"


@_register("python", "seconds", file=_file, name=_file)
class PythonPlayer(ForeignPlayer):
    """A class or function in a Python file that chooses a move."""

    protocol = "ugi"

    def __init__(self, file: str = "", name: str = "", **limits: Any) -> None:
        super().__init__((sys.executable, "-c", _PYTHON, str(Path(file).resolve()), name), **limits)
        self.file = file

    def prepare(self, game: Game) -> None:
        if not Path(self.file).is_file():
            raise UnknownPlayer("player.no-file", file=self.file)


# -- named engines ------------------------------------------------------------------------------------


def named_engines() -> dict[str, dict[str, Any]]:
    """The engines of the file in the data folder, by name. Raises `EnginesFileError`."""
    path = data_folder() / FILE
    if not path.is_file():
        return {}
    try:
        tables = parse_toml(read_text(path, _LARGEST))
    except LudotecaError as error:
        raise EnginesFileError("engines.file", file=path, problem=error.message) from None
    wrong = [name for name, table in tables.items() if not isinstance(table, dict)]
    if wrong:
        raise EnginesFileError("engines.not-a-table", file=path, name=wrong[0])
    return tables


def require_engines(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each of an engine in the file. Raises `EnginesFileError`."""
    for name in names:
        if _find_named(name) is None:
            raise EnginesFileError("engines.missing", name=name, file=data_folder() / FILE)
    return tuple(dict.fromkeys(names))


def plays(name: str, game: Game) -> bool:
    """Whether a named engine is there, and its protocol can express a game."""
    try:
        found = _find_named(name)
        if found is None:
            return False
        kind, options = found
        PlayerFactory(kind, options).for_game(game)
    except LudotecaError:
        return False
    return True


def _find_named(word: str) -> tuple[Kind, dict[str, object]] | None:
    """The kind and the options of a named engine. Raises `EnginesFileError`."""
    table = named_engines().get(word)
    if table is None:
        return None
    known = foreign_kinds()
    protocol = table.get("protocol", "ugi")
    if not isinstance(protocol, str) or protocol not in known:
        raise EnginesFileError("engines.protocol", name=word, protocol=protocol, known=tuple(known))
    kind = known[protocol]
    options = {key: value for key, value in table.items() if key != "protocol"}
    return kind, {key: _named_value(word, kind, key, value) for key, value in options.items()}


def _named_value(word: str, kind: Kind, key: str, value: object) -> object:
    if key not in kind.options:
        hint = did_you_mean(nearest(key, kind.options))
        raise EnginesFileError("engines.option", name=word, option=key, hint=hint)
    if isinstance(value, dict):
        value = ";".join(f"{name}={one}" for name, one in value.items())
    elif isinstance(value, list):
        value = shlex.join(str(one) for one in value)
    try:
        return kind.options[key](str(value))
    except OptionError as error:
        raise EnginesFileError("engines.value", name=word, option=key, problem=error.message) from None


register_names(_find_named, named_engines)
