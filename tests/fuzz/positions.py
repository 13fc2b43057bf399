"""Texts of positions, moves and games: refused with a reason, or the same after a round trip."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import ClassVar

from ludoteca.errors import BadPosition, IllegalMove, LimitExceeded, LudotecaError, RulesError, UnknownGame
from ludoteca.games import Game, Position, all_names, load
from tests.fuzz.harness import Harness, text_of
from tests.fuzz.mutation import mutated
from tests.walking import walked

MOST_MOVES = 300
"""In positions with more moves only some are checked."""
NAMES = (
    "hex:size=5",
    "kalah/empty-capture:pits=4,seeds=3",
    "mnk:width=6,height=5,in-a-row=4",
    "Jogo da Onça",
)


@cache
def opened(name: str) -> Game:
    return load(name)


@cache
def some_lines(seed: int) -> tuple[bytes, ...]:
    """For every game a line with its name, a position and some of its moves."""
    lines = []
    for number, name in enumerate(all_names()):
        position = walked(opened(name), plies=number % 9, seed=seed)
        moves = " ".join(move.text for move in position.legal_moves[:4])
        lines.append(f"{name}\n{position.text}\n{moves}".encode())
    return tuple(lines)


class Positions(Harness):
    """A name of a game in the first line, a position in the second, moves in the third."""

    kind = "positions"
    refusals: ClassVar[tuple[type[LudotecaError], ...]] = (BadPosition, LimitExceeded)
    words: ClassVar[tuple[bytes, ...]] = (
        b"x", b"o", b"*", b"#", b"hand=x3,o2", b"stores=4,7", b"stage=", b"moved=a1", b"ply=", b"/", b"3",
        b" ", b"xo", b"stage=remove", b"stage=shoot", b"stage=rotate", b"stage=block", b"ply=1",
    )  # fmt: skip

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *some_lines(1), *some_lines(2)]

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        """The name stays, but for a few: most inputs then reach the parser of positions."""
        return changed_line(data, others, chance, 1, self.words)

    def check(self, data: bytes) -> Iterator[str]:
        name, text, _ = parts(data)
        game = opened(name)
        position = game.position(text)
        yield f"outcome {position.outcome}" if position.is_over else "not over"
        check_position(game, position)
        if not position.is_over:
            yield from stage_words(position)
            after = position.after(position.any_move)
            check_position(game, after)


class Moves(Positions):
    """The same lines; the moves are played, as far as they are legal."""

    kind = "moves"
    refusals: ClassVar[tuple[type[LudotecaError], ...]] = (IllegalMove, BadPosition, LimitExceeded)
    words = (b"-", b"x", b":", b"/", b"*", b"@", b"+", b">", b"<", b"off", b"pass", b"swap", b"a1", b"b2-c3",
             b"c3/1+", b"*a1", b"a", b"king@", "×".encode(), "–".encode(), b"x" * 300)  # fmt: skip

    def mutate(self, data: bytes, others: list[bytes], chance: Random) -> bytes:
        return changed_line(data, others, chance, 2, self.words)

    def check(self, data: bytes) -> Iterator[str]:
        name, text, moves = parts(data)
        position = opened(name).position(text)
        for word in moves.split(" ")[:6]:
            position = self._played(position, word)
            yield "played"
        check_position(position.game, position)

    def _played(self, position: Position, word: str) -> Position:
        """The position after a move. Text and path must mean the same, and so must all ways to ask."""
        is_legal = position.is_legal(word)
        found = position.find(word)
        assert is_legal
        assert found in position.legal_moves
        assert position.find(found.text) == found
        assert position.find(found.path) == found
        assert found in position.moves_along(found.path[:1])
        assert found.path[0] in position.first_clicks()
        return position.play(found)


class Names(Harness):
    """`GAME[/variant][:key=value,…]`. Only names without `.toml`: others are paths of files."""

    kind = "names"
    share = 0.5
    refusals = (UnknownGame, RulesError, LimitExceeded)
    words = (b":", b"=", b",", b"/", b"size=", b"size=5", b"pits=4", b"width=", b"..", b"hex", b"majority")

    def seeds(self) -> list[bytes]:
        return [*super().seeds(), *(name.encode() for name in (*all_names(), *NAMES))]

    def check(self, data: bytes) -> Iterator[str]:
        text = text_of(data[:300])
        if ".toml" in text:
            return
        game = load(text)
        yield game.id
        assert load(game.name).rules_hash == game.rules_hash
        assert load(game.name).name == game.name
        assert game.start().text


def parts(data: bytes) -> tuple[str, str, str]:
    """The name, the position and the moves of an input."""
    lines = (text_of(data) + "\n\n").split("\n", 2)
    name = lines[0] if lines[0] in all_known() else "tapatan"
    return name, lines[1], lines[2].strip("\n")


@cache
def all_known() -> frozenset[str]:
    return frozenset((*all_names(), *NAMES[:3]))


def changed_line(
    data: bytes, others: list[bytes], chance: Random, number: int, words: tuple[bytes, ...]
) -> bytes:
    """The input with one line mutated, rarely all of it."""
    lines = data.split(b"\n", 2)
    if chance.random() < 0.1 or len(lines) <= number:
        return mutated(data, others, words, chance)
    same = [other.split(b"\n", 2)[number] for other in chance.sample(others, min(4, len(others)))
            if other.count(b"\n") >= number]  # fmt: skip
    lines[number] = mutated(lines[number], same, words, chance)
    return b"\n".join(lines)


def check_position(game: Game, position: Position) -> None:
    """What holds for every position."""
    assert (position.outcome is None) == (position.move_count > 0)
    again = game.position(position.text)
    assert again.text == position.text, (again.text, position.text)
    assert again.mover == position.mover
    assert position.draw()
    if position.is_over or position.move_count > MOST_MOVES:
        return
    if again.outcome is None:
        assert [move.text for move in again.legal_moves] == [move.text for move in position.legal_moves]


def stage_words(position: Position) -> Iterator[str]:
    """The forms of the moves: which signs they contain."""
    for move in position.legal_moves[:50]:
        yield "move " + "".join(sorted({sign for sign in move.text if not sign.isalnum()}))
