"""One game of a match, from its opening to its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import islice

from benchmarks.versus import known
from benchmarks.versus.foreign import Foreign
from benchmarks.versus.rows import FOREIGN, Row, with_programs
from benchmarks.versus.translation import EASYAI, OPENSPIEL
from ludoteca.games import SIDES, Game, Move, Position, load
from ludoteca.play.players import close_players, parse_player
from ludoteca.tournament.games import derived_seed
from ludoteca.tournament.openings import openings

SEED = 1
NOTATIONS = {"openspiel": OPENSPIEL, "easyai": EASYAI}

Chooser = Callable[[Position], tuple[Move, float]]
"""Chooses a move and returns the time used."""


@dataclass
class Finished:
    """A finished game."""

    row: str
    number: int
    players: str
    """The game and both players, as the key of stored games."""
    signature: str
    side: str
    """Our side."""
    result: str
    """`win`, `draw` or `loss`, for us."""
    reason: str
    position: str
    """The start position."""
    moves: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    """Our thinking time and theirs."""
    choices: list[int] = field(default_factory=lambda: [0, 0])
    """The number of moves for these times, without moves on which the other program stopped early."""

    def as_json(self) -> dict[str, object]:
        return asdict(self)


def key_of(row: Row) -> str:
    """The game and both players in one line."""
    even = " openings=even" if row.openings == "even" else ""
    return f"{row.game} {row.a} {row.b} opening={row.opening} seconds={row.seconds:g}{even}"


def play(
    row: Row, number: int, signature: str, python: str, programs: Mapping[str, str] | None = None
) -> Finished:
    """Play one game. `python` is the interpreter of a program of `FOREIGN`, `programs` are the commands of
    `PROGRAMS`."""
    game = load(row.game)
    position, opening, side = beginning(row, game, number)
    done = Finished(row.id, number, key_of(row), signature, side, "", "", position.text, list(opening))
    with ExitStack() as stack:
        if row.b in FOREIGN:
            program = FOREIGN[row.b]
            notation = NOTATIONS[program][row.game]
            seed = derived_seed(SEED, row.id, number) % 2**31
            other: Foreign | None = stack.enter_context(Foreign(python, program, notation, seed))
        else:
            other = None
        a, b = (with_programs(player, programs or {}) for player in (row.a, row.b))
        theirs = None if other else native(stack, b, row, number, "b")
        play_to_end(row, position, done, native(stack, a, row, number, "a"), theirs, other)
    return done


def beginning(row: Row, game: Game, number: int) -> tuple[Position, tuple[str, ...], str]:
    """The start position, the opening, and our side. Every opening is used twice, with sides swapped."""
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
    """The openings, cached: balanced ones need a search each."""
    return tuple(islice(openings(load(game).start(), SEED, plies, even=even), number))


def native(stack: ExitStack, asked: str, row: Row, number: int, who: str) -> Chooser:
    """One of our players, or an engine behind a protocol, which ends with the game."""
    if asked == "table":
        return timed(known.Perfect(row.game, derived_seed(SEED, row.id, number)).choose)
    player = parse_player(asked).for_game(load(row.game), derived_seed(SEED, row.id, number, who))
    stack.callback(close_players, player)
    return timed(player.choose)


def timed(choose: Callable[[Position], Move]) -> Chooser:
    def chooser(position: Position) -> tuple[Move, float]:
        started = time.perf_counter()
        return choose(position), time.perf_counter() - started

    return chooser


def play_to_end(
    row: Row, position: Position, done: Finished, ours: Chooser, theirs: Chooser | None, other: Foreign | None
) -> None:
    """Play to the end and record the result."""
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
    """The time of another program: its nominal time, and no less than our mean so far."""
    return max(row.seconds, done.seconds[0] / done.choices[0] if done.choices[0] else 0.0)


def count(done: Finished, we: bool, seconds: float) -> None:
    who = 0 if we else 1
    done.seconds[who] = round(done.seconds[who] + seconds, 6)
    done.choices[who] += 1
