"""Levels of computer opponents: those of a game, their names, and the player for a level."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.engine.levels import Chooser
from ludoteca.engine.scores import score_of
from ludoteca.engine.skill import TOP, profile_of
from ludoteca.games import Game, Move, Position
from ludoteca.games.library import kebab, tuned_game
from ludoteca.games.tuned import LEVEL_NAMES, Tuned, own_path, read_tuned
from ludoteca.play.players import OptionError, UnknownPlayer, decimal, register, whole
from ludoteca.play.thinking import Thinking, Watch

NAMES = LEVEL_NAMES
DEFAULT = 3
"""The default level; in games without it, the nearest one."""
LEVELS, MEASURED = "levels", "levels-measured"
"""Tables of a tuned file."""


@dataclass(frozen=True)
class Level:
    """A level of a game."""

    number: int
    """From 1 to 8. A number is the same animal in every game; a game with fewer levels skips some numbers."""
    name: str
    skill: int
    """From 0 to 1000."""
    nodes: int
    """Nodes per move."""
    elo: int | None = None
    low: int | None = None
    high: int | None = None
    """The rating above random play in this game and its 95 % confidence interval, if calibrated."""


@dataclass(frozen=True)
class Offer:
    """The levels of a game."""

    levels: tuple[Level, ...]
    measured: bool
    """Whether the levels were calibrated in this game."""

    def find(self, wanted: int | str) -> Level | None:
        """The level with a number or name."""
        known = {level.number: level for level in self.levels}
        named = {kebab(level.name): level for level in self.levels}
        return known.get(wanted) if isinstance(wanted, int) else named.get(kebab(wanted))

    def nearest(self, number: int) -> Level:
        """The level with a number, or the nearest one that the game has."""
        return min(self.levels, key=lambda level: (abs(level.number - number), level.number))

    @property
    def default(self) -> Level:
        """The level for those who choose none."""
        return self.nearest(DEFAULT)

    @property
    def texts(self) -> tuple[str, ...]:
        """The levels by number and name: `1 Joaninha`."""
        return tuple(f"{level.number} {level.name}" for level in self.levels)


def level_number(name: str) -> int:
    """The number of a level, by its name."""
    return NAMES.index(name) + 1


def level_names(number: int) -> list[str]:
    """Names for a number of levels, from the weakest animal to the strongest."""
    last, most = len(NAMES) - 1, number - 1
    return [NAMES[(place * last + most // 2) // most] if most else NAMES[last] for place in range(number)]


def default_offer() -> Offer:
    """Levels for a game without calibrated ones."""
    last = len(NAMES) - 1
    skills = [(place * TOP + last // 2) // last for place in range(len(NAMES))]
    levels = [
        Level(number, name, skill, profile_of(skill).nodes)
        for number, (skill, name) in enumerate(zip(skills, NAMES, strict=True), 1)
    ]
    return Offer(tuple(levels), measured=False)


def offered(game: Game) -> Offer:
    """The levels of a game: calibrated for these rules, by the user or in the library, or the default."""
    for tuned in (user_tuned(game.id), game.tuned):
        table = table_of(tuned.raw, game.spec.variant or "")
        if table.get(LEVELS) and table.get(MEASURED, {}).get("rules") == game.rules_hash:
            return _calibrated(table[LEVELS])
    return default_offer()


def offered_by_id(game_id: str) -> Offer:
    """The levels of a library game, from the tuned files alone, without compiling its rules."""
    for tuned in (user_tuned(game_id), tuned_game(game_id)):
        if tuned.raw.get(LEVELS):
            return _calibrated(tuned.raw[LEVELS])
    return default_offer()


def user_tuned(game_id: str) -> Tuned:
    return read_tuned(own_path(game_id))


def table_of(raw: Mapping[str, Any], variant: str) -> Mapping[str, Any]:
    """The table of a variant, or of the game itself, in a tuned file."""
    found: Mapping[str, Any] = raw.get("variants", {}).get(variant, {}) if variant else raw
    return found


def _calibrated(rows: list[dict[str, Any]]) -> Offer:
    levels = [
        Level(
            level_number(row["name"]), row["name"], round(TOP * row["s"]), row["nodes"],
            row["elo"], row["low"], row["high"],
        )
        for row in rows
    ]  # fmt: skip
    return Offer(tuple(levels), measured=True)


# -- levels by place ----------------------------------------------------------------------------------

_PLACE = re.compile(r"(level:(?:.*,)?(?:level=)?)([1-8])(,.*|)")


def level_by_place(spec: str, game: Game) -> str:
    """A player as stored before numbers were the same in every game, when `level:2` was the second level of
    the game, as it is now."""
    return _renumbered(spec, dict(enumerate((level.number for level in offered(game).levels), 1)))


def place_by_level(spec: str, game: Game) -> str:
    """The reverse of `level_by_place`."""
    return _renumbered(spec, {level.number: n for n, level in enumerate(offered(game).levels, 1)})


def _renumbered(spec: str, numbers: Mapping[int, int]) -> str:
    match = _PLACE.fullmatch(spec)
    if not match:
        return spec
    number = int(match[2])
    return f"{match[1]}{numbers.get(number, number)}{match[3]}"


def find_level(game: Game, wanted: int | str | None) -> Level:
    """The level with a number or name, or the default one. Raises `UnknownPlayer` with those of the game."""
    offer = offered(game)
    found = offer.default if wanted is None else offer.find(wanted)
    if found is None:
        raise UnknownPlayer("player.no-such-level", game=game.name, level=wanted, known=offer.texts)
    return found


# -- the player ---------------------------------------------------------------------------------------


def _parse_level(text: str) -> int | str:
    """Parse the number or the name of a level."""
    if text.isdecimal() and len(text) == 1 and 1 <= int(text) <= len(NAMES):
        return int(text)
    named = {kebab(name): name for name in NAMES}
    if kebab(text) not in named:
        raise OptionError("option.level", high=len(NAMES), names=NAMES)
    return named[kebab(text)]


@register("level", bare="level", level=_parse_level, s=decimal(0, 1), seed=whole(0, 2**63 - 1))
class LevelPlayer:
    """Plays at a level you choose: weaker ones look less far and notice less."""

    def __init__(
        self, level: int | str | None = None, s: float | None = None, seed: int | None = None
    ) -> None:
        self.wanted, self.s = level, s
        # Without a seed every game is different.
        self.seed = random.SystemRandom().getrandbits(62) if seed is None else seed
        self.level: Level | None = None
        self._chooser: Chooser | None = None

    @property
    def name(self) -> str:
        """The name of its level."""
        return self.level.name if self.level else ""

    @property
    def cut_short(self) -> bool:
        """Whether the time guard stopped the last choice."""
        return self._chooser is not None and self._chooser.cut_short

    def prepare(self, game: Game) -> None:
        """Prepare for a game. Raises `UnknownPlayer` if the game does not have the level."""
        self.level = self._level(game)
        self._chooser = Chooser(game, profile_of(self.level.skill, self.level.nodes), self.seed)

    def _level(self, game: Game) -> Level:
        if self.s is not None:
            skill = round(TOP * self.s)
            return Level(0, "", skill, profile_of(skill).nodes)
        return find_level(game, self.wanted)

    def choose(self, position: Position) -> Move:
        if self._chooser is None or self._chooser.game is not position.game:
            self.prepare(position.game)
        assert self._chooser is not None
        return self._chooser.choose(position)

    def think(self, position: Position, seconds: float | None = None, watch: Watch | None = None) -> Thinking:
        """Its move, with what the choice was based on. Levels have a limit of their own for slow machines."""
        started = time.perf_counter()
        move = self.choose(position)
        spent = time.perf_counter() - started
        assert self._chooser is not None
        log = self._chooser.log
        chosen, depth = log.chosen, log.chosen.depth if log.chosen else 0
        return Thinking(
            move, spent, log.stop, depth, log.nodes, log.evaluated,
            score_of(chosen.units, False, depth) if chosen else None,
            (chosen.line if chosen else ()) or (move,), moves=log.moves,
        )  # fmt: skip
