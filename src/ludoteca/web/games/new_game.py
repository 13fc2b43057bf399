"""A new game as somebody orders it, checked before anything is kept."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game
from ludoteca.web.games.cache import GameCache
from ludoteca.web.games.errors import Refused
from ludoteca.web.games.players import asked_for, is_person
from ludoteca.web.games.seats import digest, new_secret
from ludoteca.web.store.schema import GameRow, MoveRow

KINDS = ("computer", "shared", "link", "watch")
LONGEST_NAME = 40
LONGEST = 2000
LONGEST_CLOCK = 6 * 3600.0


class InvalidSetup(Refused):
    word = "bad-setup"


@dataclass(frozen=True)
class GameSetup:
    """What somebody wants to play."""

    called: str
    file: str | None = None
    based_on: str = ""
    kind: str = "computer"
    first: str = "human"
    second: str = "level:3"
    first_name: str = ""
    second_name: str = ""
    position: str = ""
    begins: str = ""
    """`first` or `second`; the rules' own beginner if nothing is said."""
    clock: float | None = None
    increment: float = 0.0
    seed: int | None = None
    pace: float = 1.0
    turning: bool = False
    moves: tuple[str, ...] = ()
    """Moves already made."""
    parent: str | None = None
    """The game it branches off from, after those moves."""


@dataclass(frozen=True)
class PreparedGame:
    """A game ready to be kept, and the secrets of its free seats, which are told once and never kept."""

    row: GameRow
    moves: list[MoveRow]
    game: Game
    secrets: dict[str, str]


def prepare(setup: GameSetup, game_cache: GameCache, visitor: str, sides: tuple[str, ...]) -> PreparedGame:
    """Check an setup. The visitor takes the sides given; seats of other people get a secret each."""
    if setup.kind not in KINDS:
        raise InvalidSetup(f'there is no kind of game called "{setup.kind}"; known: {", ".join(KINDS)}.')
    game = game_cache.game(setup.called, setup.file)
    players = dict(zip(SIDES, (setup.first, setup.second), strict=True))
    for spec in players.values():
        asked_for(spec, game)
    clock = _clock(setup)
    seed = setup.seed if setup.seed is not None else secrets.randbits(62)
    row = GameRow(
        id=secrets.token_urlsafe(9),
        called=game.name if setup.file is None else setup.called,
        rules=game.rules_hash,
        file=setup.file,
        based_on=setup.based_on[:200],
        start=_start(setup, game),
        kind=setup.kind,
        seed=seed & (2**62 - 1),
        first_player=setup.first,
        second_player=setup.second,
        first_name=tidy(setup.first_name),
        second_name=tidy(setup.second_name),
        clock=clock,
        increment=min(max(setup.increment, 0.0), 600.0),
        first_left=clock or 0.0,
        second_left=clock or 0.0,
        pace=min(max(setup.pace, 0.0), 10.0),
        turning=setup.turning,
        parent=setup.parent,
        parent_ply=len(setup.moves),
    )
    moves = _moves(setup, game, row)
    given: dict[str, str] = {}
    for side, spec in players.items():
        if visitor and side in sides:
            setattr(row, f"{side}_owner", visitor)
        elif is_person(spec):
            given[side] = new_secret()
            setattr(row, f"{side}_seat", digest(given[side]))
    return PreparedGame(row, moves, game, given)


def _moves(setup: GameSetup, game: Game, row: GameRow) -> list[MoveRow]:
    """The moves that were made before, checked. If they end the game, it is kept as it ended."""
    if len(setup.moves) > LONGEST:
        raise InvalidSetup(f"a game of more than {LONGEST} moves cannot be kept.")
    position = game.position(row.start) if row.start else game.start()
    made = []
    for number, move in enumerate(setup.moves, 1):
        by, position = position.mover, position.play(move)
        assert position.last is not None
        made.append(MoveRow(game=row.id, number=number, move=position.last.text, by=by))
    row.plies = len(made)
    if position.outcome:
        row.result, row.reason = position.outcome.winner or "draw", position.outcome.reason
    return made


def tidy(name: str) -> str:
    """A name that any page can show."""
    return " ".join("".join(sign for sign in name if sign.isprintable()).split())[:LONGEST_NAME]


def _clock(setup: GameSetup) -> float | None:
    if setup.clock is None or setup.clock <= 0:
        return None
    if setup.clock > LONGEST_CLOCK:
        raise InvalidSetup(f"a clock may show at most {LONGEST_CLOCK:g} seconds.")
    return setup.clock


def _start(setup: GameSetup, game: Game) -> str:
    if setup.position and len(setup.position) > 2000:
        raise InvalidSetup("that position is too long.")
    if setup.begins and setup.begins not in SIDES:
        raise InvalidSetup('who begins must be "first" or "second".')
    if setup.position:
        position = game.position(setup.position)
    elif setup.begins:
        position = game.start(setup.begins)
    else:
        return ""
    if position.is_over:
        raise LudotecaError(f"the game is over: {position.outcome}.")
    return "" if position == game.start() else position.text
