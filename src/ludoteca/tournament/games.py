"""One game of a match: the pairing and its result. Both can be pickled."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.errors import LudotecaError, cause
from ludoteca.games import SIDES, Game, Position, load
from ludoteca.messages import Message
from ludoteca.play.match import Match
from ludoteca.play.players import Player, PlayerSpec, close_players, parse_player
from ludoteca.play.record import Record


class GameFailed(LudotecaError):
    """A game could not be finished; the message says which one and why."""


@dataclass(frozen=True)
class GameSetup:
    """The start of all games of a match."""

    game: str
    """A name that `load` accepts."""
    position: str | None = None
    begins: str | None = None
    moves: str = ""

    def first_position(self) -> Position:
        """The position before `moves`."""
        game = load(self.game)
        return game.position(self.position) if self.position is not None else game.start(self.begins)

    def start(self) -> Position:
        return self.first_position().play_all(self.moves)


@dataclass(frozen=True)
class Pairing:
    """A game to play."""

    number: int
    """From 0."""
    first: PlayerSpec | str
    second: PlayerSpec | str
    opening: tuple[str, ...]
    seed: int
    max_plies: int
    """Longer games are adjudicated as draws."""

    def spec(self, side: str) -> PlayerSpec | str:
        return self.first if side == "first" else self.second

    def player(self, side: str, game: Game) -> Player:
        """A new player, seeded by the pairing and the side."""
        return parse_player(self.spec(side)).for_game(game, derived_seed(self.seed, self.number, side))


@dataclass(frozen=True)
class Played:
    """A finished game."""

    pairing: Pairing
    record: Record
    choices: tuple[int, int]
    """Moves chosen by first and second, without the opening."""
    seconds: tuple[float, float]
    """Their thinking times."""
    fault: Message | None = None
    """Why a player forfeited the game, if it did."""

    @property
    def winner(self) -> str | None:
        """`first`, `second`, or None for a draw."""
        return self.record.result.winner if self.record.result else None

    @property
    def reason(self) -> str:
        """The reason of the result."""
        return self.record.result.reason if self.record.result else ""

    @property
    def plies(self) -> int:
        return len(self.record.moves)


def derived_seed(*parts: object) -> int:
    """A seed derived from other values; the same on every machine."""
    text = " ".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") >> 2


def play(setup: GameSetup, first_position: Position, pairing: Pairing) -> Played:
    """Play one game. The error of a failed player names it."""
    players = {side: pairing.player(side, first_position.game) for side in SIDES}
    try:
        return _play(setup, first_position, pairing, players)
    finally:
        close_players(*players.values())


def _play(
    setup: GameSetup, first_position: Position, pairing: Pairing, players: Mapping[str, Player]
) -> Played:
    match = Match(
        first_position.game, players["first"], players["second"], first_position,
        (str(pairing.first), str(pairing.second)), called=setup.game,
    )  # fmt: skip
    match.play_all(setup.moves)
    match.play_all(" ".join(pairing.opening))
    opening, choices, seconds = match.plies, [0, 0], [0.0, 0.0]
    while match.outcome is None:
        if match.plies >= pairing.max_plies:
            match.adjudicate(None)
            break
        side = SIDES.index(match.mover)
        started = time.perf_counter()
        _choose(match, pairing)
        seconds[side] += time.perf_counter() - started
        choices[side] += 1
    others = [("Round", str(pairing.number + 1)), ("Opening", str(opening))]
    fault = match.fault.message if match.fault and match.fault.reason != "resignation" else None
    if fault:
        others.append(("Fault", fault.text("en")))
    record = replace(match.record, others=tuple(others))
    return Played(pairing, record, (choices[0], choices[1]), (seconds[0], seconds[1]), fault)


def _choose(match: Match, pairing: Pairing) -> None:
    side = match.mover
    try:
        match.ask()
    except Exception as problem:
        who = pairing.spec(side)
        raise GameFailed(
            "match.player-failed",
            game=pairing.number + 1,
            move=match.plies + 1,
            player=who,
            side=Message("errors", "side.first" if side == "first" else "side.second"),
            problem=cause(problem),
        ) from problem
