"""Game files: a mutated file is refused with clear messages, or can be played.

A second harness plays the rules of accepted files in the kernel and in the oracle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

from ludoteca.errors import LimitExceeded, RulesError, UnknownGame
from ludoteca.games import Game, Position, ids, loads
from tests.fuzz.harness import Harness
from tests.fuzz.mutants import OPENED_AS, damaged, mutant, rules_of, written
from tests.fuzz.oracle_play import check_oracle

PLIES = 6
PREFIX = re.compile(rf"{OPENED_AS}(?:/([^/:\n]+))?(?::size=(-?\d{{1,6}}))?\n")


class Rules(Harness):
    """The text of a game file. A first line `# open as /variant:size=3` chooses what is loaded."""

    kind = "rules"
    share = 3.0
    refusals = (RulesError, UnknownGame)

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *(written(rules_of(game_id)).encode() for game_id in ids())]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        text = data.decode("utf-8", "replace")
        if chance.random() < 0.03:
            return damaged(text, chance).encode("utf-8", "replace")
        return mutant(text, chance).encode("utf-8", "replace")

    def check(self, data: bytes) -> Iterator[str]:
        text = data.decode("utf-8", "replace")
        game = opened(text)
        yield from features_of(game)
        chance = Random(len(data))
        try:
            for position in played(game, chance):
                check_texts(game, position)
            check_playouts(game, chance)
        except LimitExceeded as refusal:
            yield refusal.code

    def run(self, data: bytes) -> list[str]:
        try:
            return super().run(data)
        except LimitExceeded as refusal:  # of the compiler
            return [refusal.code]


class OracleRules(Rules):
    """The same files: where that is cheap, the oracle plays along."""

    kind = "oracle"
    share = 1.0

    def check(self, data: bytes) -> Iterator[str]:
        game = opened(data.decode("utf-8", "replace"))
        yield from features_of(game)
        try:
            check_oracle(game, Random(len(data)))
        except LimitExceeded as refusal:
            yield refusal.code


MOST_MOVES = 20_000
"""Positions with more moves are refused, as a server does: listing a hundred thousand takes seconds."""


def opened(text: str) -> Game:
    head = PREFIX.match(text)
    variant, size = (head[1] or "", head[2]) if head else ("", None)
    try:
        game = loads(text, "mutant", variant, {"size": int(size)} if size else {})
        game.limit_moves(MOST_MOVES)
        return game
    except RulesError as refusal:
        for problem in refusal.problems:
            assert str(problem).startswith(("mutant.toml: ", "mutant.toml/")), problem
        raise


def features_of(game: Game) -> Iterator[str]:
    """The structural properties of the rules: files with new ones are mutated further."""
    yield from (f"{name} {value}" for name, value in vars(game.traits).items() if isinstance(value, bool))


def played(game: Game, chance: Random) -> Iterator[Position]:
    """The first positions of a random game."""
    position = game.start()
    for _ in range(PLIES):
        yield position
        if not position.legal_moves:
            return
        position = position.play(chance.choice(position.legal_moves))
    yield position


def check_texts(game: Game, position: Position) -> None:
    """A position and its moves survive a round trip through their texts."""
    assert (position.outcome is None) == bool(position.legal_moves)
    again = game.position(position.text)
    assert again.text == position.text
    assert position.draw()
    for move in position.legal_moves[:: max(1, len(position.legal_moves) // 5)]:
        assert position.find(move.path).text == move.text
        assert position.find(move).path == move.path


def check_playouts(game: Game, chance: Random) -> None:
    counted = game.playouts(2, seed=chance.randrange(2**32))
    assert counted.first + counted.draw + counted.second == 2
