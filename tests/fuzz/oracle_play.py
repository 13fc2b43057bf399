"""Plays the rules of an accepted file in the kernel and in the oracle, and compares."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import cache
from random import Random

from ludoteca.games import Game, all_names, load
from ludoteca.games.spec import Action, GameSpec
from tests.oracle import Oracle

PLIES = 6
MOST_CELLS, MOST_MOVES, MOST_SECONDS = 30, 30, 0.1
"""Larger boards and positions are left out, and what takes the oracle longer: it is not made to be fast."""
Use = tuple[str, str, frozenset[str]]
"""A table of a file: its type, its verb if it is an action, and the keys that are set."""


def check_oracle(game: Game, chance: Random) -> None:
    """A random game in which the kernel and the oracle agree on moves, positions and outcome.

    The oracle is tested with the library. Rules that combine keys as no game of it does are left out: there
    both may differ on what the combination means.
    """
    if len(game.board.cells) > MOST_CELLS or game.start().is_over:  # the oracle has no ends before a move
        return
    if not known_uses().issuperset(uses(game.spec)):
        return
    try:
        with cut_short(MOST_SECONDS):
            _compare(game, Oracle(game.spec), chance)
    except TooSlow:
        return


def _compare(game: Game, oracle: Oracle, chance: Random) -> None:
    state, position = oracle.start(), game.start()
    for _ in range(PLIES):
        if position.move_count > MOST_MOVES:
            return
        expected = oracle.text(state)
        assert position.text == expected, f"the oracle has another position: {expected}, not {position.text}"
        moves, legal = {move.text for move in position.legal_moves}, oracle.moves(state)
        assert moves == legal, f"the oracle has other moves in {position.text}: {sorted(moves ^ legal)[:9]}"
        if not moves:
            return
        move = chance.choice(position.legal_moves)
        position, state = position.play(move), oracle.play(state, move.text)


# -- the combinations of keys in the library ------------------------------------------------------------


@cache
def known_uses() -> frozenset[Use]:
    return frozenset(use for name in all_names() for use in uses(load(name).spec))


def uses(spec: GameSpec) -> Iterator[Use]:
    """What a file uses: the keys of each of its tables, and each verb with the shape of the board."""
    shape = frozenset(_set_keys(spec.board) & {"grid", "hex", "hexagon", "pits", "points", "wheel"})
    for part in (spec.board, spec.setup, spec.turn, spec.phase, spec.end, spec.draw, spec.pieces):
        for table in _tables(part):
            verb = table.verb if isinstance(table, Action) else ""
            yield type(table).__name__, verb, frozenset(_set_keys(table))
            if verb:
                yield "board", verb, shape


def _tables(value: object) -> Iterator[object]:
    if is_dataclass(value):
        yield value
        for field in fields(value):
            yield from _tables(getattr(value, field.name))
    elif isinstance(value, tuple | list):
        for one in value:
            yield from _tables(one)
    elif isinstance(value, dict):
        yield from _tables(list(value.values()))


def _set_keys(table: object) -> set[str]:
    """The keys with another value than the default; a switch that is off counts as another key."""
    found = set()
    for field in fields(table):  # type: ignore[arg-type]
        value = getattr(table, field.name)
        if field.name not in ("where", "value", "verb") and value != field.default:
            found.add(f"{field.name} off" if value is False else field.name)
    return found


# -- time -------------------------------------------------------------------------------------------------


class TooSlow(Exception):
    """Python code took longer than it may."""


@contextmanager
def cut_short(seconds: float) -> Iterator[None]:
    """Within the block, Python code raises `TooSlow` after that much CPU time of its own."""

    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
        signal.signal(signal.SIGVTALRM, before)
