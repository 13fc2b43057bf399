"""One game of a row, from its opening to its end."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice

from benchmarks.versus import known
from benchmarks.versus.foreign import Foreign
from benchmarks.versus.rows import FOREIGN, Row
from benchmarks.versus.translation import EASYAI, OPENSPIEL
from ludoteca.games import SIDES, Game, Move, Position, load
from ludoteca.play.players import parse_player
from ludoteca.tournament.games import derived_seed
from ludoteca.tournament.openings import openings

SEED = 1
TONGUES = {"openspiel": OPENSPIEL, "easyai": EASYAI}

Chooser = Callable[[Position], tuple[Move, float]]
"""Chooses a move and says how long it thought."""


@dataclass
class Finished:
    """What became of a game."""

    row: str
    number: int
    players: str
    """The game and both players, to know again what was played."""
    signature: str
    side: str
    """Ours."""
    result: str
    """`win`, `draw` or `loss`, in our eyes."""
    reason: str
    position: str
    """Where it began."""
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """How long we and they thought."""
    choices: list[int] = field(default_factory=lambda: [0, 0])
    """How many moves they took for. Those on which another program had no need to think are left out."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def told(row: Row) -> str:
    """What was played, in one line."""
    even = " openings=even" if row.openings == "even" else ""
    return f"{row.game} {row.a} {row.b} opening={row.opening} seconds={row.seconds:g}{even}"


def play(row: Row, number: int, signature: str, python: str) -> Finished:
    """Play one game. `python` is the interpreter of the other program, where there is one."""
    game = load(row.game)
    position, opening, side = beginning(row, game, number)
    done = Finished(row.id, number, told(row), signature, side, "", "", position.text, list(opening))
    with ExitStack() as stack:
        if row.b in FOREIGN:
            program = FOREIGN[row.b]
            tongue = TONGUES[program][row.game]
            seed = derived_seed(SEED, row.id, number) % 2**31
            other: Foreign | None = stack.enter_context(Foreign(python, program, tongue, seed))
        else:
            other = None
        theirs = None if other else native(row.b, row, number, "b")
        go_on(row, position, done, native(row.a, row, number, "a"), theirs, other)
    return done


def beginning(row: Row, game: Game, number: int) -> tuple[Position, tuple[str, ...], str]:
    """The position, the moves of the opening, and our side. Every opening comes twice, sides exchanged."""
    if row.positions:
        position = game.position(known.not_lost(row.positions)[number % len(known.not_lost(row.positions))])
        return position, (), position.mover
    side = SIDES[number % 2]
    if not row.opening:
        return game.start(), (), side
    varied = openings_of(row.game, row.opening, row.openings == "even", (row.games + 1) // 2)
    return game.start(), varied[number // 2], side


@cache
def openings_of(game: str, plies: int, even: bool, number: int) -> tuple[tuple[str, ...], ...]:
    """So many openings. Even ones take a search each: they are looked for once, not once for every game."""
    return tuple(islice(openings(load(game).start(), SEED, plies, even=even), number))


def native(asked: str, row: Row, number: int, who: str) -> Chooser:
    """A player of our own."""
    if asked == "table":
        return timed(known.Perfect(row.game, derived_seed(SEED, row.id, number)).choose)
    return timed(parse_player(asked).for_game(load(row.game), derived_seed(SEED, row.id, number, who)).choose)


def timed(choose: Callable[[Position], Move]) -> Chooser:
    def chooser(position: Position) -> tuple[Move, float]:
        begun = time.perf_counter()
        return choose(position), time.perf_counter() - begun

    return chooser


def go_on(
    row: Row, position: Position, done: Finished, ours: Chooser, theirs: Chooser | None, other: Foreign | None
) -> None:
    """Play to the end and write down what happens."""
    waiting, done.moves = done.moves, []
    while True:
        words = other.agree(position) if other else {}
        if position.is_over or (row.within is not None and len(done.moves) >= 2 * row.within):
            break
        we = position.mover == done.side
        if waiting:
            move, seconds = position.find(waiting.pop(0)), None
        elif we:
            move, seconds = ours(position)
        elif theirs:
            move, seconds = theirs(position)
        else:
            assert other
            chosen, seconds = other.choose(fair(row, done))
            move = words[chosen]
        if seconds is not None:
            count(done, we, seconds)
        if other:
            other.play(next(said for said, own in words.items() if own == move))
        done.moves.append(move.text)
        position = position.play(move)
    winner = position.outcome.winner if position.outcome else None
    done.reason = position.outcome.reason if position.outcome else "too long"
    done.result = "draw" if winner is None else "win" if winner == done.side else "loss"


def fair(row: Row, done: Finished) -> float:
    """The time of another program: as much as it was promised, and no less than we have taken so far."""
    return max(row.seconds, done.seconds[0] / done.choices[0] if done.choices[0] else 0.0)


def count(done: Finished, we: bool, seconds: float) -> None:
    who = 0 if we else 1
    done.seconds[who] = round(done.seconds[who] + seconds, 6)
    done.choices[who] += 1
