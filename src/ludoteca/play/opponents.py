"""Levels to choose from: which ones a game offers, what they are called, and the player that plays at one."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ludoteca.engine.levels import Chooser
from ludoteca.engine.skill import TOP, profile_of
from ludoteca.errors import BadTuning
from ludoteca.games import Game, Move, Position
from ludoteca.games.library import kebab, tuned_game
from ludoteca.games.tuned import Tuned, own_path, read_tuned
from ludoteca.play.players import OptionError, UnknownPlayer, decimal, register, whole

NAMES = ("Joaninha", "Tatu", "Quati", "Coruja", "Graxaim", "Jaguatirica", "Lobo-guará", "Onça")
"""Animals of the pampas and the forest, from the ladybird to the jaguar: the same in every language."""
USUAL = 3
"""The level if none is asked for."""
LEVELS, MEASURED = "levels", "levels-measured"
"""Tables of a file of measurements."""


@dataclass(frozen=True)
class Level:
    """One strength at which a game can be played."""

    number: int
    """Counted from 1, the weakest."""
    name: str
    skill: int
    """From 0 to 1000."""
    nodes: int
    """Positions it looks at for a move."""
    elo: int | None = None
    low: int | None = None
    high: int | None = None
    """How far it is above random play in this game, and where that lies with 95 % confidence, if measured."""


@dataclass(frozen=True)
class Offer:
    """The levels of a game."""

    levels: tuple[Level, ...]
    measured: bool
    """Whether each was found to be stronger than the one before it in this very game."""

    def find(self, wanted: int | str) -> Level | None:
        """The level of that number or name."""
        known = {level.number: level for level in self.levels}
        named = {kebab(level.name): level for level in self.levels}
        return known.get(wanted) if isinstance(wanted, int) else named.get(kebab(wanted))


def level_names(number: int) -> list[str]:
    """Names for so many levels: from the weakest animal to the strongest."""
    last, most = len(NAMES) - 1, number - 1
    return [NAMES[(place * last + most // 2) // most] if most else NAMES[last] for place in range(number)]


def usual_offer() -> Offer:
    """Levels for a game in which none were measured."""
    last = len(NAMES) - 1
    skills = [(place * TOP + last // 2) // last for place in range(len(NAMES))]
    levels = [
        _level(number, skill, name) for number, (skill, name) in enumerate(zip(skills, NAMES, strict=True), 1)
    ]
    return Offer(tuple(levels), measured=False)


def _level(number: int, skill: int, name: str) -> Level:
    return Level(number, name, skill, profile_of(skill).nodes)


def offered(game: Game) -> Offer:
    """The levels of a game: those measured for these very rules, by this person or by us, else the usual."""
    for tuned in (own_measurements(game.id), game.tuned):
        table = table_of(tuned.raw, game.spec.variant or "")
        if table.get(LEVELS) and table.get(MEASURED, {}).get("rules") == game.rules_hash:
            return _measured(table[LEVELS])
    return usual_offer()


def on_the_card(game_id: str) -> Offer:
    """What the files of measurements offer for a game of the shelf, without reading its rules."""
    for tuned in (own_measurements(game_id), tuned_game(game_id)):
        if tuned.raw.get(LEVELS):
            return _measured(tuned.raw[LEVELS])
    return usual_offer()


def own_measurements(game_id: str) -> Tuned:
    return read_tuned(own_path(game_id))


def table_of(raw: Mapping[str, Any], variant: str) -> Mapping[str, Any]:
    """The part of a file of measurements that speaks of a variant, or of the game itself."""
    found: Mapping[str, Any] = raw.get("variants", {}).get(variant, {}) if variant else raw
    return found


def _measured(rows: list[dict[str, Any]]) -> Offer:
    try:
        levels = [
            Level(n, row["name"], round(TOP * row["s"]), row["nodes"], row["elo"], row["low"], row["high"])
            for n, row in enumerate(rows, 1)
        ]
    except (KeyError, TypeError) as problem:
        raise BadTuning("tuning.level", problem=str(problem)) from None
    return Offer(tuple(levels), measured=True)


# -- the player ---------------------------------------------------------------------------------------


def _which(text: str) -> int | str:
    """A level by its number or its name."""
    if text.isdecimal() and len(text) == 1 and 1 <= int(text) <= len(NAMES):
        return int(text)
    named = {kebab(name): name for name in NAMES}
    if kebab(text) not in named:
        raise OptionError("option.level", high=len(NAMES), names=NAMES)
    return named[kebab(text)]


@register("level", bare="level", level=_which, s=decimal(0, 1), seed=whole(0, 2**63 - 1))
class Levelled:
    """Plays at a level you choose: weaker ones look less far and notice less."""

    def __init__(self, level: int | str = USUAL, s: float | None = None, seed: int | None = None) -> None:
        self.wanted, self.s = level, s
        # Without a seed every game is another one.
        self.seed = random.SystemRandom().getrandbits(62) if seed is None else seed
        self.level: Level | None = None
        self._chooser: Chooser | None = None

    @property
    def name(self) -> str:
        """What it is called at the table."""
        return self.level.name if self.level else ""

    @property
    def cut_short(self) -> bool:
        """Whether time ran out in the last choice, so that it was not what the level would have played."""
        return self._chooser is not None and self._chooser.cut_short

    def prepare(self, game: Game) -> None:
        """Sit down to a game. Raises `UnknownPlayer` if it does not offer the level."""
        self.level = self._level(game)
        self._chooser = Chooser(game, profile_of(self.level.skill, self.level.nodes), self.seed)

    def _level(self, game: Game) -> Level:
        if self.s is not None:
            return _level(0, round(TOP * self.s), "")
        offer = offered(game)
        found = offer.find(self.wanted)
        if found is None:
            known = tuple(f"{level.number} {level.name}" for level in offer.levels)
            raise UnknownPlayer("player.no-such-level", game=game.name, level=self.wanted, known=known)
        return found

    def choose(self, position: Position) -> Move:
        if self._chooser is None or self._chooser.game is not position.game:
            self.prepare(position.game)
        assert self._chooser is not None
        return self._chooser.choose(position)
