"""A new game as somebody orders it, checked before anything is kept."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from ludoteca.errors import LudotecaError
from ludoteca.games import SIDES, Game
from ludoteca.web.games.cache import Opened
from ludoteca.web.games.players import asked_for, is_person
from ludoteca.web.games.refusals import Refused
from ludoteca.web.games.seats import digest, new_secret
from ludoteca.web.store.schema import GameRow, MoveRow

KINDS = ("computer", "shared", "link", "watch")
LONGEST_NAME = 40
LONGEST = 2000
LONGEST_CLOCK = 6 * 3600.0


class BadOrder(Refused):
    word = "bad-order"


@dataclass(frozen=True)
class Order:
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
class Prepared:
    """A game ready to be kept, and the secrets of its free seats, which are told once and never kept."""

    row: GameRow
    moves: list[MoveRow]
    game: Game
    secrets: dict[str, str]


def prepare(order: Order, opened: Opened, visitor: str, sides: tuple[str, ...]) -> Prepared:
    """Check an order. The visitor takes the sides given; seats of other people get a secret each."""
    if order.kind not in KINDS:
        raise BadOrder(f'there is no kind of game called "{order.kind}"; known: {", ".join(KINDS)}.')
    game = opened.game(order.called, order.file)
    players = dict(zip(SIDES, (order.first, order.second), strict=True))
    for spec in players.values():
        asked_for(spec, game)
    clock = _clock(order)
    seed = order.seed if order.seed is not None else secrets.randbits(62)
    row = GameRow(
        id=secrets.token_urlsafe(9),
        called=game.name if order.file is None else order.called,
        rules=game.rules_hash,
        file=order.file,
        based_on=order.based_on[:200],
        start=_start(order, game),
        kind=order.kind,
        seed=seed & (2**62 - 1),
        first_player=order.first,
        second_player=order.second,
        first_name=tidy(order.first_name),
        second_name=tidy(order.second_name),
        clock=clock,
        increment=min(max(order.increment, 0.0), 600.0),
        first_left=clock or 0.0,
        second_left=clock or 0.0,
        pace=min(max(order.pace, 0.0), 10.0),
        turning=order.turning,
        parent=order.parent,
        parent_ply=len(order.moves),
    )
    moves = _moves(order, game, row)
    given: dict[str, str] = {}
    for side, spec in players.items():
        if visitor and side in sides:
            setattr(row, f"{side}_owner", visitor)
        elif is_person(spec):
            given[side] = new_secret()
            setattr(row, f"{side}_seat", digest(given[side]))
    return Prepared(row, moves, game, given)


def _moves(order: Order, game: Game, row: GameRow) -> list[MoveRow]:
    """The moves that were made before, checked. If they end the game, it is kept as it ended."""
    if len(order.moves) > LONGEST:
        raise BadOrder(f"a game of more than {LONGEST} moves cannot be kept.")
    position = game.position(row.start) if row.start else game.start()
    made = []
    for number, move in enumerate(order.moves, 1):
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


def _clock(order: Order) -> float | None:
    if order.clock is None or order.clock <= 0:
        return None
    if order.clock > LONGEST_CLOCK:
        raise BadOrder(f"a clock may show at most {LONGEST_CLOCK:g} seconds.")
    return order.clock


def _start(order: Order, game: Game) -> str:
    if order.position and len(order.position) > 2000:
        raise BadOrder("that position is too long.")
    if order.begins and order.begins not in SIDES:
        raise BadOrder('who begins must be "first" or "second".')
    if order.position:
        position = game.position(order.position)
    elif order.begins:
        position = game.start(order.begins)
    else:
        return ""
    if position.is_over:
        raise LudotecaError(f"the game is over: {position.outcome}.")
    return "" if position == game.start() else position.text
