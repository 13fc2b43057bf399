"""One game of many: who plays whom from which opening, and what became of it. Both can be pickled."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, replace

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game, Position, load
from ludoteca.play.match import Match
from ludoteca.play.players import Player, ask_for
from ludoteca.play.record import Record


class GameFailed(LudotecaError):
    """A game could not be played to its end; the message says which and why."""


@dataclass(frozen=True)
class Ground:
    """Where all games begin."""

    game: str
    """As `load` takes it."""
    position: str | None = None
    begins: str | None = None
    moves: str = ""

    def first_position(self) -> Position:
        """Before any of the moves."""
        game = load(self.game)
        return game.position(self.position) if self.position is not None else game.start(self.begins)

    def start(self) -> Position:
        return self.first_position().play_all(self.moves)


@dataclass(frozen=True)
class Pairing:
    """A game to be played."""

    number: int
    """Counted from 0."""
    first: str
    """The players as they are asked for."""
    second: str
    opening: tuple[str, ...]
    seed: int
    max_plies: int
    """Longer games are adjudicated a draw."""

    def player(self, side: str, game: Game) -> Player:
        """A fresh player; its chance depends on the pairing and the side alone."""
        return ask_for(getattr(self, side)).seat(game, derived(self.seed, self.number, side))


@dataclass(frozen=True)
class Played:
    """A game that is over."""

    pairing: Pairing
    record: Record
    choices: tuple[int, int]
    """How many moves first and second chose, the opening not counted."""
    seconds: tuple[float, float]
    """How long they thought."""

    @property
    def winner(self) -> str | None:
        """`first`, `second`, or None for a draw."""
        return self.record.result.winner if self.record.result else None

    @property
    def reason(self) -> str:
        """Why it ended."""
        return self.record.result.reason if self.record.result else ""

    @property
    def plies(self) -> int:
        return len(self.record.moves)


def derived(*parts: object) -> int:
    """A seed made of others; the same everywhere."""
    text = " ".join(map(str, parts)).encode()
    return int.from_bytes(hashlib.sha256(text).digest()[:8], "big") >> 2


def play(ground: Ground, first_position: Position, pairing: Pairing) -> Played:
    """Play one game. A player that fails is named."""
    players = {side: pairing.player(side, first_position.game) for side in SIDES}
    match = Match(
        first_position.game, players["first"], players["second"], first_position,
        (pairing.first, pairing.second), called=ground.game,
    )  # fmt: skip
    match.play_all(ground.moves)
    match.play_all(" ".join(pairing.opening))
    opening, choices, seconds = match.plies, [0, 0], [0.0, 0.0]
    while match.outcome is None:
        if match.plies >= pairing.max_plies:
            match.adjudicate(None)
            break
        side = SIDES.index(match.mover)
        begun = time.perf_counter()
        _choose(match, players[match.mover], pairing)
        seconds[side] += time.perf_counter() - begun
        choices[side] += 1
    others = (("Round", str(pairing.number + 1)), ("Opening", str(opening)))
    record = replace(match.record, others=others)
    return Played(pairing, record, (choices[0], choices[1]), (seconds[0], seconds[1]))


def _choose(match: Match, player: Player, pairing: Pairing) -> None:
    side = match.mover
    try:
        match.play(player.choose(match.position))
    except Exception as problem:
        who = getattr(pairing, side)
        what = str(problem) if isinstance(problem, LudotecaError) else f"{type(problem).__name__}: {problem}"
        raise GameFailed(
            f"game {pairing.number + 1}, move {match.plies + 1}: {who} ({side}) failed: {what}"
        ) from problem
