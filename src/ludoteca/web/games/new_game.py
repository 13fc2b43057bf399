"""A new game: what a visitor asks for, checked and turned into a row and a session."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass, replace

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game
from ludoteca.messages import Number
from ludoteca.play.session import HUMAN, GameSession, PlayedMove
from ludoteca.web.game_cache import GameCache
from ludoteca.web.games.errors import InvalidSetup
from ludoteca.web.games.seats import digest, new_secret
from ludoteca.web.games.steady_clock import SteadyClock
from ludoteca.web.games.stored_game import to_session
from ludoteca.web.players import asked_for, with_level
from ludoteca.web.store.schema import GameRow, SeatRow

KINDS = ("computer", "shared", "link", "watch")
LONGEST_NAME = 40
LONGEST = 2000
LONGEST_CLOCK = 6 * 3600.0


@dataclass(frozen=True)
class GameSetup:
    """What a visitor asks for."""

    called: str
    file: str | None = None
    based_on: str = ""
    kind: str = "computer"
    first: str = "human"
    second: str = "level"
    first_name: str = ""
    second_name: str = ""
    position: str = ""
    begins: str = ""
    """`first` or `second`; by default as in the rules."""
    clock: float | None = None
    increment: float = 0.0
    seed: int | None = None
    pace: float = 1.0
    turning: bool = False
    moves: tuple[str, ...] = ()
    """Moves played before the game starts here."""
    parent: str | None = None
    """The game it branches off from, after those moves."""


@dataclass(frozen=True)
class NewGame:
    """A game to be stored, and the secrets of its free seats, which are told once and never stored."""

    row: GameRow
    session: GameSession
    secrets: dict[str, str]


def prepare(
    setup: GameSetup, game_cache: GameCache, visitor: str, sides: tuple[str, ...],
    engines: Collection[str] = (),
) -> NewGame:  # fmt: skip
    """Check a setup. The visitor takes the sides given; other people's seats get a secret each.

    Where nobody plays, the computers' seats get the secrets: who has one may pause the game and step.
    """
    if setup.kind not in KINDS:
        raise InvalidSetup("setup.kind", kind=setup.kind, known=tuple(KINDS))
    game = game_cache.game(setup.called, setup.file)
    row = _row(setup, game)
    given: dict[str, str] = {}
    for side, player, name in (
        ("first", setup.first, setup.first_name),
        ("second", setup.second, setup.second_name),
    ):
        asked_for(player, engines)
        seat = SeatRow(
            side=side, player=with_level(player, game), name=tidy(name), remaining=row.clock or 0.0
        )
        row.seats[side] = seat
        if visitor and side in sides:
            seat.owner = visitor
        elif player == HUMAN or (not visitor and HUMAN not in (setup.first, setup.second)):
            given[side] = new_secret()
            seat.invitation = digest(given[side])
    return NewGame(row, _session(setup, game, row), given)


def _row(setup: GameSetup, game: Game) -> GameRow:
    seed = setup.seed if setup.seed is not None else secrets.randbits(62)
    return GameRow(
        id=secrets.token_urlsafe(9),
        called=game.name if setup.file is None else setup.called,
        rules=game.rules_hash,
        file=setup.file,
        based_on=setup.based_on[:200],
        start=_start(setup, game),
        kind=setup.kind,
        seed=seed & (2**62 - 1),
        clock=_clock(setup),
        increment=min(max(setup.increment, 0.0), 600.0),
        pace=min(max(setup.pace, 0.0), 10.0),
        turning=setup.turning,
        parent=setup.parent,
        parent_ply=len(setup.moves),
        turned=0.0,
        undone="",
        offer="",
        paused=False,
    )


def _session(setup: GameSetup, game: Game, row: GameRow) -> GameSession:
    """The session after the moves of the setup."""
    if len(setup.moves) > LONGEST:
        raise InvalidSetup("setup.too-long", limit=LONGEST)
    start = game.position(row.start) if row.start else game.start()
    position, made = start, []
    for move in setup.moves:
        by, position = position.mover, position.play(move)
        assert position.last is not None
        made.append(PlayedMove(position.last.text, by))
    fresh = to_session(row, game, (), start.play_all, SteadyClock())
    return replace(fresh, position=position, moves=tuple(made))


def tidy(name: str) -> str:
    """A printable name without superfluous spaces."""
    return " ".join("".join(sign for sign in name if sign.isprintable()).split())[:LONGEST_NAME]


def _clock(setup: GameSetup) -> float | None:
    if setup.clock is None or setup.clock <= 0:
        return None
    if setup.clock > LONGEST_CLOCK:
        raise InvalidSetup("setup.clock", limit=Number(LONGEST_CLOCK))
    return setup.clock


def _start(setup: GameSetup, game: Game) -> str:
    if setup.position and len(setup.position) > 2000:
        raise InvalidSetup("setup.position")
    if setup.begins and setup.begins not in SIDES:
        raise InvalidSetup("setup.begins")
    if setup.position:
        position = game.position(setup.position)
    elif setup.begins:
        position = game.start(setup.begins)
    else:
        return ""
    if position.is_over:
        raise LudotecaError("setup.over")
    return "" if position == game.start() else position.text
